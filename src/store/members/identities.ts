// Stores the accounts at the OpenID Connect provider with which members sign in.
import type { Connection } from '../database.ts'
import { changesOneRow, firstRowOf, hasRow, rowsOf } from '../rows.ts'
import type { MemberRow } from './members.ts'

export interface IdentityRow {
  id: number
  issuer: string
  email: string | null
  linked_at: Date
  last_used_at: Date | null
}

/** Returns the member to whom the account at the provider is linked. */
export async function findMemberOfIdentity(
  c: Connection,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<MemberRow | undefined> {
  return firstRowOf<MemberRow>(c, {
    text: `select m.id, m.name, m.email, m.operator, m.created_at from identities i join members m on m.id = i.member_id
           where i.issuer = $1 and i.subject = $2`,
    values: [issuer, subject],
  })
}

/** Links an account at the provider. Returns false if it is already linked. */
export async function insertIdentity(
  c: Connection,
  now: Date,
  row: { memberId: number; issuer: string; subject: string; email: string | undefined },
): Promise<boolean> {
  return changesOneRow(c, {
    text: `insert into identities (member_id, issuer, subject, email, linked_at) values ($1, $2, $3, $4, $5)
           on conflict do nothing`,
    values: [row.memberId, row.issuer, row.subject, row.email ?? null, now],
  })
}

/** Records the use of a link. Returns false if the account is not linked to this member. */
export async function touchIdentity(
  c: Connection,
  now: Date,
  row: { memberId: number; issuer: string; subject: string; email: string | undefined },
): Promise<boolean> {
  return changesOneRow(c, {
    text: `update identities set last_used_at = $4, email = coalesce($5, email)
           where member_id = $1 and issuer = $2 and subject = $3`,
    values: [row.memberId, row.issuer, row.subject, now, row.email ?? null],
  })
}

export async function listIdentities(c: Connection, memberId: number): Promise<IdentityRow[]> {
  return rowsOf<IdentityRow>(c, {
    text: `select id, issuer, email, linked_at, last_used_at from identities where member_id = $1
           order by id desc limit 50`,
    values: [memberId],
  })
}

export async function deleteIdentity(c: Connection, memberId: number, id: number): Promise<boolean> {
  return changesOneRow(c, {
    text: 'delete from identities where member_id = $1 and id = $2',
    values: [memberId, id],
  })
}

/** Returns whether the member knows the password of the account. */
export async function hasPassword(c: Connection, memberId: number): Promise<boolean> {
  return hasRow(c, { text: 'select from members where id = $1 and password_set', values: [memberId] })
}

/** Records that no person knows the password of the account. */
export async function markPasswordUnset(c: Connection, memberId: number): Promise<void> {
  await c.query({ text: 'update members set password_set = false where id = $1', values: [memberId] })
}
