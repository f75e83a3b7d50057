// Reads the data that claimed deliveries need: tokens, mail settings, connections, suppressions. Each statement reads
// the data of all deliveries in a claim.
import { channelOf } from '../channels/index.ts'
import { pauseOf, pauseWords } from '../connections/pauses.ts'
import type { Connection } from '../store/database.ts'
import { type PauseRow, readDelays } from '../store/delivery/pauses.ts'
import type { ClaimedRow } from '../store/delivery/queue.ts'
import { readActionTokens, readDevices, readMailRows } from '../store/delivery/sending.ts'
import { workspacesWithMarks } from '../store/templates/template-marks.ts'
import type { AttemptResult } from './attempt.ts'
import { withheldMessages } from './bounces/withheld.ts'
import type { RowWithContext } from './compose.ts'
import type { ConnectionCache, OpenConnection } from './connections.ts'
import { connectionsOfConversations, endedConversations } from './conversations.ts'

/** A claimed delivery with all the data that its attempt needs. */
export interface PreparedDelivery extends RowWithContext {
  connection: OpenConnection | undefined
  /** The id of the provider connection that must send the message, because its conversation belongs to this one. */
  conversesThrough: number | undefined
  /** The result for a delivery that must no longer be sent and is therefore not attempted. */
  withheld: AttemptResult | undefined
  /** The reason why an expired message was not sent in time, if it is known. */
  delay: string | undefined
}

export async function readyToSend(
  db: Connection,
  now: Date,
  connectionCache: ConnectionCache,
  rows: ClaimedRow[],
): Promise<PreparedDelivery[]> {
  const withActions = rows.filter((row) => row.content.actions.length > 0).map((row) => row.id)
  const tokens = withActions.length > 0 ? await readActionTokens(db, withActions) : []
  const mailIds = rows.filter(({ channel }) => channelOf(channel).content === 'html').map(({ id }) => id)
  const mails = new Map((mailIds.length > 0 ? await readMailRows(db, mailIds) : []).map((row) => [row.id, row]))
  const pushIds = rows
    .filter(({ channel, mode }) => mode === 'live' && channelOf(channel).content === 'notification')
    .map(({ id }) => id)
  const devices = pushIds.length > 0 ? await readDevices(db, pushIds) : undefined
  const withheld = await withheldMessages(db, rows, mails)
  const open = await connectionCache.open(db, now, rows)
  const ended = await endedConversations(db, now, rows)
  const conversing = await connectionsOfConversations(db, rows, open)
  const delays = await delaysOfExpired(db, now, rows)
  return rows.map((row) => ({
    row,
    tokens: row.content.actions.length > 0 ? tokens.filter((token) => token.delivery_id === row.id) : [],
    mail: mails.get(row.id),
    devices: devices?.get(row.id),
    connection: open.get(row.lane),
    conversesThrough: conversing.get(row.id),
    withheld: withheld.get(row.id) ?? ended.get(row.id),
    delay: delays.get(row.id),
  }))
}

async function delaysOfExpired(db: Connection, now: Date, rows: ClaimedRow[]): Promise<Map<number, string>> {
  const expired = rows.filter((row) => row.expires_at <= now)
  if (expired.length === 0) return new Map()
  const ids = expired.map((row) => row.id)
  const delays = await readDelays(db, ids, now)
  const ofOthers = delays.filter((delay) => delay.paused_until !== null && delay.pause_delivery_id !== delay.id)
  const marking =
    ofOthers.length > 0
      ? await workspacesWithMarks(db, [...new Set(expired.map((row) => row.workspace_id))])
      : new Set<number>()
  const marked = new Set(expired.filter((row) => marking.has(row.workspace_id)).map((row) => row.id))
  const words = new Map<number, string>()
  for (const delay of delays) {
    const cause = delay.paused_until === null ? delay.error_message : wordsOf(delay, marked.has(delay.id))
    if (cause !== null) words.set(delay.id, cause)
  }
  return words
}

/**
 * Describes the pause that delayed the expired message. The reason of a pause is often a provider's answer to another
 * message. The description omits the reason if the reason may repeat a sensitive value of the other message, because
 * the masks of the expired message do not cover that value.
 */
function wordsOf(delay: PauseRow & { id: number }, isMarked: boolean): string {
  const pause = pauseOf(delay)
  const mayRepeat = isMarked && delay.pause_delivery_id !== delay.id
  return pauseWords(mayRepeat ? { ...pause, reason: null } : pause)
}
