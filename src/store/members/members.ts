// Stores members, who are the people who sign in to the portal. Two email addresses are the same if they differ only in
// upper and lower case.
import { emailKey } from '../../lib/text/email-address.ts'
import type { Connection, Transaction } from '../database.ts'
import { emailKeyOf } from '../email-key.ts'
import { firstRowOf, hasRow, rowsOf } from '../rows.ts'

export interface MemberRow {
  id: number
  name: string
  email: string
  operator: boolean
  created_at: Date
}

const COLUMNS = 'm.id, m.name, m.email, m.operator, m.created_at'

/** Returns undefined if another member has this address. */
export async function insertMember(
  c: Connection,
  now: Date,
  row: { name: string; email: string; password: string; operator: boolean },
): Promise<MemberRow | undefined> {
  return firstRowOf<MemberRow>(c, {
    text: `insert into members as m (name, email, password, operator, created_at) values ($1, $2, $3, $4, $5)
           on conflict do nothing returning ${COLUMNS}`,
    values: [row.name, row.email, row.password, row.operator, now],
  })
}

export async function findMember(c: Connection, id: number, lock = false): Promise<MemberRow | undefined> {
  return firstRowOf<MemberRow>(c, {
    text: `select ${COLUMNS} from members m where m.id = $1${lock ? ' for update' : ''}`,
    values: [id],
  })
}

/**
 * Returns the member with this address, and the hash of the password. Upper and lower case of A to Z in the address do
 * not matter.
 */
export async function findMemberByEmail(
  c: Connection,
  email: string,
): Promise<(MemberRow & { password: string }) | undefined> {
  return firstRowOf<MemberRow & { password: string }>(c, {
    text: `select ${COLUMNS}, m.password from members m where ${emailKeyOf('m.email')} = $1 order by m.id limit 1`,
    values: [emailKey(email)],
  })
}

/**
 * Returns the hash of a password. With `lock`, other transactions cannot change the password until this transaction
 * ends.
 */
export async function findPassword(c: Connection, id: number, lock = false): Promise<string | undefined> {
  const result = await c.query<{ password: string }>({
    text: `select password from members where id = $1${lock ? ' for no key update' : ''}`,
    values: [id],
  })
  return result.rows[0]?.password
}

export async function setPassword(c: Connection, id: number, password: string): Promise<void> {
  await c.query({ text: 'update members set password = $2, password_set = true where id = $1', values: [id, password] })
}

export async function setMemberName(c: Connection, id: number, name: string): Promise<void> {
  await c.query({ text: 'update members set name = $2 where id = $1', values: [id, name] })
}

export async function setOperator(c: Connection, id: number, operator: boolean): Promise<void> {
  await c.query({ text: 'update members set operator = $2 where id = $1', values: [id, operator] })
}

/** Deletes a member, and the member's memberships, sessions and links. */
export async function deleteMember(c: Connection, id: number): Promise<void> {
  await c.query({ text: 'delete from members where id = $1', values: [id] })
}

/** Locks all operators. Otherwise, two transactions could remove the last two operators at the same time. */
export async function lockOperators(tx: Transaction): Promise<number[]> {
  const result = await tx.query<{ id: number }>({
    text: 'select id from members where operator order by id for update',
  })
  return result.rows.map(({ id }) => id)
}

export async function anyOperator(c: Connection): Promise<boolean> {
  return hasRow(c, { text: 'select from members where operator limit 1' })
}

/** Whether a sign-in to the account needs a code. */
export const SECOND_FACTOR =
  'exists (select from second_factors f where f.member_id = m.id and f.confirmed_at is not null)'

export interface AccountRow extends MemberRow {
  second_factor: boolean
  last_seen_at: Date | null
  workspaces: { id: number; name: string; role: string }[]
}

export interface AccountListFilter {
  /** Returns members with ids below this one. */
  before: number
  limit: number
  /** Part of the name or of the address, in upper or lower case. */
  q?: string | undefined
  operator?: boolean | undefined
  second_factor?: boolean | undefined
}

/** Returns the members of the installation, newest first. */
export async function listAccounts(
  c: Connection,
  { q, operator, second_factor, before, limit }: AccountListFilter,
): Promise<AccountRow[]> {
  return rowsOf<AccountRow>(c, {
    text: `select ${COLUMNS}, ${SECOND_FACTOR} as second_factor, (select max(s.last_seen_at) from sessions s where s.member_id = m.id) as last_seen_at,
             coalesce((select jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name, 'role', p.role) order by w.id)
               from memberships p join workspaces w on w.id = p.workspace_id where p.member_id = m.id), '[]') as workspaces
           from members m
           where m.id < $1 and ($2::text is null or position(lower($2) in lower(m.name || ' ' || m.email)) > 0)
             and ($4::boolean is null or m.operator = $4) and ($5::boolean is null or ${SECOND_FACTOR} = $5)
           order by m.id desc limit $3`,
    values: [before, q ?? null, limit, operator ?? null, second_factor ?? null],
  })
}
