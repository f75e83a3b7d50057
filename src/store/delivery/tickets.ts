// Stores tickets: promises of providers to report the result of a message when they are asked.
import { asJson, type Connection, type Transaction } from '../database.ts'
import { rowsOf } from '../rows.ts'

export interface NewTicket {
  workspace_id: number
  lane: number
  provider: string
  delivery_id: number
  recipient_id: number
  ticket: string
  device: string
  decisive: boolean
  sent_at: string
  due_at: string
}

export async function insertTickets(tx: Transaction, tickets: NewTicket[]): Promise<void> {
  await tx.query({
    name: 'insert-tickets',
    text: `insert into tickets (workspace_id, lane, provider, delivery_id, recipient_id, ticket, device, decisive, sent_at, due_at)
           select * from json_to_recordset($1::json) as t(workspace_id bigint, lane bigint, provider text, delivery_id bigint,
             recipient_id bigint, ticket text, device text, decisive boolean, sent_at timestamptz, due_at timestamptz)`,
    values: [asJson(tickets)],
  })
}

export interface TicketRow {
  id: number
  workspace_id: number
  lane: number
  provider: string
  delivery_id: number
  recipient_id: number
  ticket: string
  device: string
  decisive: boolean
  sent_at: Date
}

const COLUMNS =
  't.id, t.workspace_id, t.lane, t.provider, t.delivery_id, t.recipient_id, t.ticket, t.device, t.decisive, t.sent_at'

/**
 * Claims due tickets of one connection, and returns them. Moves their due time to `until`, so that no other process
 * asks for them before that time. Locks the ticket that chooses the connection: a claim that starts beside another one
 * then takes the next connection, and does not return empty.
 */
export async function claimTickets(c: Connection, now: Date, until: Date, most: number): Promise<TicketRow[]> {
  return rowsOf<TicketRow>(c, {
    name: 'claim-tickets',
    text: `with earliest as (
             select lane, provider from tickets where due_at <= $1 order by due_at limit 1 for update skip locked
           ), due as (
             select t.id from tickets t join earliest e on e.lane = t.lane and e.provider = t.provider
             where t.due_at <= $1 order by t.due_at limit $3 for update of t skip locked
           )
           update tickets t set due_at = $2 where t.id = any(array(select id from due)) returning ${COLUMNS}`,
    values: [now, until, most],
  })
}

/** Sets the time of the next request for these tickets. Locks them in the order of their ids, as results do. */
export async function postponeTickets(c: Connection, ids: number[], until: Date): Promise<void> {
  await c.query({
    text: `update tickets set due_at = $2
           where id = any(array(select id from tickets where id = any($1::bigint[]) order by id for update))`,
    values: [ids, until],
  })
}

/** The connection that received tickets. */
export type TicketLane = Pick<TicketRow, 'lane' | 'provider'>

/** Sets the time of the next request for all due tickets of a connection. Skips tickets that another process changes. */
export async function postponeDueTickets(
  c: Connection,
  { lane, provider }: TicketLane,
  now: Date,
  until: Date,
): Promise<void> {
  await c.query({
    text: `update tickets set due_at = $4 where id = any(array(
             select id from tickets where lane = $1 and provider = $2 and due_at <= $3 for update skip locked))`,
    values: [lane, provider, now, until],
  })
}

/** Deletes the tickets of a connection whose messages were sent before this time. */
export async function deleteOldTickets(c: Connection, { lane, provider }: TicketLane, sentBefore: Date): Promise<void> {
  await c.query({
    text: `delete from tickets where id = any(array(
             select id from tickets where lane = $1 and provider = $2 and sent_at <= $3 for update skip locked))`,
    values: [lane, provider, sentBefore],
  })
}

export async function deleteTickets(c: Connection, ids: number[]): Promise<void> {
  await c.query({ text: 'delete from tickets where id = any($1::bigint[])', values: [ids] })
}

/**
 * Deletes the tickets whose messages arrived. The other tickets of these messages can no longer fail them. Locks all
 * tickets of these messages in the order of their ids, as `takeFailedTicket` does.
 */
export async function confirmTickets(tx: Transaction, ids: number[]): Promise<void> {
  await tx.query({
    text: `with locked as materialized (
             select id, delivery_id from tickets
             where delivery_id in (select delivery_id from tickets where id = any($1::bigint[])) order by id for update
           ), confirmed as (
             delete from tickets where id in (select id from locked where id = any($1::bigint[])) returning delivery_id
           )
           update tickets set decisive = false
           where id in (select id from locked where delivery_id in (select delivery_id from confirmed) and id <> all($1::bigint[]))`,
    values: [ids],
  })
}

/**
 * Deletes a ticket. Returns undefined if it was already deleted. Otherwise returns whether no other result can decide
 * about the message: the ticket was decisive, and the message has no other ticket. Locks all tickets of the message, so
 * that two tickets that fail at the same time are handled one after the other.
 */
export async function takeFailedTicket(
  tx: Transaction,
  { id, delivery_id }: Pick<TicketRow, 'id' | 'delivery_id'>,
): Promise<boolean | undefined> {
  const rows = await rowsOf<{ id: number; decisive: boolean }>(tx, {
    text: 'select id, decisive from tickets where delivery_id = $1 order by id for update',
    values: [delivery_id],
  })
  const own = rows.find((row) => row.id === id)
  if (!own) return undefined
  await deleteTickets(tx, [id])
  return own.decisive && rows.length === 1
}

/** Deletes the tickets of a recipient, because they contain the tokens of its devices. */
export async function removeTicketsOf(tx: Transaction, workspaceId: number, recipientIds: number[]): Promise<void> {
  await tx.query({
    text: `delete from tickets where id = any(array(
             select id from tickets where recipient_id = any($2::bigint[]) and workspace_id = $1 order by id for update))`,
    values: [workspaceId, recipientIds],
  })
}
