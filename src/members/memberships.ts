// Memberships: a workspace's people and their roles; it never stands without an owner once it has one.
import { refuse } from '../errors.ts'
import { type Connection, type Database, type Transaction, transaction } from '../store/database.ts'
import {
  deleteMembership,
  findMembership,
  insertMembership,
  listMemberships,
  lockOwners,
  type MembershipRow,
  type Role,
  setRole,
  workspacesOfMember,
} from '../store/memberships.ts'
import { createWorkspace } from '../workspace/workspaces.ts'
import type { Actor } from './sessions.ts'

/** Workspaces somebody may enter, with the role they have there: an operator, and a token, owns every one. */
export async function workspacesOf(c: Connection, actor: Actor, after: number, limit: number) {
  const rows = await workspacesOfMember(c, actor, after, limit)
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }))
}

export async function membersOf(c: Connection, workspaceId: number, after: number, limit: number) {
  return (await listMemberships(c, workspaceId, after, limit)).map(memberBody)
}

/** Whoever creates a workspace owns it; one made with a management token has no member yet. */
export async function createOwnWorkspace(
  db: Database,
  now: Date,
  wanted: Parameters<typeof createWorkspace>[2],
  actor: Actor,
) {
  return transaction(db, async (tx) => {
    const workspace = await createWorkspace(tx, now, wanted)
    const owner = { workspaceId: workspace.id, memberId: actor.id, role: 'owner' as const }
    if (actor.kind === 'member') await insertMembership(tx, now, owner)
    return workspace
  })
}

/** Throws conflict for the last owner. */
export async function changeRole(db: Database, workspaceId: number, memberId: number, role: Role) {
  return transaction(db, async (tx) => {
    await refuseLastOwner(tx, workspaceId, memberId, role)
    await setRole(tx, workspaceId, memberId, role)
    return memberBody((await findMembership(tx, workspaceId, memberId))!)
  })
}

/** Ends a membership; the account stays. Throws conflict for the last owner. */
export async function removeMember(db: Database, workspaceId: number, memberId: number): Promise<void> {
  await transaction(db, async (tx) => {
    await refuseLastOwner(tx, workspaceId, memberId, undefined)
    await deleteMembership(tx, workspaceId, memberId)
  })
}

async function refuseLastOwner(
  tx: Transaction,
  workspaceId: number,
  memberId: number,
  role: Role | undefined,
): Promise<void> {
  const owners = await lockOwners(tx, workspaceId)
  const member = await findMembership(tx, workspaceId, memberId)
  if (!member) refuse('not_found', `No member ${memberId} in this workspace.`)
  if (role !== 'owner' && owners.length === 1 && owners[0] === memberId)
    refuse('conflict', `${member.name} is the last owner of this workspace; make another member an owner first.`)
}

function memberBody({ joined_at, last_seen_at, ...row }: MembershipRow) {
  return { ...row, joined_at: joined_at.toISOString(), last_seen_at: last_seen_at?.toISOString() ?? null }
}
