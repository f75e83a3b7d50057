// The worker of inbound webhooks. It claims stored requests and applies their events. If a request keeps failing, the
// worker sets the request aside.
import { byKey } from '../lib/by-key.ts'
import { later } from '../lib/clock.ts'
import type { Logger } from '../lib/log.ts'
import { repeat } from '../lib/repeat.ts'
import { startLoop } from '../lib/scheduling/loop.ts'
import { inboundRetries, SECOND } from '../limits.ts'
import { isContention } from '../store/failures.ts'
import {
  claimInbound,
  finishInbound,
  type InboundRow,
  recordInboundFailure,
  releaseInbound,
} from '../store/inbound/inbound.ts'
import { findParts, type SealedPart } from '../store/workspaces/provider-connections.ts'
import { type ApplyTools, applyRequests } from './apply-requests.ts'
import type { ClaimedRequest } from './pending-events.ts'
import { createReplies } from './replies.ts'

export interface InboundOptions extends Omit<ApplyTools, 'replies'> {
  log: Logger
}

export interface InboundWorker {
  /** Claims requests immediately. Called when a request was stored. */
  wake(): void
  /** Finishes the requests in progress and releases the other claimed requests. */
  stop(): Promise<void>
}

const CLAIM = 128
/** Maximum number of connections whose requests are processed at the same time. Each uses a connection to the database. */
const CONNECTIONS = 8
const LEASE = 60 * SECOND
/**
 * Maximum time between the claim of a request and the start of its processing, in milliseconds of real time. After this
 * time, the request is released, because its lease may expire before the processing ends.
 */
const BEGIN_WITHIN = 30 * SECOND
const POLL = SECOND
/** Maximum number of attempts to record results, if other transactions conflict with it. */
const MOST_RUNS = 4
/** Maximum number of characters of the problem that is stored with a request. */
const MOST_STORED = 2000

interface Worker extends InboundOptions, ApplyTools {}

export function startInbound(options: InboundOptions): InboundWorker {
  const { clock, onError } = options
  const worker: Worker = { ...options, replies: createReplies(onError) }
  const stopping = new AbortController()
  const loop = startLoop(clock, POLL, () => workOnClaim(worker, stopping.signal), onError)
  return {
    wake: () => loop.wake(),
    async stop() {
      stopping.abort()
      await loop.stop()
      await worker.replies.stop()
    },
  }
}

/**
 * Processes the requests of one claim. Requests of the same connection are applied in order. Requests of different
 * connections are applied in parallel.
 */
async function workOnClaim(worker: Worker, stopping: AbortSignal): Promise<'again' | undefined> {
  const { db, clock } = worker
  const now = clock.now()
  const rows = await claimInbound(db, now, later(now, LEASE), CLAIM)
  if (rows.length === 0) return undefined
  const claimedAt = performance.now()
  const mayBegin = () => !stopping.aborted && performance.now() <= claimedAt + BEGIN_WITHIN
  const ofConnections = byKey(rows, (row) => row.connection_id)
  const connections = new Map((await findParts(db, [...ofConnections.keys()])).map((row) => [row.id, row]))
  const waiting = [...ofConnections]
  const takeWaiting = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      await workOn(worker, next[1], connections.get(next[0]), mayBegin)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, takeWaiting))
  return rows.length === CLAIM ? 'again' : undefined
}

/** Processes requests of one connection. The requests that were not begun in time are released. */
async function workOn(
  worker: Worker,
  rows: InboundRow[],
  connection: SealedPart | undefined,
  mayBegin: () => boolean,
): Promise<void> {
  const requests = rows.map((row): ClaimedRequest => ({ row, problems: [], unreadable: [], state: 'claimed' }))
  const onEnded = (ended: ClaimedRequest[]) => repeat(MOST_RUNS, isContention, () => end(worker, ended))
  // Finish the requests without applying them if their connection was removed after they arrived.
  if (connection) await applyRequests(worker, connection, requests, { mayBegin, onEnded })
  else await onEnded(requests)
}

/** Records the results of requests. If it fails, it can be called again. */
async function end(worker: Worker, requests: ClaimedRequest[]): Promise<void> {
  const { db, clock } = worker
  const postponed = requests.filter(({ state }) => state === 'postponed')
  const tried = requests.filter(({ state }) => state !== 'postponed')
  await finish(
    worker,
    tried.filter(({ problems }) => problems.length === 0),
  )
  for (const { row, problems } of tried) if (problems.length > 0) await recordFailure(worker, row, problems)
  const released = postponed.map(({ row }) => row)
  if (released.length > 0) await releaseInbound(db, clock.now(), released)
}

async function finish({ db, log }: Worker, requests: ClaimedRequest[]): Promise<void> {
  if (requests.length === 0) return
  const finished = requests.map(({ row, unreadable }) => {
    const { id, claim_version, channel, connection_id: connectionId } = row
    if (unreadable.length === 0) return { id, claim_version, problem: null }
    const problem = problemText(unreadable)
    log.warn({ channel, connectionId, request: id, what: problem }, 'an inbound request has unreadable parts')
    return { id, claim_version, problem }
  })
  await finishInbound(db, finished)
}

async function recordFailure({ db, clock, log }: Worker, row: InboundRow, problems: unknown[]): Promise<void> {
  const delay = inboundRetries[row.claim_version - 1]
  const nextAt = delay === undefined ? null : later(clock.now(), delay)
  const { id: request, channel, connection_id: connectionId, claim_version: attempt } = row
  for (const err of problems) {
    const details = { err, request, channel, connectionId, attempt }
    if (nextAt) log.warn(details, 'applying an inbound request failed; it will be retried')
    else log.error(details, 'applying an inbound request failed; it was set aside')
  }
  await recordInboundFailure(db, row, problemText(problems.map(String)), nextAt)
}

/** Joins sentences into the text that is stored as the request's problem. */
function problemText(sentences: string[]): string {
  return sentences.join('\n').slice(0, MOST_STORED).toWellFormed().replaceAll('\0', '')
}
