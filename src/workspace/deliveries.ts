// Deliveries as a member reads them: lists, one delivery's whole story, and the test inbox.
import { refuse } from '../errors.ts'
import { toldOfDelivery } from '../events/list.ts'
import { listActionTokens } from '../store/action-tokens.ts'
import type { Connection } from '../store/database.ts'
import { findDelivery } from '../store/deliveries.ts'
import {
  type DeliveryFilter,
  type DeliveryListRow,
  findListed,
  listDeliveries,
  listTestMessages,
  readAttempts,
  type TestMessageRow,
} from '../store/delivery-list.ts'
import { readReceipts } from '../store/receipts.ts'
import { callbacksOfDelivery } from './callbacks.ts'
import { requireWorkspace } from './workspaces.ts'

const PRIORITIES = ['low', 'normal', 'high'] as const

export async function deliveriesOf(c: Connection, workspaceId: number, filter: DeliveryFilter) {
  await requireWorkspace(c, workspaceId)
  const { rows, reached } = await listDeliveries(c, workspaceId, filter)
  return { rows: rows.map(listBody), reached }
}

/** Deliveries as a page of the list shows them: which id had which status. */
export type Watched = ReadonlyMap<number, string>

const MOST_NEW = 50

/**
 * What a page of the list lacks: those of its deliveries whose status is another now, and those that came since above its
 * oldest one and match the filter.
 */
export async function changesOf(
  c: Connection,
  workspaceId: number,
  watched: Watched,
  filter: Omit<DeliveryFilter, 'before' | 'limit' | 'except' | 'above' | 'statements'>,
) {
  const ids = [...watched.keys()]
  const known = ids.length === 0 ? [] : await findListed(c, workspaceId, ids)
  const oldest = ids.length === 0 ? 0 : Math.min(...ids)
  const scope = {
    ...filter,
    except: ids,
    above: oldest,
    before: Number.MAX_SAFE_INTEGER,
    limit: MOST_NEW,
    statements: 1,
  }
  const { rows } = await listDeliveries(c, workspaceId, scope)
  return [...known.filter((row) => watched.get(row.id) !== row.status), ...rows].map(listBody)
}

/** Content as sent, every attempt with its decoded reason and remedy, the status history, who took which button and what was told of it. */
export async function deliveryOf(c: Connection, workspaceId: number, id: number) {
  const row = (await findDelivery(c, workspaceId, id)) ?? refuse('not_found', `No delivery ${id} in this workspace.`)
  const attempts = await readAttempts(c, workspaceId, id)
  const receipts = await readReceipts(c, workspaceId, id)
  const tokens = row.content.actions.length === 0 ? [] : await listActionTokens(c, workspaceId, id)
  return {
    ...listBody(row),
    content: row.content,
    next_at: row.status === 'queued' ? row.next_at.toISOString() : null,
    paid_by: row.account,
    credits: row.cost,
    refunded: row.refunded,
    attempts: attempts.map(({ started_at, ended_at, ...attempt }) => ({
      ...attempt,
      started_at: started_at.toISOString(),
      ended_at: ended_at.toISOString(),
    })),
    receipts: receipts.map(({ at, ...receipt }) => ({ ...receipt, at: at.toISOString() })),
    history: row.history,
    actions: tokens.map(({ expires_at, used_at, position, ...token }) => ({
      ...token,
      label: row.content.actions[position]!.label,
      expires_at: expires_at.toISOString(),
      used_at: used_at?.toISOString() ?? null,
    })),
    events: await toldOfDelivery(c, workspaceId, id),
    callbacks: tokens.length === 0 ? [] : await callbacksOfDelivery(c, workspaceId, id),
  }
}

function listBody(row: DeliveryListRow) {
  return {
    id: row.id,
    status: row.status,
    mode: row.mode,
    source_id: row.source_id,
    recipient_id: row.recipient_id,
    recipient_name: row.recipient_name,
    address: row.address,
    channel: row.channel,
    template_slug: row.template_slug,
    priority: PRIORITIES[row.priority]!,
    external_id: row.external_id,
    error_message: row.error_message,
    reason: row.error_code,
    created_at: row.created_at.toISOString(),
    scheduled_for: row.scheduled_for?.toISOString() ?? null,
  }
}

export async function testInboxOf(c: Connection, workspaceId: number, before: number, limit: number) {
  await requireWorkspace(c, workspaceId)
  return (await listTestMessages(c, workspaceId, { before, limit })).map(testMessageBody)
}

export async function testMessageOf(c: Connection, workspaceId: number, id: number) {
  const [row] = await listTestMessages(c, workspaceId, { before: Number.MAX_SAFE_INTEGER, limit: 1, deliveryId: id })
  return row ? testMessageBody(row) : refuse('not_found', `No test message ${id} in this workspace.`)
}

function testMessageBody({ delivery_id, recipient_id, recipient_name, at, ...row }: TestMessageRow) {
  return {
    id: delivery_id,
    delivery_id,
    ...row,
    recipient: { id: recipient_id, name: recipient_name },
    at: at.toISOString(),
  }
}
