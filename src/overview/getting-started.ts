// The first steps in a workspace. Stored data decides which steps are done.
import { type ChannelName, channelNames, channelOf } from '../channels/index.ts'
import { providerOf } from '../channels/providers.ts'
import type { Seal } from '../lib/seal.ts'
import type { Connection } from '../store/database.ts'
import { findOldestPublished } from '../store/templates/templates.ts'
import {
  type ConnectedChannel,
  findApprovedContent,
  findConnectedChannels,
  findTestKey,
  readFirstSteps,
} from '../store/workspaces/getting-started.ts'
import { listSources } from '../store/workspaces/sources.ts'
import { openKey } from '../workspaces/keys.ts'
import { requireWorkspace } from '../workspaces/workspaces.ts'
import { isShared, type SampleTemplate, sampleHint, sampleRequest, variablesOf } from './sample-request.ts'

/**
 * Added to the rank of a channel whose source has no live key. The number is larger than every rank, so these channels
 * come last.
 */
const KEYLESS = 1000

/**
 * Returns the steps, sample requests for the first two sends, and the objects that each sample still requires. With
 * `mayChange`, the result contains the test key, which reaches only the sandbox. The result never contains a live key.
 */
export async function gettingStarted(c: Connection, now: Date, seal: Seal, workspaceId: number, mayChange: boolean) {
  const { default_locale: locale } = await requireWorkspace(c, workspaceId)
  const steps = await readFirstSteps(c, workspaceId)
  const key = await findTestKey(c, now, workspaceId)
  const [source] = await listSources(c, workspaceId, { after: 0, limit: 1 })
  const oldest = await findOldestPublished(c, workspaceId)
  const connected = await findConnectedChannels(c, now, workspaceId)
  const first = easiestOf(connected)
  const channel = first?.channel ?? 'email'
  const sourceId = key?.source_id ?? source?.id ?? null
  // If the provider approves templates, the first message must use an approved template. The sandbox accepts any
  // template.
  const suitable = providerOf(channel).approval ? await findApprovedContent(c, workspaceId, channel) : oldest
  const template = suitable ?? oldest
  return {
    steps: [
      stepOf('send_test_message', steps.tested_at, steps.tested_id),
      stepOf('connect_channel', steps.connected_at),
      stepOf('send_live_message', steps.live_at, steps.live_id, steps.failed_id),
      stepOf('receive_events', steps.received_at),
    ],
    source_id: sourceId,
    test_key: key && mayChange ? (openKey(seal, key) ?? null) : null,
    template: template ? { slug: template.slug, variables: variablesOf(template, channel) } : null,
    test: {
      missing: sourceId === null ? 'source' : template === undefined ? 'template' : key === undefined ? 'key' : null,
      request:
        template === undefined ? null : sampleRequest(channel, template, { locale, sandbox: true, shared: false }),
    },
    live: liveSample(first, suitable, locale),
  }
}

function stepOf(id: string, at: Date | null, deliveryId: number | null = null, failedId: number | null = null) {
  return {
    id,
    done: at !== null,
    at: at?.toISOString() ?? null,
    delivery_id: deliveryId,
    failed_delivery_id: at === null ? failedId : null,
  }
}

interface Connected extends ConnectedChannel {
  channel: ChannelName
}

/**
 * Selects the connection for the first send. Prefers connections whose source has a live key, and then the channel that
 * is easiest to use.
 */
function easiestOf(connected: ConnectedChannel[]): Connected | undefined {
  const rankOf = ({ channel, key_hint }: Connected) => channelOf(channel).setUpRank + (key_hint === null ? KEYLESS : 0)
  return connected
    .flatMap(({ channel: name, ...row }) => {
      const channel = channelNames.find((known) => known === name)
      return channel === undefined ? [] : [{ ...row, channel }]
    })
    .sort((one, other) => rankOf(one) - rankOf(other))[0]
}

/** `missing` lists the objects to create before the sample can be sent. */
function liveSample(connected: Connected | undefined, template: SampleTemplate | undefined, locale: string) {
  if (!connected)
    return { missing: 'connection', source_id: null, channel: null, key_hint: null, hint: null, request: null }
  const { channel, source_id, key_hint } = connected
  const shared = isShared(channel, connected.settings)
  return {
    missing: key_hint === null ? 'key' : template === undefined ? 'template' : null,
    source_id,
    channel,
    key_hint: key_hint === null ? null : `…${key_hint}`,
    hint: sampleHint(channel, shared),
    request: template === undefined ? null : sampleRequest(channel, template, { locale, sandbox: false, shared }),
  }
}
