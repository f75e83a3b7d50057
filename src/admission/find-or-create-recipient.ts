// A recipient without a message: found, created or filled by the rules of a send, for what happens before the first one.
import { invalid, type Refusal } from '../errors.ts'
import { recordEvents } from '../events/record.ts'
import { repeat } from '../lib/repeat.ts'
import type { RecipientRow } from '../store/admission/matching.ts'
import { type Database, type Transaction, transaction } from '../store/database.ts'
import { isRetryableConflict } from '../store/failures.ts'
import { contactEvents } from './emit-events.ts'
import type { Entry, Sender } from './entry.ts'
import { type ParseOptions, parseSend } from './parse.ts'
import { applyRequestedFields, findPeople, matchRecipient, storeRecipients, unknownRecipient } from './recipients.ts'
import type { ParsedSend } from './request.ts'

const MOST_ROUNDS = 4

/** `body`: `{recipient}`, the recipient as in a send. */
export async function findOrCreateRecipient(
  db: Database,
  sender: Sender,
  body: unknown,
  options: ParseOptions,
): Promise<{ recipient: RecipientRow } | { refusal: Refusal }> {
  const parsed = parseBody(body, options)
  if ('refusal' in parsed) return parsed
  // Somebody created the same person at this moment: the next round finds them.
  return repeat(MOST_ROUNDS, isRetryableConflict, () =>
    transaction(db, (tx) => findOrCreate(tx, options.now, sender, parsed.parsed)),
  )
}

function parseBody(body: unknown, options: ParseOptions): { parsed: ParsedSend } | { refusal: Refusal } {
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    return { refusal: invalid({ body: ['must be an object with recipient'] }) }
  const unknown = Object.keys(body).find((key) => key !== 'recipient')
  if (unknown !== undefined)
    return { refusal: invalid({ [unknown]: ['is not a known field; this request holds a recipient'] }) }
  // A send in all but its template, so that the recipient is read by the same rules.
  return parseSend({ ...body, template: '-' }, options)
}

async function findOrCreate(
  tx: Transaction,
  now: Date,
  sender: Sender,
  parsed: ParsedSend,
): Promise<{ recipient: RecipientRow } | { refusal: Refusal }> {
  const entry: Entry = { sender, parsed, deliveryId: 0, rendered: 0 }
  const people = await findPeople(tx, [entry])
  const recipient = matchRecipient(people, entry)
  if (!recipient) return { refusal: unknownRecipient(entry) }
  applyRequestedFields(people, { sender, parsed, recipient })
  const created = await storeRecipients(tx, now, people)
  recordEvents(tx, now, await contactEvents(tx, created, [...people.fills]))
  return { recipient }
}
