// Workspaces and their limits. The limits are those of the plan, unless an operator set other numbers (decisions 17 and
// 19).
import { refuse, refuseInvalid } from '../errors.ts'
import type { QuietHours } from '../lib/quiet-hours/period.ts'
import { isTimeZone } from '../lib/text/time-zone.ts'
import { plans } from '../plans.ts'
import { requireQuietHours } from '../quiet-hours/check.ts'
import { type Connection, type Database, type Transaction, transaction } from '../store/database.ts'
import { errorCode } from '../store/failures.ts'
import type { Role } from '../store/members/memberships.ts'
import { addCredits, listCreditEntries, readBalance } from '../store/workspaces/credits.ts'
import {
  findWorkspace,
  insertWorkspace,
  listWorkspaces,
  updateWorkspace,
  type WorkspacePage,
  type WorkspaceRow,
} from '../store/workspaces/workspaces.ts'
import { usageOf } from './usage.ts'

export interface WorkspaceChange {
  name?: string
  plan?: string
  quota?: number | null
  whatsapp_limit?: number | null
  default_locale?: string
  brand?: Record<string, unknown>
  notice_email?: string | null
  time_zone?: string
  quiet_hours?: QuietHours | null
}

/**
 * Throws validation_failed for a name that contains a link or control characters, because emails and pages show the
 * name to strangers.
 */
function refuseName(name: string): void {
  if (/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(name))
    refuseInvalid({ name: ['must be on one line, without control characters'] })
  if (/:\/\/|\bwww\./i.test(name)) refuseInvalid({ name: ['must be a name, not an address: leave out :// and www.'] })
}

/** Throws validation_failed for an unknown time zone. */
function refuseTimeZone(zone: string | undefined): void {
  if (zone !== undefined && !isTimeZone(zone))
    refuseInvalid({ time_zone: ['is not the name of a time zone, such as Europe/Rome'] })
}

/** Throws validation_failed for an invalid name or time zone. */
export async function createWorkspace(
  c: Connection,
  now: Date,
  input: WorkspaceChange & { name: string; plan: string },
) {
  refuseName(input.name)
  refuseTimeZone(input.time_zone)
  await requireQuietHours(c, input.quiet_hours)
  return workspaceBody(
    await insertWorkspace(c, now, {
      name: input.name,
      plan: input.plan,
      quota: input.quota === undefined ? quotaOf(input.plan) : input.quota,
      whatsapp_limit: input.whatsapp_limit === undefined ? quotaOf(input.plan) : input.whatsapp_limit,
      default_locale: input.default_locale ?? 'it',
      brand: withoutNulls(input.brand ?? {}),
      notice_email: input.notice_email ?? null,
      time_zone: input.time_zone ?? 'UTC',
      quiet_hours: input.quiet_hours ?? null,
    }),
  )
}

export async function requireWorkspace(c: Connection, id: number, lock = false): Promise<WorkspaceRow> {
  return (await findWorkspace(c, id, lock)) ?? refuse('not_found', `No workspace ${id}.`)
}

/** Returns the workspace with this month's usage and the remaining credits. */
export async function workspaceOf(c: Connection, now: Date, id: number) {
  const row = await requireWorkspace(c, id)
  return { ...workspaceBody(row), usage: await usageOf(c, id, now), credits: await readBalance(c, id) }
}

/**
 * `role` is the caller's role in every workspace. It is null for a member, because a member has a separate role in each
 * workspace.
 */
export async function workspacesAfter(c: Connection, page: WorkspacePage, role: Role | null) {
  const rows = await listWorkspaces(c, page)
  return rows.map(({ role: own, ...row }) => ({ ...workspaceBody(row), role: role ?? own }))
}

/**
 * Changes a workspace. A new plan sets the limits of that plan, unless the same change sets other limits. A name that a
 * version before 0.2.0 saved may stay unchanged, even if it is invalid now.
 */
export async function changeWorkspace(db: Database, id: number, change: WorkspaceChange) {
  return transaction(db, async (tx) => {
    const before = await requireWorkspace(tx, id, true)
    if (change.name !== undefined && change.name !== before.name) refuseName(change.name)
    refuseTimeZone(change.time_zone)
    await requireQuietHours(tx, change.quiet_hours)
    const ofPlan =
      change.plan === undefined ? {} : { quota: quotaOf(change.plan), whatsapp_limit: quotaOf(change.plan) }
    const row = { ...before, ...ofPlan, ...change, brand: withoutNulls({ ...before.brand, ...change.brand }) }
    await updateWorkspace(tx, row)
    return workspaceBody(row)
  })
}

/** Returns the quota of a plan. The schema of the request permits only known plans. */
function quotaOf(plan: string): number | null {
  const known = plans[plan]
  if (known === undefined) throw new Error(`there is no plan ${plan}`)
  return known.quota
}

function withoutNulls(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
}

function workspaceBody({ created_at, ...row }: WorkspaceRow) {
  return { ...row, created_at: created_at.toISOString() }
}

/** Adds or corrects credits. The ledger stores the reason. */
export async function giveCredits(
  db: Database,
  now: Date,
  workspaceId: number,
  amount: number,
  note: string | undefined,
) {
  try {
    return await transaction(db, async (tx: Transaction) => {
      await requireWorkspace(tx, workspaceId)
      return entryBody(await addCredits(tx, now, workspaceId, amount, note ?? null))
    })
  } catch (error) {
    if (errorCode(error) !== '23514') throw error
    return refuseInvalid({ amount: ['would make the balance negative'] })
  }
}

export async function ledgerOf(c: Connection, workspaceId: number, before: number, limit: number) {
  await requireWorkspace(c, workspaceId)
  return {
    entries: (await listCreditEntries(c, workspaceId, before, limit)).map(entryBody),
    balance: await readBalance(c, workspaceId),
  }
}

function entryBody({ at, ...entry }: Awaited<ReturnType<typeof addCredits>>) {
  return { ...entry, at: at.toISOString() }
}
