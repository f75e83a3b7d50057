// Finds the recipient to whom the identifiers in a request belong (decision 56). Send requests and imports use the same
// rules.
import type { Identifier } from '../channels/address.ts'
import { addressTable } from '../channels/addresses.ts'
import { emailKey } from '../lib/text/email-address.ts'

const { ignoringCase, counterparts } = addressTable()

/** The stored identifiers of a recipient. A field is null if the recipient has no such identifier. */
type StoredIdentifiers<I extends Identifier> = Record<I, string | null>
/** The identifiers in a send request or in a row of an import. */
type RequestIdentifiers<I extends Identifier> = { [field in I]?: string | undefined }

/**
 * Returns the normalized form of an identifier. All spellings of an identifier, such as an email address in capitals,
 * have the same normalized form.
 */
export function normalizeIdentifier(field: Identifier, value: string): string {
  return ignoringCase.has(field) ? emailKey(value) : value
}

/**
 * Returns the holder of an identifier: the recipient who has the value in this field, or else in the field that shares
 * its values. `lookup` returns the recipient with the value in exactly one field.
 */
export function holderOf<P>(
  field: Identifier,
  value: string,
  lookup: (field: Identifier, value: string) => P | undefined,
): P | undefined {
  for (const each of fieldsHolding(field)) {
    const found = lookup(each, value)
    if (found) return found
  }
  return undefined
}

/**
 * Returns the fields in which the holder of an identifier may have its value: the field itself, and the field that
 * shares its values.
 */
export function fieldsHolding(field: Identifier): Identifier[] {
  const other = counterparts.get(field)
  return other === undefined ? [field] : [field, other]
}

/**
 * Returns the recipient who has the identifiers, or undefined if no recipient has them. `order` lists the fields from
 * the strongest to the weakest identifier. If a recipient has a weaker identifier of the request but differs in a
 * stronger one, this recipient does not match.
 */
export function findMatch<I extends Identifier, P extends StoredIdentifiers<I>>(
  order: readonly I[],
  requested: RequestIdentifiers<I>,
  lookup: (field: Identifier, value: string) => P | undefined,
): P | undefined {
  for (const field of order) {
    const value = requested[field]
    const holder = value === undefined ? undefined : holderOf(field, value, lookup)
    if (holder && conflictingFields(fieldsBefore(order, field), requested, holder).length === 0) return holder
  }
  return undefined
}

/** Returns the fields whose stored value differs from the value in the request. */
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

/** Returns the fields that identify a person more strongly than this field. */
export function fieldsBefore<I extends Identifier>(order: readonly I[], field: I): I[] {
  return order.slice(0, order.indexOf(field))
}
