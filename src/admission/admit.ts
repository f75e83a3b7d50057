// Admission: everything before the 202, for a set of messages in one transaction (docs/internals/admission.md).
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

/** The result of parsing a message: a valid message, or a refusal. */
export type ParsedMessage = { parsed: ParsedSend } | { refusal: Refusal }

export interface AdmissionRequest {
  credential: Credential
  /** Empty for a request that sends nothing, such as GET /usage. */
  messages: ParsedMessage[]
  /** Headers of the request. They may contain a parent trace. */
  carrier?: Record<string, unknown>
  /** The trace that is stored with the messages. Later work adds its spans to the same trace. */
  trace?: string
  /** Called before COMMIT. Writes further data in the transaction that stores the messages. */
  onStored?: (tx: Transaction, now: Date, outcomes: AdmissionOutcome[]) => Promise<void>
}

/**
 * If the gate refused the whole request, `refusal` is set. `outcomes` has one outcome for each message, in the order of
 * the request.
 */
export type Admitted = Pass & { outcomes: AdmissionOutcome[] }

export interface AdmissionTools {
  catalog: Catalog
  lastPasses: LastPasses
  earlyKeys: EarlyKeys
  seal: Seal
  /** Milliseconds after which a due message is too old to be delivered. */
  maxAge: number
  publicUrl: () => string
}

/**
 * Admits requests and returns the outcome of each message: accepted, replayed or refused. A refusal does not affect
 * other messages. An exception means that nothing of the set was stored. Calls `onXid` with the id of the transaction.
 * If the answer to COMMIT is lost, this id shows whether the transaction was committed.
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
  const places = placesOf(requests, presumed)
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

/**
 * Reads the recipients of a set and claims its idempotency keys. It needs only the workspace and the mode of each key.
 */
async function readSetContext(tx: Transaction, now: Date, entries: Entry[]): Promise<SetContext> {
  const [people, assigned] = await Promise.all([findPeople(tx, entries), assignEntryIds(tx, now, entries)])
  return { people, ...assigned }
}

/** Admits a set in which each idempotency key occurs once. */
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
  // Render the messages in order. An accepted message may add an address to its recipient, and later messages use this
  // address.
  const facts = { people, catalog, optOuts, conversations }
  const rendered: Rendered[] = []
  for (const entry of open) {
    const message = renderMessage(facts, entry, publicUrl())
    if (message) rendered.push(message)
    const pause = turns.pause(weightOf(entry))
    if (pause) await pause
  }
  const created = await storeRecipients(tx, now, people)
  const charged = await chargeMessages(tx, now, rendered)
  await dropUnusedRecipients(tx, created, charged)
  await recordDeliveries(tx, now, seal, maxAge, charged)
  await emitAdmissionEvents(tx, now, catalog, { created, fills: people.fills }, charged)
  forgetRefusedKeys(tx, entries)
}

/** Runs, for one message, the stages of admission that need no SQL statement. */
function renderMessage(facts: SetFacts, entry: Entry, publicUrl: string): Rendered | undefined {
  const matched = matchMessage(facts, entry)
  const routed = matched && chooseChannel(facts, matched)
  const rendered = routed && renderContent(facts.catalog, routed, publicUrl)
  if (!rendered) return undefined
  applyRequestedFields(facts.people, rendered)
  storeRequestFields(rendered)
  return rendered
}

function matchMessage({ people, catalog }: SetFacts, entry: Entry): Matched | undefined {
  const recipient = matchRecipient(people, entry)
  if (!recipient) return refuseEntry(entry, unknownRecipient(entry))
  const slug = entry.parsed.request.template
  const template = catalog.template(entry.sender.workspaceId, slug)
  if (template) return Object.assign(entry, { recipient, template })
  return refuseEntry(entry, { code: 'template_not_found', message: `No template "${slug}" in this workspace.` })
}

/** The result for one message of a request: an entry, or a refusal if no entry was created for the message. */
type EntryOrRefusal = { entry: Entry } | { refusal: Refusal }

function placesOf(requests: AdmissionRequest[], passes: Pass[]): EntryOrRefusal[][] {
  return [...pairs(requests, passes)].map(([{ messages, trace }, { sender, refusal }]) =>
    messages.map((offered): EntryOrRefusal => {
      if ('refusal' in offered) return offered
      return refusal ? { refusal } : { entry: { sender, parsed: offered.parsed, deliveryId: 0, trace, rendered: 0 } }
    }),
  )
}

/** Applies the gate's results to entries that were created before the gate ran. */
function applyPasses(places: EntryOrRefusal[][], passes: Pass[]): void {
  for (const [own, { sender, refusal }] of pairs(places, passes)) {
    for (const place of own) {
      if (!('entry' in place)) continue
      if (refusal) refuseEntry(place.entry, refusal)
      else place.entry.sender = sender
    }
  }
}

/** Removes invalid keys from the cache of known keys. For an invalid key, the gate returns no rate limit. */
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
  if (!place.entry.outcome) throw new Error('a message has no outcome')
  return place.entry.outcome
}

/** Returns the outcome of a request with one message. A refusal by the gate also refuses the message. */
export function onlyOutcome({ refusal, outcomes: [outcome] }: Admitted): AdmissionOutcome {
  if (refusal) return { kind: 'refused', refusal }
  if (!outcome) throw new Error('the request has no message')
  return outcome
}
