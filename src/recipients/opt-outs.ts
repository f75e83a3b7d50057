// Opting out of a workspace's email: the token behind every unsubscribe link, and the list a person may look at and lift.
import { brand } from '../brand.ts'
import { refuse } from '../errors.ts'
import type { Seal } from '../lib/seal.ts'
import { emailKey } from '../lib/text/email-address.ts'
import { type Connection, type Database, type Transaction, transaction } from '../store/database.ts'
import {
  deleteOptOut,
  deleteOptOutUpTo,
  findOptOut,
  insertOptOut,
  listOptOuts,
  type OptOutRow,
  workspacesWithOptOuts,
} from '../store/recipients/opt-outs.ts'
import { findWorkspace, raiseVersion } from '../store/workspaces/workspaces.ts'
import { brandOf } from '../workspaces/brand.ts'
import { requireWorkspace } from '../workspaces/workspaces.ts'

/** Whom a link speaks for. */
export interface OptOutSubject {
  workspaceId: number
  mode: 'live' | 'test'
  deliveryId: number
  address: string
}

const PURPOSE = 'unsubscribe'

/**
 * Good for ever and stored nowhere: encrypted and authenticated, so it can be neither guessed nor changed, and a log
 * that holds it holds no address.
 */
export function unsubscribeUrl(seal: Seal, publicUrl: string, subject: OptOutSubject): string {
  const { workspaceId, mode, deliveryId, address } = subject
  const token = seal.close(JSON.stringify([workspaceId, mode, deliveryId, address]), PURPOSE).toString('base64url')
  return `${publicUrl}${brand.basePath}/${brand.segment}/unsubscribe/${token}`
}

/** What the link's page says: whose messages, for which address, and whether it was done already. */
export async function unsubscribeSubject(db: Database, seal: Seal, token: string) {
  const subject = subjectOf(seal, token)
  const workspace = subject && (await findWorkspace(db, subject.workspaceId))
  if (!subject || !workspace) return undefined
  const done = await findOptOut(db, holderOf(subject))
  return {
    subject,
    brand: brandOf(workspace),
    locale: workspace.default_locale,
    done: done !== undefined,
  }
}

export async function optOut(db: Database, now: Date, subject: OptOutSubject): Promise<void> {
  await keepOptOut(db, now, holderOf(subject), subject.deliveryId)
}

/** Entered by a person, such as from another system's list. */
export async function addOptOut(db: Database, now: Date, workspaceId: number, mode: 'live' | 'test', address: string) {
  await requireWorkspace(db, workspaceId)
  const holder = { workspace_id: workspaceId, mode, address: emailKey(address) }
  await keepOptOut(db, now, holder, null)
  const row = await findOptOut(db, holder)
  return optOutBody(row ?? refuse('conflict', 'The opt-out was lifted meanwhile. Send the request again.'))
}

export async function optOutsOf(
  c: Connection,
  workspaceId: number,
  filter: { mode: 'live' | 'test'; q?: string; address?: string; after: number; limit: number },
) {
  await requireWorkspace(c, workspaceId)
  return (await listOptOuts(c, workspaceId, filter)).map(optOutBody)
}

/** The address is written to again. */
export async function liftOptOut(c: Connection, workspaceId: number, id: number): Promise<void> {
  if (!(await deleteOptOut(c, workspaceId, id))) refuse('not_found', `No opt-out ${id} in this workspace.`)
}

function subjectOf(seal: Seal, token: string): OptOutSubject | undefined {
  try {
    // The seal proves that this file wrote it.
    const [workspaceId, mode, deliveryId, address] = JSON.parse(
      seal.open(Buffer.from(token, 'base64url'), PURPOSE),
    ) as [number, 'live' | 'test', number, string]
    return { workspaceId, mode, deliveryId, address }
  } catch {
    return undefined
  }
}

function holderOf({ workspaceId, mode, address }: OptOutSubject) {
  return { workspace_id: workspaceId, mode, address: emailKey(address) }
}

/** Admission looks nobody up in a workspace without opt-outs: the first one has to make it look again. */
async function keepOptOut(
  db: Database,
  now: Date,
  holder: { workspace_id: number; mode: string; address: string },
  deliveryId: number | null,
): Promise<void> {
  await transaction(db, (tx) => keepHolder(tx, now, holder, deliveryId))
}

async function keepHolder(
  tx: Transaction,
  at: Date,
  holder: { workspace_id: number; mode: string; address: string },
  deliveryId: number | null,
): Promise<void> {
  const first = (await workspacesWithOptOuts(tx, [holder.workspace_id])).length === 0
  await insertOptOut(tx, at, { ...holder, delivery_id: deliveryId })
  if (first) await raiseVersion(tx, holder.workspace_id)
}

/** What a person told a provider about advertising. A word that is older than the one that is kept changes nothing. */
export async function noteAdvertising(
  tx: Transaction,
  workspaceId: number,
  { address, wanted, at }: { address: string; wanted: boolean; at: Date },
): Promise<void> {
  const holder = { workspace_id: workspaceId, mode: 'live', address: emailKey(address) }
  if (wanted) await deleteOptOutUpTo(tx, holder, at)
  else await keepHolder(tx, at, holder, null)
}

function optOutBody({ at, ...row }: OptOutRow) {
  return { ...row, at: at.toISOString() }
}
