// The activity of a channel of a source: its pending messages, and the latest outcomes of each of its connections.
import { type ChannelName, channelOf } from '../channels/index.ts'
import type { Seal } from '../lib/seal.ts'
import { textMasksOf } from '../redaction/masked-texts.ts'
import type { Visibility } from '../redaction/sensitive.ts'
import type { Connection } from '../store/database.ts'
import {
  countOutcomes,
  countPending,
  listLaneAttempts,
  MOST_PENDING,
  type OutcomeRow,
  type PendingRow,
  searchLane,
} from '../store/delivery/connection-activity.ts'
import type { ConnectionRecord } from '../store/workspaces/connections.ts'
import { requireConnection, type SourceRef } from './connections.ts'
import { requirePart } from './listed-providers.ts'

/** Throws not_found if the channel is not connected. */
export async function activityOf(c: Connection, place: SourceRef, channel: ChannelName) {
  const row = await requireConnection(c, place, channel)
  const lane = { workspaceId: place.workspaceId, lane: row.id }
  const pending = await countPending(c, lane)
  const { searched, more, since, ...found } = await searchLane(c, lane)
  const outcomes = await countOutcomes(c, lane)
  const ids = isAlone(row) ? [row.parts[0].id] : [...row.parts.map(({ id }) => id), null]
  return {
    pending: {
      ...pendingOf(pending),
      scheduled: found.scheduled,
      throttled: found.throttled,
      capped: (['due', 'retrying', 'paused'] as const).some((kind) => countOf(pending, kind) >= MOST_PENDING),
      oldest_at: oldestOf(pending),
    },
    searched: { messages: searched, since: since?.toISOString() ?? null, complete: !more, own: found.own },
    connections: ids.map((id) => ({
      id,
      pending: sumOf(pending.filter(({ waits_for }) => id !== null && waits_for === id)),
      ...figuresOf(outcomes.filter(({ connection_id }) => (isAlone(row) ? true : connection_id === id))),
    })),
  }
}

/** Throws not_found for an unknown connection. The reasons are masked for viewers. */
export async function attemptsOfConnection(
  { db, seal }: { db: Connection; seal: Seal },
  place: SourceRef,
  at: { channel: ChannelName; id: number },
  visibility: Visibility,
) {
  const row = await requireConnection(db, place, at.channel)
  const { id } = requirePart(seal, row, at.id)
  const rows = await listLaneAttempts(
    db,
    { workspaceId: place.workspaceId, lane: row.id },
    { id, isAlone: isAlone(row) },
  )
  const ids = [...new Set(rows.map(({ delivery_id }) => delivery_id))]
  const maskOf = await textMasksOf(db, place.workspaceId, visibility, ids)
  return rows.map(({ started_at, ended_at, ...attempt }) => ({
    ...attempt,
    started_at: started_at.toISOString(),
    latency_ms: ended_at.getTime() - started_at.getTime(),
    reason: maskOf(attempt.delivery_id)(attempt.reason),
  }))
}

/** Whether all attempts of the lane belong to one connection. */
function isAlone({ channel, parts }: ConnectionRecord): boolean {
  return parts.length === 1 && !channelOf(channel).sideBySide
}

function pendingOf(rows: PendingRow[]) {
  return { due: countOf(rows, 'due'), retrying: countOf(rows, 'retrying'), paused: countOf(rows, 'paused') }
}

function countOf(rows: PendingRow[], kind: PendingRow['kind']): number {
  return sumOf(rows.filter((row) => row.kind === kind))
}

function sumOf(rows: { count: number }[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0)
}

function oldestOf(rows: PendingRow[]): string | null {
  const times = rows.map(({ oldest }) => oldest.getTime())
  return times.length === 0 ? null : new Date(Math.min(...times)).toISOString()
}

function figuresOf(rows: OutcomeRow[]) {
  const total = rows.filter(({ outcome }) => outcome === null)
  const outcomes = new Map<string, number>()
  for (const { outcome, count } of rows)
    if (outcome !== null) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count)
  const last = total.map(({ last_at }) => last_at.getTime())
  // With several rows, the first has by far the most attempts: the others are from version 0.1.0.
  const [first] = total
  return {
    attempts: sumOf(total),
    outcomes: Object.fromEntries(outcomes),
    p50_ms: first?.p50_ms ?? null,
    p95_ms: first?.p95_ms ?? null,
    last_at: last.length === 0 ? null : new Date(Math.max(...last)).toISOString(),
  }
}
