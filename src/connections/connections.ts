// Connections: settings checked against the channel's schema, secrets sealed and never shown again.
import type { ChannelName } from '../channels/index.ts'
import { providerOf } from '../channels/providers.ts'
import { type Details, Refused, refuse, refuseInvalid } from '../errors.ts'
import type { Seal } from '../lib/seal.ts'
import { instant } from '../lib/text/date-time.ts'
import { plans } from '../plans.ts'
import { shownPauses } from '../sight/masked-texts.ts'
import type { Sight } from '../sight/sensitive.ts'
import { type Connection, type Database, transaction } from '../store/database.ts'
import { readSealForm, reserveSealedRow } from '../store/sealed.ts'
import {
  type ConnectionRecord,
  connectedChannels,
  deleteConnection,
  endPause,
  listConnections,
  putConnection,
} from '../store/workspaces/connections.ts'
import { raiseVersion } from '../store/workspaces/workspaces.ts'
import { requireSource } from '../workspaces/sources.ts'
import { requireWorkspace } from '../workspaces/workspaces.ts'
import { destinationHosts, secretsToRepeat } from './destinations.ts'
import { givenAnew, settingsToKeep, shownSettings, splitSecrets } from './secret-settings.ts'
import { closeSecrets, readSettings, unreadableSecrets } from './secrets.ts'
import { inSettings, settingsProblems } from './settings-problems.ts'

export interface ConnectionTools {
  db: Database
  seal: Seal
  allowPrivateNetwork: boolean
}

const UNREADABLE: Details = { settings: [`${unreadableSecrets.reason}. ${unreadableSecrets.remedy}`] }

export interface SettingsGiven {
  settings: Record<string, unknown>
  version?: number
}

interface Place {
  workspaceId: number
  sourceId: number
}

export async function connectionsOf(
  c: Connection,
  seal: Seal,
  now: Date,
  { workspaceId, sourceId }: Place,
  sight: Sight,
) {
  await requireSource(c, workspaceId, sourceId)
  const rows = await shownPauses(c, workspaceId, sight, await listConnections(c, workspaceId, sourceId))
  return rows.map((row) => connectionBody(row, seal, now))
}

export async function connectionOf(
  c: Connection,
  seal: Seal,
  now: Date,
  place: Place,
  channel: ChannelName,
  sight: Sight,
) {
  const row = await requireConnection(c, place, channel)
  const [shown = row] = await shownPauses(c, place.workspaceId, sight, [row])
  return connectionBody(shown, seal, now)
}

/**
 * Connects or reconnects; a secret that is left out, or given as it is shown, stays, and null removes one. A changed
 * destination requires the secrets again (decision 67). What the channel makes itself is added. Ends a pause. With
 * `version` (0: not connected) only if nobody changed the connection since it was read. Throws validation_failed and conflict.
 */
export async function connect(
  { db, seal, allowPrivateNetwork }: ConnectionTools,
  now: Date,
  place: Place,
  channel: ChannelName,
  { settings: given, version }: SettingsGiven,
) {
  const provider = providerOf(channel)
  const completion = await provider.completion?.()
  return transaction(db, async (tx) => {
    // The workspace's row is the lock under which connected channels are counted.
    const workspace = await requireWorkspace(tx, place.workspaceId, true)
    await requireSource(tx, place.workspaceId, place.sourceId)
    const before = (await listConnections(tx, place.workspaceId, place.sourceId)).find((row) => row.channel === channel)
    if (version !== undefined && version !== (before?.version ?? 0)) refuseOutdated(channel, before)
    if (!before) await refuseChannelOverPlan(tx, place.workspaceId, workspace.plan, channel)
    const replaced = provider.replaces?.(givenAnew(given)) ?? []
    const kept = before && readSettings(seal, before)
    const settings = settingsToKeep(provider.settings, given, kept ?? {}, replaced)
    const problems = {
      ...(kept ? secretsToRepeat(provider.settings, { before: kept, after: settings, given }) : {}),
      ...settingsProblems(provider, settings, allowPrivateNetwork),
    }
    if (Object.keys(problems).length > 0) refuseInvalid(problems)
    const { open, secrets } = splitSecrets(provider.settings, completion ? completion.complete(settings) : settings)
    const { id, bound } = before
      ? { id: before.id, bound: await readSealForm(tx) }
      : await reserveSealedRow(tx, 'connections')
    const sealed = closeSecrets(seal, { workspaceId: place.workspaceId, id, bound }, secrets)
    await putConnection(tx, now, { ...place, id, channel, settings: open, secrets: sealed })
    await raiseVersion(tx, place.workspaceId)
    return connectionBody(await requireConnection(tx, place, channel), seal, now)
  })
}

/** Returns the hosts that the connection's settings lead to, before and after a change; without `given` it is removed. */
export async function destinationChange(
  { db, seal }: ConnectionTools,
  { workspaceId, sourceId }: Place,
  channel: ChannelName,
  given?: Record<string, unknown>,
): Promise<{ before: string[]; after: string[] }> {
  const { settings: schema, replaces } = providerOf(channel)
  const row = (await listConnections(db, workspaceId, sourceId)).find((candidate) => candidate.channel === channel)
  const kept = row && (readSettings(seal, row) ?? row.settings)
  const after = given && settingsToKeep(schema, given, kept ?? {}, replaces?.(givenAnew(given)))
  return {
    before: kept ? destinationHosts(schema, kept) : [],
    after: after ? destinationHosts(schema, after) : [],
  }
}

function refuseOutdated(channel: ChannelName, row: ConnectionRecord | undefined): never {
  const what = row ? `saved these settings at ${instant(row.updated_at)}` : `disconnected ${channel}`
  throw new Refused({ code: 'conflict', message: `Somebody ${what}, after yours were read. Nothing was changed.` })
}

export async function disconnect(db: Database, place: Place, channel: ChannelName): Promise<void> {
  await transaction(db, async (tx) => {
    await requireWorkspace(tx, place.workspaceId, true)
    if (!(await deleteConnection(tx, place.workspaceId, place.sourceId, channel)))
      refuse('not_found', `The source has no ${channel} connection.`)
    await raiseVersion(tx, place.workspaceId)
  })
}

/** Ends a pause by hand: what waited is sent. */
export async function resume(c: Connection, place: Place, channel: ChannelName): Promise<void> {
  if (!(await endPause(c, place.workspaceId, place.sourceId, channel)))
    refuse('not_found', `The source has no ${channel} connection.`)
}

/** Checks the kept settings as a new PUT would be, asks the provider where that is possible, and says whether the connection is paused and why. Sends nothing. */
export async function checkConnection(
  { db, seal, allowPrivateNetwork }: ConnectionTools,
  now: Date,
  place: Place,
  channel: ChannelName,
) {
  const row = await requireConnection(db, place, channel)
  const provider = providerOf(channel)
  const settings = readSettings(seal, row)
  const wrong = settings ? settingsProblems(provider, settings, allowPrivateNetwork) : UNREADABLE
  const right = Object.keys(wrong).length === 0 ? settings : undefined
  const asked = right && (await provider.check?.(right, allowPrivateNetwork, now))
  const problems = { ...wrong, ...inSettings(asked?.problems ?? {}) }
  const paused = isPaused(row, now)
  return {
    ok: Object.keys(problems).length === 0 && !paused,
    checked: ['settings', ...(asked ? ['provider'] : []), 'pause'],
    found: asked?.found ?? [],
    problems,
    paused,
    pause_reason: paused ? row.pause_reason : null,
  }
}

async function refuseChannelOverPlan(
  c: Connection,
  workspaceId: number,
  plan: string,
  channel: ChannelName,
): Promise<void> {
  const most = plans[plan]?.channels ?? null
  const connected = await connectedChannels(c, workspaceId)
  if (most === null || connected.includes(channel) || connected.length < most) return
  refuseInvalid({
    channel: [
      `the ${plans[plan]!.name} plan connects ${most} channels and ${connected.sort().join(', ')} are connected; disconnect one or change the plan`,
    ],
  })
}

async function requireConnection(
  c: Connection,
  { workspaceId, sourceId }: Place,
  channel: ChannelName,
): Promise<ConnectionRecord> {
  await requireSource(c, workspaceId, sourceId)
  const row = (await listConnections(c, workspaceId, sourceId)).find((candidate) => candidate.channel === channel)
  return row ?? refuse('not_found', `The source has no ${channel} connection.`)
}

/** pg reads `infinity` as the number. */
function isPaused({ paused_until }: ConnectionRecord, now: Date): boolean {
  return paused_until !== null && (typeof paused_until === 'number' || paused_until > now)
}

function connectionBody(row: ConnectionRecord, seal: Seal, now: Date) {
  const { paused_until } = row
  const { settings: schema } = providerOf(row.channel as ChannelName)
  return {
    id: row.id,
    channel: row.channel,
    settings: shownSettings(schema, readSettings(seal, row) ?? row.settings),
    paused: isPaused(row, now),
    /** Null while paused: until new settings or a person's word end it. */
    paused_until: paused_until instanceof Date ? paused_until.toISOString() : null,
    paused_since: isPaused(row, now) ? (row.paused_at?.toISOString() ?? null) : null,
    pause_reason: row.pause_reason,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
