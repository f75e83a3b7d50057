// Finds claimed free-form messages whose conversation window has closed since admission. These messages are not sent.
import { type ChannelName, channelOf } from '../channels/index.ts'
import { providerOf } from '../channels/providers.ts'
import { later } from '../lib/clock.ts'
import { HOUR } from '../limits.ts'
import type { Connection } from '../store/database.ts'
import type { ClaimedRow } from '../store/delivery/queue.ts'
import { lastInboundAt } from '../store/inbound/conversations.ts'
import type { AttemptResult } from './attempt.ts'

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
    const { conversation } = channelOf(row.channel)
    return row.mode === 'live' && conversation?.needed(row.content.own) ? [{ row, lasts: conversation.lasts }] : []
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
