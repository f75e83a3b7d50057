// Channels that take free messages only for a while after the person wrote: looked up once for a set that needs it.
import { type ChannelName, channelNames, channelOf } from '../channels/index.ts'
import { later } from '../lib/clock.ts'
import { HOUR } from '../limits.ts'
import { lastInboundAt } from '../store/conversations.ts'
import type { Transaction } from '../store/database.ts'
import type { Catalog } from './catalog.ts'
import type { Entry } from './entry.ts'
import { wordingFor } from './wording.ts'

/** Sets `closed` for live messages that need an open conversation and have none. */
export async function findClosed(tx: Transaction, now: Date, catalog: Catalog, entries: Entry[]): Promise<void> {
  const asked = entries.flatMap((entry) => freeChannels(catalog, entry).map((channel) => ({ entry, channel })))
  if (asked.length === 0) return
  // Nobody who is not stored yet has written.
  const known = asked.filter(({ entry }) => entry.recipient!.id !== 0)
  const wanted = known.map(({ entry, channel }) => ({
    workspace_id: entry.sender.workspaceId,
    recipient_id: entry.recipient!.id,
    channel,
  }))
  const rows = wanted.length > 0 ? await lastInboundAt(tx, wanted) : []
  const wroteAt = new Map(rows.map((row) => [`${row.recipient_id}/${row.channel}`, row.last_inbound_at]))
  for (const { entry, channel } of asked) {
    const { lasts } = channelOf(channel).conversation!
    const last = wroteAt.get(`${entry.recipient!.id}/${channel}`)
    if (last && later(last, lasts) > now) continue
    entry.closed ??= new Map()
    entry.closed.set(channel, reasonOf(entry, channel, lasts, last))
  }
}

/** Where this message would be a free one. */
function freeChannels(catalog: Catalog, entry: Entry): ChannelName[] {
  const { sender, parsed, template } = entry
  const { channel } = parsed.request
  if (sender.mode !== 'live' || !template) return []
  return (channel === undefined ? channelNames : [channel]).filter((name) => {
    const { conversation } = channelOf(name)
    if (!conversation || !catalog.connection(sender.workspaceId, sender.sourceId, name)) return false
    const wording = wordingFor(entry, name)
    return wording !== undefined && conversation.needed(wording.source.own)
  })
}

function reasonOf({ template }: Entry, channel: ChannelName, lasts: number, last: Date | undefined): string {
  const hours = lasts / HOUR
  const since = last ? `the recipient last wrote ${last.toISOString()}` : 'the recipient has not written'
  const without = channelOf(channel).connector?.approval
    ? `template ${template!.slug} names no approved ${channelOf(channel).title} template, and `
    : ''
  return `${without}no conversation of the last ${hours} hours is open on ${channel}: ${since}`
}
