// Describes the pause of a connection: the connection, the start, the reason and the end.
import { type ChannelName, channelOf } from '../channels/index.ts'
import { providerOf } from '../channels/providers.ts'
import { instant } from '../lib/text/date-time.ts'
import type { PauseRow } from '../store/delivery/pauses.ts'

export interface Pause {
  channel: ChannelName
  sourceId: number
  sourceName: string
  /** The words for the provider connection, if only one of several is paused. */
  part?: string
  /** The start of the pause. Null if it is unknown, because a process of version 0.1.0 paused the connection. */
  since: Date | null
  /** The end of the pause. Null if the pause lasts until a person saves or resumes the connection. */
  until: Date | null
  /** The reason without a final period. Null if no reason is stored. */
  reason: string | null
  /** The step that a person must take to end the pause. Null if the pause ends without help. */
  fix: string | null
}

/** The remedy for a pause without an end whose reason has no remedy. */
export const FIX = "Correct the connection's settings, or resume the connection once the cause is gone."

export function pauseOf(row: PauseRow): Pause {
  const until = row.paused_until instanceof Date ? row.paused_until : null
  return {
    channel: row.channel,
    sourceId: row.source_id,
    sourceName: row.source_name,
    ...(row.provider === undefined || row.place === undefined
      ? {}
      : { part: partWords({ ...row, provider: row.provider, place: row.place }) }),
    since: row.paused_at,
    until,
    reason: reasonOf(row),
    fix: row.pause_remedy ?? (until === null ? FIX : null),
  }
}

/**
 * Returns the stored reason without the remedy. The stored reason ends with the remedy, because processes of version
 * 0.1.0 do not show the remedy separately.
 */
export function reasonOf({
  pause_reason: reason,
  pause_remedy: remedy,
}: Pick<PauseRow, 'pause_reason' | 'pause_remedy'>): string | null {
  if (reason === null || remedy === null) return reason
  return reason.endsWith(`. ${remedy}`) ? reason.slice(0, -remedy.length - 2) : reason
}

/** Returns the name of a provider connection, such as `connection 1 (SMTP) of the channel Email of the source "Shop"`. */
export function partWords(
  row: Pick<PauseRow, 'channel' | 'source_name'> & Required<Pick<PauseRow, 'provider' | 'place'>>,
): string {
  const { title } = providerOf(row.channel, row.provider)
  return `connection ${row.place} (${title}) of the channel ${channelOf(row.channel).title} of the source "${row.source_name}"`
}

/**
 * Returns a sentence such as `the Slack connection of the source "Shop" has been paused since 2030-01-31T09:00:00Z:
 * invalid token`.
 */
export function pauseWords({ channel, sourceName, part, since, until, reason }: Pause): string {
  const connection = part ?? `the ${channelOf(channel).title} connection of the source "${sourceName}"`
  const began = since === null ? `${connection} is paused` : `${connection} has been paused since ${instant(since)}`
  const pause = until === null ? began : `${began} until ${instant(until)}`
  return reason === null ? pause : `${pause}: ${reason}`
}
