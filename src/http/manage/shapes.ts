// Schemas and helpers that all management routes share, for example for ids in paths, pages of lists, and times.
import { type TObject, type TProperties, Type } from 'typebox'
import { channelNames } from '../../channels/index.ts'
import { refuseInvalid } from '../../errors.ts'
import type { JsonValue } from '../../lib/json/json-fields.ts'
import { dateTimeForms, parseDateTime, wrongDateTime } from '../../lib/text/date-time.ts'
import { digests, lengths, records, sizes } from '../../limits.ts'

export { orNull } from '../../lib/json/nullable.ts'

export const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
export const mode = Type.Enum(['live', 'test'], { type: 'string' })
export const channel = Type.Enum(channelNames, { type: 'string' })
/** A locale, such as en or pt-BR. */
export const locale = Type.String({
  pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$',
  examples: ['en'],
  maxLength: lengths.locale,
})
export const text = (maxLength: number) => Type.String({ minLength: 1, maxLength })
/** Values for the variables of a template in a preview or a test send. */
export const variables = Type.Record(Type.String(), Type.String({ maxLength: sizes.variable }), {
  description: `Values for the variables of the template, each with at most ${sizes.variable} characters.`,
})
/** Values of a Liquid template in a preview or a test send. */
export const data = Type.Unsafe<JsonValue>({
  description: `Any JSON for Liquid templates, with at most ${sizes.data} characters.`,
  examples: [{ items: [{ name: 'Cup', price: 9 }] }],
})
export const digestItems = Type.Array(
  Type.Object({ vars: Type.Optional(variables), data: Type.Optional(data) }, { additionalProperties: false }),
  { maxItems: digests.items, description: 'Sample messages of a digest, which the template reads as items.' },
)
export const body = <T extends TProperties>(properties: T): TObject<T> =>
  Type.Object(properties, { additionalProperties: false })

export const inWorkspace = Type.Object({ ws: id })
export const inSource = Type.Object({ ws: id, source: id })

export const page = {
  cursor: Type.Optional(Type.String({ maxLength: 64, description: 'The next_cursor of the previous page.' })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: records.page,
      default: 50,
      description: `The maximum number of rows. A page ends earlier if its rows have ${records.pageBytes} bytes, but has at least one row. The next page starts at next_cursor.`,
    }),
  ),
}

/** Returns a response schema. `$id` becomes its name in the API document. */
export const shape = ($id: string, properties: TProperties, example?: Record<string, unknown>) =>
  Type.Object(properties, { $id, ...(example ? { examples: [example] } : {}) })

/** Returns the schema of an object with any fields. Only the description explains these fields. */
export const open = (description: string) =>
  Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true, description }))

/** A response without a body. */
export const nothing = Type.Null({ description: 'Done.' })

/**
 * Returns the number of rows to read for a page. This is one row more than the page shows. If this row exists, there is
 * a next page.
 */
export const withLookahead = (limit: number) => limit + 1

/**
 * Returns a page from the rows that were read with `withLookahead(limit)`. Its cursor is the last id in base64url.
 * Callers must not interpret a cursor.
 */
export function pageOf<T extends { id: number }>(rows: T[], limit: number): { data: T[]; next_cursor: string | null } {
  const data = rows.slice(0, limit)
  const last = rows.length > limit ? data.at(-1) : undefined
  return { data, next_cursor: last === undefined ? null : cursorOf(last.id) }
}

/** Returns a page from `rows`. The query has already limited the number or the total size of the rows. */
export function boundedPage<T extends { id: number }>({ rows, more }: { rows: T[]; more: boolean }) {
  const last = more ? rows.at(-1) : undefined
  return { data: rows, next_cursor: last === undefined ? null : cursorOf(last.id) }
}

/**
 * Returns a page of a filtered list. Each request searches only a limited number of rows, so a page may be short.
 * `reached` is the last row that this request searched.
 */
export function searchedPage<T extends { id: number }>(
  { rows, reached }: { rows: T[]; reached: { id: number; at: Date } | undefined },
  limit: number,
) {
  const full = pageOf(rows, limit)
  if (full.next_cursor !== null || !reached) return { ...full, searched_to: reached?.at.toISOString() ?? null }
  return { ...full, next_cursor: cursorOf(reached.id), searched_to: reached.at.toISOString() }
}

const cursorOf = (id: number) => Buffer.from(String(id)).toString('base64url')

/** Returns the id in a cursor. Returns `start` if there is no cursor. */
export function cursorId(cursor: string | undefined, start: number): number {
  if (cursor === undefined) return start
  const value = Number(Buffer.from(cursor, 'base64url').toString())
  return Number.isSafeInteger(value) && value > 0 ? value : refuseInvalid({ cursor: ['is not a cursor of this list'] })
}

/** The cursor id at which lists in the order "newest first" start. It is higher than every stored id. */
export const ABOVE_EVERY_ID = Number.MAX_SAFE_INTEGER

/** Returns the schema of a date and time in a request. `dateOf` parses the value. */
export const dateTime = (description: string) =>
  Type.String({ maxLength: 64, description: `${description} ${dateTimeForms}`, examples: ['2030-01-31T09:00:00Z'] })

/** Parses the date and time in a field of a query or body. Throws validation_failed if it is invalid. */
export function dateOf(field: string, value: string): Date {
  return parseDateTime(value) ?? refuseInvalid({ [field]: [wrongDateTime] })
}
