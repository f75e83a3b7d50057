// Builds the message of a Messenger request: a text with buttons or quick replies, or media.
import { type TSchema, Type } from 'typebox'
import type { Content, Media, Misfit, OutgoingMessage } from '../contract.ts'
import { fitLabels } from '../text/button-labels.ts'
import { asTemplateMisfits, shapeMisfits } from '../text/own-content.ts'
import { empty, tooLong } from '../text/text-length.ts'
import { messengerLimits } from './limits.ts'

const TEXT = messengerLimits.text
/** Maximum number of characters in the text of a button template. */
const SHORT_TEXT = 640
const BUTTONS = 3
const LABEL = 20

const KINDS = ['quick_reply', 'postback', 'url']

const own: TSchema = Type.Object(
  { buttons: Type.Optional(Type.Enum([...KINDS], { type: 'string' })) },
  { additionalProperties: false },
)

/** Returns the problems of a template's Messenger-specific content. */
export function messengerOwnMisfits(content: Record<string, unknown>, filled: boolean): Misfit[] {
  return shapeMisfits('messenger', own, content, { at: '', filled })
}

export function messengerMisfits(content: Content): Misfit[] {
  return [
    ...asTemplateMisfits(messengerOwnMisfits(content.own ?? {}, true)),
    ...empty('messenger', content.body),
    ...tooLong('messenger', 'template', 'the text', textOf(content), TEXT),
  ]
}

/** Returns the request's `message`, which contains the text and its buttons. */
export function messengerMessage(message: OutgoingMessage): object {
  const { actions, own } = message
  const text = textOf(message)
  if (actions.length === 0) return { text }
  const titles = fitLabels(
    actions.map(({ label }) => label),
    LABEL,
  )
  const kind = own?.buttons ?? 'postback'
  // Use quick replies if a button template would be too large, because quick replies permit a longer text and more
  // buttons.
  if (kind === 'quick_reply' || actions.length > BUTTONS || text.length > SHORT_TEXT) {
    const replies = actions.map(({ token }, index) => ({ content_type: 'text', title: titles[index], payload: token }))
    return { text, quick_replies: replies }
  }
  const buttons = actions.map(({ token, url }, index) =>
    kind === 'url'
      ? { type: 'web_url', title: titles[index], url }
      : { type: 'postback', title: titles[index], payload: token },
  )
  return { attachment: { type: 'template', payload: { template_type: 'button', text, buttons } } }
}

/**
 * Returns the request's `message`, which contains only the media. Messenger permits no text in a message with media.
 */
export function messengerMedia({ type, url }: Media): object {
  return { attachment: { type: type === 'document' ? 'file' : type, payload: { url, is_reusable: false } } }
}

/** Puts the caption before the text, because Messenger has no captions. */
function textOf({ media, body }: { media?: Media; body: string }): string {
  return media?.caption === undefined ? body : `${media.caption}\n\n${body}`
}
