// Which stored person a set of identifiers means (decision 56). Sends and imports share this rule.
import type { Identifier } from '../channels/address.ts'
import { addressTable } from '../channels/addresses.ts'
import { emailKey } from '../lib/text/email-address.ts'

const { ignoringCase } = addressTable()

/** The identifiers that a person stores: null where the field is empty. */
type StoredIdentifiers<I extends Identifier> = Record<I, string | null>
/** The identifiers that a request or a row names. */
type RequestIdentifiers<I extends Identifier> = { [field in I]?: string | undefined }

/** The value by which two spellings of an identifier are compared. */
export function normalizeIdentifier(field: Identifier, value: string): string {
  return ignoringCase.has(field) ? emailKey(value) : value
}

/**
 * Returns the person whom the given identifiers mean, or undefined for a new person. `order` lists the fields from the
 * strongest to the weakest. A person found by a weaker identifier is passed over if a stronger one contradicts a stored value.
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

/** Returns the fields, of those named, in which the person stores another value than the one given. */
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

/** Returns the fields of the order that come before this one. */
export function fieldsBefore<I extends Identifier>(order: readonly I[], field: I): I[] {
  return order.slice(0, order.indexOf(field))
}
