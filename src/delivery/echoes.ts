// If a provider's text repeats the value of a sensitive variable, the text is replaced before it is stored.
import type { Content } from '../channels/contract.ts'
import { createRepeatCheck } from '../lib/text/echo.ts'
import { sensitiveLeaves } from '../redaction/sensitive-data.ts'

/** The replacement for a text that repeats a sensitive variable. */
const NOT_STORED = "not stored, because the provider's text repeats a sensitive variable of the message"

const TEXTS = ['response', 'reason', 'remedy']

/**
 * Returns the values of the sensitive variables, also those of the messages of a digest. These values may be stored only
 * in the message.
 */
export function sensitiveValues({
  sensitive = [],
  vars,
  data,
  items,
}: Pick<Content, 'sensitive' | 'vars' | 'data' | 'items'>): string[] {
  const values = [{ vars, data }, ...(items?.list ?? [])].flatMap((message) => [
    ...sensitive.flatMap((name) => message.vars[name] ?? []),
    ...(message.data === undefined ? [] : sensitiveLeaves(message.data, sensitive)),
  ])
  return [...new Set(values)]
}

/**
 * Returns a copy of the outcome or receipt. If one of its texts repeats one of `values`, the copy contains a
 * replacement for this text.
 */
export function withoutRepeatedValues<T extends object>(record: T, values: readonly string[]): T {
  if (values.length === 0) return record
  const repeats = createRepeatCheck(values)
  const repeated = Object.entries(record).filter(
    ([name, text]) => TEXTS.includes(name) && typeof text === 'string' && repeats(text),
  )
  return { ...record, ...Object.fromEntries(repeated.map(([name]) => [name, NOT_STORED])) }
}
