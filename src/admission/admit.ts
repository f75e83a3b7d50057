// Admission: everything before the 202, on a set of messages in one transaction (ARCHITECTURE.md, Admission).
import type { Refusal } from '../errors.ts'
import { createTurnCounter } from '../lib/scheduling/turns-of-work.ts'
import type { Seal } from '../lib/seal.ts'
import { bodyWork } from '../limits.ts'
import type { Enrolment } from '../store/admission/idempotency.ts'
import type { Transaction } from '../store/database.ts'
import { findApprovals } from './approval.ts'
import type { Catalog } from './catalog.ts'
import { chooseChannel } from './channel.ts'
import { chargeMessages } from './charge.ts'
import { findTemplate, keepStated, renderContent } from './content.ts'
import { findConversations } from './conversations.ts'
import type { EarlyKeys } from './early-keys.ts'
import { type AdmissionOutcome, type Entry, type Sender, stillOpen, turnDown, weightOf } from './entry.ts'
import { type Credential, type Pass, passGate, type RateLimit } from './gate.ts'
import type { KnownKeys } from './known-keys.ts'
import { findOptOuts } from './opt-outs.ts'
import {
  dropUnusedRecipients,
  findPeople,
  keepRecipients,
  matchRecipient,
  type People,
  takeGivenFields,
} from './recipients.ts'
import { recordDeliveries } from './record.ts'
import { enrollEntries, forgetRefusedKeys, inTurns, replayKnownKeys } from './replay.ts'
import type { ParsedSend } from './request.ts'
import { tellAdmitted } from './tell.ts'

/** A message as the edge read it: its shape is right, or what is wrong with it was already found. */
export type Offered = { parsed: ParsedSend } | { refusal: Refusal }

export interface AdmissionRequest {
  credential: Credential
  /** Empty for a request that only wants to be let in, such as GET /usage. */
  messages: Offered[]
  /** Headers that may carry the trace it belongs to. */
  carrier?: Record<string, unknown>
  /** The trace its messages' later steps belong to. */
  trace?: string
  /** Writes what belongs to the messages, in their transaction: kept with them or not at all. */
  kept?: (tx: Transaction, now: Date, outcomes: AdmissionOutcome[]) => Promise<void>
}

export interface Admitted {
  /** The whole request was turned down at the gate. */
  refusal?: Refusal
  rate?: RateLimit
  sender?: Sender
  /** One per message, in their order. */
  outcomes: AdmissionOutcome[]
}

export interface AdmissionTools {
  catalog: Catalog
  knownKeys: KnownKeys
  earlyKeys: EarlyKeys
  seal: Seal
  /** Milliseconds after it was due that a message is too old to deliver. */
  maxAge: number
  publicUrl: () => string
}

/**
 * Takes requests, each a key and its messages, and answers what became of every one: accepted, replayed or refused.
 * Refusals are data and disturb no neighbour; an exception means that nothing of the set was kept.
 * The transaction's id goes to `onXid`, to ask about it should the answer to COMMIT be lost.
 */
export async function admit(
  tools: AdmissionTools,
  tx: Transaction,
  now: Date,
  requests: AdmissionRequest[],
  onXid: (xid: string) => void,
): Promise<Admitted[]> {
  const gate = passGate(
    tx,
    now,
    requests.map(({ credential }) => credential),
  )
  const senders = tools.knownKeys.sendersOf(requests) ?? (await gate).map(({ sender }) => sender)
  const places = openPlaces(requests, senders)
  const [first = [], ...others] = inTurns(places.flat().flatMap(({ entry }) => entry ?? []))
  const [passes, known] = await Promise.all([gate, lookUp(tx, now, first)])
  if (known.xid !== undefined) onXid(known.xid)
  tools.knownKeys.learn(requests, passes)
  forgetRefusedKeysOf(tools.earlyKeys, requests, passes)
  letIn(places, passes)
  await admitMessages(tools, tx, now, first, known)
  for (const turn of others) await admitMessages(tools, tx, now, turn, await lookUp(tx, now, turn))
  const answers = answersOf(places, passes)
  for (const [index, { outcomes }] of answers.entries()) await requests[index]!.kept?.(tx, now, outcomes)
  return answers
}

interface Known extends Enrolment {
  people: People
}

/** Who is meant, and which idempotency keys are new. Nothing is needed for it but whose keys the messages came with. */
async function lookUp(tx: Transaction, now: Date, entries: Entry[]): Promise<Known> {
  const [people, enrolment] = await Promise.all([findPeople(tx, entries), enrollEntries(tx, now, entries)])
  return { people, ...enrolment }
}

/** The story of a set in which every idempotency key stands once. */
async function admitMessages(
  { catalog, seal, maxAge, publicUrl }: AdmissionTools,
  tx: Transaction,
  now: Date,
  entries: Entry[],
  { people, claimed }: Known,
): Promise<void> {
  await replayKnownKeys(tx, entries, claimed)
  await catalog.load(tx, stillOpen(entries))
  const open = stillOpen(entries)
  await findApprovals(tx, catalog, open)
  const optOuts = await findOptOuts(tx, catalog, people, open)
  const conversations = await findConversations(tx, now, catalog, people, open)
  const turns = createTurnCounter(bodyWork.inOneTurn)
  // In their order: a message that goes out may bring its recipient a first phone number, a refused one brings nothing.
  for (const entry of open) {
    matchRecipient(people, entry)
    findTemplate(catalog, entry)
    chooseChannel({ people, catalog, optOuts, conversations }, entry)
    renderContent(catalog, entry, publicUrl())
    takeGivenFields(people, entry)
    keepStated(entry)
    const pause = turns.pause(weightOf(entry))
    if (pause) await pause
  }
  const created = await keepRecipients(tx, now, people)
  await chargeMessages(tx, now, entries)
  await dropUnusedRecipients(tx, created, entries)
  await recordDeliveries(tx, now, seal, maxAge, entries)
  await tellAdmitted(tx, now, catalog, { created, fills: people.fills }, entries)
  forgetRefusedKeys(tx, entries)
}

/** Where a message stands in its request: as an entry, or refused before it could be one; with neither, the gate refused all. */
interface Place {
  entry?: Entry
  refusal?: Refusal
}

function openPlaces(requests: AdmissionRequest[], senders: (Sender | undefined)[]): Place[][] {
  return requests.map(({ messages, trace }, index) =>
    messages.map((offered): Place => {
      if ('refusal' in offered) return offered
      const sender = senders[index]
      return sender ? { entry: { sender, parsed: offered.parsed, deliveryId: 0, trace } } : {}
    }),
  )
}

/** The gate's word on entries that were opened before it spoke. */
function letIn(places: Place[][], passes: Pass[]): void {
  for (const [index, { sender, refusal }] of passes.entries()) {
    for (const { entry } of places[index]!) {
      if (entry && sender) entry.sender = sender
      else if (entry) turnDown(entry, refusal!)
    }
  }
}

/** A pass without a rate belongs to no valid key. */
function forgetRefusedKeysOf(earlyKeys: EarlyKeys, requests: AdmissionRequest[], passes: Pass[]): void {
  for (const [index, { rate }] of passes.entries()) {
    const { credential } = requests[index]!
    if (rate === undefined && credential.kind !== 'source') earlyKeys.forget(credential)
  }
}

function answersOf(places: Place[][], passes: Pass[]): Admitted[] {
  return passes.map(({ refusal, rate, sender }, index) => ({
    refusal,
    rate,
    sender,
    outcomes: places[index]!.map(
      ({ entry, refusal: own }) => entry?.outcome ?? { kind: 'refused', refusal: own ?? refusal! },
    ),
  }))
}
