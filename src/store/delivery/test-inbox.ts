// The test inbox: the messages of test keys as the sandbox received them, and the point to which a member cleared them.
import type { ChannelName } from '../../channels/index.ts'
import type { DeliveryStatus } from '../../delivery-states.ts'
import type { Connection } from '../database.ts'
import { type Page, readPage } from '../page.ts'
import { escapeLike } from '../recipients/recipients.ts'
import { firstRowOf } from '../rows.ts'
import { type Scanned, scan, scanQuery } from '../scan.ts'
import { VAR_NAMES } from './var-names.ts'

export interface TestMessageRow {
  delivery_id: number
  message: Record<string, unknown>
  at: Date
  status: DeliveryStatus
  channel: ChannelName
  address: string
  recipient_id: number
  recipient_name: string
  template_slug: string
  /** The names of the variables, as keys with empty values. The values are not read, because they may be large. */
  vars: Record<string, string> | null
  /** The names of the variables that were marked as sensitive when the send request was accepted. */
  sensitive: string[] | null
  accepted_at: Date
}

export interface TestMessageFilter {
  channel?: string | undefined
  template?: string | undefined
  /** A part of the recipient's name or address. With `searchesText`, also a part of the subject or the text. */
  q?: string | undefined
  searchesText: boolean
}

/** Returns the messages with ids below `before` and above `clearedTo`, newest first. */
export async function listTestMessages(
  c: Connection,
  workspaceId: number,
  { before, clearedTo, limit }: { before: number; clearedTo: number; limit: number },
): Promise<Page<TestMessageRow>> {
  const where = 't.delivery_id < $2 and t.delivery_id > $3'
  return readMessages(c, { where, values: [workspaceId, before, clearedTo], limit })
}

/** Returns the messages of these deliveries, newest first. */
export async function readTestMessages(
  c: Connection,
  workspaceId: number,
  ids: number[],
): Promise<Page<TestMessageRow>> {
  const where = 't.delivery_id = any($2::bigint[])'
  return readMessages(c, { where, values: [workspaceId, ids], limit: ids.length })
}

function readMessages(c: Connection, { where, values, limit }: { where: string; values: unknown[]; limit: number }) {
  return readPage<TestMessageRow>(c, {
    columns: `delivery_id, message, at, status, channel, address, recipient_id, recipient_name, template_slug,
      ${VAR_NAMES} as vars, content->'sensitive' as sensitive, accepted_at`,
    list: `select t.delivery_id, t.message, t.at, d.status, d.channel, d.address, d.recipient_id, d.recipient_name, d.template_slug, d.content,
             d.created_at as accepted_at
           from test_messages t join deliveries d on d.id = t.delivery_id
           where t.workspace_id = $1 and ${where}`,
    values,
    order: 'delivery_id desc',
    size: 'octet_length(message::text)',
    limit,
  })
}

/** Searches the newest messages below `before` and above `clearedTo`. Returns the ids of the messages that match. */
export async function searchTestMessages(
  c: Connection,
  workspaceId: number,
  { before, clearedTo, limit }: { before: number; clearedTo: number; limit: number },
  { channel, template, q, searchesText }: TestMessageFilter,
): Promise<Scanned<{ id: number; at: Date }>> {
  const query = scanQuery('', 'at', before)
  const text = searchesText ? ", t.message->>'subject', t.message->>'body'" : ''
  const words = `concat_ws(' ', d.recipient_name, d.address${text}) ilike '%' || $1 || '%'`
  if (q !== undefined) query.values.push(escapeLike(q))
  query.table = `(
    select t.delivery_id as id, t.workspace_id, t.at, d.channel, d.template_slug, ${q === undefined ? 'true' : words} as has_words
    from test_messages t join deliveries d on d.id = t.delivery_id) inbox`
  query.scope('workspace_id', workspaceId)
  query.within((place) => `id > ${place}`, clearedTo)
  // Each message is in two tables, and its text is in a third.
  query.hasLookups = true
  query.filters.push('has_words')
  query.filter((place) => `channel = ${place}`, channel)
  query.filter((place) => `template_slug = ${place}`, template)
  const columns = 'id, at, channel, template_slug, has_words'
  return scan<{ id: number; at: Date }>(c, query, limit, { columns })
}

/** Returns the id of the newest message that was cleared, or 0. Returns undefined for an unknown workspace. */
export async function readClearedTo(c: Connection, workspaceId: number): Promise<number | undefined> {
  const row = await firstRowOf<{ cleared_to: number }>(c, {
    text: 'select test_inbox_cleared_to as cleared_to from workspaces where id = $1',
    values: [workspaceId],
  })
  return row?.cleared_to
}

/**
 * Clears the messages up to `upTo`, or all messages if `upTo` is null. Returns the ids of the newest cleared message
 * before and after the change. Returns undefined for an unknown workspace.
 */
export async function writeClearedTo(
  c: Connection,
  workspaceId: number,
  upTo: number | null,
): Promise<{ before: number; cleared_to: number } | undefined> {
  return firstRowOf<{ before: number; cleared_to: number }>(c, {
    text: `with old as (select id, test_inbox_cleared_to as before from workspaces where id = $1 for no key update)
           update workspaces w set test_inbox_cleared_to = coalesce($2::bigint,
             (select max(delivery_id) from test_messages where workspace_id = $1), old.before)
           from old where w.id = old.id returning old.before, w.test_inbox_cleared_to as cleared_to`,
    values: [workspaceId, upTo],
  })
}
