// Applies a set of rows that send deliveries again. A row gets its result in the transaction that stores its message.

import type { ParsedMessage } from '../admission/admission-request.ts'
import type { AdmissionOutcome } from '../admission/entry.ts'
import { messageOfDelivery } from '../admission/resend.ts'
import type { Submitter } from '../admission/sets/group-commit.ts'
import { byKey } from '../lib/by-key.ts'
import { pairs } from '../lib/pairs.ts'
import { retryInHalves } from '../lib/repeat.ts'
import { type ResendableRow, readResendable } from '../store/bulk/applying.ts'
import type { ClaimedOperation } from '../store/bulk/operations.ts'
import { type OpenRow, type RowResult, settleBulkRows } from '../store/bulk/rows.ts'
import { type Database, type Transaction, transaction } from '../store/database.ts'
import { insertDeliveryChanges } from '../store/delivery/delivery-changes.ts'
import { changeOf } from './actor.ts'

interface ResendOptions {
  db: Database
  admission: Submitter
  onError: (error: unknown) => void
}

interface Resend {
  position: number
  deliveryId: number
  sourceId: number
  message: ParsedMessage
}

export async function resendRows(options: ResendOptions, claimed: ClaimedOperation, rows: OpenRow[]): Promise<void> {
  const { db, onError } = options
  const { workspace_id: workspaceId, mode } = claimed
  const ids = rows.map(({ delivery_id }) => delivery_id)
  const found = new Map((await readResendable(db, { workspaceId, mode, ids })).map((row) => [row.id, row]))
  const unknown = rows.filter(({ delivery_id }) => !found.has(delivery_id))
  if (unknown.length > 0) await transaction(db, (tx) => settle(tx, claimed, unknown.map(notFound)))
  const resends = rows.flatMap((row) => resendOf(row, found.get(row.delivery_id)))
  const broken: Resend[] = []
  const noteBroken = (resend: Resend, error: unknown) => {
    if (error instanceof NotStored) throw error
    onError(error)
    broken.push(resend)
  }
  for (const group of byKey(resends, ({ sourceId }) => sourceId).values())
    await retryInHalves(group, (part) => submit(options, claimed, part), noteBroken)
  if (broken.length > 0) await transaction(db, (tx) => settle(tx, claimed, broken.map(notResent)))
}

/** Thrown if nothing of a set was stored, for example because the database is unavailable. */
class NotStored extends Error {
  override name = 'NotStored'
}

function resendOf({ position }: OpenRow, delivery: ResendableRow | undefined): Resend[] {
  if (delivery === undefined) return []
  return [{ position, deliveryId: delivery.id, sourceId: delivery.source_id, message: messageOfDelivery(delivery, []) }]
}

async function submit({ admission }: ResendOptions, claimed: ClaimedOperation, resends: Resend[]): Promise<void> {
  const [first] = resends
  if (first === undefined) return
  const { workspace_id: workspaceId, mode } = claimed
  let isStored = false
  const admitted = await admission.submit({
    credential: { kind: 'source', workspaceId, sourceId: first.sourceId, mode },
    messages: resends.map(({ message }) => message),
    async onStored(tx, now, outcomes) {
      const results = outcomes.flatMap((outcome, at) => {
        const resend = resends[at]
        return resend === undefined || outcome === undefined ? [] : [resultOf(resend.position, outcome)]
      })
      await settle(tx, claimed, results)
      await noteResends(tx, now, claimed, resends, outcomes)
      isStored = true
    },
  })
  if (!isStored) throw new NotStored(admitted.refusal?.message ?? 'the messages were not stored')
}

/** Records the resends, so that the timelines of both deliveries show them. */
async function noteResends(
  tx: Transaction,
  now: Date,
  claimed: ClaimedOperation,
  resends: Resend[],
  outcomes: (AdmissionOutcome | undefined)[],
): Promise<void> {
  const changes = [...pairs(resends, outcomes)].flatMap(([{ deliveryId }, outcome]) =>
    outcome?.kind === 'accepted'
      ? [{ ...changeOf(claimed), deliveryId, kind: 'resent' as const, resentAs: outcome.deliveryId }]
      : [],
  )
  await insertDeliveryChanges(tx, now, changes)
}

function resultOf(position: number, outcome: AdmissionOutcome): RowResult {
  if (outcome.kind !== 'refused') return { position, result: 'done', new_delivery_id: outcome.deliveryId }
  const { code, message } = outcome.refusal
  return { position, result: 'refused', code, reason: message }
}

function notFound({ position, delivery_id }: OpenRow): RowResult {
  const reason = `No delivery ${delivery_id} in this workspace.`
  return { position, result: 'refused', code: 'not_found', reason }
}

function notResent({ position }: Resend): RowResult {
  const reason = 'An unexpected error prevented the resend; see the log.'
  return { position, result: 'refused', code: 'internal_error', reason }
}

/** Stores the results. Throws if another worker has claimed the operation, so that no message is stored twice. */
async function settle(tx: Transaction, claimed: ClaimedOperation, results: RowResult[]): Promise<void> {
  const settled = await settleBulkRows(tx, claimed, results)
  if (settled < results.length) throw new Error('another worker applies this bulk operation')
}
