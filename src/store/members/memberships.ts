// Stores memberships: the members of each workspace and their roles.
import type { Connection, Transaction } from '../database.ts'
import { changesOneRow, firstRowOf, rowsOf } from '../rows.ts'
import { SECOND_FACTOR } from './members.ts'

export type Role = 'owner' | 'admin' | 'viewer'

/** Returns false if the member already belongs to the workspace. */
export async function insertMembership(
  c: Connection,
  now: Date,
  row: { workspaceId: number; memberId: number; role: Role },
): Promise<boolean> {
  return changesOneRow(c, {
    text: `insert into memberships (workspace_id, member_id, role, joined_at) values ($1, $2, $3, $4)
           on conflict do nothing`,
    values: [row.workspaceId, row.memberId, row.role, now],
  })
}

/** Makes the first owner of the installation an owner of all existing workspaces. */
export async function joinEveryWorkspace(c: Connection, now: Date, memberId: number): Promise<void> {
  await c.query({
    text: `insert into memberships (workspace_id, member_id, role, joined_at)
           select id, $1, 'owner', $2 from workspaces on conflict do nothing`,
    values: [memberId, now],
  })
}

export interface WorkspaceOfMember {
  id: number
  name: string
  plan: string
  role: Role
  created_at: Date
}

/** Returns the workspaces of a member with ids above `after`. */
export async function workspacesOfMember(
  c: Connection,
  memberId: number,
  after: number,
  limit: number,
): Promise<WorkspaceOfMember[]> {
  return rowsOf<WorkspaceOfMember>(c, {
    text: `select w.id, w.name, w.plan, p.role, w.created_at from memberships p join workspaces w on w.id = p.workspace_id
           where p.member_id = $1 and w.id > $2 order by w.id limit $3`,
    values: [memberId, after, limit],
  })
}

/** Returns all workspaces with ids above `after`, for an actor that has `role` in each of them. */
export async function allWorkspaces(
  c: Connection,
  role: Role,
  after: number,
  limit: number,
): Promise<WorkspaceOfMember[]> {
  return rowsOf<WorkspaceOfMember>(c, {
    text: 'select id, name, plan, $1::text as role, created_at from workspaces where id > $2 order by id limit $3',
    values: [role, after, limit],
  })
}

export interface MembershipRow {
  id: number
  name: string
  email: string
  operator: boolean
  second_factor: boolean
  role: Role
  joined_at: Date
  last_seen_at: Date | null
}

const MEMBERSHIP = `m.id, m.name, m.email, m.operator, ${SECOND_FACTOR} as second_factor, p.role, p.joined_at,
  (select max(s.last_seen_at) from sessions s where s.member_id = m.id) as last_seen_at
  from memberships p join members m on m.id = p.member_id`

export interface MembershipFilter {
  /** Returns members with ids above this one. */
  after: number
  limit: number
  /** Part of the name or of the address, in upper or lower case. */
  q?: string | undefined
  role?: Role | undefined
  second_factor?: boolean | undefined
}

/** Returns members in the order of their ids. */
export async function listMemberships(
  c: Connection,
  workspaceId: number,
  { after, limit, q, role, second_factor }: MembershipFilter,
): Promise<MembershipRow[]> {
  return rowsOf<MembershipRow>(c, {
    text: `select ${MEMBERSHIP} where p.workspace_id = $1 and m.id > $2
             and ($4::text is null or strpos(lower(m.name || ' ' || m.email), lower($4)) > 0)
             and ($5::text is null or p.role = $5)
             and ($6::boolean is null or ${SECOND_FACTOR} = $6)
           order by m.id limit $3`,
    values: [workspaceId, after, limit, q ?? null, role ?? null, second_factor ?? null],
  })
}

export async function findMembership(
  c: Connection,
  workspaceId: number,
  memberId: number,
): Promise<MembershipRow | undefined> {
  return firstRowOf<MembershipRow>(c, {
    text: `select ${MEMBERSHIP} where p.workspace_id = $1 and p.member_id = $2`,
    values: [workspaceId, memberId],
  })
}

/** Locks the owners of a workspace. Otherwise, two transactions could remove the last two owners at the same time. */
export async function lockOwners(tx: Transaction, workspaceId: number): Promise<number[]> {
  const result = await tx.query<{ member_id: number }>({
    text: `select member_id from memberships where workspace_id = $1 and role = 'owner' order by member_id for update`,
    values: [workspaceId],
  })
  return result.rows.map((row) => row.member_id)
}

export async function setRole(c: Connection, workspaceId: number, memberId: number, role: Role): Promise<void> {
  await c.query({
    text: 'update memberships set role = $3 where workspace_id = $1 and member_id = $2',
    values: [workspaceId, memberId, role],
  })
}

export async function deleteMembership(c: Connection, workspaceId: number, memberId: number): Promise<void> {
  await c.query({
    text: 'delete from memberships where workspace_id = $1 and member_id = $2',
    values: [workspaceId, memberId],
  })
}

/** Returns the names of the workspaces whose only owner is this member. Locks the owners of these workspaces. */
export async function lockSoleOwnership(tx: Transaction, memberId: number): Promise<string[]> {
  const owners = await tx.query<{ workspace_id: number; member_id: number }>({
    text: `select workspace_id, member_id from memberships
           where role = 'owner' and workspace_id in (select workspace_id from memberships where member_id = $1 and role = 'owner')
           order by workspace_id, member_id for update`,
    values: [memberId],
  })
  const shared = new Set(owners.rows.filter((row) => row.member_id !== memberId).map((row) => row.workspace_id))
  const sole = owners.rows.filter((row) => !shared.has(row.workspace_id)).map((row) => row.workspace_id)
  if (sole.length === 0) return []
  const names = await tx.query<{ name: string }>({
    text: 'select name from workspaces where id = any($1::bigint[]) order by id',
    values: [sole],
  })
  return names.rows.map(({ name }) => name)
}
