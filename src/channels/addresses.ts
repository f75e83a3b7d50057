// The address table: every address that a recipient stores, in the order of columns, forms and matching (decision 56).
import type { Address, AddressField, StoredAddresses } from './address.ts'
import { emailAddress } from './email/address.ts'
import { messengerPsid } from './messenger/address.ts'
import { pushDevices } from './push/address.ts'
import { slackChannel } from './slack/address.ts'
import { telegramChatId } from './telegram/address.ts'
import { whatsappPhone } from './whatsapp/address.ts'

/** Those that identify a person stand from the strongest to the weakest. */
const declared: Address[] = [emailAddress, whatsappPhone, telegramChatId, messengerPsid, slackChannel, pushDevices]

let sealed: ReturnType<typeof tableOf> | undefined

/**
 * Adds an address behind the others. Throws once the table was read: schemas and statements are composed from it when their
 * files are loaded. Import the rest of the service after this call. Its column and index must be in the table `recipients`.
 */
export function registerAddress(address: Address): void {
  if (sealed)
    throw new Error(`Address ${address.field} was registered too late. Register it before the service is imported.`)
  declared.push(address)
}

/** Returns the whole table. From the first call on it stays as it is. */
export function addressTable() {
  sealed ??= tableOf(declared)
  return sealed
}

function tableOf(all: readonly Address[]) {
  const texts = all.filter((address) => address.kind !== 'list')
  const lists = all.filter((address) => address.kind === 'list')
  const identifying = texts.filter((address) => address.kind !== 'stored')
  const requested = identifying.filter((address) => address.kind === 'requested')
  const none: StoredAddresses = { ...byField(texts, () => null), ...byField(lists, () => []) }
  return {
    all,
    /** The addresses that are one text. */
    texts,
    textFields: texts.map(({ field }) => field),
    /** The fields in which two spellings that differ in the case of A to Z are one address. */
    ignoringCase: new Set<AddressField>(texts.flatMap(({ field, ignoresCase }) => (ignoresCase ? field : []))),
    /** The fields that identify a person, from the strongest to the weakest. */
    identifiers: identifying.map(({ field }) => field),
    /** The addresses that a send request may name, from the strongest to the weakest. */
    requested,
    requestedFields: requested.map(({ field }) => field),
    /** The addresses of a recipient that has none. */
    none,
  }
}

/** Returns the address that a channel reaches people at; undefined where the recipient stores none for it. */
export function addressOn(channel: string): Address | undefined {
  return addressTable().all.find((address) => address.channel === channel)
}

/** Returns an object with a value for the field of each address, in their order. */
export function byField<A extends { field: AddressField }, Value>(
  addresses: readonly A[],
  toValue: (address: A) => Value,
): Record<A['field'], Value> {
  // The type of Object.fromEntries does not keep the names of the keys.
  return Object.fromEntries(addresses.map((address) => [address.field, toValue(address)])) as Record<A['field'], Value>
}
