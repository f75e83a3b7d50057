// Validates the embeds of templates and messages, and converts them to Discord's format.
import { type TSchema, Type } from 'typebox'
import { fieldsOf, itemsOf } from '../../lib/json/json-fields.ts'
import type { Content, Misfit } from '../contract.ts'
import { asTemplateMisfits, shapeMisfits } from '../text/own-content.ts'
import { codePoints } from '../text/text-length.ts'
import { discordLimits } from './limits.ts'

const text = (limit: number) => Type.Optional(Type.String({ maxLength: limit }))
const url = Type.String({ maxLength: 2048, pattern: '^https?://\\S+$', examples: ['https://example.com/picture.png'] })
const picture = Type.Optional(Type.Object({ url }, { additionalProperties: false }))
const color = Type.Optional(
  Type.Unsafe<string | number>({
    type: ['string', 'integer'],
    pattern: '^#[0-9A-Fa-f]{6}$',
    minimum: 0,
    maximum: 0xffffff,
    examples: ['#5865f2'],
  }),
)

const embed = Type.Object(
  {
    title: text(256),
    description: text(4096),
    url: Type.Optional(url),
    color,
    colour: color,
    timestamp: Type.Optional(
      Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d', examples: ['2030-01-31T09:00:00Z'] }),
    ),
    author: Type.Optional(
      Type.Object(
        { name: Type.String({ minLength: 1, maxLength: 256 }), url: Type.Optional(url), icon_url: Type.Optional(url) },
        { additionalProperties: false },
      ),
    ),
    fields: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Type.String({ minLength: 1, maxLength: 256 }),
            value: Type.String({ minLength: 1, maxLength: 1024 }),
            inline: Type.Optional(Type.Boolean()),
          },
          { additionalProperties: false },
        ),
        { maxItems: discordLimits.fields },
      ),
    ),
    image: picture,
    thumbnail: picture,
    footer: Type.Optional(
      Type.Object(
        { text: Type.String({ minLength: 1, maxLength: 2048 }), icon_url: Type.Optional(url) },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false, minProperties: 1 },
)

const MOST = discordLimits.embeds
const own: TSchema = Type.Object(
  { embeds: Type.Optional(Type.Array(embed, { maxItems: MOST })) },
  { additionalProperties: false },
)

/**
 * Maximum number of characters in all embeds of a message. Discord's documentation states this limit, but Discord's
 * schema does not.
 */
const MOST_CHARACTERS = discordLimits.embedCharacters

type Embed = Record<string, unknown>

/** Returns the problems of a template's Discord-specific content. */
export function embedProblems(content: Record<string, unknown>, filled: boolean): Misfit[] {
  return shapeMisfits('discord', own, content, { at: '', filled })
}

/** Returns why the embeds of a message are not valid. The image of the message counts as an embed. */
export function embedMisfits(content: Content): Misfit[] {
  const wrong = embedProblems(content.own ?? {}, true)
  if (wrong.length > 0) return asTemplateMisfits(wrong)
  const embeds = embedsOf(content)
  if (embeds.length > MOST)
    return [{ field: 'media', message: `becomes embed ${embeds.length} of the message; discord takes ${MOST}` }]
  const size = embeds.flatMap(textsOf).reduce((sum, each) => sum + codePoints(each), 0)
  if (size <= MOST_CHARACTERS) return []
  const message = `the embeds have ${size} characters together; discord takes ${MOST_CHARACTERS}`
  return [{ field: 'template', message }]
}

/** Returns the embeds in Discord's format: first the embeds of the template, then an embed for the image in `media`. */
export function embedsOf({ own: ownContent, media }: Pick<Content, 'own' | 'media'>): Embed[] {
  // A template that an older version stored without a check may contain any value.
  const written = Array.isArray(ownContent?.embeds) ? ownContent.embeds : []
  const embeds = written.filter((each): each is Embed => typeof each === 'object' && each !== null).map(toDiscordEmbed)
  if (media?.type !== 'image') return embeds
  return [...embeds, { image: { url: media.url }, ...(media.caption ? { description: media.caption } : {}) }]
}

/** Converts a color #rrggbb to the number that Discord requires. */
function toDiscordEmbed({ color: american, colour: british, ...rest }: Embed): Embed {
  const written = american ?? british
  if (written === undefined) return rest
  return { ...rest, color: typeof written === 'string' ? Number.parseInt(written.slice(1), 16) : written }
}

function textsOf({ title, description, author, footer, fields }: Embed): string[] {
  const inFields = itemsOf(fields).flatMap((field) => [fieldsOf(field).name, fieldsOf(field).value])
  const nested = [fieldsOf(author).name, fieldsOf(footer).text]
  return [title, description, ...nested, ...inFields].filter((each) => typeof each === 'string')
}
