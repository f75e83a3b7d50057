// A source's channel as it is stored: which provider it is connected to, its settings, and how they are written.
import type { Provider } from '../channels/contract.ts'
import { type ChannelName, channelOf } from '../channels/index.ts'
import { providerOf, settingsByProvider, settingsInForce } from '../channels/providers.ts'
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

/** Where a source's channel is; `before`: as it is stored, where it is connected. */
export interface ChannelTarget {
  workspaceId: number
  sourceId: number
  channel: ChannelName
  before: ConnectionRecord | undefined
}

/** The connections that a request for the channel means: the first, or all where they serve side by side. */
export function addressedParts({ channel, parts }: ConnectionRecord): ProviderPart[] {
  return channelOf(channel).sideBySide ? parts : parts.slice(0, 1)
}

/** The provider of the channel's first connection; where providers serve side by side, all as one. */
export function firstProvider(channel: ChannelName, row: ConnectionRecord | undefined): Provider {
  return providerOf(channel, channelOf(channel).sideBySide ? undefined : row?.parts[0].provider)
}

/** The settings that a request for the channel means, whole; undefined when the secrets cannot be opened. */
export function readFirst(seal: Seal, row: ConnectionRecord): ConnectionSettings | undefined {
  const parts = addressedParts(row).map((part) => ({ ...part, workspace_id: row.workspace_id }))
  return readSettingsInForce(seal, row.channel, parts)
}

/** The same without the secrets. */
export function openFirst(row: ConnectionRecord): ConnectionSettings {
  return settingsInForce(row.channel, addressedParts(row))
}

/**
 * Stores the settings of the channel's first connection, or of all where they serve side by side. Until the upgrade is
 * finished they are in the lane's own row, which processes of 0.1.0 read.
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

/** Connects a channel without settings of its own: its connections are in their own rows. Returns undefined until the upgrade is finished. */
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

/** Moves the settings from the lane's own row to rows of their providers. Returns false when its secrets cannot be opened. */
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

/** Stores other settings of one connection. */
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

/** Adds a connection as the last of a lane. The first one of all gets the lane's number. Returns its own. */
export async function addPart(
  tx: Transaction,
  seal: Seal,
  place: {
    /** Of the lane. */
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
