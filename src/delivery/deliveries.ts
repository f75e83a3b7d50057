// Reads deliveries for members: lists, the details of one delivery, and the test inbox.
import type { ChannelName } from '../channels/index.ts'
import { providerOf } from '../channels/providers.ts'
import { refuse } from '../errors.ts'
import { callbacksOfDelivery } from '../events/callback-list.ts'
import { listEventsOfDelivery } from '../events/list.ts'
import { type TextMask, textMaskOf, textMasksOf } from '../redaction/masked-texts.ts'
import {
  type Masking,
  maskingOf,
  maskingsOf,
  NOTHING_MASKED,
  shownContent,
  type Visibility,
} from '../redaction/sensitive.ts'
import { shownMessage } from '../redaction/shown-message.ts'
import type { Connection } from '../store/database.ts'
import { listActionTokens } from '../store/delivery/action-tokens.ts'
import { readBounces } from '../store/delivery/bounces.ts'
import { findDelivery } from '../store/delivery/deliveries.ts'
import {
  type AttemptRow,
  type DeliveryFilter,
  type DeliveryListRow,
  findListed,
  listDeliveries,
  listTestMessages,
  readAttempts,
  type TestMessageRow,
} from '../store/delivery/delivery-list.ts'
import { readReceipts } from '../store/delivery/receipts.ts'
import { requireWorkspace } from '../workspaces/workspaces.ts'
import { originOf } from './details/origin.ts'
import { rebuiltRequest } from './details/request.ts'
import { readOutlook } from './read-remedies.ts'

const PRIORITIES = ['low', 'normal', 'high'] as const

export async function deliveriesOf(c: Connection, workspaceId: number, filter: DeliveryFilter, visibility: Visibility) {
  await requireWorkspace(c, workspaceId)
  const { rows, reached } = await listDeliveries(c, workspaceId, filter)
  return { rows: await listBodies(c, workspaceId, rows, visibility), reached }
}

async function listBodies(c: Connection, workspaceId: number, rows: DeliveryListRow[], visibility: Visibility) {
  const ids = rows.filter(({ error_message }) => error_message !== null).map(({ id }) => id)
  const maskOf = await textMasksOf(c, workspaceId, visibility, ids)
  return rows.map((row) => listBody(row, maskOf(row.id)))
}

/** The deliveries on a page of the list. Maps the id of each delivery to the status that the page shows. */
export type Watched = ReadonlyMap<number, string>

const MOST_NEW = 50

/**
 * Returns the updates of a page of the list: the deliveries on the page whose status has changed, and deliveries that
 * are missing on the page. A missing delivery matches the filter and is newer than the oldest delivery on the page.
 */
export async function changesOf(
  c: Connection,
  workspaceId: number,
  watched: Watched,
  filter: Omit<DeliveryFilter, 'before' | 'limit' | 'except' | 'above' | 'statements'>,
  visibility: Visibility,
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
  const changed = [...known.filter((row) => watched.get(row.id) !== row.status), ...rows]
  return listBodies(c, workspaceId, changed, visibility)
}

/**
 * Returns the content as sent, the remedy, every attempt with its decoded reason, the status history, the used buttons
 * and the emitted events. Only the last attempt has a remedy: each earlier attempt was followed by another attempt.
 * `visibility` states whether the reader may see sensitive values.
 */
export async function deliveryOf(c: Connection, now: Date, workspaceId: number, id: number, visibility: Visibility) {
  const row = (await findDelivery(c, workspaceId, id)) ?? refuse('not_found', `No delivery ${id} in this workspace.`)
  const { vars, sensitive = null } = row.content
  const parts = { template_slug: row.template_slug, vars, sensitive, accepted_at: row.created_at }
  const masking = await maskingOf(c, workspaceId, visibility, parts)
  const masked = textMaskOf(vars, masking)
  const attempts = await readAttempts(c, workspaceId, id)
  const receipts = await readReceipts(c, workspaceId, id)
  const bounces = await readBounces(c, workspaceId, id)
  const { remedy, nextAt } = await readOutlook(c, now, row, attempts, receipts, visibility)
  const tokens = row.content.actions.length === 0 ? [] : await listActionTokens(c, workspaceId, id)
  const content = shownContent(row.content, visibility, masking)
  return {
    ...listBody(row, masked),
    content,
    next_at: nextAt?.toISOString() ?? null,
    paid_by: row.account,
    credits: row.cost,
    refunded: row.refunded,
    remedy: masked(remedy),
    attempts: attempts.map((attempt, at) => {
      const isLast = at === attempts.length - 1 && row.error_code !== 'cancelled'
      return attemptBody(row.channel, attempt, isLast ? remedy : null, masked)
    }),
    receipts: receipts.map(({ at, ...receipt }) => ({
      ...receipt,
      reason: masked(receipt.reason),
      at: at.toISOString(),
    })),
    bounces: bounces.map(({ at, ...bounce }) => ({
      ...bounce,
      detail: masked(bounce.detail),
      at: at.toISOString(),
    })),
    history: row.history,
    actions: tokens.map(({ expires_at, used_at, position, ...token }) => ({
      ...token,
      label: row.content.actions[position]?.label ?? token.slug,
      expires_at: expires_at.toISOString(),
      used_at: used_at?.toISOString() ?? null,
    })),
    events: await listEventsOfDelivery(c, workspaceId, id),
    callbacks: tokens.length === 0 ? [] : await callbacksOfDelivery(c, workspaceId, id, visibility),
    request: rebuiltRequest(row, content),
    ...(await originOf(c, workspaceId, id)),
  }
}

function attemptBody(channel: ChannelName, row: AttemptRow, remedy: string | null, masked: TextMask) {
  const { attempt, outcome, provider_status, code, reason, response } = row
  return {
    attempt,
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at.toISOString(),
    outcome,
    provider_status,
    code,
    reason: masked(reason),
    remedy: outcome === 'sent' ? null : masked(remedy),
    response: masked(response),
    connection: connectionOf(channel, row),
  }
}

/** Returns the provider connection of an attempt. For a removed connection, only its id is known. */
function connectionOf(channel: ChannelName, { connection_id: id, provider, place }: AttemptRow) {
  if (id === null) return null
  return { id, provider, title: place === null ? null : providerOf(channel, provider).title, position: place }
}

function listBody(row: DeliveryListRow, masked: TextMask) {
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
    priority: PRIORITIES[row.priority],
    external_id: row.external_id,
    error_message: masked(row.error_message),
    reason: row.error_code,
    created_at: row.created_at.toISOString(),
    scheduled_for: row.scheduled_for?.toISOString() ?? null,
  }
}

export async function testInboxOf(
  c: Connection,
  workspaceId: number,
  { before, limit }: { before: number; limit: number },
  visibility: Visibility,
) {
  await requireWorkspace(c, workspaceId)
  const { rows, more } = await listTestMessages(c, workspaceId, { before, limit })
  return { rows: await testMessageBodies(c, workspaceId, rows, visibility), more }
}

export async function testMessageOf(c: Connection, workspaceId: number, id: number, visibility: Visibility) {
  const range = { before: Number.MAX_SAFE_INTEGER, limit: 1, deliveryId: id }
  const { rows } = await listTestMessages(c, workspaceId, range)
  const [found] = await testMessageBodies(c, workspaceId, rows, visibility)
  return found ?? refuse('not_found', `No test message ${id} in this workspace.`)
}

async function testMessageBodies(c: Connection, workspaceId: number, rows: TestMessageRow[], visibility: Visibility) {
  const maskings = visibility === 'full' ? [] : await maskingsOf(c, workspaceId, rows)
  return rows.map((row, place) => testMessageBody(row, visibility, maskings[place] ?? NOTHING_MASKED))
}

function testMessageBody(
  {
    delivery_id,
    recipient_id,
    recipient_name,
    at,
    message,
    vars: _vars,
    sensitive: _sensitive,
    accepted_at: _acceptedAt,
    ...row
  }: TestMessageRow,
  visibility: Visibility,
  masking: Masking,
) {
  return {
    id: delivery_id,
    delivery_id,
    ...row,
    message: shownMessage(message, visibility, masking),
    recipient: { id: recipient_id, name: recipient_name },
    at: at.toISOString(),
  }
}
