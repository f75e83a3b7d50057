// Slack's Block Kit: the blocks that a template may use, their limits, and the text of blocks for notifications.
import { type TSchema, Type } from 'typebox'
import { fieldsOf, isObject, itemsOf } from '../../lib/json/json-fields.ts'
import { fitText } from '../../lib/text/fit-text.ts'
import type { Misfit } from '../contract.ts'
import { firstMisfits, shapeMisfits } from '../text/own-content.ts'
import { codePoints } from '../text/text-length.ts'
import { slackLimits } from './limits.ts'

export type Block = Record<string, unknown>

const id = Type.Optional(Type.String({ minLength: 1, maxLength: 255 }))
const address = Type.String({
  maxLength: 3000,
  pattern: '^https?://\\S+$',
  examples: ['https://example.com/picture.png'],
})
const strict = { additionalProperties: false }
const plain = (limit: number) =>
  Type.Object(
    {
      type: Type.Literal('plain_text'),
      text: Type.String({ minLength: 1, maxLength: limit }),
      emoji: Type.Optional(Type.Boolean()),
    },
    strict,
  )
/** Returns one schema for the types `mrkdwn` and `plain_text`, so that a problem is reported only once. */
const words = (limit: number) =>
  Type.Object(
    {
      type: Type.Unsafe<string>({ type: 'string', enum: ['mrkdwn', 'plain_text'] }),
      text: Type.String({ minLength: 1, maxLength: limit }),
      emoji: Type.Optional(Type.Boolean()),
      verbatim: Type.Optional(Type.Boolean()),
    },
    strict,
  )
const picture = Type.Object(
  { type: Type.Literal('image'), image_url: address, alt_text: Type.String({ minLength: 1, maxLength: 2000 }) },
  strict,
)
/** A button with a link. Other buttons are not permitted, because Carillon does not receive Slack's interactions. */
const linkButton = Type.Object(
  {
    type: Type.Literal('button'),
    text: plain(75),
    url: address,
    style: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ['primary', 'danger'] })),
    action_id: id,
    accessibility_label: Type.Optional(Type.String({ maxLength: 75 })),
  },
  strict,
)

const BLOCKS: Record<string, TSchema> = {
  header: Type.Object({ type: Type.String(), text: plain(150), block_id: id }, strict),
  section: Type.Object(
    {
      type: Type.String(),
      text: Type.Optional(words(slackLimits.section)),
      fields: Type.Optional(Type.Array(words(2000), { minItems: 1, maxItems: slackLimits.fields })),
      accessory: Type.Optional(Type.Unknown()),
      block_id: id,
      expand: Type.Optional(Type.Boolean()),
    },
    strict,
  ),
  divider: Type.Object({ type: Type.String(), block_id: id }, strict),
  image: Type.Object(
    {
      type: Type.String(),
      image_url: address,
      alt_text: Type.String({ minLength: 1, maxLength: 2000 }),
      title: Type.Optional(plain(2000)),
      block_id: id,
    },
    strict,
  ),
  context: Type.Object(
    {
      type: Type.String(),
      elements: Type.Array(Type.Unknown(), { minItems: 1, maxItems: slackLimits.contextElements }),
      block_id: id,
    },
    strict,
  ),
  actions: Type.Object(
    {
      type: Type.String(),
      elements: Type.Array(linkButton, { minItems: 1, maxItems: slackLimits.actionElements }),
      block_id: id,
    },
    strict,
  ),
  markdown: Type.Object(
    { type: Type.String(), text: Type.String({ minLength: 1, maxLength: 12_000 }), block_id: id },
    strict,
  ),
}

const own = Type.Object(
  { blocks: Type.Optional(Type.Array(Type.Object({ type: Type.String() }), { maxItems: slackLimits.blocks })) },
  strict,
)

/** Returns the problems of a template's Slack-specific content. */
export function blockProblems(content: Record<string, unknown>, filled: boolean): Misfit[] {
  const wrong = shapeMisfits('slack', own, content, { at: '', filled })
  if (wrong.length > 0) return wrong
  const blocks = itemsOf(content.blocks).filter(isObject)
  const inside = firstMisfits(blocks, (block, index) => problemsOf(block, `blocks.${index}`, filled))
  if (inside.length > 0 || !filled) return inside
  const size = blocks.flatMap(textsOf).reduce((sum, text) => sum + codePoints(text), 0)
  const message = `have ${size} characters together; slack takes ${slackLimits.characters}`
  return size > slackLimits.characters ? [{ field: 'blocks', message }] : []
}

function problemsOf(block: Block, at: string, filled: boolean): Misfit[] {
  const schema = Object.hasOwn(BLOCKS, String(block.type)) ? BLOCKS[String(block.type)] : undefined
  if (!schema) {
    const message = `is ${String(block.type)}; the permitted types are ${Object.keys(BLOCKS).join(', ')}, because interactive blocks are not supported`
    return [{ field: `${at}.type`, message }]
  }
  const found = shapeMisfits('slack', schema, block, { at, filled })
  if (found.length > 0) return found
  if (block.type === 'section') return sectionProblems(block, at, filled)
  if (block.type !== 'context') return []
  return firstMisfits(itemsOf(block.elements), (element, index) =>
    shapeMisfits('slack', isImage(element) ? picture : words(2000), element, { at: `${at}.elements.${index}`, filled }),
  )
}

function sectionProblems({ text, fields, accessory }: Block, at: string, filled: boolean): Misfit[] {
  if (text === undefined && fields === undefined) return [{ field: at, message: 'requires a text or fields' }]
  if (accessory === undefined) return []
  return shapeMisfits('slack', isImage(accessory) ? picture : linkButton, accessory, { at: `${at}.accessory`, filled })
}

function isImage(element: unknown): boolean {
  return fieldsOf(element).type === 'image'
}

/** Returns all visible texts in a block. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' ? (key === 'text' || key === 'alt_text' ? [inner] : []) : textsOf(inner),
  )
}

/** Returns one line for notifications and screen readers, from the first text in the blocks. */
export function fallbackOf(blocks: Block[]): string {
  return fitText(blocks.flatMap(textsOf)[0] ?? '…', 150)
}
