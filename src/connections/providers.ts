// Adds, changes, orders, checks and removes the provider connections of a source's channel.
import { refusalOfSeveral } from '../channels/failover.ts'
import { type ChannelName, channelOf } from '../channels/index.ts'
import { providerOf, settingsOfFirst } from '../channels/providers.ts'
import { type Details, Refused, refuse, refuseInvalid } from '../errors.ts'
import type { Seal } from '../lib/seal.ts'
import { counted } from '../lib/text/plural.ts'
import { records } from '../limits.ts'
import { type Transaction, transaction } from '../store/database.ts'
import { readSealForm } from '../store/sealed.ts'
import type { ConnectionRecord } from '../store/workspaces/connections.ts'
import { lockUnmoved, orderParts, raiseLane } from '../store/workspaces/provider-connections.ts'
import { raiseVersion } from '../store/workspaces/workspaces.ts'
import { requireSource } from '../workspaces/sources.ts'
import { requireWorkspace } from '../workspaces/workspaces.ts'
import { checkPart } from './checks.ts'
import {
  type ConnectionTools,
  findConnection,
  lockConnection,
  refuseChannelOverPlan,
  requireConnection,
  type SourceRef,
  settingsToStore,
  UNREADABLE,
} from './connections.ts'
import { destinationHosts } from './destinations.ts'
import { mergeInput } from './form-fields.ts'
import { type NamedPart, namedParts, providerOfId, providersOf, requireIds, requirePart } from './listed-providers.ts'
import { removeParts } from './removing.ts'
import type { ConnectionSettings } from './secret-settings.ts'
import { addPart, moveToProviders, openLane, storeFirst, storePart } from './stored.ts'
import { refuseUnfinished } from './unfinished.ts'

export interface ProviderInput {
  settings: ConnectionSettings
  /** The version that the caller has read. If the current version differs, the request is refused with conflict. */
  version?: number
}

/**
 * Adds a provider connection at the end of the order. Connects the channel if it is not connected. The default provider
 * is the first provider of the channel. Throws validation_failed if the channel or the plan does not permit the
 * connection. Before the upgrade is finished, throws conflict for a second connection, and for a provider that version
 * 0.1.0 does not support.
 */
export async function addProvider(
  { db, seal, allowPrivateNetwork }: ConnectionTools,
  now: Date,
  place: SourceRef,
  channel: ChannelName,
  { provider: named, settings: input }: { provider?: string; settings: ConnectionSettings },
) {
  const name = named ?? Object.keys(channelOf(channel).providers)[0] ?? ''
  if (!Object.hasOwn(channelOf(channel).providers, name)) refuseInvalid({ provider: [unknownProvider(channel)] })
  const provider = providerOf(channel, name)
  const completion = await provider.completion?.()
  return transaction(db, async (tx) => {
    const workspace = await requireWorkspace(tx, place.workspaceId, true)
    await requireSource(tx, place.workspaceId, place.sourceId)
    const before = await findConnection(tx, place, channel)
    const row = before && (await moved(tx, seal, place, before))
    if (!row) await refuseChannelOverPlan(tx, place.workspaceId, workspace.plan, channel)
    const problems = row && additionProblems(channel, row, name)
    if (problems) refuseInvalid(problems)
    const checked = settingsToStore(provider, { input, stored: undefined }, allowPrivateNetwork)
    const settings = completion?.complete(checked) ?? checked
    await raiseVersion(tx, place.workspaceId)
    const lane = row?.id ?? (await openLane(tx, seal, now, { ...place, channel }))
    if (lane === undefined) return addAsFirst(tx, seal, now, { ...place, channel }, { provider: name, settings })
    const added = { ...place, id: lane, channel, provider: name, version: 1, createdAt: now, updatedAt: now }
    const id = await addPart(tx, seal, added, settings)
    if (row) await raiseLane(tx, now, row)
    return providerOfId(tx, seal, place, channel, id)
  })
}

/**
 * Connects a channel before the upgrade is finished. Stores the settings in the row of `connections`, in the format
 * that processes of version 0.1.0 read.
 */
async function addAsFirst(
  tx: Transaction,
  seal: Seal,
  now: Date,
  at: SourceRef & { channel: ChannelName },
  { provider, settings }: { provider: string; settings: ConnectionSettings },
) {
  const stored = settingsOfFirst(at.channel, provider, settings) ?? refuseUnfinished()
  await storeFirst(tx, seal, now, { ...at, before: undefined }, stored)
  const [added] = await providersOf(tx, seal, at, at.channel)
  return added ?? refuse('not_found', `The source has no ${at.channel} connection.`)
}

/** Changes the settings of a provider connection. The rules are the same as for `connect`. */
export async function changeProvider(
  tools: ConnectionTools,
  now: Date,
  place: SourceRef,
  at: { channel: ChannelName; id: number },
  { settings: input, version }: ProviderInput,
) {
  return changePart(tools, now, place, at, (part) => {
    if (version !== undefined && version !== part.version) refuseChanged()
    return input
  })
}

/** Changes a provider connection. `inputOf` returns the settings of the request, from the current connection. */
export async function changePart(
  { db, seal, allowPrivateNetwork }: ConnectionTools,
  now: Date,
  place: SourceRef,
  at: { channel: ChannelName; id: number },
  inputOf: (part: NamedPart) => ConnectionSettings,
) {
  const { provider: name } = requirePart(seal, await requireConnection(db, place, at.channel), at.id)
  const provider = providerOf(at.channel, name)
  const completion = await provider.completion?.()
  return transaction(db, async (tx) => {
    const row = await moved(tx, seal, place, await lockConnection(tx, place, at.channel))
    const part = requirePart(seal, row, at.id)
    const settings = settingsToStore(provider, { input: inputOf(part), stored: part.whole }, allowPrivateNetwork)
    const target = { workspaceId: place.workspaceId, channel: at.channel, part, provider: name }
    await storePart(tx, seal, now, target, completion?.complete(settings) ?? settings)
    await raise(tx, now, row)
    return providerOfId(tx, seal, place, at.channel, part.id)
  })
}

/** Removes a provider connection. Removing the last one disconnects the channel. */
export async function removeProvider(
  { db, seal }: ConnectionTools,
  now: Date,
  place: SourceRef,
  at: { channel: ChannelName; id: number },
): Promise<void> {
  await transaction(db, async (tx) => {
    const row = await lockConnection(tx, place, at.channel)
    await removeParts(tx, now, row, [requirePart(seal, row, at.id)])
  })
}

/**
 * Sets the order of the provider connections. Throws validation_failed unless the request lists every connection
 * exactly once.
 */
export async function orderProviders(
  { db, seal }: ConnectionTools,
  now: Date,
  place: SourceRef,
  channel: ChannelName,
  ids: number[],
) {
  return transaction(db, async (tx) => {
    const lane = await lockConnection(tx, place, channel)
    requireIds(seal, lane)
    const row = await moved(tx, seal, place, lane)
    const all = row.parts.map(({ id }) => id)
    if (ids.length !== all.length || !all.every((id) => ids.includes(id)))
      refuseInvalid({ order: [`must list each connection of the channel once: ${all.join(', ')}`] })
    await orderParts(tx, place.workspaceId, row.id, ids)
    await raise(tx, now, row)
    return providersOf(tx, seal, place, channel)
  })
}

/** Checks a provider connection. The steps are the same as in `checkConnection`. */
export async function checkProvider(
  tools: ConnectionTools,
  now: Date,
  place: SourceRef,
  { channel, id }: { channel: ChannelName; id: number },
) {
  const row = await requireConnection(tools.db, place, channel)
  const { provider, whole: settings } = requirePart(tools.seal, row, id)
  return checkPart(tools, now, place, { provider: providerOf(channel, provider), settings, row, id })
}

/** Returns the hosts in the settings before and after a change. `input` holds only the settings that change. */
export async function providerDestinations(
  { db, seal, allowPrivateNetwork }: ConnectionTools,
  place: SourceRef,
  channel: ChannelName,
  {
    id,
    provider: named,
    input,
  }: { id?: number | undefined; provider?: string | undefined; input?: ConnectionSettings | undefined },
): Promise<{ before: string[]; after: string[] }> {
  const row = await findConnection(db, place, channel)
  const part = row && namedParts(seal, row).find((candidate) => candidate.id === id)
  const { providers } = channelOf(channel)
  const provider = providers[part?.provider ?? named ?? Object.keys(providers)[0] ?? '']
  if (!provider) return { before: [], after: [] }
  const stored = part?.whole ?? part?.settings
  const after = input && mergeInput(provider, { input, stored }, allowPrivateNetwork).settings
  return {
    before: stored ? destinationHosts(provider.settings, stored) : [],
    after: after ? destinationHosts(provider.settings, after) : [],
  }
}

/**
 * Moves the settings from the row of a locked lane to provider rows, if they are not there yet. Returns the lane.
 * Throws conflict if the upgrade is not finished yet.
 */
async function moved(tx: Transaction, seal: Seal, place: SourceRef, row: ConnectionRecord): Promise<ConnectionRecord> {
  if (!(await readSealForm(tx))) return refuseUnfinished()
  if (row.parts[0].provider !== null) return row
  const unmoved = await lockUnmoved(tx, place.workspaceId, row.id)
  if (unmoved && !(await moveToProviders(tx, seal, unmoved))) refuseInvalid(UNREADABLE)
  return requireConnection(tx, place, row.channel)
}

export function refuseChanged(): never {
  throw new Refused({
    code: 'conflict',
    message: 'The connection was changed after it was read. Nothing was saved.',
  })
}

function unknownProvider(channel: ChannelName): string {
  return `is not a provider of ${channel}; choose one of ${Object.keys(channelOf(channel).providers).join(', ')}`
}

/**
 * Checks whether the channel permits one more connection to this provider. Returns undefined if it does. Otherwise
 * returns the reason, by field.
 */
function additionProblems(channel: ChannelName, { parts }: ConnectionRecord, name: string): Details | undefined {
  const { failover, sideBySide, title } = channelOf(channel)
  if (parts.length >= records.providerConnections)
    return {
      channel: [`the source has ${counted(parts.length, `${title} connection`)}, the maximum: remove one first`],
    }
  const refusal = refusalOfSeveral(failover)
  if (refusal === undefined || (sideBySide && !parts.some(({ provider }) => provider === name))) return undefined
  return { provider: [`the source already has a ${title} connection of this kind; ${refusal}`] }
}

async function raise(tx: Transaction, now: Date, row: ConnectionRecord): Promise<void> {
  await raiseLane(tx, now, row)
  await raiseVersion(tx, row.workspace_id)
}
