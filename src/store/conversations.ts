// Conversations: what people wrote on a channel, by recipient and connection.
import { asJson, type Connection } from './database.ts'

export interface WindowRow {
  recipient_id: number
  channel: string
  /** The person's last message or tap, in the provider's time. */
  last_inbound_at: Date
}

/** When each of these people last wrote on the channel; who never did is missing. One index probe each. */
export async function lastInboundAt(
  c: Connection,
  wanted: { workspace_id: number; recipient_id: number; channel: string }[],
): Promise<WindowRow[]> {
  const result = await c.query<WindowRow>({
    name: 'last-inbound',
    text: `select w.recipient_id, w.channel, v.last_inbound_at
           from (select distinct * from json_to_recordset($1::json) as w(workspace_id bigint, recipient_id bigint, channel text)) w
           cross join lateral (
             select max(v.last_inbound_at) as last_inbound_at from conversations v
             where v.workspace_id = w.workspace_id and v.recipient_id = w.recipient_id and v.channel = w.channel
           ) v
           where v.last_inbound_at is not null`,
    values: [asJson(wanted)],
  })
  return result.rows
}
