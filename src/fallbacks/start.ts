// Starts steps: submits their messages to admission, which checks permission and charges them. The transaction that
// stores a message also stores that its step started.
import type { ParsedMessage } from '../admission/admission-request.ts'
import type { AdmissionOutcome } from '../admission/entry.ts'
import { messageOfDelivery } from '../admission/resend.ts'
import type { Submitter } from '../admission/sets/group-commit.ts'
import { recordEvents } from '../events/record.ts'
import { byKey } from '../lib/by-key.ts'
import { later } from '../lib/clock.ts'
import { retryInHalves } from '../lib/repeat.ts'
import { MINUTE } from '../limits.ts'
import type { Database, Transaction } from '../store/database.ts'
import { isPassing } from '../store/failures.ts'
import {
  lockFallbacks,
  postponeFallback,
  readSteps,
  type StepChange,
  type StepFacts,
  saveDecisions,
} from '../store/fallbacks/due.ts'
import { markStepDeliveries } from '../store/fallbacks/fallbacks.ts'
import {
  readFallbackAttachments,
  readStartingSteps,
  type StartingStep,
  type StoredFile,
} from '../store/fallbacks/starting.ts'
import { decide } from './decide.ts'
import { stepStarted } from './events.ts'

export interface StartTools {
  db: Database
  admission: Submitter
  onError: (error: unknown) => void
}

/** Starts these steps. Returns how many of them were decided: started, or skipped with a reason. */
export async function startSteps(
  tools: StartTools,
  now: Date,
  steps: { fallback_id: number; position: number }[],
): Promise<number> {
  if (steps.length === 0) return 0
  const found = await readStartingSteps(tools.db, steps)
  // A step with stored files is started alone, because the files of many steps would not fit into the memory.
  const groups = byKey(
    found,
    (step) => `${step.source_id}/${step.mode}/${step.key_id}/${hasFiles(step) ? step.fallback_id : ''}`,
  )
  let decided = 0
  for (const group of groups.values()) {
    const submitPart = async (part: StartingStep[]) => {
      const ids = part.filter(hasFiles).map(({ fallback_id }) => fallback_id)
      const files = ids.length > 0 ? await readFallbackAttachments(tools.db, ids) : []
      decided += await submit(tools, now, part, files)
    }
    await retryInHalves(group, submitPart, ({ fallback_id }, error) => postpone(tools, now, fallback_id, error))
  }
  return decided
}

function hasFiles({ content }: StartingStep): boolean {
  return content.attachments.some(({ url }) => url === undefined)
}

/**
 * Decides about a fallback again in a minute, because an unexpected error occurred. Without this, the fallback would
 * stay the first of the due ones. Throws the error if it does not concern the fallback.
 */
export async function postpone({ db, onError }: StartTools, now: Date, id: number, error: unknown): Promise<void> {
  if (isPassing(error)) throw error
  onError(error)
  await postponeFallback(db, id, later(now, MINUTE))
}

async function submit(
  { admission }: StartTools,
  now: Date,
  steps: StartingStep[],
  files: StoredFile[],
): Promise<number> {
  const [first] = steps
  if (first === undefined) return 0
  const { workspace_id: workspaceId, source_id: sourceId, mode, key_id: keyId } = first
  let facts = new Map<number, StepFacts[]>()
  let stored = 0
  await admission.submit({
    credential: { kind: 'source', workspaceId, sourceId, mode, keyId },
    messages: steps.map((step) => messageOf(now, step, files)),
    async lock(tx, at) {
      stored = 0
      facts = await lockFacts(tx, at, steps)
      return new Set(steps.flatMap(({ fallback_id }, index) => (facts.has(fallback_id) ? [index] : [])))
    },
    async onStored(tx, at, outcomes) {
      const own = steps.flatMap((step, index) => {
        const outcome = outcomes[index]
        return outcome && facts.has(step.fallback_id) ? [{ step, outcome }] : []
      })
      await store(tx, at, own, facts)
      stored = own.length
    },
  })
  // The set is committed now. A set that was repeated has counted only its last run.
  return stored
}

/**
 * Locks the fallbacks, and returns the steps of each fallback whose step shall still start. A receipt or a press that
 * was committed before the lock may have made the step unnecessary.
 */
async function lockFacts(tx: Transaction, now: Date, steps: StartingStep[]): Promise<Map<number, StepFacts[]>> {
  const open = await lockFallbacks(
    tx,
    steps.map(({ fallback_id }) => fallback_id),
  )
  const rows =
    open.length > 0
      ? await readSteps(
          tx,
          open.map(({ id }) => id),
        )
      : []
  const all = byKey(rows, ({ fallback_id }) => fallback_id)
  const positions = new Map(steps.map(({ fallback_id, position }) => [fallback_id, position]))
  return new Map(
    open.flatMap((fallback) => {
      const own = all.get(fallback.id) ?? []
      const { next } = decide(now, fallback, own)
      return next.kind === 'start' && next.position === positions.get(fallback.id) ? [[fallback.id, own]] : []
    }),
  )
}

function messageOf(now: Date, step: StartingStep, files: StoredFile[]): ParsedMessage {
  const { fallback_id: id, content, expires_at } = step
  const own = files.filter((file) => file.fallback_id === id)
  const offered = messageOfDelivery({ ...step, id, status: 'sent' }, own)
  if ('refusal' in offered) return offered
  const { parsed } = offered
  const expiresAfter = expires_at === null ? undefined : Math.max(1, expires_at.getTime() - now.getTime())
  return { parsed: { ...parsed, expiresAfter, prepared: content } }
}

interface StepOutcome {
  step: StartingStep
  outcome: AdmissionOutcome
}

/** Stores which steps started, and which were skipped. The starter then decides about the next step at once. */
async function store(
  tx: Transaction,
  now: Date,
  outcomes: StepOutcome[],
  facts: Map<number, StepFacts[]>,
): Promise<void> {
  if (outcomes.length === 0) return
  const changes = outcomes.map(changeOf)
  const lookAgain = outcomes.map(({ step }) => {
    return { id: step.fallback_id, look_at: now.toISOString(), ended_reason: null }
  })
  await saveDecisions(tx, now, lookAgain, changes)
  const started = changes.flatMap(({ fallback_id, delivery_id }) =>
    delivery_id === null ? [] : [{ fallback_id, delivery_id }],
  )
  if (started.length > 0) markStepDeliveries(tx, started)
  recordEvents(
    tx,
    now,
    outcomes.flatMap(({ step, outcome }) =>
      outcome.kind === 'accepted' ? [stepStarted(step, outcome.deliveryId, facts.get(step.fallback_id) ?? [])] : [],
    ),
  )
}

function changeOf({ step, outcome }: StepOutcome): StepChange {
  const { fallback_id, position } = step
  if (outcome.kind !== 'refused')
    return { fallback_id, position, state: 'started', reason: null, delivery_id: outcome.deliveryId }
  const { message, details } = outcome.refusal
  const reason =
    Object.values(details ?? {})
      .flat()
      .join('; ') || message
  return { fallback_id, position, state: 'skipped', reason, delivery_id: null }
}
