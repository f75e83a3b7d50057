// The starter: a background loop that decides about due fallbacks, and starts their next steps.
import { recordEvents } from '../events/record.ts'
import { byKey } from '../lib/by-key.ts'
import type { Clock } from '../lib/clock.ts'
import { retryInHalves } from '../lib/repeat.ts'
import { type Loop, startLoop } from '../lib/scheduling/loop.ts'
import { SECOND } from '../limits.ts'
import { type Transaction, transaction } from '../store/database.ts'
import {
  type DueFallback,
  type FallbackChange,
  findDueFallbacks,
  lockFallbacks,
  readSteps,
  type StepChange,
  type StepFacts,
  saveDecisions,
  takeNotes,
} from '../store/fallbacks/due.ts'
import { type Decision, decide } from './decide.ts'
import { fallbackEnded } from './events.ts'
import { postpone, type StartTools, startSteps } from './start.ts'

export interface StarterOptions extends StartTools {
  clock: Clock
  /** Called when a step started or events may have been written. */
  onChanged: () => void
}

/** Maximum number of fallbacks that are decided together. */
const BATCH = 100

export function startFallbackStarter(options: StarterOptions): Loop {
  const { db, clock, onChanged, onError } = options
  const work = async (): Promise<'again' | undefined> => {
    const now = clock.now()
    const due = byKey(await findDueFallbacks(db, now, BATCH), ({ id }) => id)
    if (due.size === 0) return undefined
    const starts: { fallback_id: number; position: number }[] = []
    let progress = 0
    let taken = 0
    const decidePart = async (part: [DueFallback, ...DueFallback[]][]) => {
      const result = await transaction(db, (tx) => decideAll(tx, now, part.flat()))
      progress += result.decided
      taken += result.taken
      starts.push(...result.starts)
    }
    await retryInHalves([...due.values()], decidePart, ([{ id }], error) => postpone(options, now, id, error))
    progress += await startSteps(options, now, starts)
    if (progress > 0) onChanged()
    return progress + taken > 0 ? 'again' : undefined
  }
  return startLoop(clock, SECOND, work, onError)
}

interface Decided {
  fallback: { id: number; workspace_id: number; mode: 'live' | 'test' }
  steps: StepFacts[]
  decision: Decision
}

/**
 * Stores the decisions that start no step, and returns the steps that shall start. The transaction that starts a step
 * decides about it again.
 */
async function decideAll(tx: Transaction, now: Date, due: DueFallback[]) {
  const open = await lockFallbacks(tx, [...new Set(due.map(({ id }) => id))])
  const ids = open.map(({ id }) => id)
  const rows = ids.length > 0 ? await readSteps(tx, ids) : []
  const all = byKey(rows, ({ fallback_id }) => fallback_id)
  const decisions = open.map((fallback): Decided => {
    const steps = all.get(fallback.id) ?? []
    return { fallback, steps, decision: decide(now, fallback, steps) }
  })
  const starts = decisions.flatMap(({ fallback, decision: { next } }) =>
    next.kind === 'start' ? [{ fallback_id: fallback.id, position: next.position }] : [],
  )
  const quiet = decisions.filter(({ decision }) => decision.next.kind !== 'start')
  if (quiet.length > 0) await store(tx, now, quiet)
  const notes = due.flatMap(({ note }) => note ?? [])
  const starting = starts.map(({ fallback_id }) => fallback_id)
  const taken = notes.length > 0 ? await takeNotes(tx, now, { notes, open: ids, starting }) : 0
  return { decided: quiet.length, taken, starts }
}

async function store(tx: Transaction, now: Date, decisions: Decided[]): Promise<void> {
  await saveDecisions(tx, now, decisions.map(changeOf), decisions.flatMap(notNeeded))
  recordEvents(
    tx,
    now,
    decisions.flatMap(({ fallback, steps, decision: { next } }) =>
      next.kind === 'end' ? [fallbackEnded({ ...fallback, reason: next.reason }, steps)] : [],
    ),
  )
}

function changeOf({ fallback: { id }, decision: { next } }: Decided): FallbackChange {
  if (next.kind === 'end') return { id, look_at: null, ended_reason: next.reason }
  const until = next.kind === 'wait' ? next.until : null
  return { id, look_at: until?.toISOString() ?? null, ended_reason: null }
}

function notNeeded({ fallback: { id }, decision }: Decided): StepChange[] {
  return decision.notNeeded.map((position) => ({
    fallback_id: id,
    position,
    state: 'not_needed',
    reason: null,
    delivery_id: null,
  }))
}
