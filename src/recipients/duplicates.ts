// Refuses an address of a recipient that another recipient has.
import type { Identifier } from '../channels/address.ts'
import { addressTable, byField } from '../channels/addresses.ts'
import { Refused, refuse } from '../errors.ts'
import type { Connection, Transaction } from '../store/database.ts'
import { findImported } from '../store/recipients/importing.ts'
import type { RecipientRecord } from '../store/recipients/recipients.ts'
import { fieldsHolding, normalizeIdentifier } from './identifiers.ts'

const { identifiers, counterparts, requested } = addressTable()

/** The addresses that share their values with another field. */
const sharing = requested.filter(({ field }) => counterparts.has(field))

/** The identifying addresses of a change. An omitted address stays unchanged, and null removes it. */
type Identifiers = { [Field in Identifier]?: string | null | undefined }

/** The place of a recipient whose addresses are compared with those of other recipients. */
interface Place {
  workspaceId: number
  mode: 'live' | 'test'
  /** The recipient's id. Undefined for a recipient that is not stored yet. */
  id: number | undefined
}

/**
 * Throws conflict if another recipient has a phone number of `input` in the other field for phone numbers. The unique
 * indexes of the database compare only values of the same field. The error lists all addresses that another recipient
 * has.
 */
export async function refuseSharedNumbers(tx: Transaction, place: Place, input: Identifiers): Promise<void> {
  const numbers = byField(sharing, ({ field }) => input[field] ?? undefined)
  if (Object.values(numbers).every((value) => value === undefined)) return
  const isShared = (await duplicatesOf(tx, place, numbers)).length > 0
  if (isShared) refuseDuplicates(await duplicatesOf(tx, place, input))
}

/**
 * Throws conflict if another recipient has an address of `input`. The error lists each of these addresses, with the id
 * and name of the recipient who has it.
 */
export async function refuseDuplicateAddresses(c: Connection, place: Place, input: Identifiers): Promise<never> {
  const duplicates = await duplicatesOf(c, place, input)
  if (duplicates.length === 0)
    refuse('conflict', 'Another recipient had one of these addresses. Send the request again.')
  return refuseDuplicates(duplicates)
}

type Duplicate = [field: string, problem: string]

async function duplicatesOf(c: Connection, place: Place, input: Identifiers): Promise<Duplicate[]> {
  const query = Object.fromEntries(identifiers.flatMap((field) => (input[field] ? [[field, input[field]]] : [])))
  const holders = (await findImported(c, place, [query], false)).filter(({ id }) => id !== place.id)
  return identifiers.flatMap((field): Duplicate[] => {
    const value = input[field]
    const isHeld = (row: RecipientRecord) =>
      value && fieldsHolding(field).some((each) => isSame(each, row[each], normalizeIdentifier(field, value)))
    const holder = holders.find(isHeld)
    return holder ? [[field, `belongs to recipient ${holder.id} (${holder.name})`]] : []
  })
}

function isSame(field: Identifier, stored: string | null, normalized: string): boolean {
  return stored !== null && normalizeIdentifier(field, stored) === normalized
}

function refuseDuplicates(duplicates: Duplicate[]): never {
  throw new Refused({
    code: 'conflict',
    message: `${duplicates.map(([field, problem]) => `${field} ${problem}`).join('; ')}.`,
    details: Object.fromEntries(duplicates.map(([field, problem]) => [field, [problem]])),
  })
}
