// The Liquid language of templates: strict, without files, and with limits on every resource.
import { Liquid, LiquidError } from 'liquidjs'
import type { Escape } from '../../lib/text/placeholders.ts'
import { liquid as limits } from '../../limits.ts'
import type { Place } from '../problems.ts'

/** Tags that read other templates. Templates of this service are single texts. */
const FILE_TAGS = ['include', 'render', 'layout', 'block']

/**
 * Returns an engine. `escapeValue` is applied to every output without the filter `raw`. An unknown variable or filter is an
 * error, except in a condition and before the filter `default`. With `lenient`, an unknown variable is empty.
 */
export function createEngine(escapeValue?: Escape, { lenient = false } = {}): Liquid {
  const engine = new Liquid({
    strictVariables: !lenient,
    strictFilters: true,
    ownPropertyOnly: true,
    lenientIf: true,
    parseLimit: limits.parsed,
    renderLimit: limits.time,
    memoryLimit: limits.memory,
    timezoneOffset: 0,
    templates: {},
    dynamicPartials: false,
    ...(escapeValue ? { outputEscape: (value: unknown) => escapeValue(textOf(value)) } : {}),
  })
  for (const name of FILE_TAGS) delete engine.tags[name]
  return engine
}

/** Returns the text that Liquid writes for a value. An object becomes JSON. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join('')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export interface LiquidFault extends Place {
  message: string
  /** The variable that has no value. */
  missing?: string | undefined
}

/** The problem and its place. Rethrows errors that do not come from the template. */
export function faultOf(error: unknown): LiquidFault {
  if (!LiquidError.is(error)) throw error
  const [line = null, column = null] = error.token.getPosition()
  const cause = causeOf(error)
  return { message: wordsFor(cause), line, column, missing: UNDEFINED.exec(cause)?.[1] }
}

const UNDEFINED = /^undefined variable: (.*)$/s

function causeOf({ originalError, message }: LiquidError): string {
  return originalError?.message ?? message.replace(/, line:\d+, col:\d+$/, '')
}

/** Replaces the messages that do not contain the remedy. */
function wordsFor(cause: string): string {
  const variable = UNDEFINED.exec(cause)?.[1]
  if (variable !== undefined) return `${variable} has no value`
  if (/^template render limit exceeded$/.test(cause)) return `rendering takes longer than ${limits.time} milliseconds`
  if (/^memory alloc limit exceeded$/.test(cause)) return 'rendering needs too much memory; use fewer or shorter values'
  return cause
}
