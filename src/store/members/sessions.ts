// Stores sessions of the portal. A session is found by the hash of its token, and only the browser has the token.
import type { Connection } from '../database.ts'
import { changesOneRow, firstRowOf, onlyRow, rowsOf } from '../rows.ts'
import type { Role } from './memberships.ts'

export interface NewSession {
  memberId: number
  hash: Buffer
  device: string
  address: string
  expiresAt: Date
  /** Whether the sign-in included the second factor. */
  secondFactor: boolean
}

export async function insertSession(c: Connection, now: Date, row: NewSession): Promise<number> {
  const result = await c.query<{ id: number }>({
    text: `insert into sessions (member_id, hash, device, address, created_at, last_seen_at, expires_at, second_factor)
           values ($1, $2, $3, $4, $5, $5, $6, $7) returning id`,
    values: [row.memberId, row.hash, row.device, row.address, now, row.expiresAt, row.secondFactor],
  })
  return onlyRow(result).id
}

export interface SessionMember {
  session_id: number
  last_seen_at: Date
  created_at: Date
  member_id: number
  name: string
  email: string
  operator: boolean
  /** The member's role in the given workspace. Null if the member has no role there. */
  role: Role | null
}

/**
 * Returns the member of a session, and the member's role in the workspace. Each request from the portal runs this
 * statement once.
 */
export async function findSession(
  c: Connection,
  now: Date,
  hash: Buffer,
  workspaceId: number | null,
): Promise<SessionMember | undefined> {
  return firstRowOf<SessionMember>(c, {
    name: 'find-session',
    text: `select s.id as session_id, s.last_seen_at, s.created_at, m.id as member_id, m.name, m.email, m.operator, p.role
           from sessions s join members m on m.id = s.member_id
           left join memberships p on p.member_id = m.id and p.workspace_id = $3
           where s.hash = $1 and s.expires_at > $2`,
    values: [hash, now, workspaceId],
  })
}

export async function touchSession(
  c: Connection,
  now: Date,
  id: number,
  { address, expiresAt }: { address: string; expiresAt: Date },
): Promise<void> {
  await c.query({
    text: 'update sessions set last_seen_at = $2, address = $3, expires_at = $4 where id = $1',
    values: [id, now, address, expiresAt],
  })
}

export interface SessionRow {
  id: number
  device: string
  address: string
  created_at: Date
  last_seen_at: Date
  expires_at: Date
}

/** Returns the open sessions of a member. The most recently used session comes first. */
export async function listSessions(c: Connection, now: Date, memberId: number): Promise<SessionRow[]> {
  return rowsOf<SessionRow>(c, {
    text: `select id, device, address, created_at, last_seen_at, expires_at from sessions
           where member_id = $1 and expires_at > $2 order by last_seen_at desc, id desc limit 100`,
    values: [memberId, now],
  })
}

export async function deleteSession(c: Connection, memberId: number, id: number): Promise<boolean> {
  return changesOneRow(c, {
    text: 'delete from sessions where member_id = $1 and id = $2',
    values: [memberId, id],
  })
}

/** Deletes a session and returns its member. Returns undefined if the session does not exist or has expired. */
export async function deleteSessionByHash(
  c: Connection,
  now: Date,
  hash: Buffer,
): Promise<{ id: number; name: string; email: string } | undefined> {
  const result = await c.query<{ id: number; name: string; email: string; is_open: boolean }>({
    text: `delete from sessions s using members m where s.hash = $1 and m.id = s.member_id
           returning m.id, m.name, m.email, s.expires_at > $2 as is_open`,
    values: [hash, now],
  })
  const [found] = result.rows
  return found?.is_open ? { id: found.id, name: found.name, email: found.email } : undefined
}

/** Ends all sessions of a member. If a session is given as an exception, it stays open. */
export async function deleteSessionsOf(c: Connection, memberId: number, except?: number): Promise<void> {
  await c.query({
    text: 'delete from sessions where member_id = $1 and ($2::bigint is null or id <> $2)',
    values: [memberId, except ?? null],
  })
}

export async function dropEndedSessions(c: Connection, now: Date): Promise<void> {
  await c.query({ text: 'delete from sessions where expires_at <= $1', values: [now] })
}
