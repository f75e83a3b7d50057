// Registers the inbound webhook of a provider connection at its provider, and stores the key that the provider returns.
import type { ConnectionFindings } from '../channels/findings.ts'
import { type ChannelName, channelOf } from '../channels/index.ts'
import { providerOf } from '../channels/providers.ts'
import { refuse, refuseInvalid } from '../errors.ts'
import { connectionTests } from '../limits.ts'
import { requireConnection, type SourceRef, UNREADABLE } from './connections.ts'
import { hasSameAccess } from './destinations.ts'
import { editedSettings } from './form-fields.ts'
import { namedParts, requirePart } from './listed-providers.ts'
import { changePart, refuseChanged } from './providers.ts'
import { inboundPlace } from './reached.ts'
import { type ReceivingTools, registerWebhook } from './receiving.ts'
import type { ConnectionSettings } from './secret-settings.ts'
import { inSettings } from './settings-problems.ts'

/**
 * Registers the webhook. `id` is the id of the provider connection; the default is the first one. Returns the problems
 * by setting. Throws validation_failed if the provider has no API for this.
 */
export async function registerAtProvider(
  tools: ReceivingTools,
  now: Date,
  place: SourceRef,
  channel: ChannelName,
  id: number | undefined,
) {
  const { db, seal, allowPrivateNetwork } = tools
  const row = await requireConnection(db, place, channel)
  const part = id === undefined ? namedParts(seal, row)[0] : requirePart(seal, row, id)
  if (!part) return refuse('not_found', `The source has no ${channel} connection.`)
  const settings = part.whole ?? refuseInvalid(UNREADABLE)
  const { receiver, webhook, title } = providerOf(channel, part.provider)
  const at = inboundPlace(seal, tools.publicUrl(), { id: part.id, channel })
  const answer = ({ found, problems }: ConnectionFindings) => ({
    ok: Object.keys(problems).length === 0,
    inbound_url: at.url,
    found,
    problems: inSettings(problems),
  })
  if (!webhook?.register) {
    // For some providers, the service registers the webhook each time the connection is saved. Repeat this
    // registration.
    const isAutomatic = receiver?.announce !== undefined && webhook === undefined
    if (!isAutomatic) return refuseInvalid({ channel: [byHand(title, channel, webhook !== undefined)] })
    return answer(await registerWebhook(tools, { ...part, lane: row.id, channel, settings, receiver }))
  }
  const signal = AbortSignal.timeout(connectionTests.registration)
  const { settings: added, ...findings } = await webhook.register({ settings, allowPrivateNetwork, signal, now }, at)
  const isNew = Object.entries(added).some(([name, value]) => settings[name] !== value)
  if (isNew) await store(tools, now, place, { channel, id: part.id }, { used: settings, added })
  return answer(findings)
}

/**
 * Adds settings to the current settings of the connection. `used` are the settings of the registration. Throws conflict
 * if a member changed the account at the provider meanwhile.
 */
async function store(
  tools: ReceivingTools,
  now: Date,
  place: SourceRef,
  at: { channel: ChannelName; id: number },
  { used, added }: { used: ConnectionSettings; added: ConnectionSettings },
): Promise<void> {
  await changePart(tools, now, place, at, ({ provider: name, whole = {} }) => {
    const provider = providerOf(at.channel, name)
    if (!hasSameAccess(provider.settings, used, whole, Object.keys(added))) refuseChanged()
    return { ...editedSettings(provider, whole), ...added }
  })
}

function byHand(title: string, channel: ChannelName, isNeeded: boolean): string {
  return isNeeded
    ? `${title} offers no way to register the webhook by API: register the URL on its page`
    : `${channelOf(channel).title} by ${title} needs no webhook`
}
