// Finds the recipient that a set of identifiers refers to (decision 56). Send requests and imports share this rule.
import type { Identifier } from '../channels/address.ts'
import { addressTable } from '../channels/addresses.ts'
import { emailKey } from '../lib/text/email-address.ts'

const { ignoringCase } = addressTable()

/** The stored identifiers of a recipient. An empty field is null. */
type StoredIdentifiers<I extends Identifier> = Record<I, string | null>
/** The identifiers in a request or an import row. */
type RequestIdentifiers<I extends Identifier> = { [field in I]?: string | undefined }

/** Returns the normalized form of an identifier. All spellings of an identifier have the same normalized form. */
export function normalizeIdentifier(field: Identifier, value: string): string {
  return ignoringCase.has(field) ? emailKey(value) : value
}

/**
 * Returns the recipient that the identifiers refer to, or undefined if the recipient is new. `order` lists the fields
 * from the strongest to the weakest. A recipient that matches in a weaker identifier is skipped if a stronger
 * identifier differs from the stored value.
 */
export function findMatch<I extends Identifier, P extends StoredIdentifiers<I>>(
  order: readonly I[],
  requested: RequestIdentifiers<I>,
  holderOf: (field: I, value: string) => P | undefined,
): P | undefined {
  for (const field of order) {
    const value = requested[field]
    const holder = value === undefined ? undefined : holderOf(field, value)
    if (holder && conflictingFields(fieldsBefore(order, field), requested, holder).length === 0) return holder
  }
  return undefined
}

/** Returns the fields in which the stored value differs from the requested one. */
export function conflictingFields<I extends Identifier>(
  fields: readonly I[],
  requested: RequestIdentifiers<I>,
  person: StoredIdentifiers<I>,
): I[] {
  return fields.filter((field) => {
    const [value, stored] = [requested[field], person[field]]
    return (
      value !== undefined && stored !== null && normalizeIdentifier(field, value) !== normalizeIdentifier(field, stored)
    )
  })
}

/** Returns the fields that are stronger than this one. */
export function fieldsBefore<I extends Identifier>(order: readonly I[], field: I): I[] {
  return order.slice(0, order.indexOf(field))
}
