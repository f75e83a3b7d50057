// The table of all addresses that a recipient stores. The columns of files, the fields of forms and the search for a
// matching recipient use the order of this table (decision 56).
import type { Address, AddressField, Identifier, StoredAddresses, TextAddress } from './address.ts'
import { emailAddress } from './email/address.ts'
import { messengerPsid } from './messenger/address.ts'
import { pushDevices } from './push/address.ts'
import { slackChannel } from './slack/address.ts'
import { phone } from './sms/address.ts'
import { telegramChatId } from './telegram/address.ts'
import { whatsappPhone } from './whatsapp/address.ts'

/** The built-in addresses. Requests are matched to recipients by the identifying addresses in this order. */
const declared: Address[] = [
  emailAddress,
  whatsappPhone,
  phone,
  telegramChatId,
  messengerPsid,
  slackChannel,
  pushDevices,
]

let sealed: ReturnType<typeof tableOf> | undefined

/**
 * Appends an address to the address table. Its column and index must exist in the database table `recipients`. Throws
 * after the first read of the address table. Modules read the address table when they are loaded, so import the rest of
 * the service after this call.
 */
export function registerAddress(address: Address): void {
  if (sealed)
    throw new Error(`Address ${address.field} was registered too late. Register it before the service is imported.`)
  declared.push(address)
}

/** Returns the whole table. After the first call, no address can be added. */
export function addressTable() {
  sealed ??= tableOf(declared)
  return sealed
}

function tableOf(all: readonly Address[]) {
  const texts = all.filter((address) => address.kind !== 'list')
  const lists = all.filter((address) => address.kind === 'list')
  const identifying = texts.filter((address) => address.kind !== 'stored')
  const requested = identifying.filter((address) => address.kind === 'requested')
  const counterparts = new Map<TextAddress, Identifier>(
    requested.flatMap(({ field, sharesValuesWith: other }) =>
      other === undefined
        ? []
        : [
            [field, other],
            [other, field],
          ],
    ),
  )
  const none: StoredAddresses = { ...byField(texts, () => null), ...byField(lists, () => []) }
  return {
    all,
    /** The addresses that are a text, not a list of devices. */
    texts,
    textFields: texts.map(({ field }) => field),
    /** The fields whose comparison ignores the case of A to Z. */
    ignoringCase: new Set<AddressField>(texts.flatMap(({ field, ignoresCase }) => (ignoresCase ? field : []))),
    /** The fields that identify a recipient, in the order in which the service searches for the recipient. */
    identifiers: identifying.map(({ field }) => field),
    /** The addresses that a send request may contain, in the order in which the service searches for the recipient. */
    requested,
    requestedFields: requested.map(({ field }) => field),
    /** For each field that shares its values with another field, the name of the other field. */
    counterparts,
    /** The value of each field for a recipient without addresses. */
    none,
  }
}

/**
 * Returns the address that a channel uses. Returns undefined if the channel's address is not stored with the recipient.
 */
export function addressOn(channel: string): Address | undefined {
  return addressTable().all.find((address) => address.channel === channel)
}

/** Returns an object with a value for each address field, in the order of the addresses. */
export function byField<A extends { field: AddressField }, Value>(
  addresses: readonly A[],
  toValue: (address: A) => Value,
): Record<A['field'], Value> {
  // The type of Object.fromEntries does not keep the names of the keys.
  return Object.fromEntries(addresses.map((address) => [address.field, toValue(address)])) as Record<A['field'], Value>
}
