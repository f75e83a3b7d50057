// The address table: every address that a recipient stores, in the order of columns, forms and matching (decision 56).
import type { Address, AddressField, Identifier, RequestedAddress, StoredAddresses, TextAddress } from './address.ts'
import { emailAddress } from './email/address.ts'
import { messengerPsid } from './messenger/address.ts'
import { pushDevices } from './push/address.ts'
import { slackChannel } from './slack/address.ts'
import { telegramChatId } from './telegram/address.ts'
import { whatsappPhone } from './whatsapp/address.ts'

/** Those that identify a person stand from the strongest to the weakest. */
const declared: Address[] = [emailAddress, whatsappPhone, telegramChatId, messengerPsid, slackChannel, pushDevices]

type Texts = Extract<Address, { field: TextAddress }>
type Identifying = Extract<Address, { field: Identifier }>
type Requested = Extract<Address, { field: RequestedAddress }>

interface AddressTable {
  all: readonly Address[]
  texts: readonly Texts[]
  /** The fields that hold one text. */
  textFields: readonly TextAddress[]
  /** The fields in which two spellings that differ in the case of A to Z are one address. */
  ignoringCase: ReadonlySet<AddressField>
  /** The fields that identify a person, from the strongest to the weakest. */
  identifiers: readonly Identifier[]
  requested: readonly Requested[]
  /** The fields that a send request may name, from the strongest to the weakest. */
  requestedFields: readonly RequestedAddress[]
  /** The addresses of a recipient that has none. */
  none: Readonly<StoredAddresses>
}

let sealed: AddressTable | undefined

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
export function addressTable(): AddressTable {
  sealed ??= tableOf(declared)
  return sealed
}

function tableOf(all: readonly Address[]): AddressTable {
  const texts = all.filter((address) => address.kind !== 'list')
  const lists = all.filter((address) => address.kind === 'list')
  const identifying = texts.filter((address): address is Identifying => address.kind !== 'stored')
  const requested = identifying.filter((address): address is Requested => address.kind === 'requested')
  return {
    all,
    texts,
    textFields: texts.map(({ field }) => field),
    ignoringCase: new Set(texts.flatMap(({ field, ignoresCase }) => (ignoresCase ? field : []))),
    identifiers: identifying.map(({ field }) => field),
    requested,
    requestedFields: requested.map(({ field }) => field),
    none: { ...byField(texts, () => null), ...byField(lists, () => []) },
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
