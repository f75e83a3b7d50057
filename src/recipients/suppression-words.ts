// The sentences that explain why a suppressed address receives no message, and the choice of the reason that is shown.
import { channels } from '../channels/index.ts'
import type { KnownSuppression } from '../store/recipients/suppressions.ts'
import type { SuppressionReason } from '../suppression-reasons.ts'

/** The message for which an address is checked. */
export interface CheckedMessage {
  channel: string
  isEssential: boolean
  /** Whether the message is advertising, as the category of its approved template states. */
  isAdvertising: boolean
}

/** The reasons of which the first one is shown if an address has several. */
const order: SuppressionReason[] = ['complaint', 'stop_word', 'hard_bounce', 'invalid', 'manual', 'unsubscribed']

/**
 * Returns the suppression that prevents this message. Returns undefined if the message may be sent. An essential
 * message ignores the reason `unsubscribed`, and no other reason. On some channels, `unsubscribed` prevents only
 * advertising.
 */
export function blockingSuppression(
  { channel, isEssential, isAdvertising }: CheckedMessage,
  found: KnownSuppression[],
): KnownSuppression | undefined {
  const onlyAdvertising = channels.find(({ name }) => name === channel)?.optOuts === 'advertising'
  const ignoresOptOut = isEssential || (onlyAdvertising && !isAdvertising)
  const blocking = found.filter(({ reason }) => reason !== 'unsubscribed' || !ignoresOptOut)
  return order.flatMap((reason) => blocking.find((one) => one.reason === reason) ?? [])[0]
}

/** The messages that an address still receives after its opt-out. */
const stillSent = {
  all: 'the address receives only essential templates',
  advertising: 'the address receives no marketing templates except essential ones',
}

/** Returns the error for a message to a recipient who unsubscribed from everything. */
export function unsubscribedWords(since: Date | string): string {
  return `the recipient unsubscribed from everything on ${new Date(since).toISOString()} and receives only essential templates`
}

/** Returns the error for a message to a suppressed address. */
export function suppressionWords(channel: string, { address, reason, detail, at }: KnownSuppression): string {
  const since = new Date(at).toISOString()
  if (reason === 'unsubscribed') {
    const kind = channels.find(({ name }) => name === channel)?.optOuts ?? 'all'
    return `${address} opted out on ${since}; ${stillSent[kind]}`
  }
  return `${address} has been suppressed since ${since}: ${causes[reason]}${detail === null ? '' : ` (${detail})`}`
}

const causes: Record<Exclude<SuppressionReason, 'unsubscribed'>, string> = {
  hard_bounce: 'a message to it bounced',
  complaint: 'its recipient reported a message as spam',
  invalid: 'the provider cannot reach it',
  stop_word: 'its recipient replied with a stop word',
  manual: 'a member of the workspace suppressed it',
}
