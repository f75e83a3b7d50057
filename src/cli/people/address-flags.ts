// The flags for a recipient's addresses. They are derived from the address table.
import { addressTable } from '../../channels/addresses.ts'
import type { Call, Flag } from '../command.ts'

const { texts, requested } = addressTable()

const flagOf = (field: string) => field.replaceAll('_', '-')

const flagsOf = (addresses: typeof texts): Flag[] =>
  addresses.map(({ field, label, flag = { value: 'ADDRESS', description: `${label.en}.` } }) => ({
    name: flagOf(field),
    ...flag,
  }))

/** The flags for all addresses of a recipient. */
export const addressFlags = flagsOf(texts)

/** The flags for the addresses that a send request may contain. */
export const requestedFlags = flagsOf(requested)

/** Returns the addresses that the flags of a call contain. The keys are the names of the API's fields. */
export function requestedIn(call: Call): Record<string, string | undefined> {
  return Object.fromEntries(requested.map(({ field }) => [field, call.text(flagOf(field))]))
}
