// Which channel a message takes and at which address: the one it names, or the first that can reach the person (decision 10).
import { type ChannelName, channelNames, channelOf } from '../channels/index.ts'
import { type Details, invalid } from '../errors.ts'
import type { Catalog } from './catalog.ts'
import { type Entry, stillOpen, turnDown } from './entry.ts'

interface Route {
  channel: ChannelName
  address: string
  lane: number
}

/** Sets channel, address and lane, or turns the message down saying what is missing. */
export function chooseChannels(catalog: Catalog, entries: Entry[]): void {
  for (const entry of stillOpen(entries)) {
    const { channel } = entry.parsed.request
    const found = channel === undefined ? inferredRoute(catalog, entry) : routeOver(catalog, entry, channel)
    if ('details' in found) turnDown(entry, invalid(found.details))
    else Object.assign(entry, found)
  }
}

function inferredRoute(catalog: Catalog, entry: Entry): Route | { details: Details } {
  const missing: string[] = []
  for (const channel of candidates(entry)) {
    const found = routeOver(catalog, entry, channel)
    if (!('details' in found)) return found
    missing.push(...Object.values(found.details).flat())
  }
  if (missing.length === 0) missing.push('they have no address')
  return {
    details: {
      channel: [`no channel reaches this recipient: ${missing.join('; ')}`],
      ...(entry.optedOut === undefined ? {} : { 'recipient.email': [entry.optedOut] }),
    },
  }
}

/** The preferred one, then those whose address came with the request, then the rest, in the list's order. */
function candidates({ recipient, parsed }: Entry): ChannelName[] {
  const given = { ...NO_ADDRESSES, ...parsed.request.recipient, push: [], id: 0 }
  const inRequest = channelNames.filter(
    (name) => channelOf(name).addressOwner === 'recipient' && channelOf(name).address(given) !== undefined,
  )
  const preferred = channelNames.filter((name) => name === recipient!.preferred_channel)
  // Only the person's own addresses: a connection's (a shared channel) takes a message that names it.
  const rest = channelNames.filter((name) => channelOf(name).address(recipient!) !== undefined)
  return [...new Set([...preferred, ...inRequest, ...rest])]
}

const NO_ADDRESSES = {
  email: null,
  whatsapp_phone: null,
  telegram_chat_id: null,
  messenger_psid: null,
  slack_channel: null,
}

function routeOver(catalog: Catalog, entry: Entry, name: ChannelName): Route | { details: Details } {
  const { sender, recipient, template } = entry
  const channel = channelOf(name)
  const connection = catalog.connection(sender.workspaceId, sender.sourceId, name)
  const live = sender.mode === 'live'
  if (live && !connection) {
    return { details: { channel: [`the source has no ${name} connection; connect one, or use a test key`] } }
  }
  const stated = { ...recipient!, ...addressesOf(entry) }
  const address =
    channel.address(stated, connection?.settings) ?? (live ? undefined : sandboxAddress(name, recipient!.id))
  const field = channel.addressField.startsWith('recipient.') ? channel.addressField : 'channel'
  if (address === undefined) {
    const why = channel.missing?.(stated, connection?.settings)
    return {
      details: { [field]: [why ?? `the recipient has no address on ${name}: ${channel.addressField} is missing`] },
    }
  }
  if (name === 'email' && entry.optedOut !== undefined) return { details: { [field]: [entry.optedOut] } }
  const unusable = recipient!.unusable[name]
  if (live && unusable?.address === address) {
    return {
      details: { [field]: [`${address} can't be reached on ${name} since ${unusable.at}: ${unusable.reason}`] },
    }
  }
  if (live && name === 'whatsapp' && !approvedTemplate(template!.locales)) {
    return {
      details: {
        channel: [
          `template ${template!.slug} names no approved WhatsApp template, and no conversation of the last 24 hours is open`,
        ],
      },
    }
  }
  return { channel: name, address, lane: live ? connection!.id : -sender.workspaceId }
}

/** The request's own addresses go before the stored ones, for this message. */
function addressesOf({ parsed }: Entry) {
  const { email, whatsapp_phone, telegram_chat_id } = parsed.request.recipient
  return Object.fromEntries(
    Object.entries({ email, whatsapp_phone, telegram_chat_id }).filter(([, value]) => value !== undefined),
  )
}

/** Channels whose addresses never come in a request have one made up for test keys (docs/sandbox.md). */
function sandboxAddress(name: ChannelName, recipientId: number): string | undefined {
  return ['push', 'discord', 'slack', 'messenger'].includes(name) ? `sandbox:${recipientId || 'new'}` : undefined
}

function approvedTemplate(locales: Record<string, unknown>): boolean {
  return Object.values(locales).some(
    (locale) =>
      (locale as { channels?: { whatsapp?: { template?: unknown } } }).channels?.whatsapp?.template !== undefined,
  )
}
