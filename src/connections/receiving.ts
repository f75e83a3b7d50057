// Saves, checks and removes connections together with their webhooks at the providers.
import type { ConnectionFindings } from '../channels/findings.ts'
import type { ConnectionSettings, InboundCall, Receiver } from '../channels/inbound.ts'
import { type ChannelName, channelNames, channelOf } from '../channels/index.ts'
import { providerOf, sendsWebhooks } from '../channels/providers.ts'
import type { Seal } from '../lib/seal.ts'
import { messageOf } from '../lib/thrown.ts'
import { SECOND } from '../limits.ts'
import type { Visibility } from '../redaction/sensitive.ts'
import type { Connection, Database } from '../store/database.ts'
import { readPoller } from '../store/inbound/pollers.ts'
import { type ConnectionRecord, listConnections, nextConnection } from '../store/workspaces/connections.ts'
import type { ProviderPart } from '../store/workspaces/provider-connections.ts'
import { removeSource } from '../workspaces/sources.ts'
import { checkConnection } from './checks.ts'
import {
  type ConnectionTools,
  connect,
  connectionOf,
  connectionsOf,
  findConnection,
  type SettingsInput,
} from './connections.ts'
import { inboundPlace } from './reached.ts'
import { disconnect } from './removing.ts'
import { readSettings } from './secrets.ts'
import { inSettings } from './settings-problems.ts'

export interface ReceivingTools extends ConnectionTools {
  db: Database
  publicUrl: () => string
}

interface SourceRef {
  workspaceId: number
  sourceId: number
}

/** Maximum milliseconds for one registration or removal of a webhook. */
const PATIENCE = 10 * SECOND
const NOTHING: ConnectionFindings = { found: [], problems: {} }

/** Saves the connection and replaces its webhook at the provider. Returns the problems of the new webhook. */
export async function connectBothWays(
  tools: ReceivingTools,
  now: Date,
  place: SourceRef,
  channel: ChannelName,
  input: SettingsInput,
) {
  const before = await findOpen(tools, place, channel)
  const body = await connect(tools, now, place, channel, input)
  const after = await findOpen(tools, place, channel)
  if (before && after) await unregisterWebhook(tools, before, after.settings)
  const inbound = after ? await registerWebhook(tools, after) : NOTHING
  return { ...withAddress(tools, body), found: inbound.found, problems: inSettings(inbound.problems) }
}

/** Checks whether a connection can send and receive. */
export async function checkBothWays(tools: ReceivingTools, now: Date, place: SourceRef, channel: ChannelName) {
  const body = await checkConnection(tools, now, place, channel)
  return withInboundCheck(tools, body, await findOpen(tools, place, channel))
}

/**
 * Registers the webhook again, and adds the problems of this registration to the result of a check. If polling has a
 * problem, adds this problem instead.
 */
export async function withInboundCheck(
  tools: ReceivingTools,
  body: Awaited<ReturnType<typeof checkConnection>>,
  open: ReceivingConnection | undefined,
) {
  if (!open?.receiver || !receives(open)) return body
  const inbound = await registerWebhook(tools, open)
  const poller = open.settings.mode === 'polling' ? await readPoller(tools.db, open.id) : undefined
  const problems = { ...body.problems, ...inSettings(poller?.problem ? { mode: poller.problem } : inbound.problems) }
  return {
    ...body,
    ok: body.ok && Object.keys(problems).length === 0,
    checked: [...body.checked, 'inbound'],
    found: [...body.found, ...inbound.found],
    problems,
  }
}

/** Returns whether the connection receives webhooks or polls its provider. */
function receives({ receiver, settings }: ReceivingConnection): boolean {
  return receiver?.webhooks !== false || settings.mode === 'polling'
}

/**
 * Registers the webhook of the connection with the lowest id above `after`. Skips connections whose webhook secret is
 * not derived from the master key. Returns undefined if no connection is left.
 */
export async function registerNewSecret(
  tools: ReceivingTools,
  after: number,
): Promise<{ id: number; problem: string | undefined } | undefined> {
  const channels = channelNames.filter((name) => providerOf(name).receiver?.showsSecret)
  const row = await nextConnection(tools.db, channels, after)
  if (!row) return undefined
  const open = openPart(tools.seal, row, row.parts[0])
  // In polling mode, the provider sends no webhooks, so there is no webhook to register.
  if (!open || open.settings.mode === 'polling') return { id: row.id, problem: undefined }
  const { problems } = await registerWebhook(tools, open)
  return { id: row.id, problem: Object.values(problems)[0] }
}

export async function disconnectBothWays(
  tools: ReceivingTools,
  now: Date,
  place: SourceRef,
  channel: ChannelName,
): Promise<void> {
  const before = await findOpen(tools, place, channel)
  await disconnect(tools.db, now, place, channel)
  if (before) await unregisterWebhook(tools, before, undefined)
}

/** Removes the source, and removes its webhooks from the providers. */
export async function removeSourceBothWays(tools: ReceivingTools, now: Date, place: SourceRef): Promise<void> {
  const rows = await listConnections(tools.db, place.workspaceId, place.sourceId)
  await removeSource(tools.db, now, place.workspaceId, place.sourceId)
  const open = rows.flatMap((row) => row.parts.flatMap((part) => openPart(tools.seal, row, part) ?? []))
  await Promise.all(open.map((one) => unregisterWebhook(tools, one, undefined)))
}

export async function addressedConnectionsOf(
  tools: ReceivingTools,
  now: Date,
  place: SourceRef,
  visibility: Visibility,
) {
  return (await connectionsOf(tools.db, tools.seal, now, place, visibility)).map((body) => withAddress(tools, body))
}

export async function addressedConnectionOf(
  tools: ReceivingTools,
  now: Date,
  place: SourceRef,
  channel: ChannelName,
  visibility: Visibility,
) {
  return withAddress(tools, await connectionOf(tools.db, tools.seal, now, place, channel, visibility))
}

/** A connection with its decrypted secrets. */
export interface ReceivingConnection {
  id: number
  lane: number
  channel: ChannelName
  settings: ConnectionSettings
  receiver: Receiver | undefined
}

async function findOpen(
  { db, seal }: { db: Connection; seal: Seal },
  place: SourceRef,
  channel: ChannelName,
): Promise<ReceivingConnection | undefined> {
  const row = await findConnection(db, place, channel)
  return row && openPart(seal, row, row.parts[0])
}

/** Returns undefined if the secrets cannot be decrypted. The check of the connection then reports this problem. */
export function openPart(seal: Seal, row: ConnectionRecord, part: ProviderPart): ReceivingConnection | undefined {
  const settings = readSettings(seal, { ...part, workspace_id: row.workspace_id })
  const channel = row.channel
  const { receiver } = providerOf(channel, part.provider)
  return settings && { id: part.id, lane: row.id, channel, settings, receiver }
}

export async function registerWebhook(
  tools: ReceivingTools,
  { settings, receiver, ...place }: ReceivingConnection,
): Promise<ConnectionFindings> {
  if (!receiver?.announce) return NOTHING
  try {
    return await receiver.announce(callOf(tools, settings), inboundPlace(tools.seal, tools.publicUrl(), place))
  } catch (error) {
    return {
      found: [],
      problems: { mode: `the webhook could not be registered with the provider: ${messageOf(error)}` },
    }
  }
}

/** Removes the webhook from the provider. Ignores errors: the service refuses later requests of the webhook. */
export async function unregisterWebhook(
  tools: ReceivingTools,
  { settings, receiver, ...connection }: ReceivingConnection,
  next: ConnectionSettings | undefined,
) {
  const place = inboundPlace(tools.seal, tools.publicUrl(), connection)
  await receiver?.withdraw?.(callOf(tools, settings), place, next).catch(() => {})
}

export function callOf({ allowPrivateNetwork }: ReceivingTools, settings: ConnectionSettings): InboundCall {
  return { settings, allowPrivateNetwork, signal: AbortSignal.timeout(PATIENCE) }
}

function withAddress<T extends { id: number; channel: ChannelName; provider: string | null }>(
  tools: ReceivingTools,
  { provider, ...body }: T,
) {
  const { channel } = body
  const isReached = sendsWebhooks(providerOf(channel, channelOf(channel).sideBySide ? undefined : provider))
  return { ...body, inbound_url: isReached ? inboundPlace(tools.seal, tools.publicUrl(), body).url : null }
}
