// Memberships connect members with workspaces and define their roles. A workspace that has an owner always keeps at
// least one owner.
import { refuse } from '../errors.ts'
import { type Connection, type Database, type Transaction, transaction } from '../store/database.ts'
import {
  allWorkspaces,
  deleteMembership,
  findMembership,
  insertMembership,
  listMemberships,
  lockOwners,
  type MembershipFilter,
  type MembershipRow,
  type Role,
  setRole,
  workspacesOfMember,
} from '../store/members/memberships.ts'
import { createWorkspace } from '../workspaces/workspaces.ts'
import { roleEverywhere } from './actor.ts'
import { type Actor, endSessionsAfterLoss } from './sessions.ts'

/**
 * Returns the workspaces that the actor may enter, each with the actor's role. Operators and management tokens may
 * enter all workspaces.
 */
export async function workspacesOf(c: Connection, actor: Actor, after: number, limit: number) {
  const role = roleEverywhere(actor)
  const rows = await (role === null
    ? workspacesOfMember(c, actor.id, after, limit)
    : allWorkspaces(c, role, after, limit))
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }))
}

export async function membersOf(c: Connection, workspaceId: number, filter: MembershipFilter) {
  return (await listMemberships(c, workspaceId, filter)).map(memberBody)
}

/** Creates a workspace and makes the member its owner. A workspace that a management token creates has no members. */
export async function createOwnWorkspace(
  db: Database,
  now: Date,
  input: Parameters<typeof createWorkspace>[2],
  actor: Actor,
) {
  return transaction(db, async (tx) => {
    const workspace = await createWorkspace(tx, now, input)
    const owner = { workspaceId: workspace.id, memberId: actor.id, role: 'owner' as const }
    if (actor.kind === 'member') await insertMembership(tx, now, owner)
    return workspace
  })
}

const ranks: Record<Role, number> = { viewer: 1, admin: 2, owner: 3 }

/**
 * Changes a member's role. If the new role is lower, the member's sessions end. Throws conflict if the last owner would
 * lose the role.
 */
export async function changeRole(db: Database, actor: Actor, workspaceId: number, memberId: number, role: Role) {
  return transaction(db, async (tx) => {
    const before = await refuseLastOwner(tx, workspaceId, memberId, role)
    await setRole(tx, workspaceId, memberId, role)
    if (ranks[role] < ranks[before.role]) await endSessionsAfterLoss(tx, actor, memberId)
    return memberBody({ ...before, role })
  })
}

/**
 * Removes a membership and ends the member's sessions. The member's account stays. Throws conflict if the member is the
 * last owner.
 */
export async function removeMember(db: Database, actor: Actor, workspaceId: number, memberId: number): Promise<void> {
  await transaction(db, async (tx) => {
    await refuseLastOwner(tx, workspaceId, memberId, undefined)
    await deleteMembership(tx, workspaceId, memberId)
    await endSessionsAfterLoss(tx, actor, memberId)
  })
}

async function refuseLastOwner(
  tx: Transaction,
  workspaceId: number,
  memberId: number,
  role: Role | undefined,
): Promise<MembershipRow> {
  const owners = await lockOwners(tx, workspaceId)
  const member = await findMembership(tx, workspaceId, memberId)
  if (!member) refuse('not_found', `No member ${memberId} in this workspace.`)
  if (role !== 'owner' && owners.length === 1 && owners[0] === memberId)
    refuse('conflict', `${member.name} is the last owner of this workspace; make another member an owner first.`)
  return member
}

function memberBody({ joined_at, last_seen_at, ...row }: MembershipRow) {
  return { ...row, joined_at: joined_at.toISOString(), last_seen_at: last_seen_at?.toISOString() ?? null }
}
