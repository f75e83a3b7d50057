// Lets members list callbacks with their attempts, and send copies of earlier callbacks.
import { refuse } from '../errors.ts'
import { MASK, maskedPayloads, maskedUrl } from '../lib/text/mask.ts'
import type { Visibility } from '../redaction/sensitive.ts'
import type { Connection } from '../store/database.ts'
import { repeatCallback } from '../store/events/callbacks.ts'
import {
  attemptsOfOutgoing,
  findOutgoing,
  listOutgoing,
  type OutgoingAttemptRecord,
  type OutgoingRecord,
  type OutgoingStatus,
} from '../store/events/outgoing-list.ts'
import { requireWorkspace } from '../workspaces/workspaces.ts'
import { aboutDelivery } from './catalog.ts'
import { sentRequestOf, shownRequest } from './sent-request.ts'

export interface CallbackFilter {
  mode?: 'live' | 'test'
  status?: OutgoingStatus
  delivery?: number
  before: number
  limit: number
}

/**
 * Maximum number of callbacks in the timeline of a delivery. A delivery has few buttons, but a member can send copies
 * of its callbacks any number of times.
 */
const MOST_IN_TIMELINE = 100

const callbacksIn = (workspaceId: number) => ({ workspaceId, kind: 'callback' }) as const

export async function callbacksOf(
  c: Connection,
  workspaceId: number,
  { delivery, ...filter }: CallbackFilter,
  visibility: Visibility,
) {
  await requireWorkspace(c, workspaceId)
  const subject = delivery === undefined ? undefined : aboutDelivery(delivery)
  const { rows, reached } = await listOutgoing(c, callbacksIn(workspaceId), { ...filter, subject })
  return { rows: rows.map((row) => callbackBody(row, visibility)), reached }
}

/** Returns a callback with its body and attempts. */
export async function callbackOf(c: Connection, workspaceId: number, id: number, visibility: Visibility) {
  const row = await findOutgoing(c, callbacksIn(workspaceId), id)
  if (!row) refuse('not_found', `No callback ${id} in this workspace.`)
  const body: object = JSON.parse(row.body)
  return {
    ...(await withAttempts(c, workspaceId, row, visibility)),
    body: visibility === 'full' ? body : maskedPayloads(body),
  }
}

/** Returns the callbacks of a delivery with their attempts. The oldest callback comes first. */
export async function callbacksOfDelivery(
  c: Connection,
  workspaceId: number,
  deliveryId: number,
  visibility: Visibility,
) {
  const about = { subject: aboutDelivery(deliveryId), before: Number.MAX_SAFE_INTEGER, limit: MOST_IN_TIMELINE }
  const { rows } = await listOutgoing(c, callbacksIn(workspaceId), about)
  return Promise.all(rows.reverse().map((row) => withAttempts(c, workspaceId, row, visibility)))
}

/**
 * Queues a copy of a callback that is delivered or has failed, and returns the copy. The copy is signed with an API key
 * that is active now.
 */
export async function replayCallback(
  c: Connection,
  now: Date,
  workspaceId: number,
  id: number,
  visibility: Visibility,
) {
  const repeated = await repeatCallback(c, now, workspaceId, id)
  if (repeated !== undefined) return callbackOf(c, workspaceId, repeated, visibility)
  const { status } = await callbackOf(c, workspaceId, id, visibility)
  return refuse('conflict', `Callback ${id} is ${status}. It is retried automatically.`)
}

async function withAttempts(c: Connection, workspaceId: number, row: OutgoingRecord, visibility: Visibility) {
  const attempts = await attemptsOfOutgoing(c, workspaceId, row.id)
  return { ...callbackBody(row, visibility), attempts: attempts.map((attempt) => attemptBody(attempt, visibility)) }
}

/** Masks the query of the URL, because it may contain secret codes. */
function callbackBody(row: OutgoingRecord, visibility: Visibility) {
  return {
    id: row.id,
    delivery_id: Number(row.subject.split('/')[1]),
    action: row.event,
    mode: row.mode,
    url: visibility === 'full' || row.url === null ? row.url : maskedUrl(row.url),
    status: row.status,
    attempts_made: row.attempts_made,
    next_at: row.status === 'waiting' ? row.next_at.toISOString() : null,
    dispatch_id: row.wire_id,
    replay_of: row.replay_of,
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  }
}

/** Masks the excerpt of the response, because the response may repeat codes from the URL or the payload. */
function attemptBody(row: OutgoingAttemptRecord, visibility: Visibility) {
  return {
    attempt: row.attempt,
    started_at: row.started_at.toISOString(),
    latency_ms: row.ended_at.getTime() - row.started_at.getTime(),
    received: row.received,
    status: row.status,
    reason: row.reason,
    excerpt: visibility === 'full' || row.excerpt === null ? row.excerpt : MASK,
    request: shownRequest(sentRequestOf(row), visibility),
  }
}
