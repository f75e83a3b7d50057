// Finds the provider connections of conversations. A conversation belongs to a lane, and each of its messages to one of
// the provider connections of the lane.
import { asJson, type Connection } from '../database.ts'
import { rowsOf } from '../rows.ts'

/**
 * Returns the provider connection to which each recipient wrote last, in the lane of the delivery. A delivery whose
 * recipient has not written in this lane is not in the result. Each delivery costs two lookups in indexes.
 */
export async function lastWrittenTo(
  c: Connection,
  deliveries: { id: number; recipient_id: number; channel: string; lane: number }[],
): Promise<{ id: number; connection_id: number }[]> {
  return rowsOf<{ id: number; connection_id: number }>(c, {
    name: 'last-written-to',
    text: `select w.id, m.connection_id
           from json_to_recordset($1::json) as w(id bigint, recipient_id bigint, channel text, lane bigint)
           join conversations v on v.recipient_id = w.recipient_id and v.channel = w.channel and v.connection_id = w.lane
           cross join lateral (
             select connection_id from messages where conversation_id = v.id order by at desc, id desc limit 1
           ) m`,
    values: [asJson(deliveries)],
  })
}
