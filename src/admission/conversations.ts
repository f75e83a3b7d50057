// Checks conversation windows: some channels permit free-form messages only for a limited time after the recipient
// wrote.
import { type ChannelName, channelNames, channelOf } from '../channels/index.ts'
import { providerOf } from '../channels/providers.ts'
import { later } from '../lib/clock.ts'
import { HOUR } from '../limits.ts'
import type { Transaction } from '../store/database.ts'
import { lastInboundAt } from '../store/inbound/conversations.ts'
import type { Catalog } from './catalog.ts'
import type { Entry, Matched } from './entry.ts'
import type { People } from './recipients.ts'
import { allWordings, wordingFor } from './wording.ts'

export interface Conversations {
  /**
   * Returns an error if the message is free-form and its conversation window is closed. Otherwise returns undefined.
   */
  closed(entry: Matched, channel: ChannelName): string | undefined
}

/**
 * Reads the time of each known recipient's last message, for channels on which a message of the set may be free-form.
 */
export async function findConversations(
  tx: Transaction,
  now: Date,
  catalog: Catalog,
  people: People,
  entries: Entry[],
): Promise<Conversations> {
  const free = new Set(entries.flatMap((entry) => freeChannels(catalog, entry)))
  if (free.size === 0) return { closed: () => undefined }
  const contacts = [...people.byId.values()].flatMap(({ id, workspace_id }) =>
    [...free].map((channel) => ({ workspace_id, recipient_id: id, channel })),
  )
  const rows = contacts.length > 0 ? await lastInboundAt(tx, contacts) : []
  const wroteAt = new Map(rows.map((row) => [`${row.recipient_id}/${row.channel}`, row.last_inbound_at]))
  return {
    closed(entry, channel) {
      const { conversation } = channelOf(channel)
      const wording = wordingFor(entry, channel)
      // Ignore a missing language here, because renderContent reports it.
      if (!wording || !conversation?.needed(wording.source.own)) return undefined
      const last = wroteAt.get(`${entry.recipient.id}/${channel}`)
      if (last && later(last, conversation.lasts) > now) return undefined
      return reasonOf(entry, channel, conversation.lasts, last)
    },
  }
}

/** Returns the channels on which this message may be free-form, in any language of its template. */
function freeChannels(catalog: Catalog, { sender, parsed }: Entry): ChannelName[] {
  const { channel, template: slug } = parsed.request
  const template = catalog.template(sender.workspaceId, slug)
  if (sender.mode !== 'live' || !template) return []
  return (channel === undefined ? channelNames : [channel]).filter((name) => {
    const { conversation } = channelOf(name)
    if (!conversation || !catalog.connection(sender.workspaceId, sender.sourceId, name)) return false
    return allWordings(template, name).some(({ source }) => conversation.needed(source.own))
  })
}

function reasonOf({ template }: Matched, channel: ChannelName, lasts: number, last: Date | undefined): string {
  const hours = lasts / HOUR
  const { title } = channelOf(channel)
  const since = last ? `the recipient last wrote ${last.toISOString()}` : 'the recipient has not written'
  const without = providerOf(channel).approval
    ? `template ${template.slug} uses no approved ${title} template, and `
    : ''
  return `${without}the conversation window of ${hours} hours is closed on ${title}: ${since}`
}
