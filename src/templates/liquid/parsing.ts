// Parses the Liquid texts of a template to find their errors and variables.
import type { Template } from 'liquidjs'
import { PREFERENCES_URL } from '../../channels/text/preferences-place.ts'
import { errorAt, MOST_PROBLEMS, type Problem } from '../problems.ts'
import type { TemplateText } from '../texts.ts'
import { createEngine, faultOf } from './engine.ts'

export interface ParsedTexts {
  problems: Problem[]
  /** The paths of the variables of each locale, such as `data.order.total`. */
  variables: Record<string, string[]>
}

/**
 * Names that the service defines: `preferences_url` in all texts, the others in HTML. They are no required variables of
 * the request.
 */
export const SERVICE_NAMES = ['unsubscribe_url', 'actions', PREFERENCES_URL]

export function parseTexts(texts: TemplateText[]): ParsedTexts {
  const engine = createEngine()
  const problems: Problem[] = []
  const variables = new Map<string, Set<string>>()
  for (const { locale, field, text } of texts) {
    const found = variables.get(locale) ?? new Set()
    variables.set(locale, found)
    if (!text.includes('{') || problems.length >= MOST_PROBLEMS) continue
    let parsed: Template[]
    try {
      parsed = engine.parse(text)
      for (const segments of engine.globalVariableSegmentsSync(parsed)) found.add(staticPath(segments).join('.'))
    } catch (error) {
      const { message, ...place } = faultOf(error)
      problems.push(errorAt(field, message, place))
    }
  }
  return {
    problems,
    variables: Object.fromEntries(Array.from(variables, ([locale, found]) => [locale, namesOf(found)])),
  }
}

/** Returns the path up to the first part that is computed by the template. */
export function staticPath(segments: readonly unknown[]): (string | number)[] {
  const path: (string | number)[] = []
  for (const segment of segments) {
    if (typeof segment !== 'string' && typeof segment !== 'number') break
    path.push(segment)
  }
  return path
}

function namesOf(found: Set<string>): string[] {
  return [...found].filter((name) => name !== '' && !SERVICE_NAMES.includes(name)).sort()
}
