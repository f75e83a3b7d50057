// How limits are described: what each bounds, in which unit, and what happens above it.

export type Unit = 'characters' | 'bytes' | 'items' | 'milliseconds' | 'seconds'

export interface LimitDescription {
  /** The field or thing that is bounded, in Markdown. */
  subject: string
  unit: Unit
  above: string
}

/** Bounds work inside the service: no caller meets it. */
export const INTERNAL = 'internal'

export interface Group {
  title: string
  limits: Record<string, unknown>
  words: Record<string, LimitDescription | typeof INTERNAL>
}

/** A group whose limits are all described. */
export function group<Limits extends object>(
  title: string,
  limits: Limits,
  words: { [Name in keyof Limits]: LimitDescription | typeof INTERNAL },
): Group {
  return { title, limits: Object.fromEntries(Object.entries(limits)), words }
}

export const REFUSED = '422 on the field'
export const entry = (what: string, unit: Unit, above: string): LimitDescription => ({ subject: what, unit, above })
export const characters = (what: string, above = REFUSED) => entry(what, 'characters', above)
export const items = (what: string, above = REFUSED) => entry(what, 'items', above)
export const bytes = (what: string, above: string) => entry(what, 'bytes', above)
export const time = (what: string, above: string) => entry(what, 'milliseconds', above)
export const body = (what: string) => bytes(`the body of ${what}`, '413')
