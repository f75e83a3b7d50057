// Group commit: requests that arrive while a set runs form the next set. When the service is idle, a request does not
// wait. On a database server, a large set starts beside running ones.
import type { Clock } from '../../lib/clock.ts'
import { nextTurn } from '../../lib/scheduling/turns-of-work.ts'
import type { Seal } from '../../lib/seal.ts'
import { beginSpan, traceparentOf } from '../../lib/trace.ts'
import { createCommitSlot } from '../../store/admission/commit-marks.ts'
import { type Database, forBackgroundWork } from '../../store/database.ts'
import { createTemplateUses, type TemplateUses } from '../../templates/uses.ts'
import type { AdmissionRequest, Admitted } from '../admission-request.ts'
import type { AdmissionTools } from '../admit.ts'
import { createCatalog } from '../catalog.ts'
import { createEarlyKeys, type EarlyKeys } from '../early-keys.ts'
import { admitDeferred, hasDeferrals } from '../liquid.ts'
import { commitSet, type Slot } from './commit-set.ts'
import { createDryRun, type DryRun } from './dry-run.ts'
import { createLastPasses } from './last-passes.ts'
import { countMessages, nextGroup, type QueuedRequest, type RunningSet } from './next-set.ts'

export interface Submitter {
  /** Resolves when the set of the request is committed and flushed. Rejects only if there is a bug. */
  submit(request: AdmissionRequest): Promise<Admitted>
}

export interface Admission extends Submitter {
  /** Submits requests of background work, such as the messages of automations. */
  work: Submitter
  /** Returns what a send request would do, and stores nothing. */
  dryRun: DryRun
  /** Resolves when all requests that were submitted before are answered. */
  settled(): Promise<void>
  /** Checks keys before the body of their request is read. */
  earlyKeys: EarlyKeys
}

export interface AdmissionOptions {
  db: Database
  clock: Clock
  seal: Seal
  maxAge: number
  /** Returns the base URL of buttons. Its length counts toward the limits of channels. */
  publicUrl: () => string
  /** Returns whether no process of 0.1.0 can run any more. */
  isUpgraded: () => Promise<boolean>
  /** Called after a commit that accepted messages. */
  onAccepted: () => void
  onError: (error: unknown) => void
}

/** Maximum number of sets that run at the same time on a database server. */
const MOST_SETS = 4
/** Minimum number of queued messages for which another set starts beside a running one. */
const LARGE_SET = 64
/** Milliseconds after which a running set, which may wait for a lost connection, no longer delays small sets. */
const SLOW_SET = 1000

export function createAdmission(options: AdmissionOptions): Admission {
  const { db } = options
  const tools = createTools(options)
  const sets = createSets(options, tools)
  // Use separate sets for background work on the embedded database: a set waits in only one line for the connection.
  const workSets = db.kind === 'server' ? sets : createSets({ ...options, db: forBackgroundWork(db) }, tools)
  return {
    ...sets,
    ...withDeferred(sets),
    work: withDeferred(workSets),
    settled: async () => {
      await Promise.all([sets.settled(), workSets.settled()])
    },
  }
}

/** Renders deferred messages and submits them again, before a request is answered. */
function withDeferred(sets: Submitter): Submitter {
  return {
    submit: async (request) => {
      const admitted = await sets.submit(request)
      return hasDeferrals(admitted) ? admitDeferred(sets.submit, request, admitted) : admitted
    },
  }
}

function createTools(options: AdmissionOptions): Omit<AdmissionTools, 'catalog'> {
  const { db, clock, seal, maxAge, publicUrl, isUpgraded, onError } = options
  const lastPasses = createLastPasses()
  const earlyKeys = createEarlyKeys(db, clock)
  const templateUses = createTemplateUses(db, clock, onError)
  return { lastPasses, earlyKeys, templateUses, seal, maxAge, publicUrl, isUpgraded }
}

/** A dry run is no use of a template. */
const NO_USES: TemplateUses = { note: () => {}, flush: async () => {} }

function createSets(
  { db, clock, onAccepted, onError }: AdmissionOptions,
  tools: ReturnType<typeof createTools>,
): Omit<Admission, 'work'> {
  const isServer = db.kind === 'server'
  const mostSets = isServer ? MOST_SETS : 1
  const createSlot = (): Slot => ({
    marks: isServer ? createCommitSlot() : undefined,
    catalog: createCatalog(),
  })
  let queue: QueuedRequest[] = []
  const running = new Set<RunningSet>()
  /** The time of `performance.now()` when the latest set started. */
  let latestStart = 0
  let isStarting = false
  let isWaitingForSlowSet = false
  let onSettled: (() => void)[] = []
  const slots = Array.from({ length: mostSets }, createSlot)

  const startSets = () => {
    isStarting = false
    while (queue.length > 0 && (running.size === 0 || (running.size < mostSets && maySetsOverlap()))) {
      const { group, rest } = nextGroup(queue, [...running])
      if (group.length === 0) break
      queue = rest
      void runSet(group)
    }
    if (queue.length > 0) startAfterSlowSet()
    if (running.size > 0) return
    for (const resolve of onSettled) resolve()
    onSettled = []
  }

  /** Starts a small set when the running sets have become slow, also if no further request arrives. */
  const startAfterSlowSet = () => {
    if (mostSets === 1 || isWaitingForSlowSet) return
    isWaitingForSlowSet = true
    const start = () => {
      isWaitingForSlowSet = false
      startSets()
    }
    setTimeout(start, SLOW_SET + 1).unref()
  }

  const maySetsOverlap = () => countMessages(queue) >= LARGE_SET || performance.now() - latestStart > SLOW_SET

  const runSet = async (group: QueuedRequest[]) => {
    const set: RunningSet = { group }
    running.add(set)
    latestStart = performance.now()
    const slot = slots.pop() ?? createSlot()
    if (await commitSet({ db, clock, tools, slot, onError }, group)) onAccepted()
    slots.push(slot)
    running.delete(set)
    startSets()
  }

  /** Starts sets in the next turn, so that all requests of this turn of the event loop are in one set. */
  const startSoon = () => {
    if (isStarting || running.size >= mostSets) return
    isStarting = true
    setImmediate(startSets)
  }

  return {
    submit: (request) =>
      new Promise((resolve, reject) => {
        queue.push({ ...traced(request), submitted: performance.now(), resolve, reject })
        startSoon()
      }),
    earlyKeys: tools.earlyKeys,
    dryRun: createDryRun(db, clock, { ...tools, templateUses: NO_USES }),
    settled: async () => {
      if (running.size > 0 || queue.length > 0) await new Promise<void>((resolve) => onSettled.push(resolve))
      // The last set is answered one turn after its commit, so wait one more turn.
      await nextTurn()
      await tools.templateUses.flush()
    },
  }
}

/** Begins the span of a request. A request without messages has no span. */
function traced(request: AdmissionRequest): Pick<QueuedRequest, 'request' | 'span'> {
  const { messages, carrier } = request
  const span =
    messages.length === 0 ? undefined : beginSpan('carillon.accept', carrier, { 'carillon.messages': messages.length })
  return { request: span ? { ...request, trace: traceparentOf(span) } : request, span }
}
