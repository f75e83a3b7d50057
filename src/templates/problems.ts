// Problems of a template's content: the field, the message, and the place in the text.
import { collectDetails, type Details, refuseInvalid } from '../errors.ts'

export interface Problem {
  /** The path of the text, such as `locales.it.channels.email.mjml`. */
  field: string
  message: string
  /** The place in the text, from 1. Null if the problem has no place. */
  line: number | null
  column: number | null
  /** An error prevents publishing. */
  severity: 'error' | 'warning'
}

/** Maximum number of problems in an answer. */
export const MOST_PROBLEMS = 50

export interface Place {
  line: number | null
  column: number | null
}

export function errorAt(
  field: string,
  message: string,
  { line, column }: Place = { line: null, column: null },
): Problem {
  return { field, message, line, column, severity: 'error' }
}

/** Returns the message with the place, such as "line 3, column 5: …". */
export function placedMessage({ message, line, column }: Pick<Problem, 'message' | 'line' | 'column'>): string {
  if (line === null) return message
  return column === null ? `in line ${line}: ${message}` : `line ${line}, column ${column}: ${message}`
}

/** Throws validation_failed if one of the problems is an error. */
export function refuseErrors(problems: Problem[]): void {
  const { details, add } = collectDetails()
  for (const problem of problems.slice(0, MOST_PROBLEMS))
    if (problem.severity === 'error') add(problem.field, placedMessage(problem))
  if (hasDetails(details)) refuseInvalid(details)
}

function hasDetails(details: Details): boolean {
  return Object.keys(details).length > 0
}
