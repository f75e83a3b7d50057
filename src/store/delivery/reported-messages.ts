// Finds the messages that the reports of a provider are about.
import type { DeliveryStatus } from '../../delivery-states.ts'
import type { Connection } from '../database.ts'
import { rowsOf } from '../rows.ts'
import { reportedOn } from './answering.ts'

/** A delivery that a receipt may be about. */
export interface ReceiptTarget {
  id: number
  recipient_id: number
  address: string
  status: DeliveryStatus
}

/**
 * SQL condition that is true if an attempt used this connection. For the first connection of the lane,
 * `attempts.connection_id` may be null. 0.1.0 does not write this column, and later versions did not write it before
 * the settings were moved to provider_connections.
 */
export const attemptedThrough = (connection: string, delivery: string, outcome: 'sent' | 'ambiguous') =>
  `exists (select from attempts a where a.delivery_id = ${delivery}.id and a.outcome = '${outcome}' and coalesce(a.connection_id, ${delivery}.lane) = ${connection}::bigint)`

const wasSent = (delivery: string) =>
  `exists (select from attempts a where a.delivery_id = ${delivery}.id and a.outcome = 'sent')`

/** The connection that received a report. Its messages may be the ones that the report is about. */
export interface ReportingConnection {
  workspaceId: number
  lane: number
  connectionId: number
  channel: string
}

/**
 * Returns the deliveries that have these ids at the provider, by the ids. A delivery must have a sent attempt. If no
 * delivery with an id has one, an ambiguous attempt is enough, because the provider may have confirmed the attempt
 * later.
 */
export async function findByExternalIds(
  c: Connection,
  { workspaceId, lane, connectionId, channel }: ReportingConnection,
  externalIds: string[],
): Promise<Map<string, ReceiptTarget>> {
  const { condition, name } = reportedOn(channel)
  const rows = await rowsOf<ReceiptTarget & { external_id: string }>(c, {
    name: `find-by-external-ids-${name}`,
    // The limit makes the planner use the index for each id.
    text: `select d.* from unnest($3::text[]) as wanted(external_id), lateral (
             select id, recipient_id, address, status, external_id from deliveries
             where lane = $2 and external_id = wanted.external_id and workspace_id = $1 and ${condition}
               and (${attemptedThrough('$4', 'deliveries', 'sent')}
                 or not ${wasSent('deliveries')} and ${attemptedThrough('$4', 'deliveries', 'ambiguous')})
             order by id desc limit 1
           ) d`,
    values: [workspaceId, lane, externalIds, connectionId],
  })
  return new Map(rows.map(({ external_id, ...target }) => [external_id, target]))
}

/** Returns the delivery that has this id at the provider. See `findByExternalIds`. */
export async function findByExternalId(
  c: Connection,
  connection: ReportingConnection,
  externalId: string,
): Promise<ReceiptTarget | undefined> {
  return (await findByExternalIds(c, connection, [externalId])).get(externalId)
}
