// Checks connections: the stored settings, the provider's own check, pauses and failures. Sends no message.
import type { Provider } from '../channels/contract.ts'
import type { ChannelName } from '../channels/index.ts'
import type { ConnectionRecord } from '../store/workspaces/connections.ts'
import { type Unavailability, unavailabilityOf, unavailableParts } from './availability.ts'
import { type ConnectionTools, isPaused, requireConnection, type SourceRef, UNREADABLE } from './connections.ts'
import type { ConnectionSettings } from './secret-settings.ts'
import { inSettings, settingsProblems } from './settings-problems.ts'
import { firstProvider, readFirst } from './stored.ts'

/** Checks the first connection of a channel. */
export async function checkConnection(tools: ConnectionTools, now: Date, place: SourceRef, channel: ChannelName) {
  const row = await requireConnection(tools.db, place, channel)
  const provider = firstProvider(channel, row)
  return checkPart(tools, now, place, { provider, settings: readFirst(tools.seal, row), row, id: row.parts[0].id })
}

/**
 * Checks the provider connection `id` of a channel. `settings` is undefined if the secrets cannot be decrypted. Reports
 * the pause of the channel. If there is none, reports that messages skip this connection.
 */
export async function checkPart(
  { db, allowPrivateNetwork }: ConnectionTools,
  now: Date,
  place: SourceRef,
  part: { provider: Provider; settings: ConnectionSettings | undefined; row: ConnectionRecord; id: number },
) {
  const { provider, settings, row, id } = part
  const wrong = settings ? settingsProblems(provider, settings, allowPrivateNetwork) : UNREADABLE
  const right = Object.keys(wrong).length === 0 ? settings : undefined
  const providerCheck = right && (await provider.check?.(right, allowPrivateNetwork, now))
  const of = { sourceId: place.sourceId, channel: row.channel }
  const skipped = (await unavailableParts(db, now, place.workspaceId, 'full', of)).find((one) => one.id === id)
  const paused = isPaused(row, now)
  const pause: PartPause = paused
    ? { paused, pause_reason: row.pause_reason }
    : partPause(skipped && unavailabilityOf(skipped))
  const problems = { ...wrong, ...inSettings(providerCheck?.problems ?? {}), ...pause.problems }
  return {
    ok: Object.keys(problems).length === 0 && !pause.paused,
    checked: ['settings', ...(providerCheck ? ['provider'] : []), 'pause'],
    found: providerCheck?.found ?? [],
    problems,
    paused: pause.paused,
    pause_reason: pause.pause_reason,
  }
}

interface PartPause {
  paused: boolean
  pause_reason: string | null
  problems?: Record<string, string[]>
}

/** Describes why messages skip one of several connections: it is paused, or it fails. */
function partPause(skipped: Unavailability | undefined): PartPause {
  if (!skipped) return { paused: false, pause_reason: null }
  const { state, reason, remedy } = skipped
  const words = [reason, remedy].filter((part) => part !== null).join('. ')
  return state === 'paused'
    ? { paused: true, pause_reason: words }
    : { paused: false, pause_reason: null, problems: { connection: [words] } }
}
