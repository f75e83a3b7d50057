// Admission: everything before the 202, on a set of messages in one transaction (ARCHITECTURE.md, Admission).
import type { Refusal } from '../errors.ts'
import type { Seal } from '../lib/seal.ts'
import type { Transaction } from '../store/database.ts'
import { reserveIds } from '../store/gate.ts'
import { findApprovals } from './approval.ts'
import type { Catalog } from './catalog.ts'
import { chooseChannel } from './channel.ts'
import { chargeMessages } from './charge.ts'
import { findTemplate, renderContent } from './content.ts'
import { findConversations } from './conversations.ts'
import { type AdmissionOutcome, type Entry, type Sender, stillOpen } from './entry.ts'
import { type Credential, type Pass, passGate, type RateLimit } from './gate.ts'
import { findOptOuts } from './opt-outs.ts'
import { dropUnusedRecipients, findPeople, keepRecipients, matchRecipient, takeGivenFields } from './recipients.ts'
import { recordDeliveries } from './record.ts'
import { forgetRefusedKeys, inTurns, replayKnownKeys } from './replay.ts'
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
  const most = requests.reduce((sum, { messages }) => sum + messages.length, 0)
  const [{ xid, ids }, passes] = await Promise.all([
    reserveIds(tx, most),
    passGate(
      tx,
      now,
      requests.map(({ credential }) => credential),
    ),
  ])
  onXid(xid)
  const { admitted, entries } = openEntries(requests, passes, ids)
  for (const turn of inTurns(entries)) await admitMessages(tools, tx, now, turn)
  const answers = admitted()
  for (const [index, { outcomes }] of answers.entries()) await requests[index]!.kept?.(tx, now, outcomes)
  return answers
}

/** The story of a set in which every idempotency key stands once. */
async function admitMessages(
  { catalog, seal, maxAge, publicUrl }: AdmissionTools,
  tx: Transaction,
  now: Date,
  entries: Entry[],
): Promise<void> {
  const [people] = await Promise.all([findPeople(tx, entries), replayKnownKeys(tx, now, entries)])
  await catalog.load(tx, stillOpen(entries))
  const open = stillOpen(entries)
  await findApprovals(tx, catalog, open)
  const optOuts = await findOptOuts(tx, catalog, people, open)
  const conversations = await findConversations(tx, now, catalog, people, open)
  // In their order: a message that goes out may bring its recipient a first phone number, a refused one brings nothing.
  for (const entry of open) {
    matchRecipient(people, entry)
    findTemplate(catalog, entry)
    chooseChannel({ catalog, optOuts, conversations }, entry)
    renderContent(catalog, entry, publicUrl())
    takeGivenFields(people, entry)
  }
  const created = await keepRecipients(tx, now, people)
  await chargeMessages(tx, now, entries)
  await dropUnusedRecipients(tx, created, entries)
  recordDeliveries(tx, now, seal, maxAge, entries)
  await tellAdmitted(tx, now, catalog, { created, fills: people.fills }, entries)
  forgetRefusedKeys(tx, entries)
}

function openEntries(requests: AdmissionRequest[], passes: Pass[], ids: number[]) {
  const entries: Entry[] = []
  const answers = requests.map(({ messages, trace }, index) => {
    const { sender, refusal, rate } = passes[index]!
    const places = messages.map((offered): { entry: Entry } | { outcome: AdmissionOutcome } => {
      if ('refusal' in offered) return { outcome: { kind: 'refused', refusal: offered.refusal } }
      if (!sender) return { outcome: { kind: 'refused', refusal: refusal! } }
      const entry: Entry = { sender, parsed: offered.parsed, deliveryId: ids[entries.length]!, trace }
      entries.push(entry)
      return { entry }
    })
    return { refusal, rate, sender, places }
  })
  const admitted = (): Admitted[] =>
    answers.map(({ refusal, rate, sender, places }) => ({
      refusal,
      rate,
      sender,
      outcomes: places.map((place) => ('entry' in place ? place.entry.outcome! : place.outcome)),
    }))
  return { admitted, entries }
}
