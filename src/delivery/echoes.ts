// What a provider said is kept with the attempt, except for texts that repeat a sensitive variable of the message.
import type { Content } from '../channels/contract.ts'
import { createRepeatCheck } from '../lib/text/echo.ts'

/** Stands in place of a text that repeats a sensitive variable. */
const NOT_KEPT = "not kept, because the provider's words repeat a sensitive variable of the message"

const TEXTS = ['response', 'reason', 'remedy']

/** The values that must not be kept outside of the message itself. */
export function sensitiveValues({ sensitive = [], vars }: Pick<Content, 'sensitive' | 'vars'>): string[] {
  return sensitive.flatMap((name) => vars[name] ?? [])
}

/** An outcome or a receipt without the texts that repeat one of `values`. */
export function withoutRepeatedValues<T extends object>(record: T, values: readonly string[]): T {
  if (values.length === 0) return record
  const repeats = createRepeatCheck(values)
  const repeated = Object.entries(record).filter(
    ([name, text]) => TEXTS.includes(name) && typeof text === 'string' && repeats(text),
  )
  return { ...record, ...Object.fromEntries(repeated.map(([name]) => [name, NOT_KEPT])) }
}
