// Finds or creates a recipient without sending a message, by the rules of a send request.
import { invalid, type Refusal } from '../errors.ts'
import { recordEvents } from '../events/record.ts'
import { repeat } from '../lib/repeat.ts'
import type { RecipientRow } from '../store/admission/matching.ts'
import { type Database, type Transaction, transaction } from '../store/database.ts'
import { isRetryableConflict } from '../store/failures.ts'
import { contactEvents } from './emit-events.ts'
import type { Entry, Sender } from './entry.ts'
import { type ParseOptions, parseSend } from './parse.ts'
import { applyRequestedFields, findPeople, matchRecipient, unknownRecipient } from './recipients.ts'
import type { ParsedSend } from './request.ts'
import { storeRecipients } from './sets/stored-recipients.ts'

const MOST_ROUNDS = 4

/**
 * Finds, creates or completes the recipient in `body`. `body` is `{recipient}`, with the same fields as in a send
 * request.
 */
export async function findOrCreateRecipient(
  db: Database,
  sender: Sender,
  body: unknown,
  options: ParseOptions,
): Promise<{ recipient: RecipientRow } | { refusal: Refusal }> {
  const parsed = parseBody(body, options)
  if ('refusal' in parsed) return parsed
  // After a conflict, the next round finds the recipient, because another transaction has just created it.
  return repeat(MOST_ROUNDS, isRetryableConflict, () =>
    transaction(db, (tx) => findOrCreate(tx, options.now, sender, parsed.parsed)),
  )
}

function parseBody(body: unknown, options: ParseOptions): { parsed: ParsedSend } | { refusal: Refusal } {
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    return { refusal: invalid({ body: ['must be an object with the field recipient'] }) }
  const unknown = Object.keys(body).find((key) => key !== 'recipient')
  if (unknown !== undefined)
    return { refusal: invalid({ [unknown]: ['is not a known field; the only field of this request is recipient'] }) }
  // Parse the body as a send request with a dummy template, so that the recipient is checked as in a send request.
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
