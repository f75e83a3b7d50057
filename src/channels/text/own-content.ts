// Validates the channel-specific content of a template, such as Discord's embeds, against a schema.
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import type { TSchema } from 'typebox'
import { MOST_FAULTS } from '../../errors.ts'
import { fieldsOf } from '../../lib/json/json-fields.ts'
import { checkOf } from '../../lib/json/schema-check.ts'
import { nearest } from '../../lib/text/nearest.ts'
import { schemaWords } from '../../schema-words.ts'
import type { Misfit } from '../contract.ts'
import { codePoints } from './text-length.ts'

const validators = new WeakMap<TSchema, ValidateFunction>()

/**
 * Validates `value` against `schema`, and returns the first 50 problems. The field of each problem is a path with dots
 * that begins with `at`. If `filled` is false, the length and the pattern of a text with placeholders are not checked,
 * because its final value is unknown.
 */
export function shapeMisfits(
  channel: string,
  schema: TSchema,
  value: unknown,
  { at, filled }: { at: string; filled: boolean },
): Misfit[] {
  const validate = validators.get(schema) ?? checkOf(schema)()
  validators.set(schema, validate)
  if (validate(value)) return []
  return (validate.errors ?? [])
    .filter(({ data, keyword }) => filled || keyword === 'type' || !hasPlaceholder(data))
    .slice(0, MOST_FAULTS)
    .map((error) => misfitOf(channel, at, error))
}

/** Returns the first 50 misfits of several items. Items after the 50th misfit are not checked. */
export function firstMisfits<Item>(
  items: readonly Item[],
  misfitsOf: (item: Item, index: number) => readonly Misfit[],
): Misfit[] {
  const found: Misfit[] = []
  for (const [index, item] of items.entries()) {
    if (found.length >= MOST_FAULTS) break
    found.push(...misfitsOf(item, index))
  }
  return found.slice(0, MOST_FAULTS)
}

/**
 * Converts the misfits of a rendered message to problems of the request's field `template`. The text of each problem
 * begins with the field of the misfit.
 */
export function asTemplateMisfits(misfits: Misfit[]): Misfit[] {
  return misfits.map(({ field, message }) => ({ field: 'template', message: `${field} ${message}` }))
}

function hasPlaceholder(data: unknown): boolean {
  return typeof data === 'string' && data.includes('{{')
}

function misfitOf(channel: string, at: string, error: ErrorObject): Misfit {
  const path = [at, ...error.instancePath.split('/').slice(1)].filter((part) => part !== '')
  const params: Record<string, unknown> = error.params
  const data: unknown = error.data
  const here = (message: string, ...below: string[]) => ({ field: [...path, ...below].join('.'), message })
  switch (error.keyword) {
    case 'maxLength':
      return here(`has ${codePoints(String(data))} characters; ${channel} takes ${String(params.limit)}`)
    case 'minLength':
      return here(`is empty; ${channel} requires a text`)
    case 'maxItems':
      return here(`has ${[data].flat().length} entries; ${channel} takes ${String(params.limit)}`)
    case 'required':
      return here('is required', String(params.missingProperty))
    case 'additionalProperties': {
      const name = String(params.additionalProperty)
      const suggestion = nearest(name, Object.keys(fieldsOf(error.parentSchema?.properties)))
      return here(suggestion ? `is not a known field; did you mean ${suggestion}?` : 'is not a known field', name)
    }
    default:
      return here(schemaWords(error, error.parentSchema))
  }
}
