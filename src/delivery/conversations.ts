// Reads the conversations of claimed free-form messages: whether the conversation window is still open, and the
// provider connection to which it belongs.
import { type ChannelName, channelOf } from '../channels/index.ts'
import { providerOf } from '../channels/providers.ts'
import { later } from '../lib/clock.ts'
import { HOUR } from '../limits.ts'
import type { Connection } from '../store/database.ts'
import type { ClaimedRow } from '../store/delivery/queue.ts'
import { lastWrittenTo } from '../store/inbound/conversation-connections.ts'
import { lastInboundAt } from '../store/inbound/conversations.ts'
import type { AttemptResult } from './attempt.ts'
import type { OpenConnection } from './connections.ts'

/**
 * Returns the outcomes, by delivery id, of the deliveries that must not be sent because their conversation window has
 * ended.
 */
export async function endedConversations(
  c: Connection,
  now: Date,
  rows: ClaimedRow[],
): Promise<Map<number, AttemptResult>> {
  const free = rows.flatMap((row) => {
    const lasts = windowOf(row)
    return lasts === undefined ? [] : [{ row, lasts }]
  })
  if (free.length === 0) return new Map()
  const found = await lastInboundAt(
    c,
    free.map(({ row: { workspace_id, recipient_id, channel } }) => ({ workspace_id, recipient_id, channel })),
  )
  const wroteAt = new Map(found.map((row) => [`${row.recipient_id}/${row.channel}`, row.last_inbound_at]))
  return new Map(
    free.flatMap(({ row, lasts }) => {
      const last = wroteAt.get(`${row.recipient_id}/${row.channel}`)
      return last && later(last, lasts) > now ? [] : [[row.id, ended(row.channel, lasts)] as const]
    }),
  )
}

/**
 * Returns the ids of the provider connections that must send these messages, by delivery id. Each conversation window
 * belongs to one provider connection: the one to which the recipient wrote. Reads nothing for lanes with one provider
 * connection.
 */
export async function connectionsOfConversations(
  c: Connection,
  rows: ClaimedRow[],
  open: Map<number, OpenConnection>,
): Promise<Map<number, number>> {
  const free = rows.filter((row) => (open.get(row.lane)?.routes.length ?? 0) > 1 && windowOf(row) !== undefined)
  if (free.length === 0) return new Map()
  const found = await lastWrittenTo(
    c,
    free.map(({ id, recipient_id, channel, lane }) => ({ id, recipient_id, channel, lane })),
  )
  return new Map(found.map(({ id, connection_id }) => [id, connection_id]))
}

/** Returns the length of the message's conversation window in milliseconds. Returns undefined if it needs none. */
function windowOf({ channel, mode, content }: ClaimedRow): number | undefined {
  const { conversation } = channelOf(channel)
  return mode === 'live' && conversation?.needed(content.own) ? conversation.lasts : undefined
}

function ended(channel: ChannelName, lasts: number): AttemptResult {
  const { title } = channelOf(channel)
  return {
    outcome: {
      class: 'permanent',
      code: 'conversation_over',
      reason: `the recipient has not written on ${title} for ${lasts / HOUR} hours, and ${title} permits no free-form message after that`,
      remedies: {
        final: providerOf(channel).approval
          ? 'Select an approved template in the template of the message, or resend the message after the recipient has written again.'
          : 'Use another channel, or resend the message after the recipient has written again.',
      },
    },
  }
}
