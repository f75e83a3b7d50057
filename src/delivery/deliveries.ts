// Reads the details of one delivery for members.
import type { ChannelName } from '../channels/index.ts'
import { providerOf } from '../channels/providers.ts'
import { refuse } from '../errors.ts'
import { callbacksOfDelivery } from '../events/callback-list.ts'
import { listEventsOfDelivery } from '../events/list.ts'
import { allVars } from '../redaction/digest-items.ts'
import { type TextMask, textMaskOf } from '../redaction/masked-texts.ts'
import { maskingOf, shownContent, type Visibility } from '../redaction/sensitive.ts'
import type { Connection } from '../store/database.ts'
import { listActionTokens } from '../store/delivery/action-tokens.ts'
import { readBounces } from '../store/delivery/bounces.ts'
import { findDelivery } from '../store/delivery/deliveries.ts'
import { type AttemptRow, readAttempts } from '../store/delivery/delivery-list.ts'
import { readReceipts } from '../store/delivery/receipts.ts'
import { digestOf } from './details/digest.ts'
import { fallbackOf } from './details/fallback.ts'
import { originOf } from './details/origin.ts'
import { rebuiltRequest } from './details/request.ts'
import { listedBody } from './list/listed.ts'
import { readOutlook } from './read-remedies.ts'

/**
 * Returns the content as sent, the remedy, every attempt with its decoded reason, the status history, the used buttons
 * and the emitted events. Only the last attempt has a remedy: each earlier attempt was followed by another attempt.
 * `visibility` states whether the reader may see sensitive values.
 */
export async function deliveryOf(c: Connection, now: Date, workspaceId: number, id: number, visibility: Visibility) {
  const row = (await findDelivery(c, workspaceId, id)) ?? refuse('not_found', `No delivery ${id} in this workspace.`)
  const { vars, sensitive = null } = row.content
  const parts = {
    template_slug: row.template_slug,
    vars: allVars(vars, row.content.items?.list),
    sensitive,
    accepted_at: row.created_at,
  }
  const masking = await maskingOf(c, workspaceId, visibility, parts)
  const masked = textMaskOf(vars, masking, row.content.items?.list)
  const attempts = await readAttempts(c, workspaceId, id)
  const receipts = await readReceipts(c, workspaceId, id)
  const bounces = await readBounces(c, workspaceId, id)
  const { remedy, nextAt } = await readOutlook(c, now, row, attempts, receipts, visibility)
  const tokens = row.content.actions.length === 0 ? [] : await listActionTokens(c, workspaceId, id)
  const content = shownContent(row.content, visibility, masking)
  return {
    ...(await listedBody(c, now, row, visibility)),
    content,
    next_at: nextAt?.toISOString() ?? null,
    expires_at: row.expires_at.toISOString(),
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
    fallback: await fallbackOf(c, now, row),
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
    digest: row.content.digest ? ((await digestOf(c, workspaceId, id)) ?? null) : null,
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
