// A message of the test inbox as a response shows it. Viewers see neither sensitive values nor the links of buttons.
import type { Media } from '../channels/contract.ts'
import type { ContentAttachment } from '../channels/text/content-attachment.ts'
import { fieldsOf } from '../lib/json/json-fields.ts'
import { escapeHtml } from '../lib/text/html.ts'
import { MASK, maskedUrl, replacedInLeaves } from '../lib/text/mask.ts'
import type { Masking, Visibility } from './sensitive.ts'

/**
 * A message in the test inbox, as it was composed. If it has sensitive variables, it also contains a copy that was
 * composed with masks.
 */
export interface TestInboxMessage extends Record<string, unknown> {
  masked?: Record<string, unknown>
  media?: Media
  attachments?: ContentAttachment[]
  actions?: { slug: string; label: string; url: string }[]
  unsubscribe_url?: string
  preferences_url?: string
}

/** Fields of a composed message that contain no text of the template. */
const TEXTLESS = ['channel', 'address', 'recipient_name', 'priority', 'actions', 'media']

/**
 * The replacement for the URLs of buttons, the unsubscribe link and the link to the preferences. A viewer who opened such a link would act for the
 * recipient.
 */
const NO_LINK = '#'

export function shownMessage(
  message: TestInboxMessage,
  visibility: Visibility,
  masking: Masking,
): Record<string, unknown> {
  const { masked: _masked, ...plain } = message
  if (visibility === 'full') return plain
  const replacements = replacementsOf([...maskedUrlsOf(plain), ...removedLinksOf(plain)])
  const {
    unsubscribe_url: _unsubscribe,
    preferences_url: _preferences,
    actions,
    ...visible
  } = visibleParts(message, masking)
  const buttons = actions?.map(({ url: _url, ...button }) => button)
  return fieldsOf(replacedInLeaves({ ...visible, ...(buttons && { actions: buttons }) }, replacements))
}

function visibleParts({ masked, ...plain }: TestInboxMessage, { text }: Masking): TestInboxMessage {
  if (text === 'plain') return plain
  if (text === 'masked' && masked) return masked
  return { ...Object.fromEntries(Object.entries(plain).filter(([name]) => TEXTLESS.includes(name))), body: MASK }
}

type Replacement = [found: string, shown: string]

/** A push notification repeats the URL of the message's media. */
function maskedUrlsOf({ media, attachments = [] }: TestInboxMessage): Replacement[] {
  return [media, ...attachments].flatMap((file) => (file?.url === undefined ? [] : [[file.url, maskedUrl(file.url)]]))
}

/** These links also occur in the text, in the HTML, and in the `actions` of a push notification. */
function removedLinksOf({ actions = [], unsubscribe_url, preferences_url }: TestInboxMessage): Replacement[] {
  const links = [...actions.map(({ url }) => url), unsubscribe_url, preferences_url]
  return links.flatMap((link) => (link === undefined ? [] : [[link, NO_LINK]]))
}

/**
 * Returns the replacements, and the same replacements with HTML-escaped URLs. The longest URLs come first, because one
 * URL may be the beginning of another URL.
 */
function replacementsOf(replacements: Replacement[]): Map<string, string> {
  const escaped = replacements.map(([found, shown]): Replacement => [escapeHtml(found), escapeHtml(shown)])
  return new Map([...replacements, ...escaped].sort(([one], [other]) => other.length - one.length))
}
