// Types and helpers for the descriptions of limits: the limited field, its unit, and the consequence of exceeding the
// limit.

export type Unit = 'characters' | 'bytes' | 'items' | 'milliseconds' | 'seconds'

export interface LimitDescription {
  /** The limited field or object, in Markdown. */
  subject: string
  unit: Unit
  /** The consequence of exceeding the limit, in Markdown. */
  above: string
}

/** Marks a limit inside the service that callers never notice. docs/limits.md omits it. */
export const INTERNAL = 'internal'

export interface Group {
  title: string
  limits: Record<string, unknown>
  words: Record<string, LimitDescription | typeof INTERNAL>
}

/** Returns a group. The call compiles only if every limit has a description. */
export function group<Limits extends object>(
  title: string,
  limits: Limits,
  words: { [Name in keyof Limits]: LimitDescription | typeof INTERNAL },
): Group {
  return { title, limits: Object.fromEntries(Object.entries(limits)), words }
}

export const REFUSED = '422 on the field'
export const entry = (subject: string, unit: Unit, above: string): LimitDescription => ({ subject, unit, above })
export const characters = (subject: string, above = REFUSED) => entry(subject, 'characters', above)
export const items = (subject: string, above = REFUSED) => entry(subject, 'items', above)
export const bytes = (subject: string, above: string) => entry(subject, 'bytes', above)
export const time = (subject: string, above: string) => entry(subject, 'milliseconds', above)
export const body = (subject: string) => bytes(`the body of ${subject}`, '413')
