// Lists of deliveries with filters, and the attempts of a delivery.
import type { Outcome } from '../../channels/contract.ts'
import type { ChannelName } from '../../channels/index.ts'
import type { DeliveryStatus } from '../../delivery-states.ts'
import type { Connection } from '../database.ts'
import { escapeLike, recipientWithAddress } from '../recipients/recipients.ts'
import { rowsOf } from '../rows.ts'
import { idAt, type Scanned, type ScanQuery, scan, scanQuery } from '../scan.ts'

export interface DeliveryListRow {
  id: number
  status: DeliveryStatus
  mode: 'live' | 'test'
  source_id: number
  recipient_id: number
  recipient_name: string
  address: string
  channel: ChannelName
  template_slug: string
  priority: 0 | 1 | 2
  external_id: string | null
  error_message: string | null
  error_code: string | null
  created_at: Date
  scheduled_for: Date | null
}

export interface DeliveryFilter {
  mode: 'live' | 'test'
  status?: string
  channel?: string
  recipient?: number
  source?: number
  template?: string
  since?: Date
  until?: Date
  /** A search text: a part of the recipient's name or address, or the id of a delivery. */
  q?: string
  /** Ids of deliveries that are excluded from the list. */
  except?: number[]
  /** If set, only deliveries with ids above this id are returned. */
  above?: number
  before: number
  limit: number
  /** Maximum number of statements of a scan, as described in scan.ts. */
  statements?: number
}

const COLUMNS = `id, status, mode, source_id, recipient_id, recipient_name, address, channel, template_slug, priority, external_id,
  error_message, error_code, created_at, scheduled_for`

/**
 * Returns deliveries with ids below `before`, newest first. Indexes find the deliveries of a workspace, the
 * deliveries of a recipient, and the failed deliveries. To apply any other filter, a statement scans the rows that one
 * of these indexes finds. Each statement scans a limited number of rows.
 */
export async function listDeliveries(
  c: Connection,
  workspaceId: number,
  filter: DeliveryFilter,
): Promise<Scanned<DeliveryListRow>> {
  const query = await queryOf(c, workspaceId, filter)
  return scan<DeliveryListRow>(c, query, filter.limit, { columns: COLUMNS, statements: filter.statements })
}

async function queryOf(c: Connection, workspaceId: number, filter: DeliveryFilter): Promise<ScanQuery> {
  const { since, until } = filter
  const end = until === undefined ? filter.before : await idAt(c, 'deliveries', 'created_at', until, 'to')
  const start = since === undefined ? undefined : await idAt(c, 'deliveries', 'created_at', since, 'from')
  const exact = await findExactMatch(c, workspaceId, filter)
  const recipient = exact.recipient ?? filter.recipient
  const query = scanQuery('deliveries', 'created_at', Math.min(end, filter.before))
  query.scope('workspace_id', workspaceId)
  query.within((place) => `id >= ${place}`, start)
  query.within((place) => `id > ${place}`, filter.above)
  query.scope('id', exact.delivery)
  query.scope('recipient_id', recipient)
  if (recipient === undefined) query.scope('mode', filter.mode)
  else query.filter((place) => `mode = ${place}`, filter.mode)
  // The status is a literal, so that the planner can use the index of failed deliveries.
  if (filter.status === 'failed') query.scopes.push("status = 'failed'")
  else query.filter((place) => `status = ${place}`, filter.status)
  if (recipient !== filter.recipient) query.filter((place) => `recipient_id = ${place}`, filter.recipient)
  query.filter((place) => `channel = ${place}`, filter.channel)
  query.filter((place) => `source_id = ${place}`, filter.source)
  query.filter((place) => `template_slug = ${place}`, filter.template)
  query.filter((place) => `created_at >= ${place}`, since)
  query.filter((place) => `created_at < ${place}`, until)
  query.filter((place) => `not id = any(${place}::bigint[])`, filter.except)
  if (filter.q !== undefined && exact.delivery === undefined && exact.recipient === undefined)
    query.filter(
      (place) => `(recipient_name ilike '%' || ${place} || '%' or address ilike '%' || ${place} || '%')`,
      escapeLike(filter.q),
    )
  return query
}

/**
 * Returns the delivery whose id is the search text, or the recipient that has the search text as an address. Indexes
 * find both, so the size of the table does not matter.
 */
async function findExactMatch(
  c: Connection,
  workspaceId: number,
  { q, mode }: DeliveryFilter,
): Promise<{ delivery?: number; recipient?: number }> {
  if (q === undefined) return {}
  if (/^\d{1,15}$/.test(q)) {
    const [found] = await findListed(c, workspaceId, [Number(q)])
    if (found?.mode === mode) return { delivery: found.id }
  }
  return { recipient: await recipientWithAddress(c, workspaceId, mode, q) }
}

/** Returns the deliveries with these ids that belong to the workspace. */
export async function findListed(c: Connection, workspaceId: number, ids: number[]): Promise<DeliveryListRow[]> {
  return rowsOf<DeliveryListRow>(c, {
    text: `select ${COLUMNS} from deliveries where id = any($2::bigint[]) and workspace_id = $1 order by id desc`,
    values: [workspaceId, ids],
  })
}

export interface SensitivePartsRow {
  id: number
  template_slug: string
  /** The names of the variables, as keys with empty values. The values are not read, because they may be large. */
  vars: Record<string, string> | null
  /** The length of all variables as JSON text, in characters. */
  size: number
  /** The names of the variables that were marked as sensitive when the send request was accepted. */
  sensitive: string[] | null
  accepted_at: Date
}

/**
 * Returns the names of the variables of these deliveries, their total length, and the names of the sensitive variables.
 * Does not return values.
 */
export async function readSensitiveParts(
  c: Connection,
  workspaceId: number,
  ids: number[],
): Promise<SensitivePartsRow[]> {
  return rowsOf<SensitivePartsRow>(c, {
    name: 'read-sensitive-parts',
    text: `select id, template_slug, (select jsonb_object_agg(name, '') from jsonb_object_keys(content->'vars') name) as vars,
             length((content->'vars')::text) as size, content->'sensitive' as sensitive, created_at as accepted_at
           from deliveries where id = any($2::bigint[]) and workspace_id = $1`,
    values: [workspaceId, ids],
  })
}

/** Returns the variables of these deliveries with their values. */
export async function readVars(
  c: Connection,
  workspaceId: number,
  ids: number[],
): Promise<{ id: number; vars: Record<string, string> }[]> {
  return rowsOf<{ id: number; vars: Record<string, string> }>(c, {
    name: 'read-vars',
    text: `select id, content->'vars' as vars from deliveries where id = any($2::bigint[]) and workspace_id = $1`,
    values: [workspaceId, ids],
  })
}

export interface AttemptRow {
  attempt: number
  started_at: Date
  ended_at: Date
  outcome: Outcome['class']
  provider_status: string | null
  code: string | null
  reason: string | null
  remedy: string | null
  final_remedy: string | null
  response: string | null
  /** The provider connection that the attempt used. Null if it is unknown, or if the attempt used several. */
  connection_id: number | null
  /** The provider of this connection. Null if the connection was removed, or is stored in the row of its lane. */
  provider: string | null
  /** The position of this connection. Null if it was removed. */
  place: number | null
}

export async function readAttempts(c: Connection, workspaceId: number, deliveryId: number): Promise<AttemptRow[]> {
  return rowsOf<AttemptRow>(c, {
    text: `select a.attempt, a.started_at, a.ended_at, a.outcome, a.provider_status, a.code, a.reason, a.remedy, a.final_remedy, a.response,
             a.connection_id, p.provider,
             coalesce((select count(*)::int from provider_connections o where o.lane = p.lane and o.position <= p.position having p.id is not null),
               (select 1 from connections c where c.id = a.connection_id and c.workspace_id = $1
                  and not exists (select from provider_connections o where o.lane = c.id))) as place
           from attempts a left join provider_connections p on p.id = a.connection_id and p.workspace_id = $1
           where a.delivery_id = $2 and exists (select from deliveries where workspace_id = $1 and id = $2)
           order by a.attempt`,
    values: [workspaceId, deliveryId],
  })
}
