// Stores open invitations to a workspace. Also stores one-time links for the first owner and for forgotten passwords.
import type { Connection, Transaction } from '../database.ts'
import { changesOneRow, firstRowOf, hasRow, onlyRowOf, rowsOf } from '../rows.ts'
import type { Role } from './memberships.ts'

export interface InvitationRow {
  id: number
  workspace_id: number
  email: string
  role: Role
  invited_by: string
  created_at: Date
  expires_at: Date
  /**
   * The state of the email that contains the link. Null if there is no email and the link was shown to the inviter
   * instead.
   */
  mail: 'waiting' | 'sent' | 'failed' | null
}

const COLUMNS = 'id, workspace_id, email, role, invited_by, created_at, expires_at, mail'

/**
 * Stores an invitation. If the address already has an invitation to the workspace, the new invitation replaces it, and
 * the link of the old invitation becomes invalid.
 */
export async function putInvitation(
  c: Connection,
  now: Date,
  row: {
    workspaceId: number
    email: string
    role: Role
    hash: Buffer
    invitedBy: string
    expiresAt: Date
    mail: 'waiting' | null
  },
): Promise<InvitationRow> {
  return onlyRowOf<InvitationRow>(c, {
    text: `insert into invitations (workspace_id, email, role, hash, invited_by, created_at, expires_at, mail)
           values ($1, $2, $3, $4, $5, $6, $7, $8)
           on conflict (workspace_id, lower(email)) do update set email = excluded.email, role = excluded.role,
             hash = excluded.hash, invited_by = excluded.invited_by, created_at = excluded.created_at, expires_at = excluded.expires_at,
             mail = excluded.mail
           returning ${COLUMNS}`,
    values: [row.workspaceId, row.email, row.role, row.hash, row.invitedBy, now, row.expiresAt, row.mail],
  })
}

export async function listInvitations(
  c: Connection,
  workspaceId: number,
  before: number,
  limit: number,
): Promise<InvitationRow[]> {
  return rowsOf<InvitationRow>(c, {
    text: `select ${COLUMNS} from invitations where workspace_id = $1 and id < $2 order by id desc limit $3`,
    values: [workspaceId, before, limit],
  })
}

export async function deleteInvitation(c: Connection, workspaceId: number, id: number): Promise<boolean> {
  return changesOneRow(c, {
    text: 'delete from invitations where workspace_id = $1 and id = $2',
    values: [workspaceId, id],
  })
}

export interface OpenInvitation extends InvitationRow {
  workspace_name: string
}

export async function findInvitation(c: Connection, now: Date, hash: Buffer): Promise<OpenInvitation | undefined> {
  return firstRowOf<OpenInvitation>(c, {
    text: `select i.id, i.workspace_id, i.email, i.role, i.invited_by, i.created_at, i.expires_at, i.mail, w.name as workspace_name
           from invitations i join workspaces w on w.id = i.workspace_id where i.hash = $1 and i.expires_at > $2`,
    values: [hash, now],
  })
}

/** Marks the invitation as used. Returns undefined if it was already used, was revoked or has expired. */
export async function takeInvitation(tx: Transaction, now: Date, hash: Buffer): Promise<InvitationRow | undefined> {
  return firstRowOf<InvitationRow>(tx, {
    text: `delete from invitations where hash = $1 and expires_at > $2 returning ${COLUMNS}`,
    values: [hash, now],
  })
}

export type LinkKind = 'setup' | 'password'

export async function insertLink(
  c: Connection,
  now: Date,
  link: { hash: Buffer; kind: LinkKind; memberId: number | null; expiresAt: Date },
): Promise<void> {
  await c.query({
    text: 'insert into one_time_links (hash, kind, member_id, created_at, expires_at) values ($1, $2, $3, $4, $5)',
    values: [link.hash, link.kind, link.memberId, now, link.expiresAt],
  })
}

/** Marks a link as used. Returns undefined if the link is not valid. */
export async function takeLink(
  tx: Transaction,
  now: Date,
  kind: LinkKind,
  hash: Buffer,
): Promise<{ member_id: number | null } | undefined> {
  return firstRowOf<{ member_id: number | null }>(tx, {
    text: 'delete from one_time_links where hash = $1 and kind = $2 and expires_at > $3 returning member_id',
    values: [hash, kind, now],
  })
}

/** Returns true if the link is valid. Does not mark it as used. */
export async function isLinkValid(c: Connection, now: Date, kind: LinkKind, hash: Buffer): Promise<boolean> {
  return hasRow(c, {
    text: 'select from one_time_links where hash = $1 and kind = $2 and expires_at > $3',
    values: [hash, kind, now],
  })
}

/** Returns the member of a valid link. Does not mark the link as used. */
export async function findLinkMember(c: Connection, now: Date, kind: LinkKind, hash: Buffer): Promise<number | null> {
  const found = await firstRowOf<{ member_id: number | null }>(c, {
    text: 'select member_id from one_time_links where hash = $1 and kind = $2 and expires_at > $3',
    values: [hash, kind, now],
  })
  return found?.member_id ?? null
}

/** Deletes the links of this kind that belong to the member. If `memberId` is null, deletes those of all members. */
export async function dropLinks(c: Connection, kind: LinkKind, memberId: number | null): Promise<void> {
  await c.query({
    text: 'delete from one_time_links where kind = $1 and ($2::bigint is null or member_id = $2)',
    values: [kind, memberId],
  })
}

export async function dropExpiredLinks(c: Connection, now: Date): Promise<void> {
  await c.query({ text: 'delete from one_time_links where expires_at <= $1', values: [now] })
}
