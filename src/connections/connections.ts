// Reads, saves and checks connections. Never returns a secret.
import type { Provider } from '../channels/contract.ts'
import { type ChannelName, channelOf } from '../channels/index.ts'
import { type Details, Refused, refuse, refuseInvalid } from '../errors.ts'
import type { Seal } from '../lib/seal.ts'
import { instant } from '../lib/text/date-time.ts'
import { plans } from '../plans.ts'
import { shownPauses } from '../redaction/masked-texts.ts'
import type { Visibility } from '../redaction/sensitive.ts'
import { type Connection, type Database, type Transaction, transaction } from '../store/database.ts'
import { type ConnectionRecord, connectedChannels, endPause, listConnections } from '../store/workspaces/connections.ts'
import { raiseVersion } from '../store/workspaces/workspaces.ts'
import { requireSource } from '../workspaces/sources.ts'
import { requireWorkspace } from '../workspaces/workspaces.ts'
import { destinationHosts } from './destinations.ts'
import { editedSettings, mergeInput } from './form-fields.ts'
import type { ConnectionSettings } from './secret-settings.ts'
import { unreadableSecrets } from './secrets.ts'
import { firstProvider, openFirst, readFirst, storeFirst } from './stored.ts'

export interface ConnectionTools {
  db: Database
  seal: Seal
  allowPrivateNetwork: boolean
}

export const UNREADABLE: Details = { settings: [`${unreadableSecrets.reason}. ${unreadableSecrets.remedy}`] }

export interface SettingsInput {
  settings: ConnectionSettings
  version?: number
}

export interface SourceRef {
  workspaceId: number
  sourceId: number
}

export async function connectionsOf(
  c: Connection,
  seal: Seal,
  now: Date,
  { workspaceId, sourceId }: SourceRef,
  visibility: Visibility,
) {
  await requireSource(c, workspaceId, sourceId)
  const rows = await shownPauses(c, workspaceId, visibility, await listConnections(c, workspaceId, sourceId))
  return rows.map((row) => connectionBody(row, seal, now))
}

export async function connectionOf(
  c: Connection,
  seal: Seal,
  now: Date,
  place: SourceRef,
  channel: ChannelName,
  visibility: Visibility,
) {
  const row = await requireConnection(c, place, channel)
  const [shown = row] = await shownPauses(c, place.workspaceId, visibility, [row])
  return connectionBody(shown, seal, now)
}

/**
 * Connects a channel or changes its settings, and ends a pause. If a destination changes, the request must contain the
 * secrets again (decision 67). Throws validation_failed. Throws conflict if `version` is not the current version (0
 * means that the channel is not connected).
 */
export async function connect(
  { db, seal, allowPrivateNetwork }: ConnectionTools,
  now: Date,
  place: SourceRef,
  channel: ChannelName,
  { settings: input, version }: SettingsInput,
) {
  const provider = firstProvider(channel, await findConnection(db, place, channel))
  const completion = await provider.completion?.()
  return transaction(db, async (tx) => {
    // Lock the workspace, so that the number of its connected channels does not change before the insert.
    const workspace = await requireWorkspace(tx, place.workspaceId, true)
    await requireSource(tx, place.workspaceId, place.sourceId)
    const before = await findConnection(tx, place, channel)
    if (version !== undefined && version !== (before ? addressedRow(before).version : 0))
      refuseOutdated(channel, before)
    if (firstProvider(channel, before) !== provider) refuseOutdated(channel, before)
    if (!before) await refuseChannelOverPlan(tx, place.workspaceId, workspace.plan, channel)
    const stored = before && readFirst(seal, before)
    const settings = settingsToStore(provider, { input, stored }, allowPrivateNetwork)
    await storeFirst(tx, seal, now, { ...place, channel, before }, completion?.complete(settings) ?? settings)
    await raiseVersion(tx, place.workspaceId)
    return connectionBody(await requireConnection(tx, place, channel), seal, now)
  })
}

/** Merges the given settings with the stored ones. Throws validation_failed. */
export function settingsToStore(
  provider: Provider,
  { input, stored }: { input: ConnectionSettings; stored: ConnectionSettings | undefined },
  allowPrivateNetwork: boolean,
): ConnectionSettings {
  const { settings, problems } = mergeInput(provider, { input, stored }, allowPrivateNetwork)
  if (Object.keys(problems).length > 0) refuseInvalid(problems)
  return settings
}

/** Returns the hosts before and after a change of the settings. Omit `input` if the connection is removed. */
export async function destinationChange(
  { db, seal, allowPrivateNetwork }: ConnectionTools,
  place: SourceRef,
  channel: ChannelName,
  input?: ConnectionSettings,
): Promise<{ before: string[]; after: string[] }> {
  const row = await findConnection(db, place, channel)
  const provider = firstProvider(channel, row)
  const stored = row && (readFirst(seal, row) ?? openFirst(row))
  const after = input && mergeInput(provider, { input, stored }, allowPrivateNetwork).settings
  return {
    before: stored ? destinationHosts(provider.settings, stored) : [],
    after: after ? destinationHosts(provider.settings, after) : [],
  }
}

function refuseOutdated(channel: ChannelName, row: ConnectionRecord | undefined): never {
  const existing = row
    ? `The ${channel} settings were changed after they were read, at ${instant(addressedRow(row).updated_at)}`
    : `The ${channel} connection was removed after it was read`
  throw new Refused({ code: 'conflict', message: `${existing}. Nothing was saved.` })
}

/** Ends a pause, so that the connection's pending deliveries are sent. */
export async function resume(c: Connection, place: SourceRef, channel: ChannelName): Promise<void> {
  if (!(await endPause(c, place.workspaceId, place.sourceId, channel)))
    refuse('not_found', `The source has no ${channel} connection.`)
}

export async function refuseChannelOverPlan(
  c: Connection,
  workspaceId: number,
  plan: string,
  channel: ChannelName,
): Promise<void> {
  const { name = plan, channels: most = null } = plans[plan] ?? {}
  const connected = await connectedChannels(c, workspaceId)
  if (most === null || connected.includes(channel) || connected.length < most) return
  refuseInvalid({
    channel: [
      `the ${name} plan allows ${most} channels, and ${connected.sort().join(', ')} are connected: disconnect one or change the plan`,
    ],
  })
}

export async function findConnection(
  c: Connection,
  { workspaceId, sourceId }: SourceRef,
  channel: ChannelName,
): Promise<ConnectionRecord | undefined> {
  return (await listConnections(c, workspaceId, sourceId)).find((row) => row.channel === channel)
}

export async function requireConnection(
  c: Connection,
  place: SourceRef,
  channel: ChannelName,
): Promise<ConnectionRecord> {
  await requireSource(c, place.workspaceId, place.sourceId)
  return (await findConnection(c, place, channel)) ?? refuse('not_found', `The source has no ${channel} connection.`)
}

/** Locks the workspace and returns the connection. Throws not_found if one of them does not exist. */
export async function lockConnection(
  tx: Transaction,
  place: SourceRef,
  channel: ChannelName,
): Promise<ConnectionRecord> {
  await requireWorkspace(tx, place.workspaceId, true)
  return requireConnection(tx, place, channel)
}

/**
 * Returns the row whose id and version the API shows. It is the row of the lane if providers are used side by side, and
 * otherwise the row of the first provider connection.
 */
function addressedRow(row: ConnectionRecord): Pick<ConnectionRecord, 'id' | 'version' | 'created_at' | 'updated_at'> {
  return channelOf(row.channel).sideBySide ? row : row.parts[0]
}

/** If a pause has no end, `paused_until` is `infinity`, which the PostgreSQL client returns as a number. */
export function isPaused({ paused_until }: ConnectionRecord, now: Date): boolean {
  return paused_until !== null && (typeof paused_until === 'number' || paused_until > now)
}

function connectionBody(row: ConnectionRecord, seal: Seal, now: Date) {
  const { paused_until } = row
  const channel = row.channel
  const first = addressedRow(row)
  return {
    id: first.id,
    channel: row.channel,
    /** The service uses this field to find the inbound URL. The response does not contain this field. */
    provider: row.parts[0].provider,
    settings: editedSettings(firstProvider(channel, row), readFirst(seal, row) ?? openFirst(row)),
    paused: isPaused(row, now),
    /** The end of the pause. Null if there is no pause, or if the pause lasts until a person ends it. */
    paused_until: paused_until instanceof Date ? paused_until.toISOString() : null,
    paused_since: isPaused(row, now) ? (row.paused_at?.toISOString() ?? null) : null,
    pause_reason: row.pause_reason,
    version: first.version,
    created_at: first.created_at.toISOString(),
    updated_at: first.updated_at.toISOString(),
  }
}
