// Checks messages that use an approved template, and builds the `template` of the request.
import { counted } from '../../lib/text/plural.ts'
import type { ApprovedShape } from '../approved-template.ts'
import type { Content, Media, Misfit, OutgoingMessage } from '../contract.ts'
import { codePoints } from '../text/text-length.ts'
import { whatsappLimits } from './limits.ts'

/** A template's WhatsApp-specific content, with filled placeholders. */
interface OwnTemplate {
  template: string
  language?: string
  header?: string | { text: string }
  /**
   * The buttons in the order of the approved template. An object stands for a link button without an action, and
   * contains the variable end of its URL.
   */
  buttons?: ('quick_reply' | 'url' | 'fixed' | { url: string })[]
}

/**
 * A button that the message fills with `text`. If `text` is absent, the message fills the button with the token of the
 * next action.
 */
interface TemplateButton {
  index: number
  kind: 'quick_reply' | 'url'
  text?: string
}

/** The fields that determine how a template is filled. */
type TemplateFill = Pick<Content, 'own' | 'approved' | 'vars'> & { actions: readonly unknown[] }

const MEDIA = ['image', 'video', 'document']
const HEADER_TEXT = whatsappLimits.header

/**
 * Compares the content of a message with its approved template. Returns the parts that the content lacks, and the parts
 * that the approved template does not have.
 */
export function templateMisfits(content: Content): Misfit[] {
  return [...variableMisfits(content), ...headerMisfits(content), ...buttonMisfits(content)]
}

/** Returns the name and language of the approved template. Returns undefined if `own` names no approved template. */
export function templateNamed(own: Record<string, unknown> | undefined, locale: string) {
  if (typeof own?.template !== 'string') return undefined
  return {
    name: own.template,
    language: typeof own.language === 'string' ? own.language : locale.replaceAll('-', '_'),
  }
}

/**
 * Returns the WhatsApp-specific content of a message with an approved template. Throws if the content names no approved
 * template.
 */
function templateOf({ own }: Pick<Content, 'own'>): OwnTemplate {
  if (!isTemplate(own)) throw new Error('the content names no approved template')
  return own
}

/**
 * Returns whether the WhatsApp-specific content names an approved template. The schema has already checked the other
 * fields.
 */
function isTemplate(own: object | undefined): own is OwnTemplate {
  return own !== undefined && 'template' in own && typeof own.template === 'string'
}

/** Returns the `type` and the `template` of a request. */
export function templatePayload(message: OutgoingMessage): object {
  const { template: name, language = message.locale?.replaceAll('-', '_') ?? 'it' } = templateOf(message)
  return {
    type: 'template',
    template: {
      name,
      language: { policy: 'deterministic', code: language },
      components: [...headerOf(message), ...bodyOf(message), ...buttonsOf(message)],
    },
  }
}

/**
 * Returns a misfit for each empty variable, because WhatsApp refuses empty variables. Admission has already reported
 * missing values.
 */
function variableMisfits(content: Content): Misfit[] {
  return shapeOf(content)
    .variables.filter((name) => parameterText(content.vars[name] ?? '') === '')
    .map((name) => ({ field: `vars.${name}`, message: 'is empty; whatsapp does not permit empty variables' }))
}

function headerMisfits(content: Content): Misfit[] {
  const { media } = content
  const { header } = shapeOf(content)
  const misfit = (field: string, message: string) => [{ field, message: `the approved template ${message}` }]
  if (media && header !== media.type)
    return misfit('media', `has no ${media.type} header; whatsapp shows media only in the header`)
  if (media?.caption !== undefined) return misfit('media.caption', 'shows no caption in its header; omit it')
  const text = headerText(content)
  if (text !== undefined && header !== 'text') return misfit('template', 'has no variable in its header; omit it')
  if (header === undefined) return []
  if (MEDIA.includes(header))
    return media ? [] : misfit('media', `has a header of type ${header}, so the message requires media of this type`)
  if (header !== 'text') return misfit('template', `has a header of type ${header}, which is not supported`)
  if (text === undefined) return misfit('template', 'has a variable in its header; set it with "header": {"text": "…"}')
  const size = codePoints(text)
  if (text === '' || size > HEADER_TEXT)
    return misfit('template', `requires 1 to ${HEADER_TEXT} characters in its header; the message has ${size}`)
  return []
}

function buttonMisfits(content: Content): Misfit[] {
  const { buttons: own = [] } = templateOf(content)
  const { buttons } = shapeOf(content)
  const stray = own.findIndex((button, index) => typeof button === 'object' && buttons[index] !== 'url')
  if (stray !== -1)
    return [
      {
        field: 'template',
        message: `button ${stray + 1} of the approved template is not a link that ends in a variable`,
      },
    ]
  const free = slotsOf(content).filter(({ text }) => text === undefined)
  const count = content.actions.length
  if (count > free.length)
    return [
      {
        field: 'actions',
        message: `the approved template has ${counted(free.length, 'button for an action', 'buttons for actions')}; the message has ${counted(count, 'action')}`,
      },
    ]
  const unfilled = free.slice(count).find(({ kind }) => kind === 'url')
  if (!unfilled) return []
  return [
    {
      field: 'actions',
      message: `button ${unfilled.index + 1} of the approved template opens a link that ends in a variable; add an action for this button, or "buttons" in the template's whatsapp content`,
    },
  ]
}

/**
 * Returns the parts of the approved template if they are known. Otherwise derives the parts from the WhatsApp-specific
 * content and the message.
 */
function shapeOf(content: TemplateFill): ApprovedShape {
  const { approved, vars, actions } = content
  if (approved) return approved
  const { header, buttons } = templateOf(content)
  return {
    ...(header === undefined ? {} : { header: typeof header === 'string' ? header : 'text' }),
    variables: Object.keys(vars)
      .filter((key) => /^[1-9]\d{0,2}$/.test(key))
      .sort((a, b) => Number(a) - Number(b)),
    buttons:
      buttons?.map((button) => (typeof button === 'string' ? button : 'url')) ?? actions.map(() => 'quick_reply'),
  }
}

function slotsOf(content: TemplateFill): TemplateButton[] {
  const { buttons: own } = templateOf(content)
  return shapeOf(content).buttons.flatMap((kind, index): TemplateButton[] => {
    const filled = own?.[index]
    if (typeof filled === 'object' && kind === 'url') return [{ index, kind, text: filled.url }]
    return kind === 'fixed' ? [] : [{ index, kind }]
  })
}

function headerOf(message: OutgoingMessage): object[] {
  const text = headerText(message)
  if (message.media)
    return [{ type: 'header', parameters: [{ type: message.media.type, ...mediaPart(message.media) }] }]
  return text === undefined ? [] : [{ type: 'header', parameters: [{ type: 'text', text }] }]
}

function headerText(content: Pick<Content, 'own'>): string | undefined {
  const { header } = templateOf(content)
  return typeof header === 'object' ? parameterText(header.text) : undefined
}

/** Returns media with its URL. A document also has its file name. */
export function mediaPart({ type, url, filename }: Media): Record<string, object> {
  return { [type]: { link: url, ...(type === 'document' && filename !== undefined ? { filename } : {}) } }
}

function bodyOf(message: OutgoingMessage): object[] {
  const { variables } = shapeOf(message)
  if (variables.length === 0) return []
  const parameters = variables.map((name) => ({
    type: 'text',
    ...(/^\d+$/.test(name) ? {} : { parameter_name: name }),
    text: parameterText(message.vars[name] ?? ''),
  }))
  return [{ type: 'body', parameters }]
}

/**
 * Replaces line breaks and tabs with a space, and shortens long runs of spaces, because WhatsApp does not permit them
 * in a parameter.
 */
function parameterText(value: string): string {
  const run = (spaces: string) => (BREAK.test(spaces) ? ' ' : spaces.replace(/ {4,}/g, '   '))
  return value.replace(/[\s\u0085]+/g, run).trim()
}

const BREAK = /[\n\r\t\v\f\u0085\u2028\u2029]/

/**
 * Returns the buttons with their tokens. In a link, the token is at the end of the URL. The approved template contains
 * the labels.
 */
function buttonsOf(message: OutgoingMessage): object[] {
  const unusedButtons = [...message.actions]
  return slotsOf(message).flatMap(({ index, kind, text }) => {
    const value = text ?? unusedButtons.shift()?.token
    if (value === undefined) return []
    const parameter = kind === 'url' ? { type: 'text', text: value } : { type: 'payload', payload: value }
    return [{ type: 'button', sub_type: kind, index: String(index), parameters: [parameter] }]
  })
}
