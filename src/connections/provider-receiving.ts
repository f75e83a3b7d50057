// Adds, changes, orders, checks and removes provider connections, and keeps their webhooks at the providers up to date.
import type { ChannelName } from '../channels/index.ts'
import { providerOf } from '../channels/providers.ts'
import { findConnection, type SourceRef } from './connections.ts'
import { providersOf } from './listed-providers.ts'
import {
  addProvider,
  changeProvider,
  checkProvider,
  orderProviders,
  type ProviderInput,
  removeProvider,
} from './providers.ts'
import { inboundPlace } from './reached.ts'
import {
  openPart,
  type ReceivingConnection,
  type ReceivingTools,
  registerWebhook,
  unregisterWebhook,
  withInboundCheck,
} from './receiving.ts'
import type { ConnectionSettings } from './secret-settings.ts'
import { inSettings } from './settings-problems.ts'

/** Identifies one provider connection of a source's channel. */
export interface ProviderPlace {
  channel: ChannelName
  id: number
}

export async function addressedProvidersOf(tools: ReceivingTools, place: SourceRef, channel: ChannelName) {
  return (await providersOf(tools.db, tools.seal, place, channel)).map((body) => withAddress(tools, channel, body))
}

export async function addProviderBothWays(
  tools: ReceivingTools,
  now: Date,
  place: SourceRef,
  channel: ChannelName,
  input: { provider?: string; settings: ConnectionSettings },
) {
  const body = await addProvider(tools, now, place, channel, input)
  return announced(tools, place, channel, body)
}

export async function changeProviderBothWays(
  tools: ReceivingTools,
  now: Date,
  place: SourceRef,
  at: ProviderPlace,
  input: ProviderInput,
) {
  const before = await findOpen(tools, place, at)
  const body = await changeProvider(tools, now, place, at, input)
  const after = await findOpen(tools, place, at)
  if (before && after) await unregisterWebhook(tools, before, after.settings)
  return announced(tools, place, at.channel, body)
}

export async function removeProviderBothWays(
  tools: ReceivingTools,
  now: Date,
  place: SourceRef,
  at: ProviderPlace,
): Promise<void> {
  const before = await findOpen(tools, place, at)
  await removeProvider(tools, now, place, at)
  if (before) await unregisterWebhook(tools, before, undefined)
}

export async function orderedProviders(
  tools: ReceivingTools,
  now: Date,
  place: SourceRef,
  channel: ChannelName,
  ids: number[],
) {
  return (await orderProviders(tools, now, place, channel, ids)).map((body) => withAddress(tools, channel, body))
}

export async function checkProviderBothWays(tools: ReceivingTools, now: Date, place: SourceRef, at: ProviderPlace) {
  const body = await checkProvider(tools, now, place, at)
  return withInboundCheck(tools, body, await findOpen(tools, place, at))
}

async function announced<T extends { id: number; provider: string }>(
  tools: ReceivingTools,
  place: SourceRef,
  channel: ChannelName,
  body: T,
) {
  const open = await findOpen(tools, place, { channel, id: body.id })
  const inbound = open ? await registerWebhook(tools, open) : { found: [], problems: {} }
  return { ...withAddress(tools, channel, body), found: inbound.found, problems: inSettings(inbound.problems) }
}

async function findOpen(
  { db, seal }: ReceivingTools,
  place: SourceRef,
  { channel, id }: ProviderPlace,
): Promise<ReceivingConnection | undefined> {
  const row = await findConnection(db, place, channel)
  const part = row?.parts.find((candidate) => candidate.id === id)
  return row && part && openPart(seal, row, part)
}

function withAddress<T extends { id: number; provider: string }>(tools: ReceivingTools, channel: ChannelName, body: T) {
  const { receiver } = providerOf(channel, body.provider)
  const place = { id: body.id, channel }
  return { ...body, inbound_url: receiver ? inboundPlace(tools.seal, tools.publicUrl(), place).url : null }
}
