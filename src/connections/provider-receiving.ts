// Adds, changes, orders, checks and removes provider connections, and keeps their webhooks at the providers up to date.
import type { ChannelName } from '../channels/index.ts'
import { providerOf, sendsWebhooks } from '../channels/providers.ts'
import type { Visibility } from '../redaction/sensitive.ts'
import type { UnavailableRow } from '../store/delivery/breakers.ts'
import { unavailabilityOf, unavailableParts } from './availability.ts'
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

export async function addressedProvidersOf(
  tools: ReceivingTools,
  now: Date,
  place: SourceRef,
  channel: ChannelName,
  visibility: Visibility,
) {
  return completed(tools, now, place, channel, await providersOf(tools.db, tools.seal, place, channel), visibility)
}

export async function addProviderBothWays(
  tools: ReceivingTools,
  now: Date,
  place: SourceRef,
  channel: ChannelName,
  input: { provider?: string; settings: ConnectionSettings },
) {
  const body = await addProvider(tools, now, place, channel, input)
  return announced(tools, now, place, channel, body)
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
  return announced(tools, now, place, at.channel, body)
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
  return completed(tools, now, place, channel, await orderProviders(tools, now, place, channel, ids), 'full')
}

export async function checkProviderBothWays(tools: ReceivingTools, now: Date, place: SourceRef, at: ProviderPlace) {
  const body = await checkProvider(tools, now, place, at)
  return withInboundCheck(tools, body, await findOpen(tools, place, at))
}

async function announced<T extends ListedProvider>(
  tools: ReceivingTools,
  now: Date,
  place: SourceRef,
  channel: ChannelName,
  body: T,
) {
  const open = await findOpen(tools, place, { channel, id: body.id })
  const inbound = open ? await registerWebhook(tools, open) : { found: [], problems: {} }
  const [whole] = await completed(tools, now, place, channel, [body], 'full')
  return { ...body, ...whole, found: inbound.found, problems: inSettings(inbound.problems) }
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

type ListedProvider = { id: number; provider: string }

/** Adds the URL for webhooks, and the reason why a connection is not used at the moment. */
async function completed<T extends ListedProvider>(
  tools: ReceivingTools,
  now: Date,
  place: SourceRef,
  channel: ChannelName,
  bodies: readonly T[],
  visibility: Visibility,
) {
  const of = { sourceId: place.sourceId, channel }
  const rows = await unavailableParts(tools.db, now, place.workspaceId, visibility, of)
  return bodies.map((body) => {
    const row = rows.find(({ id }) => id === body.id)
    return { ...withAddress(tools, channel, body), unavailable: row ? unavailableBody(row) : null }
  })
}

function unavailableBody(row: UnavailableRow) {
  const { since, until, ...rest } = unavailabilityOf(row)
  return { ...rest, since: since?.toISOString() ?? null, until: until?.toISOString() ?? null }
}

function withAddress<T extends ListedProvider>(tools: ReceivingTools, channel: ChannelName, body: T) {
  const isReached = sendsWebhooks(providerOf(channel, body.provider))
  const place = { id: body.id, channel }
  return { ...body, inbound_url: isReached ? inboundPlace(tools.seal, tools.publicUrl(), place).url : null }
}
