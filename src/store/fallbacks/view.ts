// Reads a fallback for callers and members.
import type { Connection, Transaction } from '../database.ts'
import { firstRowOf } from '../rows.ts'
import { type EndReason, readSteps, type StepFacts } from './due.ts'

export interface FallbackRow {
  id: number
  mode: 'live' | 'test'
  look_at: Date | null
  created_at: Date
  ended_at: Date | null
  ended_reason: EndReason | null
}

/** Returns a fallback of the workspace with its steps, or undefined. */
export async function readFallback(
  c: Connection,
  workspaceId: number,
  id: number,
): Promise<{ fallback: FallbackRow; steps: StepFacts[] } | undefined> {
  const fallback = await firstRowOf<FallbackRow>(c, {
    name: 'read-fallback',
    text: 'select id, mode, look_at, created_at, ended_at, ended_reason from fallbacks where workspace_id = $1 and id = $2',
    values: [workspaceId, id],
  })
  return fallback && { fallback, steps: await readSteps(c, [fallback.id]) }
}

/** Locks a fallback until the transaction ends, and returns it. */
export async function lockFallback(tx: Transaction, workspaceId: number, id: number): Promise<FallbackRow | undefined> {
  return firstRowOf<FallbackRow>(tx, {
    text: `select id, mode, look_at, created_at, ended_at, ended_reason from fallbacks where workspace_id = $1 and id = $2 for update`,
    values: [workspaceId, id],
  })
}

/** Makes the next step of a locked fallback due. */
export async function requestStart(tx: Transaction, now: Date, id: number): Promise<void> {
  await tx.query({ text: 'update fallbacks set start_now = true, look_at = $2 where id = $1', values: [id, now] })
}
