// Checks that the conditions of steps can be reported: a step "unless read" needs an earlier channel that reports reads.
import { type ChannelName, channelOf, channels } from '../../channels/index.ts'
import { providerOf } from '../../channels/providers.ts'
import type { Details } from '../../errors.ts'
import { alternatives } from '../../lib/text/plural.ts'
import type { Catalog } from '../catalog.ts'
import type { Entry } from '../entry.ts'
import type { Reach, RequestedStep } from './schema.ts'

/**
 * Returns an error for each condition that no earlier step can report, or undefined. `repeated` is the channel of
 * repeats, which name no channel.
 */
export function unreportable(
  catalog: Catalog,
  entry: Entry,
  repeated: ChannelName,
  steps: RequestedStep[],
): Details | undefined {
  const wrong = steps.flatMap(({ isConditional, unless, field }, index) => {
    const earlier = steps.slice(0, index).map(({ channel }) => channel ?? repeated)
    if (!isConditional || earlier.some((channel) => reports(catalog, entry, channel, unless))) return []
    return [{ [field]: [wordsFor(unless, earlier)] }]
  })
  return wrong.length > 0 ? Object.assign({}, ...wrong) : undefined
}

function reports(catalog: Catalog, { sender }: Entry, channel: ChannelName, unless: Reach): boolean {
  if (unless === 'acted') return true
  if (!channelOf(channel).receipts.includes(unless)) return false
  const connection = catalog.connection(sender.workspaceId, sender.sourceId, channel)
  // The sandbox reports what the channel can report. Without a connection, the step is skipped when it starts.
  if (sender.mode === 'test' || !connection) return true
  return providerOf(channel, connection.provider).receiver?.receipts !== undefined
}

function wordsFor(unless: Reach, earlier: ChannelName[]): string {
  const able = channels.flatMap(({ name, receipts }) => (receipts.some((one) => one === unless) ? [name] : []))
  const names = alternatives([...new Set(earlier)])
  return `is ${unless}, which the connection on ${names} does not report; ${alternatives(able)} can report it`
}
