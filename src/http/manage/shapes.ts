// Shapes that every noun of the management API shares: ids in paths, pages of a list.
import { type TObject, type TProperties, Type } from 'typebox'
import { channelNames } from '../../channels/index.ts'
import { refuseInvalid } from '../../errors.ts'
import { dateTimeForms, parseDateTime, wrongDateTime } from '../../lib/text/date-time.ts'
import { lengths, records, sizes } from '../../limits.ts'

export { orNull } from '../../lib/json/nullable.ts'

export const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
export const mode = Type.Enum(['live', 'test'], { type: 'string' })
export const channel = Type.Enum(channelNames, { type: 'string' })
/** The name of a language, such as en or pt-BR. */
export const locale = Type.String({
  pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$',
  examples: ['en'],
  maxLength: lengths.locale,
})
export const text = (maxLength: number) => Type.String({ minLength: 1, maxLength })
/** Variables of a template that is previewed or tried. */
export const variables = Type.Record(Type.String(), Type.String({ maxLength: sizes.variable }), {
  description: `Values for the template's variables, each at most ${sizes.variable} characters.`,
})
export const body = <T extends TProperties>(properties: T): TObject<T> =>
  Type.Object(properties, { additionalProperties: false })

export const inWorkspace = Type.Object({ ws: id })
export const inSource = Type.Object({ ws: id, source: id })

export const page = {
  cursor: Type.Optional(Type.String({ maxLength: 64, description: 'next_cursor of the page before.' })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: records.page,
      default: 50,
      description: `Rows of a page at most. A page with large rows ends early, at ${records.pageBytes} bytes and after at least one row; next_cursor continues from there.`,
    }),
  ),
}

/** An answer's shape with the name it has in the API document. */
export const shape = ($id: string, properties: TProperties, example?: Record<string, unknown>) =>
  Type.Object(properties, { $id, ...(example ? { examples: [example] } : {}) })

/** An object whose fields the description tells. */
export const open = (description: string) =>
  Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true, description }))

/** An answer without a body. */
export const nothing = Type.Null({ description: 'Done.' })

/** How many rows of a page to read: one more tells whether there is a next page. */
export const withLookahead = (limit: number) => limit + 1

/** A page of a list, from `andNext(limit)` rows. Cursors are opaque to the caller: the last id, in base64url. */
export function pageOf<T extends { id: number }>(rows: T[], limit: number): { data: T[]; next_cursor: string | null } {
  const data = rows.slice(0, limit)
  const last = rows.length > limit ? data.at(-1) : undefined
  return { data, next_cursor: last === undefined ? null : cursorOf(last.id) }
}

/** A page that the database ended, by its number of rows or their bytes. */
export function boundedPage<T extends { id: number }>({ rows, more }: { rows: T[]; more: boolean }) {
  const last = more ? rows.at(-1) : undefined
  return { data: rows, next_cursor: last === undefined ? null : cursorOf(last.id) }
}

/** The same of a list that is searched a bounded number of rows at a time: `reached` is the last one it looked at. */
export function searchedPage<T extends { id: number }>(
  { rows, reached }: { rows: T[]; reached: { id: number; at: Date } | undefined },
  limit: number,
) {
  const full = pageOf(rows, limit)
  if (full.next_cursor !== null || !reached) return { ...full, searched_to: reached?.at.toISOString() ?? null }
  return { ...full, next_cursor: cursorOf(reached.id), searched_to: reached.at.toISOString() }
}

const cursorOf = (id: number) => Buffer.from(String(id)).toString('base64url')

/** The id a cursor stands for, or `start` without one. */
export function cursorId(cursor: string | undefined, start: number): number {
  if (cursor === undefined) return start
  const value = Number(Buffer.from(cursor, 'base64url').toString())
  return Number.isSafeInteger(value) && value > 0 ? value : refuseInvalid({ cursor: ['is not a cursor of this list'] })
}

/** The newest-first lists begin above every id. */
export const ABOVE_EVERY_ID = Number.MAX_SAFE_INTEGER

/** A date-time that a caller gives, for `dateOf`. */
export const dateTime = (description: string) =>
  Type.String({ maxLength: 64, description: `${description} ${dateTimeForms}`, examples: ['2030-01-31T09:00:00Z'] })

/** A date-time of a query or body, or a validation failure naming the field. */
export function dateOf(field: string, value: string): Date {
  return parseDateTime(value) ?? refuseInvalid({ [field]: [wrongDateTime] })
}
