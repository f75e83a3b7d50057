// Opt-outs from a channel. They come from unsubscribe links, from reports of providers, and from the list that members
// edit.
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

/** The delivery that contains an unsubscribe link, and the address that the link opts out. */
export interface OptOutSubject {
  workspaceId: number
  mode: 'live' | 'test'
  deliveryId: number
  address: string
}

const PURPOSE = 'unsubscribe'

/**
 * Returns the unsubscribe link of a delivery. The link's token never expires and is not stored. It is encrypted and
 * authenticated, so it cannot be guessed or changed. A log that contains the link does not reveal the address. All
 * attempts of a delivery contain the same link, because a provider compares the requests with one idempotency key.
 */
export function unsubscribeUrl(seal: Seal, publicUrl: string, subject: OptOutSubject): string {
  const { workspaceId, mode, deliveryId, address } = subject
  const token = seal.closeSame(JSON.stringify([workspaceId, mode, deliveryId, address]), PURPOSE).toString('base64url')
  return `${publicUrl}${brand.basePath}/${brand.segment}/unsubscribe/${token}`
}

/**
 * Returns the data of the unsubscribe page: the workspace, the address, and whether the address is already opted out.
 */
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
  await storeOptOut(db, now, holderOf(subject), subject.deliveryId)
}

/** Adds an opt-out that a member enters, for example an opt-out from another system. */
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
  await storeOptOut(db, now, holder, null)
  const row = await findOptOut(db, holder)
  return optOutBody(row ?? refuse('conflict', 'The opt-out was removed at the same time. Send the request again.'))
}

const addressChecks = new Map(
  addressTable().texts.map(({ channel, format }) => {
    const schema = Type.String(format)
    return [channel, { schema, check: checkOf(schema) }] as const
  }),
)

/** Throws validation_failed if the text is not a valid address of the channel. */
function refuseMalformed(channel: ChannelName, address: string): void {
  const known = addressChecks.get(channel)
  if (!known || known.check()(address)) return
  const { errors } = known.check()
  refuseInvalid({ address: (errors ?? []).map((error) => schemaWords(error, known.schema)) })
}

/**
 * Returns the opt-outs that match the filter. The filter's `address` must be a complete address. If the filter has no
 * channel, the result contains the opt-outs of all channels.
 */
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

/** Removes an opt-out. From then on, new messages to the address are sent. */
export async function liftOptOut(c: Connection, workspaceId: number, id: number): Promise<void> {
  if (!(await deleteOptOut(c, workspaceId, id))) refuse('not_found', `No opt-out ${id} in this workspace.`)
}

function subjectOf(seal: Seal, token: string): OptOutSubject | undefined {
  try {
    // Decryption succeeds only for a token that `unsubscribeUrl` has created.
    const values: [number, 'live' | 'test', number, string] = JSON.parse(
      seal.open(Buffer.from(token, 'base64url'), PURPOSE),
    )
    const [workspaceId, mode, deliveryId, address] = values
    return { workspaceId, mode, deliveryId, address }
  } catch {
    return undefined
  }
}

/** The channel is always email, because only emails contain unsubscribe links. */
function holderOf({ workspaceId, mode, address }: OptOutSubject): OptOutHolder {
  return { workspace_id: workspaceId, mode, channel: 'email', address }
}

async function storeOptOut(db: Database, now: Date, holder: OptOutHolder, deliveryId: number | null): Promise<void> {
  await transaction(db, (tx) => storeHolder(tx, now, holder, deliveryId))
}

/**
 * Stores an opt-out. The first opt-out of a workspace raises the workspace's version, because admission may have cached
 * that the workspace has no opt-outs.
 */
async function storeHolder(tx: Transaction, at: Date, holder: OptOutHolder, deliveryId: number | null): Promise<void> {
  const first = (await workspacesWithOptOuts(tx, [holder.workspace_id])).length === 0
  await insertOptOut(tx, at, { ...holder, delivery_id: deliveryId })
  if (first) await raiseVersion(tx, holder.workspace_id)
}

/**
 * Applies an opt-in or opt-out that a provider has reported. An opt-in has no effect if it is older than the stored
 * opt-out.
 */
export async function noteWish(
  tx: Transaction,
  { workspaceId, channel }: { workspaceId: number; channel: string },
  { address, optedIn, at }: { address: string; optedIn: boolean; at: Date },
): Promise<void> {
  const holder = { workspace_id: workspaceId, mode: 'live', channel, address }
  if (optedIn) await deleteOptOutUpTo(tx, holder, at)
  else await storeHolder(tx, at, holder, null)
}

/**
 * Returns the opt-out as the API shows it. A row from a newer version may contain a channel that this version does not
 * support.
 */
function optOutBody({ at, channel, ...row }: OptOutRow) {
  const blocks = channels.find(({ name }) => name === channel)?.optOuts ?? 'all'
  return { ...row, channel, blocks, at: at.toISOString() }
}
