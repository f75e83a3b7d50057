// The parts of deliveries that masks need, and the attempts of a delivery.
import type { Outcome } from '../../channels/contract.ts'
import type { Connection } from '../database.ts'
import type { DigestItem } from '../digests/digest-items.ts'
import { rowsOf } from '../rows.ts'
import { VAR_NAMES } from './var-names.ts'

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
    text: `select id, template_slug, ${VAR_NAMES} as vars,
             length((content->'vars')::text) + coalesce(length((content->'items')::text), 0) as size, content->'sensitive' as sensitive, created_at as accepted_at
           from deliveries where id = any($2::bigint[]) and workspace_id = $1`,
    values: [workspaceId, ids],
  })
}

interface VarsRow {
  id: number
  vars: Record<string, string>
  /** The messages of a digest. Null for other deliveries. */
  list: DigestItem[] | null
}

/** Returns the variables of these deliveries with their values. */
export async function readVars(c: Connection, workspaceId: number, ids: number[]): Promise<VarsRow[]> {
  return rowsOf<VarsRow>(c, {
    name: 'read-vars',
    text: `select id, content->'vars' as vars, content->'items'->'list' as list from deliveries where id = any($2::bigint[]) and workspace_id = $1`,
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
