// Reads a delivery of a workspace by its id.
import type { Content } from '../../channels/contract.ts'
import type { ChannelName } from '../../channels/index.ts'
import type { DeliveryStatus } from '../../delivery-states.ts'
import { ATTEMPTS_MADE } from '../column-names.ts'
import type { Connection } from '../database.ts'
import { firstRowOf } from '../rows.ts'

export interface DeliveryRow {
  id: number
  workspace_id: number
  source_id: number
  mode: 'live' | 'test'
  lane: number
  recipient_id: number
  recipient_name: string
  address: string
  channel: ChannelName
  template_slug: string
  priority: 0 | 1 | 2
  status: DeliveryStatus
  attempts_made: number
  next_at: Date
  created_at: Date
  scheduled_for: Date | null
  /** The end of the quiet hours that last deferred the message. */
  deferred_until: Date | null
  /** The message is not sent after this time. */
  expires_at: Date
  content: Content
  history: { status: DeliveryStatus; at: string }[]
  account: 'quota' | 'whatsapp' | 'credits' | null
  cost: number
  refunded: boolean
  external_id: string | null
  error_message: string | null
  error_code: string | null
  /** The id of the paused provider connection for which the message waits, although others of its lane work. */
  waits_for: number | null
  /** The fallback of which the delivery is a step. */
  fallback_id: number | null
}

export async function findDelivery(c: Connection, workspaceId: number, id: number): Promise<DeliveryRow | undefined> {
  return firstRowOf<DeliveryRow>(c, {
    name: 'find-delivery',
    text: `select id, workspace_id, source_id, mode, lane, recipient_id, recipient_name, address, channel, template_slug, priority,
             status, ${ATTEMPTS_MADE}, next_at, created_at, scheduled_for, deferred_until, expires_at, content, history, account, cost, refunded, external_id,
             error_message, error_code, fallback_id, (progress->'connections'->>'waitsFor')::bigint as waits_for
           from deliveries where workspace_id = $1 and id = $2`,
    values: [workspaceId, id],
  })
}

/** Returns the recipient, the locale and the category of a delivery. Returns undefined if it was deleted. */
export async function readMessageOfLink(
  c: Connection,
  workspaceId: number,
  id: number,
): Promise<MessageOfLink | undefined> {
  return firstRowOf<MessageOfLink>(c, {
    text: `select recipient_id, content->>'locale' as locale, content->>'category' as category
           from deliveries where workspace_id = $1 and id = $2`,
    values: [workspaceId, id],
  })
}

/** The data of a message that its unsubscribe link needs. */
export interface MessageOfLink {
  recipient_id: number
  locale: string | null
  category: string | null
}
