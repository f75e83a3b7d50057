// Opting out of a channel's messages: the token behind every unsubscribe link, what providers report, and the list that members edit.
import { Type } from 'typebox'
import { brand } from '../brand.ts'
import { addressTable } from '../channels/addresses.ts'
import { type ChannelName, channelOf, channels } from '../channels/index.ts'
import { refuse, refuseInvalid } from '../errors.ts'
import { checkOf } from '../lib/json/schema-check.ts'
import type { Seal } from '../lib/seal.ts'
import { schemaWords } from '../schema-words.ts'
import { type Connection, type Database, type Transaction, transaction } from '../store/database.ts'
import {
  deleteOptOut,
  deleteOptOutUpTo,
  findOptOut,
  insertOptOut,
  listOptOuts,
  type OptOutFilter,
  type OptOutHolder,
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
export async function addOptOut(
  db: Database,
  now: Date,
  {
    workspaceId,
    mode,
    channel,
    address,
  }: { workspaceId: number; mode: 'live' | 'test'; channel: ChannelName; address: string },
) {
  if (channelOf(channel).optOuts === undefined) refuseInvalid({ channel: [`recipients can't opt out of ${channel}`] })
  refuseMalformed(channel, address)
  await requireWorkspace(db, workspaceId)
  const holder = { workspace_id: workspaceId, mode, channel, address }
  await keepOptOut(db, now, holder, null)
  const row = await findOptOut(db, holder)
  return optOutBody(row ?? refuse('conflict', 'The opt-out was lifted meanwhile. Send the request again.'))
}

const addressChecks = new Map(
  addressTable().texts.map(({ channel, format }) => {
    const schema = Type.String(format)
    return [channel, { schema, check: checkOf(schema) }] as const
  }),
)

/** Throws validation_failed for a text that is no address on the channel. */
function refuseMalformed(channel: ChannelName, address: string): void {
  const known = addressChecks.get(channel)
  if (!known || known.check()(address)) return
  const { errors } = known.check()
  refuseInvalid({ address: (errors ?? []).map((error) => schemaWords(error, known.schema)) })
}

/** `address`: all of the address, on any channel unless the filter has one. */
export async function optOutsOf(
  c: Connection,
  workspaceId: number,
  { address, ...filter }: OptOutFilter & { address?: string },
) {
  await requireWorkspace(c, workspaceId)
  const on = filter.channel === undefined ? optOutChannels : [filter.channel]
  const holders = address === undefined ? undefined : on.map((channel) => ({ channel, address }))
  return (await listOptOuts(c, workspaceId, { ...filter, holders })).map(optOutBody)
}

const optOutChannels = channels.flatMap(({ name, optOuts }) => (optOuts === undefined ? [] : name))

/** The address is written to again. */
export async function liftOptOut(c: Connection, workspaceId: number, id: number): Promise<void> {
  if (!(await deleteOptOut(c, workspaceId, id))) refuse('not_found', `No opt-out ${id} in this workspace.`)
}

function subjectOf(seal: Seal, token: string): OptOutSubject | undefined {
  try {
    // The seal proves that this file wrote it.
    const values: [number, 'live' | 'test', number, string] = JSON.parse(
      seal.open(Buffer.from(token, 'base64url'), PURPOSE),
    )
    const [workspaceId, mode, deliveryId, address] = values
    return { workspaceId, mode, deliveryId, address }
  } catch {
    return undefined
  }
}

/** Links are in emails alone. */
function holderOf({ workspaceId, mode, address }: OptOutSubject): OptOutHolder {
  return { workspace_id: workspaceId, mode, channel: 'email', address }
}

/** Admission looks nobody up in a workspace without opt-outs: the first one has to make it look again. */
async function keepOptOut(db: Database, now: Date, holder: OptOutHolder, deliveryId: number | null): Promise<void> {
  await transaction(db, (tx) => keepHolder(tx, now, holder, deliveryId))
}

async function keepHolder(tx: Transaction, at: Date, holder: OptOutHolder, deliveryId: number | null): Promise<void> {
  const first = (await workspacesWithOptOuts(tx, [holder.workspace_id])).length === 0
  await insertOptOut(tx, at, { ...holder, delivery_id: deliveryId })
  if (first) await raiseVersion(tx, holder.workspace_id)
}

/** Applies a wish that a person told a provider. A wish that is older than the one that is kept changes nothing. */
export async function noteWish(
  tx: Transaction,
  { workspaceId, channel }: { workspaceId: number; channel: string },
  { address, optedIn, at }: { address: string; optedIn: boolean; at: Date },
): Promise<void> {
  const holder = { workspace_id: workspaceId, mode: 'live', channel, address }
  if (optedIn) await deleteOptOutUpTo(tx, holder, at)
  else await keepHolder(tx, at, holder, null)
}

/** A row of a channel that this version does not know blocks nothing here; the version that wrote it reads it. */
function optOutBody({ at, channel, ...row }: OptOutRow) {
  const blocks = channels.find(({ name }) => name === channel)?.optOuts ?? 'all'
  return { ...row, channel, blocks, at: at.toISOString() }
}
