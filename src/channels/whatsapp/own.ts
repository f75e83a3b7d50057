// The WhatsApp-specific content of a template: the approved template and its parts, or a link for a free-form message.
import { type TSchema, Type } from 'typebox'
import type { Misfit } from '../contract.ts'
import { shapeMisfits } from '../text/own-content.ts'
import { whatsappLimits } from './limits.ts'

/**
 * Returns a schema for a value that is one of `words`, or an object with one text. `pattern` applies only to texts, and
 * `properties` only to objects.
 */
const wordOr = (words: string[], property: string) =>
  Type.Unsafe<unknown>({
    type: ['string', 'object'],
    pattern: `^(${words.join('|')})$`,
    examples: [words[0]],
    properties: { [property]: { type: 'string', minLength: 1, maxLength: 2000 } },
    required: [property],
    additionalProperties: false,
  })

const own: TSchema = Type.Object(
  {
    template: Type.Optional(Type.String({ pattern: '^[a-z0-9_]{1,512}$', examples: ['order_update'] })),
    language: Type.Optional(Type.String({ pattern: '^[a-z]{2,3}(_[A-Za-z0-9]{2,4}){0,2}$', examples: ['en_US'] })),
    header: Type.Optional(wordOr(['image', 'video', 'document'], 'text')),
    buttons: Type.Optional(
      Type.Array(wordOr(['quick_reply', 'url', 'fixed'], 'url'), { maxItems: whatsappLimits.templateButtons }),
    ),
    link: Type.Optional(
      Type.Object(
        {
          label: Type.String({ minLength: 1, maxLength: 255 }),
          url: Type.String({ maxLength: 2000, pattern: '^https?://\\S+$', examples: ['https://shop.example/orders'] }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)

const PARTS = ['language', 'header', 'buttons']

/** Returns the problems of a template's WhatsApp-specific content. Each `field` is a path with dots. */
export function whatsappOwnMisfits(content: Record<string, unknown>, filled: boolean): Misfit[] {
  const stray = PARTS.filter((part) => content.template === undefined && content[part] !== undefined)
  return [
    ...shapeMisfits('whatsapp', own, content, { at: '', filled }),
    ...stray.map((field) => ({
      field,
      message: 'is a part of an approved template; set "template" to the name of the approved template',
    })),
    ...(content.template !== undefined && content.link !== undefined
      ? [{ field: 'link', message: 'is for free-form messages only; an approved template already defines its buttons' }]
      : []),
  ]
}
