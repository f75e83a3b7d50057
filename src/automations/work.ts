// The worker of automations. It claims runs, submits their messages to admission in sets, and ends each run in the
// transaction of its message.

import type { ParsedMessage } from '../admission/admission-request.ts'
import type { AdmissionOutcome } from '../admission/entry.ts'
import { parseSend } from '../admission/parse.ts'
import type { Submitter } from '../admission/sets/group-commit.ts'
import { addressTable, byField } from '../channels/addresses.ts'
import { aboutContact } from '../events/catalog.ts'
import { recordEvents } from '../events/record.ts'
import { byKey } from '../lib/by-key.ts'
import { type Clock, later } from '../lib/clock.ts'
import { retryInHalves } from '../lib/repeat.ts'
import { startLoop } from '../lib/scheduling/loop.ts'
import { createBudget, createFilling, fillPlaceholders } from '../lib/text/placeholders.ts'
import { bodies, MINUTE, SECOND, sizes } from '../limits.ts'
import { type ClaimedRun, claimRuns, endRuns } from '../store/automations/automation-runs.ts'
import type { Database, Transaction } from '../store/database.ts'
import { type ContactRow, readContacts } from '../store/events/event-subjects.ts'

const { requested } = addressTable()

export interface AutomationOptions {
  db: Database
  clock: Clock
  admission: Submitter
  allowPrivateNetwork: boolean
  /** Called when events may have been written. */
  onEventsRecorded: () => void
  onError: (error: unknown) => void
}

export interface AutomationWork {
  /** Starts a claim at once, because a run may have been created. */
  wake(): void
  /** Finishes the claimed runs, and stops. */
  stop(): Promise<void>
}

const CLAIM = 100
const LEASE = MINUTE
/** Maximum number of times that a run is claimed. If the run is claimed once more, it is refused. */
const MOST_ATTEMPTS = 5

export function startAutomations(options: AutomationOptions): AutomationWork {
  const { db, clock, onEventsRecorded, onError } = options

  const work = async (): Promise<'again' | undefined> => {
    const now = clock.now()
    const runs = await claimRuns(db, now, later(now, LEASE), CLAIM)
    if (runs.length === 0) return undefined
    const ids = [...new Set(runs.map(({ recipient_id }) => recipient_id))]
    const contacts = new Map((await readContacts(db, ids)).map((row) => [row.id, row]))
    const groups = byKey(runs, ({ source_id, mode }) => `${source_id}/${mode}`)
    for (const group of groups.values())
      await retryInHalves(
        group,
        (part) => submit(options, contacts, part),
        (_run, error) => onError(error),
      )
    onEventsRecorded()
    return runs.length === CLAIM ? 'again' : undefined
  }

  return startLoop(clock, SECOND, work, onError)
}

type Contacts = Map<number, ContactRow>

/**
 * Submits runs of one source and mode. If the database is unreachable, the runs stay claimed until their lease ends.
 */
async function submit(
  { admission, clock, allowPrivateNetwork }: AutomationOptions,
  contacts: Contacts,
  runs: ClaimedRun[],
): Promise<void> {
  const [first] = runs
  if (first === undefined) return
  const { workspace_id: workspaceId, source_id: sourceId, mode } = first
  const now = clock.now()
  await admission.submit({
    credential: { kind: 'source', workspaceId, sourceId, mode },
    messages: runs.map((run) => messageOf(run, contacts.get(run.recipient_id), { now, allowPrivateNetwork })),
    onStored: (tx, at, outcomes) => endWithOutcomes(tx, at, contacts, runs, outcomes),
  })
}

function messageOf(
  run: ClaimedRun,
  contact: ContactRow | undefined,
  options: Parameters<typeof parseSend>[1],
): ParsedMessage {
  if (run.claim_version > MOST_ATTEMPTS)
    return { refusal: { code: 'internal_error', message: 'All attempts to run this automation failed; see the log.' } }
  if (!run.enabled)
    return { refusal: { code: 'conflict', message: 'The automation was disabled before it reached this contact.' } }
  const { id, recipient_id, template, channel } = run
  return parseSend(
    {
      recipient: { id: recipient_id },
      template,
      ...(channel === null ? {} : { channel }),
      vars: varsOf(run, contact),
      // A worker that lost its lease may submit the run after another worker submitted it. Both workers use the same
      // idempotency key, so the second request is a replay.
      idempotency_key: `automation-run-${id}`,
    },
    options,
  )
}

/**
 * Maximum size of the filled variables in bytes. Larger variables would in any case exceed the limit for the variables
 * of a message.
 */
const MOST_FILLED = bodies.message + bodies.recipient + sizes.variables

/**
 * Returns the contact's values and the automation's variables. Leaves out each variable whose text contains an unknown
 * placeholder.
 */
function varsOf({ vars }: ClaimedRun, contact: ContactRow | undefined): Record<string, string> {
  const { id, name, locale, metadata = {} } = contact ?? {}
  const known = { ...metadata, id, name, ...byField(requested, ({ field }) => contact?.[field]), locale }
  const own: Record<string, string> = {}
  const unknown: string[] = []
  const values = Object.fromEntries(
    Object.entries(known).flatMap(([key, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value) ? [[key, String(value)]] : [],
    ),
  )
  const budget = createBudget(MOST_FILLED)
  for (const [key, text] of Object.entries(vars)) {
    const filling = createFilling(values, budget)
    const filled = fillPlaceholders(filling, text)
    if (filling.missing.size > 0) unknown.push(key)
    else own[key] = filled
  }
  return Object.fromEntries(Object.entries({ ...values, ...own }).filter(([key]) => !unknown.includes(key)))
}

/** Called in the transaction that stores the messages, so that a run, its delivery and its event commit together. */
async function endWithOutcomes(
  tx: Transaction,
  now: Date,
  contacts: Contacts,
  runs: ClaimedRun[],
  outcomes: (AdmissionOutcome | undefined)[],
): Promise<void> {
  const ended = outcomes.flatMap((outcome, at) => {
    const run = runs[at]
    return run && outcome
      ? [{ run, outcome, result: { id: run.id, claim_version: run.claim_version, ...resultOf(outcome) } }]
      : []
  })
  const ours = new Set(
    await endRuns(
      tx,
      now,
      ended.map(({ result }) => result),
    ),
  )
  if (ended.some(({ run, outcome }) => !ours.has(run.id) && outcome.kind === 'accepted'))
    throw new Error('another claim ended a run of an automation meanwhile')
  recordEvents(
    tx,
    now,
    ended.flatMap(({ run, result }) => {
      const contact = contacts.get(run.recipient_id)
      if (!contact || !ours.has(run.id)) return []
      const { automation_id, automation_name, workspace_id: workspaceId, mode, trigger } = run
      const messageId = result.delivery_id
      const data = {
        automation: { id: String(automation_id), name: automation_name },
        trigger,
        contact: { id: contact.id, name: contact.name, email: contact.email },
        message_id: messageId === null ? null : String(messageId),
      }
      return [{ event: 'automation.triggered' as const, workspaceId, mode, subject: aboutContact(contact.id), data }]
    }),
  )
}

function resultOf(outcome: AdmissionOutcome): {
  delivery_id: number | null
  code: string | null
  reason: string | null
} {
  if (outcome.kind !== 'refused') return { delivery_id: outcome.deliveryId, code: null, reason: null }
  const { code, message } = outcome.refusal
  return { delivery_id: null, code, reason: message }
}
