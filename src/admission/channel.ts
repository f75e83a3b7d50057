// Chooses the channel and address of a message. The channel is the one in the request, or the first one that reaches
// the recipient.
import { addressOn, addressTable } from '../channels/addresses.ts'
import type { Addresses } from '../channels/contract.ts'
import { type ChannelName, channelNames, channelOf, channels } from '../channels/index.ts'
import { type Details, invalid } from '../errors.ts'
import { normalizeIdentifier } from '../recipients/identifiers.ts'
import { unsubscribedWords } from '../recipients/suppression-words.ts'
import { approvedFor } from './approval.ts'
import type { Catalog } from './catalog.ts'
import type { Conversations } from './conversations.ts'
import { type Matched, type Routed, refuseEntry } from './entry.ts'
import { ownAddress, type People, recipientOn } from './recipients.ts'
import type { SetPreferences } from './sets/preferences.ts'
import type { Suppressions } from './suppressions.ts'

const { none, requestedFields } = addressTable()

type DeliveryRoute = Pick<Routed, 'channel' | 'address' | 'lane'>

/** The data that admission has read for the set. */
export interface SetFacts {
  people: People
  catalog: Catalog
  suppressions: Suppressions
  conversations: Conversations
  preferences: SetPreferences
}

/** Adds the channel, address and lane to the message, or refuses it with the reason. */
export function chooseChannel(known: SetFacts, entry: Matched): Routed | undefined {
  const { channel } = entry.parsed.request
  const found = channel === undefined ? inferredRoute(known, entry) : routeOver(known, entry, channel)
  return 'details' in found ? refuseEntry(entry, invalid(found.details)) : Object.assign(entry, found)
}

function inferredRoute(known: SetFacts, entry: Matched): DeliveryRoute | { details: Details } {
  const missing: string[] = []
  const declined: string[] = []
  const { recipient } = entry
  for (const channel of candidates(entry)) {
    // The address in the request may belong to another recipient, because `recipient` was found by a stronger
    // identifier (decision 56).
    if (hasAddressFor(entry, channel)) entry.recipient = recipientOn(known.people, entry, channel) ?? recipient
    const found = routeOver(known, entry, channel)
    if (!('details' in found)) return found
    const { category = [], ...others } = found.details
    declined.push(...category)
    missing.push(...Object.values(others).flat())
    entry.recipient = recipient
  }
  if (declined.length > 0 && missing.length === 0) return { details: { category: declined } }
  if (missing.length === 0) missing.push('the recipient has no address')
  return {
    details: {
      channel: [`no channel reaches this recipient: ${[...new Set(missing)].join('; ')}`],
      ...(declined.length > 0 ? { category: declined } : {}),
      ...suppressedFields(known, entry),
    },
  }
}

/** Returns an error for each request field that contains a suppressed address. */
function suppressedFields({ suppressions }: SetFacts, entry: Matched): Details {
  const addresses = addressesOf(entry)
  return Object.fromEntries(
    channels.flatMap(({ name, addressField, address }) => {
      const reason = suppressions.reason(entry, name, address(addresses))
      return reason === undefined || !addressField.startsWith('recipient.') ? [] : [[addressField, [reason]]]
    }),
  )
}

/** Returns whether the request has an address for this channel. */
function hasAddressFor({ parsed }: Matched, channel: ChannelName): boolean {
  const field = ownAddress(channel)
  return field !== undefined && parsed.request.recipient[field] !== undefined
}

/**
 * Returns the possible channels in order: the preferred channel, the channels with an address in the request, the
 * channels with a stored address, and the channels that are inferred last. Within each group, the order is that of
 * `channelNames`.
 */
function candidates({ recipient, parsed }: Matched): ChannelName[] {
  const typed = { ...none, ...parsed.request.recipient, id: 0 }
  const inRequest = channelNames.filter(
    (name) => channelOf(name).addressOwner === 'recipient' && channelOf(name).address(typed) !== undefined,
  )
  const preferred = channelNames.filter((name) => name === recipient.preferred_channel)
  // Ignore an address from a connection's settings, because it is the same for all recipients. A message is sent to
  // this address only if the request names the channel.
  const rest = channelNames.filter((name) => channelOf(name).address(recipient) !== undefined)
  const withRule = (rule: 'last' | undefined) =>
    [...inRequest, ...rest].filter((name) => channelOf(name).inferred === rule)
  return [...new Set([...preferred, ...withRule(undefined), ...withRule('last')])]
}

/** An unusable route. `lacksAddress` is true if the recipient has no address on the channel. */
interface NoRoute {
  details: Details
  lacksAddress?: true
}

/** Returns the address and lane of a message on a channel, or the reasons why it cannot be sent there. */
export function routeOver(known: SetFacts, entry: Matched, name: ChannelName): DeliveryRoute | NoRoute {
  const { catalog, suppressions, conversations } = known
  const { sender, recipient } = entry
  const channel = channelOf(name)
  const connection = catalog.connection(sender.workspaceId, sender.sourceId, name)
  const live = sender.mode === 'live'
  const lane = live ? connection?.id : -sender.workspaceId
  if (lane === undefined) {
    return {
      details: { channel: [`the source has no ${channel.title} connection; add a connection, or use a test key`] },
    }
  }
  const address = addressOver(entry, name, connection?.settings)
  const field = channel.addressField.startsWith('recipient.') ? channel.addressField : 'channel'
  if (address === undefined) {
    const why = goneWords(recipient, name) ?? channel.missing?.(addressesOf(entry), connection?.settings)
    // If the error belongs to the address field, the name of this field already shows which address is missing.
    const missing = field === 'channel' ? `: ${channel.addressField} is missing` : ''
    return {
      details: { [field]: [why ?? `the recipient has no address on ${channel.title}${missing}`] },
      lacksAddress: true,
    }
  }
  if (recipient.unsubscribed_at && !entry.template.essential)
    return { details: { recipient: [unsubscribedWords(recipient.unsubscribed_at)] } }
  const approved = approvedFor(catalog, entry, name)
  const unusable = recipient.unusable[name]
  if (live && unusable && isSameAddress(name, unusable.address, address)) {
    return {
      details: {
        [field]: [`${address} has been unreachable on ${channel.title} since ${unusable.at}: ${unusable.reason}`],
      },
    }
  }
  const suppressed = suppressions.reason(entry, name, address, approved)
  if (suppressed !== undefined) return { details: { [field]: [suppressed] } }
  const declined = known.preferences.declined(entry, name)
  if (declined !== undefined) {
    entry.declinedChannels = [...(entry.declinedChannels ?? []), name]
    return { details: { category: [declined] } }
  }
  if (approved && approved.refusal !== null) {
    const { name: title, language, refusal } = approved
    return { details: { template: [`the ${channel.title} template ${title} (${language}) ${refusal}`] } }
  }
  const closed = live ? conversations.closed(entry, name) : undefined
  if (closed !== undefined) return { details: { channel: [closed] } }
  return { channel: name, address, lane }
}

/** Returns the address of a message on a channel, whether or not it may be used. */
export function addressOver(
  entry: Matched,
  name: ChannelName,
  settings: Record<string, unknown> | undefined,
): string | undefined {
  const channel = channelOf(name)
  const addresses = addressesOf(entry)
  return (
    channel.address(addresses, settings) ??
    (entry.parsed.request.channel === name ? channel.substitute?.(addresses) : undefined) ??
    (entry.sender.mode === 'live' ? undefined : sandboxAddress(name, entry.recipient.id))
  )
}

/** Returns whether two addresses are the same. The case of an email address makes no difference. */
function isSameAddress(name: ChannelName, stored: string, address: string): boolean {
  const field = ownAddress(name)
  if (field === undefined) return stored === address
  return normalizeIdentifier(field, stored) === normalizeIdentifier(field, address)
}

/** Returns the reason why the recipient lost its last address, for example because the last device is gone. */
function goneWords({ unusable }: Matched['recipient'], name: ChannelName): string | undefined {
  const mark = unusable[name]
  return mark && `the recipient has been unreachable on ${channelOf(name).title} since ${mark.at}: ${mark.reason}`
}

/** Returns the recipient's addresses. An address in the request replaces the stored address. */
function addressesOf({ recipient, parsed }: Matched): Addresses {
  const typed = parsed.request.recipient
  const addresses: Addresses = { ...recipient }
  for (const field of requestedFields) addresses[field] = typed[field] ?? addresses[field]
  return addresses
}

/** Returns an invented address for test keys, on channels whose addresses are never in a request (docs/sandbox.md). */
function sandboxAddress(name: ChannelName, recipientId: number): string | undefined {
  return addressOn(name)?.kind === 'requested' ? undefined : `sandbox:${recipientId || 'new'}`
}
