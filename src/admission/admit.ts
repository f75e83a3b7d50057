// Admission: everything before the 202, on a set of messages in one transaction (docs/internals/admission.md).
import type { Refusal } from '../errors.ts'
import { pairs } from '../lib/pairs.ts'
import { createTurnCounter } from '../lib/scheduling/turns-of-work.ts'
import type { Seal } from '../lib/seal.ts'
import { bodyWork } from '../limits.ts'
import type { AssignedIds } from '../store/admission/idempotency.ts'
import type { Transaction } from '../store/database.ts'
import { findApprovals } from './approval.ts'
import type { Catalog } from './catalog.ts'
import { chooseChannel, type SetFacts } from './channel.ts'
import { chargeMessages } from './charge.ts'
import { renderContent, storeRequestFields } from './content.ts'
import { findConversations } from './conversations.ts'
import type { EarlyKeys } from './early-keys.ts'
import { emitAdmissionEvents } from './emit-events.ts'
import {
  type AdmissionOutcome,
  type Entry,
  type Matched,
  type Rendered,
  refuseEntry,
  weightOf,
  withoutOutcome,
} from './entry.ts'
import { type Credential, type Pass, passGate } from './gate.ts'
import type { LastPasses } from './last-passes.ts'
import { findOptOuts } from './opt-outs.ts'
import {
  applyRequestedFields,
  dropUnusedRecipients,
  findPeople,
  matchRecipient,
  type People,
  storeRecipients,
  unknownRecipient,
} from './recipients.ts'
import { recordDeliveries } from './record.ts'
import { assignEntryIds, forgetRefusedKeys, inTurns, replayUsedKeys } from './replay.ts'
import type { ParsedSend } from './request.ts'

/** A message as the edge read it: its shape is right, or what is wrong with it was already found. */
export type ParsedMessage = { parsed: ParsedSend } | { refusal: Refusal }

export interface AdmissionRequest {
  credential: Credential
  /** Empty for a request that sends nothing, such as GET /usage. */
  messages: ParsedMessage[]
  /** Headers that may carry the trace it belongs to. */
  carrier?: Record<string, unknown>
  /** The trace its messages' later steps belong to. */
  trace?: string
  /** Writes what belongs to the messages, in their transaction: kept with them or not at all. */
  onStored?: (tx: Transaction, now: Date, outcomes: AdmissionOutcome[]) => Promise<void>
}

/** `refusal`: the whole request was turned down at the gate. `outcomes`: one per message, in their order. */
export type Admitted = Pass & { outcomes: AdmissionOutcome[] }

export interface AdmissionTools {
  catalog: Catalog
  lastPasses: LastPasses
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
  const presumed = tools.lastPasses.of(requests) ?? (await gate)
  const places = openPlaces(requests, presumed)
  const [first = [], ...others] = inTurns(places.flat().flatMap((place) => ('entry' in place ? place.entry : [])))
  const [passes, known] = await Promise.all([gate, readSetContext(tx, now, first)])
  if (known.xid !== undefined) onXid(known.xid)
  tools.lastPasses.learn(requests, passes)
  forgetRefusedKeysOf(tools.earlyKeys, requests, passes)
  applyPasses(places, passes)
  await admitMessages(tools, tx, now, first, known)
  for (const turn of others) await admitMessages(tools, tx, now, turn, await readSetContext(tx, now, turn))
  const answers = answersOf(places, passes)
  for (const [{ onStored }, { outcomes }] of pairs(requests, answers)) await onStored?.(tx, now, outcomes)
  return answers
}

interface SetContext extends AssignedIds {
  people: People
}

/** Who is meant, and which idempotency keys are new. Nothing is needed for it but whose keys the messages came with. */
async function readSetContext(tx: Transaction, now: Date, entries: Entry[]): Promise<SetContext> {
  const [people, assigned] = await Promise.all([findPeople(tx, entries), assignEntryIds(tx, now, entries)])
  return { people, ...assigned }
}

/** The story of a set in which every idempotency key stands once. */
async function admitMessages(
  { catalog, seal, maxAge, publicUrl }: AdmissionTools,
  tx: Transaction,
  now: Date,
  entries: Entry[],
  { people, claimed }: SetContext,
): Promise<void> {
  await replayUsedKeys(tx, entries, claimed)
  await catalog.load(tx, withoutOutcome(entries))
  const open = withoutOutcome(entries)
  await findApprovals(tx, catalog, open)
  const optOuts = await findOptOuts(tx, catalog, people, open)
  const conversations = await findConversations(tx, now, catalog, people, open)
  const turns = createTurnCounter(bodyWork.inOneTurn)
  // In their order: a message that goes out may bring its recipient a first phone number, a refused one brings nothing.
  const facts = { people, catalog, optOuts, conversations }
  const worded: Rendered[] = []
  for (const entry of open) {
    const message = wordMessage(facts, entry, publicUrl())
    if (message) worded.push(message)
    const pause = turns.pause(weightOf(entry))
    if (pause) await pause
  }
  const created = await storeRecipients(tx, now, people)
  const charged = await chargeMessages(tx, now, worded)
  await dropUnusedRecipients(tx, created, charged)
  await recordDeliveries(tx, now, seal, maxAge, charged)
  await emitAdmissionEvents(tx, now, catalog, { created, fills: people.fills }, charged)
  forgetRefusedKeys(tx, entries)
}

/** Takes a message through the stages that need no statement. */
function wordMessage(facts: SetFacts, entry: Entry, publicUrl: string): Rendered | undefined {
  const matched = matchMessage(facts, entry)
  const routed = matched && chooseChannel(facts, matched)
  const worded = routed && renderContent(facts.catalog, routed, publicUrl)
  if (!worded) return undefined
  applyRequestedFields(facts.people, worded)
  storeRequestFields(worded)
  return worded
}

function matchMessage({ people, catalog }: SetFacts, entry: Entry): Matched | undefined {
  const recipient = matchRecipient(people, entry)
  if (!recipient) return refuseEntry(entry, unknownRecipient(entry))
  const slug = entry.parsed.request.template
  const template = catalog.template(entry.sender.workspaceId, slug)
  if (template) return Object.assign(entry, { recipient, template })
  return refuseEntry(entry, { code: 'template_not_found', message: `No template "${slug}" in this workspace.` })
}

/** Where a message stands in its request: as an entry, or refused before it could be one. */
type EntryOrRefusal = { entry: Entry } | { refusal: Refusal }

function openPlaces(requests: AdmissionRequest[], passes: Pass[]): EntryOrRefusal[][] {
  return [...pairs(requests, passes)].map(([{ messages, trace }, { sender, refusal }]) =>
    messages.map((offered): EntryOrRefusal => {
      if ('refusal' in offered) return offered
      return refusal ? { refusal } : { entry: { sender, parsed: offered.parsed, deliveryId: 0, trace, rendered: 0 } }
    }),
  )
}

/** Applies the gate's answers to entries that were opened before they came. */
function applyPasses(places: EntryOrRefusal[][], passes: Pass[]): void {
  for (const [own, { sender, refusal }] of pairs(places, passes)) {
    for (const place of own) {
      if (!('entry' in place)) continue
      if (refusal) refuseEntry(place.entry, refusal)
      else place.entry.sender = sender
    }
  }
}

/** A pass without a rate belongs to no valid key. */
function forgetRefusedKeysOf(earlyKeys: EarlyKeys, requests: AdmissionRequest[], passes: Pass[]): void {
  for (const [{ credential }, { rate }] of pairs(requests, passes)) {
    if (rate === undefined && credential.kind !== 'source') earlyKeys.forget(credential)
  }
}

function answersOf(places: EntryOrRefusal[][], passes: Pass[]): Admitted[] {
  return [...pairs(places, passes)].map(([own, pass]) => ({ ...pass, outcomes: own.map(outcomeOf) }))
}

function outcomeOf(place: EntryOrRefusal): AdmissionOutcome {
  if ('refusal' in place) return { kind: 'refused', refusal: place.refusal }
  if (!place.entry.outcome) throw new Error('a message was left without an outcome')
  return place.entry.outcome
}

/** Returns the outcome of a request with one message; the refusal of the gate is the message's too. */
export function onlyOutcome({ refusal, outcomes: [outcome] }: Admitted): AdmissionOutcome {
  if (refusal) return { kind: 'refused', refusal }
  if (!outcome) throw new Error('the request had no message')
  return outcome
}
