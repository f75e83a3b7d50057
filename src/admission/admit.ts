// Admission: everything before the 202, for a set of messages in one transaction (docs/internals/admission.md).
import { pairs } from '../lib/pairs.ts'
import { createTurnCounter } from '../lib/scheduling/turns-of-work.ts'
import type { Seal } from '../lib/seal.ts'
import { bodyWork } from '../limits.ts'
import type { CountingTimes } from '../store/admission/gate.ts'
import type { AssignedIds } from '../store/admission/idempotency.ts'
import type { Connection, Transaction } from '../store/database.ts'
import type { TemplateUses } from '../templates/uses.ts'
import type { AdmissionRequest, Admitted } from './admission-request.ts'
import { findApprovals } from './approval.ts'
import type { Catalog } from './catalog.ts'
import { chargeLocked, chargeToAccounts, usageOf } from './charge.ts'
import { findConversations } from './conversations.ts'
import { areLimitsNear, countLast, lockPasses, readCounted, readPasses, timesOf } from './counters.ts'
import { joinDigests } from './digests/join.ts'
import type { EarlyKeys } from './early-keys.ts'
import { emitAdmissionEvents } from './emit-events.ts'
import {
  type AdmissionOutcome,
  type Charged,
  deferralOf,
  type Entry,
  type Rendered,
  weightOf,
  withoutOutcome,
} from './entry.ts'
import { recordFallbacks, refuseUntilUpgraded } from './fallback/record.ts'
import { type Gate, type Pass, readGate } from './gate.ts'
import { findPeople, type People } from './recipients.ts'
import { recordDeliveries } from './record.ts'
import { renderMessage } from './render-message.ts'
import { assignEntryIds, forgetRefusedKeys, inTurns, replayUsedKeys } from './replay.ts'
import type { LastPasses } from './sets/last-passes.ts'
import { lockMessages, refuseUnlocked } from './sets/locked-messages.ts'
import { applyLimits } from './sets/message-limits.ts'
import { answersOf, applyPasses, type EntryOrRefusal, outcomesOf, placesOf, withRates } from './sets/places.ts'
import { readPreferences } from './sets/preferences.ts'
import { storeRecipients, undoUnusedRecipients } from './sets/stored-recipients.ts'
import {
  completeSuppressions,
  type ReadSuppressions,
  readRequestedSuppressions,
  suppressingWorkspaces,
} from './suppressions.ts'
import { applyDefaults } from './timing/sending-fields.ts'

export interface AdmissionTools {
  catalog: Catalog
  lastPasses: LastPasses
  earlyKeys: EarlyKeys
  templateUses: TemplateUses
  seal: Seal
  /** Milliseconds after which a due message is too old to be delivered. */
  maxAge: number
  publicUrl: () => string
  /** Returns whether no process of 0.1.0 can run any more. */
  isUpgraded: () => Promise<boolean>
}

export interface AdmittedSet {
  /** Returns the answers with the numbers of remaining requests as they were before the set was counted. */
  answers: () => Admitted[]
  /** Resolves after COMMIT, with the numbers of remaining requests that COMMIT stored. */
  counted: () => Promise<Admitted[]>
  /** Resolves with the numbers of remaining requests that are stored now. Call this if the answer to COMMIT was lost. */
  recounted: (c: Connection) => Promise<Admitted[]>
  /** Whether the set counts a request or stores a message. */
  writes: boolean
  /** The accepted messages, with the results of all stages. */
  accepted: AcceptedMessage[]
}

export interface AcceptedMessage {
  message: Charged
  /** Whether the set created the recipient. */
  isNewRecipient: boolean
}

/**
 * Admits requests and returns the outcome of each message: accepted, replayed or refused. A refusal does not affect
 * other messages. An exception means that nothing of the set was stored. If `locked` is true, the shared counters are
 * locked before messages are charged, also far from the limits.
 */
export async function admit(
  tools: AdmissionTools,
  tx: Transaction,
  now: Date,
  requests: AdmissionRequest[],
  locked: boolean,
): Promise<AdmittedSet> {
  const times = timesOf(now)
  const mayProceed = requests.some(({ lock }) => lock) ? await lockMessages(tx, now, requests) : undefined
  const reading = readGate(
    tx,
    times,
    requests.map(({ credential }) => credential),
  )
  const presumed = tools.lastPasses.of(requests) ?? readPasses(await reading, now)
  const places = placesOf(requests, presumed)
  if (mayProceed) refuseUnlocked(requests, places, mayProceed)
  const entries = places.flat().flatMap((place) => ('entry' in place ? place.entry : []))
  const [first = [], ...others] = inTurns(entries)
  const [gate, known] = await Promise.all([reading, readSetContext(tools.catalog, tx, now, first)])
  const passes = readPasses(gate, now)
  tools.lastPasses.learn(requests, passes)
  forgetRefusedKeysOf(tools.earlyKeys, requests, passes)
  applyPasses(places, passes)
  const needsLocks = locked || areLimitsNear(gate, passes, entries.length)
  const locks = needsLocks ? createLocks(tx, times, gate, places) : undefined
  const accepted = await admitMessages(tools, tx, now, first, known, locks)
  for (const turn of others) {
    const context = await readSetContext(tools.catalog, tx, now, turn)
    accepted.push(...(await admitMessages(tools, tx, now, turn, context, locks)))
  }
  const decided = (await locks?.take()) ?? passes
  for (const [{ onStored }, own] of pairs(requests, places)) {
    if (onStored) await onStored(tx, now, finalOutcomes(outcomesOf(own)))
  }
  const counted = countLast(tx, times, gate, locks ? [] : usageOf(entries, times.period))
  const writes =
    passes.some(({ rate, refusal }) => rate !== undefined && refusal?.code !== 'rate_limited') || entries.length > 0
  const answers = () => answersOf(places, decided)
  return {
    answers,
    counted: async () => answersOf(places, await counted()),
    recounted: async (c) => withRates(answers(), await readCounted(c, times, gate)),
    writes,
    accepted,
  }
}

/** The locks of a set that is near a limit. */
interface Locks {
  /** Locks the windows of the keys and refuses requests without room. Later calls return the same passes. */
  take(): Promise<Pass[]>
}

function createLocks(tx: Transaction, times: CountingTimes, gate: Gate, places: EntryOrRefusal[][]): Locks {
  let taken: Pass[] | undefined
  return {
    async take() {
      if (taken) return taken
      taken = await lockPasses(tx, times, gate)
      applyPasses(places, taken)
      return taken
    },
  }
}

/** Returns the outcomes without those of deferred messages, which a later set admits. */
function finalOutcomes(outcomes: AdmissionOutcome[]): (AdmissionOutcome | undefined)[] {
  return outcomes.map((outcome) => (deferralOf(outcome) ? undefined : outcome))
}

interface SetContext extends AssignedIds {
  people: People
  suppressed: ReadSuppressions
}

/**
 * Reads the recipients of a set with their suppressions, and claims its idempotency keys. It needs only the workspace
 * and the mode of each key.
 */
async function readSetContext(catalog: Catalog, tx: Transaction, now: Date, entries: Entry[]): Promise<SetContext> {
  const workspaces = suppressingWorkspaces(catalog, entries)
  const [people, rows, assigned] = await Promise.all([
    findPeople(tx, entries, workspaces.size > 0),
    readRequestedSuppressions(tx, workspaces, entries),
    assignEntryIds(tx, now, entries),
  ])
  return { people, suppressed: { rows, workspaces }, ...assigned }
}

/** Admits a set in which each idempotency key occurs once. Returns the accepted messages. */
async function admitMessages(
  { catalog, templateUses, seal, maxAge, publicUrl, isUpgraded }: AdmissionTools,
  tx: Transaction,
  now: Date,
  entries: Entry[],
  { people, suppressed, claimed }: SetContext,
  locks: Locks | undefined,
): Promise<AcceptedMessage[]> {
  await replayUsedKeys(tx, entries, claimed)
  await catalog.load(tx, withoutOutcome(entries))
  applyDefaults(catalog, withoutOutcome(entries))
  const open = await refuseUntilUpgraded(withoutOutcome(entries), isUpgraded)
  await findApprovals(tx, catalog, open)
  const suppressions = await completeSuppressions(tx, catalog, people, open, suppressed)
  const conversations = await findConversations(tx, now, catalog, people, open)
  const preferences = await readPreferences(tx, catalog, people, open)
  const turns = createTurnCounter(bodyWork.inOneTurn)
  // Render the messages in order. An accepted message may add an address to its recipient, and later messages use this
  // address.
  const facts = { people, catalog, suppressions, conversations, preferences }
  const rendered: Rendered[] = []
  for (const entry of open) {
    const message = renderMessage(facts, entry, publicUrl(), now)
    if (message) rendered.push(message)
    const pause = turns.pause(weightOf(entry))
    if (pause) await pause
  }
  const created = await storeRecipients(tx, now, people)
  const digests = await joinDigests(tx, now, withoutOutcome(rendered), isUpgraded)
  const limits = await applyLimits(tx, now, withoutOutcome(rendered))
  await locks?.take()
  const charged = chargeToAccounts(withoutOutcome(rendered))
  const paid = locks ? await chargeLocked(tx, now, charged) : charged
  limits.store()
  const joined = digests.store()
  await undoUnusedRecipients(tx, people, created, [...paid, ...joined])
  await recordDeliveries(tx, now, seal, maxAge, paid)
  recordFallbacks(tx, now, paid)
  for (const { sender, template } of paid) templateUses.note(sender.workspaceId, template.slug)
  await emitAdmissionEvents(tx, now, catalog, { created, fills: people.fills }, paid)
  forgetRefusedKeys(tx, entries)
  return [...paid, ...joined].map((message) => ({ message, isNewRecipient: people.drafts.has(message.recipient) }))
}

/** Removes invalid keys from the cache of known keys. For an invalid key, the gate returns no rate limit. */
function forgetRefusedKeysOf(earlyKeys: EarlyKeys, requests: AdmissionRequest[], passes: Pass[]): void {
  for (const [{ credential }, { rate }] of pairs(requests, passes)) {
    if (rate === undefined && credential.kind !== 'source') earlyKeys.forget(credential)
  }
}
