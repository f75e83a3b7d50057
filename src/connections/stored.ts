// Stores the connections of a source's channel. Each connection has a provider, settings and encrypted secrets.
import type { Provider } from '../channels/contract.ts'
import { type ChannelName, channelOf } from '../channels/index.ts'
import { providerOf, settingsByProvider, settingsInForce, settingsOfFirst } from '../channels/providers.ts'
import type { Seal } from '../lib/seal.ts'
import type { Transaction } from '../store/database.ts'
import { readSealForm, reserveSealedRow } from '../store/sealed.ts'
import { type ConnectionRecord, putConnection } from '../store/workspaces/connections.ts'
import {
  deletePart,
  emptyLane,
  insertPart,
  isLaneEmpty,
  type ProviderPart,
  type UnmovedRow,
  updatePart,
} from '../store/workspaces/provider-connections.ts'
import { type ConnectionSettings, splitSecrets } from './secret-settings.ts'
import { closeSecrets, readSettings, readSettingsInForce } from './secrets.ts'
import { refuseUnfinished } from './unfinished.ts'

/** A channel of a source. `before` is the stored connection. It is undefined if the channel is not connected yet. */
export interface ChannelTarget {
  workspaceId: number
  sourceId: number
  channel: ChannelName
  before: ConnectionRecord | undefined
}

/**
 * Returns the provider connections that a request about the whole channel reads or changes: all of them if the channel
 * uses them side by side, otherwise only the first one.
 */
export function addressedParts({ channel, parts }: ConnectionRecord): ProviderPart[] {
  return channelOf(channel).sideBySide ? parts : parts.slice(0, 1)
}

/**
 * Returns the provider of the channel's first connection. If one message of the channel can use several providers,
 * returns a provider object that combines all of them.
 */
export function firstProvider(channel: ChannelName, row: ConnectionRecord | undefined): Provider {
  return providerOf(channel, channelOf(channel).sideBySide ? undefined : row?.parts[0].provider)
}

/**
 * Returns the settings that a request about the whole channel reads or changes, with their secrets. Returns undefined
 * if the secrets cannot be decrypted.
 */
export function readFirst(seal: Seal, row: ConnectionRecord): ConnectionSettings | undefined {
  const parts = addressedParts(row).map((part) => ({ ...part, workspace_id: row.workspace_id }))
  return readSettingsInForce(seal, row.channel, parts)
}

/** Returns the settings that a request about the whole channel reads or changes, without their secrets. */
export function openFirst(row: ConnectionRecord): ConnectionSettings {
  return settingsInForce(row.channel, addressedParts(row))
}

/**
 * Stores the settings of the channel's first connection, or of all connections if the channel uses them side by side.
 * Before the upgrade is finished, stores the settings in the lane's row, which processes of version 0.1.0 read. In this
 * case, throws conflict for a provider that 0.1.0 does not support.
 */
export async function storeFirst(
  tx: Transaction,
  seal: Seal,
  now: Date,
  target: ChannelTarget,
  settings: ConnectionSettings,
): Promise<void> {
  const { workspaceId, sourceId, channel, before } = target
  const { id, bound } = before
    ? { id: before.id, bound: await readSealForm(tx) }
    : await reserveSealedRow(tx, 'connections')
  const lane = { id, workspaceId, sourceId, channel }
  if (!bound) {
    refuseUnknownTo010(channel, settings)
    const { open, secrets } = splitSecrets(firstProvider(channel, before).settings, settings)
    const sealed = closeSecrets(seal, { workspaceId, id, provider: null, bound }, secrets)
    return putConnection(tx, now, { ...lane, settings: open, secrets: sealed })
  }
  await putConnection(tx, now, { ...lane, settings: {}, secrets: emptySecrets(seal, workspaceId, id) })
  const stored = before?.parts.filter(({ provider }) => provider !== null) ?? []
  const sideBySide = channelOf(channel).sideBySide !== undefined
  const first = stored[0]?.provider
  const next = first && !sideBySide ? [{ provider: first, settings }] : settingsByProvider(channel, settings)
  for (const { provider, settings: own } of next) {
    const known = sideBySide ? stored.find((part) => part.provider === provider) : stored[0]
    if (known) await storePart(tx, seal, now, { ...lane, part: known, provider }, own)
    else
      await addPart(
        tx,
        seal,
        {
          ...lane,
          provider,
          version: (before?.version ?? 0) + 1,
          createdAt: before?.created_at ?? now,
          updatedAt: now,
        },
        own,
      )
  }
  if (!sideBySide) return
  const gone = stored.filter(({ provider }) => !next.some((part) => part.provider === provider))
  for (const part of gone) await deletePart(tx, workspaceId, part.id)
}

/** Throws conflict if processes of 0.1.0 do not support a provider of these settings. */
function refuseUnknownTo010(channel: ChannelName, settings: ConnectionSettings): void {
  const given = settingsByProvider(channel, settings)
  if (given.some((each) => settingsOfFirst(channel, each.provider, each.settings) === undefined)) refuseUnfinished()
}

/**
 * Creates a lane (the queue of a connection) without settings, and returns the id of the lane. Before the upgrade is
 * finished, creates nothing and returns undefined.
 */
export async function openLane(
  tx: Transaction,
  seal: Seal,
  now: Date,
  place: Omit<ChannelTarget, 'before'>,
): Promise<number | undefined> {
  const { id, bound } = await reserveSealedRow(tx, 'connections')
  if (!bound) return undefined
  await putConnection(tx, now, { ...place, id, settings: {}, secrets: emptySecrets(seal, place.workspaceId, id) })
  return id
}

/** Moves the settings from the row of the lane to provider rows. Returns false if the secrets cannot be decrypted. */
export async function moveToProviders(tx: Transaction, seal: Seal, row: UnmovedRow): Promise<boolean> {
  const { id, workspace_id: workspaceId, source_id: sourceId, version, created_at: createdAt } = row
  const channel = row.channel
  const settings = readSettings(seal, { ...row, provider: null })
  if (!settings) return false
  for (const { provider, settings: own } of settingsByProvider(channel, settings)) {
    const place = { id, workspaceId, sourceId, channel, provider, version, createdAt, updatedAt: row.updated_at }
    await addPart(tx, seal, place, own)
  }
  await emptyLane(tx, workspaceId, id, emptySecrets(seal, workspaceId, id))
  return true
}

/** Replaces the settings of one provider connection. */
export async function storePart(
  tx: Transaction,
  seal: Seal,
  now: Date,
  {
    workspaceId,
    channel,
    part,
    provider,
  }: { workspaceId: number; channel: ChannelName; part: ProviderPart; provider: string },
  settings: ConnectionSettings,
): Promise<void> {
  const { open, secrets } = splitSecrets(providerOf(channel, provider).settings, settings)
  const sealed = closeSecrets(seal, { workspaceId, id: part.id, provider, bound: true }, secrets)
  await updatePart(tx, now, { id: part.id, workspaceId, settings: open, secrets: sealed })
}

/**
 * Adds a provider connection at the end of a lane's order and returns its id. The lane's first connection gets the id
 * of the lane.
 */
export async function addPart(
  tx: Transaction,
  seal: Seal,
  place: {
    /** The id of the lane. */
    id: number
    workspaceId: number
    sourceId: number
    channel: ChannelName
    provider: string
    version: number
    createdAt: Date
    updatedAt: Date
  },
  settings: ConnectionSettings,
): Promise<number> {
  const { id: lane, workspaceId, channel, provider } = place
  const id = (await isLaneEmpty(tx, lane)) ? lane : (await reserveSealedRow(tx, 'connections')).id
  const { open, secrets } = splitSecrets(providerOf(channel, provider).settings, settings)
  const sealed = closeSecrets(seal, { workspaceId, id, provider, bound: true }, secrets)
  await insertPart(tx, { ...place, id, lane, settings: open, secrets: sealed })
  return id
}

function emptySecrets(seal: Seal, workspaceId: number, id: number): Buffer {
  return closeSecrets(seal, { workspaceId, id, provider: null, bound: true }, {})
}
