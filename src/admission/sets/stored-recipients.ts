// Stores the recipients of a set, and undoes this for messages that are refused later.
import type { RequestedAddress } from '../../channels/address.ts'
import { addressTable } from '../../channels/addresses.ts'
import {
  fillRecipients,
  insertRecipients,
  type RecipientRow,
  removeRecipients,
  restoreRecipients,
} from '../../store/admission/matching.ts'
import type { Transaction } from '../../store/database.ts'
import type { Matched } from '../entry.ts'
import { type People, placesOf } from '../recipients.ts'

const { requestedFields: ADDRESSES } = addressTable()

/**
 * Stores the drafts and the filled fields, and returns the created rows. Throws the PostgreSQL error 40001 or 23505 if
 * another transaction created or changed one of the recipients since this set read them. Admission then repeats the
 * set.
 */
export async function storeRecipients(tx: Transaction, now: Date, people: People): Promise<RecipientRow[]> {
  const created = [...people.drafts]
  if (created.length > 0) await createDrafts(tx, now, created)
  if (people.fills.size > 0) await writeFills(tx, now, people)
  return created
}

/**
 * Fills empty addresses. Throws if another transaction has filled one of them with a different value in the meantime.
 * The request may then identify another recipient.
 */
async function writeFills(tx: Transaction, now: Date, { fills, before }: People): Promise<void> {
  const ordered = [...fills].sort(([, a], [, b]) => a.id - b.id)
  const rows = await fillRecipients(
    tx,
    now,
    ordered.map(([, fill]) => fill),
  )
  const written = new Map(rows.map((row) => [row.id, row]))
  for (const [recipient, fill] of ordered) {
    const row = written.get(fill.id)
    if (!row) continue
    const isLost = (field: RequestedAddress) => fill[field] !== null && row[field] !== fill[field]
    if (ADDRESSES.some(isLost)) throw recipientConflict()
    before.set(recipient, row.before)
  }
}

function recipientConflict(): Error {
  return Object.assign(new Error('another transaction changed a recipient of this set'), { code: '40001' })
}

/**
 * Deletes every recipient that this set created and that no remaining message uses. Restores every recipient that this
 * set filled and that no remaining message uses, and removes it from `fills`.
 */
export async function undoUnusedRecipients(
  tx: Transaction,
  { fills, before }: People,
  created: RecipientRow[],
  remaining: Matched[],
): Promise<void> {
  if (created.length + before.size === 0) return
  const used = new Set(remaining.map((entry) => entry.recipient))
  const unused = created.filter((recipient) => !used.has(recipient))
  if (unused.length > 0)
    await removeRecipients(
      tx,
      unused.map((recipient) => recipient.id),
    )
  const undone = [...before].filter(([recipient]) => !used.has(recipient))
  for (const [recipient] of undone) fills.delete(recipient)
  if (undone.length > 0)
    await restoreRecipients(
      tx,
      undone.map(([, fields]) => fields),
    )
}

async function createDrafts(tx: Transaction, now: Date, drafts: RecipientRow[]): Promise<void> {
  const rows = await insertRecipients(tx, now, drafts)
  const inserted = new Map(rows.flatMap((row) => placesOf(row).map((where) => [where, row])))
  for (const draft of drafts) {
    const [where] = placesOf(draft)
    const kept = where === undefined ? undefined : inserted.get(where)
    // Another transaction created a recipient with one of these addresses. When admission repeats the set, it finds
    // this recipient.
    if (!kept) throw recipientConflict()
    Object.assign(draft, kept)
  }
}
