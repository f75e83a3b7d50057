// Types and helpers that describe limits: the bounded thing, its unit, and the consequence above the limit.

export type Unit = 'characters' | 'bytes' | 'items' | 'milliseconds' | 'seconds'

export interface LimitDescription {
  /** The bounded field or thing, in Markdown. */
  subject: string
  unit: Unit
  /** The consequence of exceeding the limit, in Markdown. */
  above: string
}

/** Marks a limit that callers cannot meet, because it bounds work inside the service. */
export const INTERNAL = 'internal'

export interface Group {
  title: string
  limits: Record<string, unknown>
  words: Record<string, LimitDescription | typeof INTERNAL>
}

/** Returns a group. It compiles only when every limit has a description. */
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
