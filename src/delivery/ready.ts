// What claimed rows need to be sent, read for the whole claim: tokens of their buttons, mail settings, connections, reasons not to.
import { channelOf } from '../channels/index.ts'
import { pauseOf, pauseWords } from '../connections/pauses.ts'
import type { Connection } from '../store/database.ts'
import { type PauseRow, readDelays } from '../store/delivery/pauses.ts'
import type { ClaimedRow } from '../store/delivery/queue.ts'
import { readActionTokens, readDevices, readMailRows } from '../store/delivery/sending.ts'
import { optedOutDeliveries } from '../store/recipients/opt-outs.ts'
import { workspacesWithMarks } from '../store/templates/template-marks.ts'
import type { AttemptResult } from './attempt.ts'
import type { RowWithContext } from './compose.ts'
import type { ConnectionCache, OpenConnection } from './connections.ts'
import { endedConversations } from './conversations.ts'

/** A claimed row with all it needs to be sent. */
export interface PreparedDelivery extends RowWithContext {
  connection: OpenConnection | undefined
  /** It must not be sent any more. */
  withheld: AttemptResult | undefined
  /** For a message that has expired: what kept it from being sent, where that is known. */
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
  const optedOut = await optedOutOf(db, rows)
  const open = await connectionCache.open(db, rows)
  const ended = await endedConversations(db, now, rows)
  const delays = await delaysOfExpired(db, now, rows)
  return rows.map((row) => ({
    row,
    tokens: row.content.actions.length > 0 ? tokens.filter((token) => token.delivery_id === row.id) : [],
    mail: mails.get(row.id),
    devices: devices?.get(row.id),
    connection: open.get(row.lane),
    withheld:
      (mails.get(row.id)?.opted_out || optedOut.includes(row.id)) && !row.content.essential
        ? OPTED_OUT
        : ended.get(row.id),
    delay: delays.get(row.id),
  }))
}

/** Those whose address opted out; what is read for emails says it of them. */
async function optedOutOf(db: Connection, rows: ClaimedRow[]): Promise<number[]> {
  const guarded = rows.filter((row) => {
    const { optOuts, content } = channelOf(row.channel)
    return optOuts === 'all' && content !== 'html'
  })
  if (guarded.length === 0) return []
  return optedOutDeliveries(
    db,
    guarded.map(({ id }) => id),
  )
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
 * The pause as the message keeps it. The reason is a provider's answer, often to another message: it is left out where it may
 * repeat a sensitive value of that one, which the masks of this message would not find.
 */
function wordsOf(delay: PauseRow & { id: number }, isMarked: boolean): string {
  const pause = pauseOf(delay)
  const mayRepeat = isMarked && delay.pause_delivery_id !== delay.id
  return pauseWords(mayRepeat ? { ...pause, reason: null } : pause)
}

/** Accepted before the address opted out, due after. */
const OPTED_OUT: AttemptResult = {
  outcome: {
    class: 'permanent',
    code: 'opted_out',
    reason: 'the recipient opted out since this message was accepted',
    remedies: { final: 'Respect the opt-out: only essential templates are sent to this address.' },
  },
}
