// Builds the send request that the first steps show. The request works unchanged, because it uses a template, a channel
// and variables of the workspace.
import { addressTable } from '../channels/addresses.ts'
import type { Addresses } from '../channels/contract.ts'
import { type ChannelName, channelOf } from '../channels/index.ts'
import { placeholdersIn } from '../lib/text/placeholders.ts'
import type { Locales } from '../store/templates/locales.ts'
import { contentFor, localeKey, localeOf } from '../templates/content.ts'

/** The change that a member has to make to the recipient in the sample, so that the message can arrive. */
export type SampleHint = 'your_address' | 'shared_channel' | 'registered_recipient'

export interface SampleTemplate {
  slug: string
  locales: Locales
}

/** The locale of a recipient without a stored locale (specification, Recipient). */
const DEFAULT_LOCALE = 'it'

const { none, requested } = addressTable()

/** The address in the sample, for each channel that accepts an address in a request. */
const RECIPIENTS: Partial<Record<string, Record<string, string>>> = Object.fromEntries(
  requested.map(({ channel, field, example }) => [channel, { [field]: example }]),
)

const NO_ADDRESSES: Addresses = { id: 0, ...none }

const VALUES = new Map([
  ['1', 'Ada'],
  ['name', 'Ada'],
  ['first_name', 'Ada'],
  ['code', '123456'],
  ['order', '1042'],
  ['amount', '25.00'],
  ['date', '31 January 2030'],
  ['url', 'https://example.com'],
  ['link', 'https://example.com'],
])

/**
 * Returns the body of a send request. `sandbox` is true for a test key: with it, every channel accepts any recipient.
 * `locale` is the default locale of the workspace. The request contains this locale if a new recipient would otherwise
 * get another language. If the template has neither this locale nor a fallback for it, the request contains the first
 * locale of the template.
 */
export function sampleRequest(
  channel: ChannelName,
  template: SampleTemplate,
  { locale, sandbox, shared }: { locale: string; sandbox: boolean; shared: boolean },
): Record<string, unknown> {
  const names = variablesOf(template, channel)
  const named = sampleLocale(template, locale)
  const registered = !sandbox && !shared && RECIPIENTS[channel] === undefined
  const recipient = registered ? { id: 1 } : { name: 'Ada', ...(RECIPIENTS[channel] ?? RECIPIENTS.email) }
  return {
    recipient: { ...recipient, ...(localeKey(named) === DEFAULT_LOCALE || registered ? {} : { locale: named }) },
    template: template.slug,
    ...(RECIPIENTS[channel] ? {} : { channel }),
    ...(names.length > 0 ? { vars: Object.fromEntries(names.map((name) => [name, exampleOf(name)])) } : {}),
  }
}

function sampleLocale({ locales }: SampleTemplate, workspaceDefault: string): string {
  const isFound = localeOf(locales, workspaceDefault, workspaceDefault) !== undefined
  return isFound ? workspaceDefault : (Object.keys(locales)[0] ?? workspaceDefault)
}

/** Returns whether the address is a setting of the connection, such as the webhook of a Discord channel. */
export function isShared(channel: ChannelName, settings: Record<string, unknown>): boolean {
  return channelOf(channel).address(NO_ADDRESSES, settings) !== undefined
}

export function sampleHint(channel: ChannelName, shared: boolean): SampleHint {
  if (shared) return 'shared_channel'
  return RECIPIENTS[channel] ? 'your_address' : 'registered_recipient'
}

/** Returns the variables of the content for this channel, in all languages of the template. */
export function variablesOf({ locales }: SampleTemplate, channel: ChannelName): string[] {
  return placeholdersIn(Object.values(locales).map((content) => contentFor(content, channel)))
}

function exampleOf(name: string): string {
  return VALUES.get(name) ?? `Example ${name}`
}
