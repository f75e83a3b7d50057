// Free-form WhatsApp messages in the conversation window: a text, media with a caption, buttons, a list or a link.
import { fieldsOf } from '../../lib/json/json-fields.ts'
import { fitText } from '../../lib/text/fit-text.ts'
import type { Content, Media, Misfit, OutgoingMessage } from '../contract.ts'
import { fitLabels } from '../text/button-labels.ts'
import { empty, tooLong } from '../text/text-length.ts'
import { whatsappLimits } from './limits.ts'
import { mediaPart } from './template.ts'

const { text: TEXT, textBeside: SHORT_TEXT } = whatsappLimits
const BUTTONS = 3
const BUTTON_LABEL = 20
const ROW_LABEL = 24
const ROW_DESCRIPTION = 72

/**
 * A link button in the template's WhatsApp-specific content. A message with a link button has no buttons for actions.
 */
interface LinkButton {
  label: string
  url: string
}

/** The label of the button that opens a list of actions. */
const CHOOSE: Record<string, string> = { it: 'Scegli', en: 'Choose', de: 'Auswählen', fr: 'Choisir', es: 'Elegir' }

export function sessionMisfits(content: Content): Misfit[] {
  const { actions, media, own, body } = content
  const link = linkOf(own)
  const plain = actions.length === 0 && !media && !link
  const variant = actions.length > 0 ? 'with buttons' : link ? 'with a link button' : 'as a caption'
  return [
    ...empty('whatsapp', body),
    ...tooLong(
      'whatsapp',
      'template',
      plain ? 'the text' : `the text ${variant}`,
      textOf(content),
      plain ? TEXT : SHORT_TEXT,
    ),
    ...linkMisfits(link, actions.length),
    ...(media && actions.length > whatsappLimits.mediaButtons
      ? [
          {
            field: 'actions',
            message: `whatsapp permits at most ${whatsappLimits.mediaButtons} buttons with media; the message has ${actions.length}`,
          },
        ]
      : []),
  ]
}

/** Returns the `type` of the message and the content for this type. */
export function sessionPayload(message: OutgoingMessage): object {
  const { actions, media, own } = message
  const text = textOf(message)
  const link = linkOf(own)
  if (link) {
    const parameters = { display_text: fitText(link.label, BUTTON_LABEL), url: link.url }
    return interactive('cta_url', text, { name: 'cta_url', parameters }, media)
  }
  if (actions.length > BUTTONS) return interactive('list', text, listOf(message))
  if (actions.length > 0) {
    const titles = titlesOf(message, BUTTON_LABEL)
    const buttons = actions.map(({ token }, index) => ({ type: 'reply', reply: { id: token, title: titles[index] } }))
    return interactive('button', text, { buttons }, media)
  }
  if (media) {
    return { type: media.type, [media.type]: { ...mediaPart(media)[media.type], caption: text } }
  }
  return { type: 'text', text: { body: text, preview_url: false } }
}

/** Puts the caption before the text, because a WhatsApp message has one text. */
function textOf({ media, body }: { media?: Media; body: string }): string {
  return media?.caption === undefined ? body : `${media.caption}\n\n${body}`
}

function interactive(type: string, text: string, action: object, media?: Media): object {
  return {
    type: 'interactive',
    interactive: {
      type,
      ...(media ? { header: { type: media.type, ...mediaPart(media) } } : {}),
      body: { text },
      action,
    },
  }
}

/**
 * Returns a list for four or five actions. If the label of a row is shortened, the description of the row is the whole
 * label.
 */
function listOf(message: OutgoingMessage): object {
  const titles = titlesOf(message, ROW_LABEL)
  const rows = message.actions.map(({ token, label }, index) => ({
    id: token,
    title: titles[index],
    ...(titles[index] === label ? {} : { description: fitText(label, ROW_DESCRIPTION) }),
  }))
  const language = (message.locale ?? '').replace(/[-_].*/s, '').toLowerCase()
  return { button: CHOOSE[language] ?? CHOOSE.en, sections: [{ rows }] }
}

function titlesOf({ actions }: OutgoingMessage, limit: number): string[] {
  return fitLabels(
    actions.map(({ label }) => label),
    limit,
  )
}

function linkOf(own: Record<string, unknown> | undefined): LinkButton | undefined {
  const { label, url } = fieldsOf(own?.link)
  return typeof label === 'string' && typeof url === 'string' ? { label, url } : undefined
}

function linkMisfits(link: LinkButton | undefined, actions: number): Misfit[] {
  if (!link || actions === 0) return []
  return [
    { field: 'actions', message: 'whatsapp permits a link button or buttons for actions, not both in one message' },
  ]
}
