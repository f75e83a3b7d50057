// Describes failed requests: the error that the API returned, or the failure that the browser detected.

import type { ServerText } from '../texts/server-text.ts'

export interface Problem {
  /**
   * The error code of the API. The portal adds two codes. `unreachable`: there was no response. `unreadable`: the
   * response is not from the API.
   */
  code: string
  /** The HTTP status. It is 0 if there was no response. */
  status: number
  /**
   * The message of the API. It is empty if there was no response, because the portal has a separate text for this case.
   */
  message: string
  /** The messages about single fields, by the path of the field. In a path, a dot separates the levels. */
  details: Record<string, string[]>
  /** Seconds to wait before the next attempt. */
  retryAfter: number | undefined
}

/** The error that a refused or failed request throws. */
export class RequestFailed extends Error {
  override name = 'RequestFailed'
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.message || problem.code)
    this.problem = problem
  }
}

/** Converts any thrown value to a problem. The value may also come from a bug of the portal. */
export function problemOf(error: unknown): Problem {
  if (error instanceof RequestFailed) return error.problem
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'internal_error', status: 0, message, details: {}, retryAfter: undefined }
}

export const unreachable: Problem = {
  code: 'unreachable',
  status: 0,
  message: '',
  details: {},
  retryAfter: undefined,
}

/**
 * Reads the problem from a response. If the response has another format, such as the error page of a proxy, the problem
 * contains only the status.
 */
export async function readProblem(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => undefined)
  const seconds = Number(response.headers.get('retry-after'))
  const retryAfter = seconds > 0 ? seconds : undefined
  const fields = isRecord(body) ? body : {}
  if (typeof fields.error !== 'string')
    return { code: 'unreadable', status: response.status, message: '', details: {}, retryAfter }
  return {
    code: fields.error,
    status: response.status,
    message: typeof fields.message === 'string' ? fields.message : '',
    details: isRecord(fields.details) ? (fields.details as Record<string, string[]>) : {},
    retryAfter,
  }
}

/** Returns the problem with translated messages. */
export function translateProblem(problem: Problem, serverText: ServerText): Problem {
  const details = Object.entries(problem.details).map(([field, sentences]) => [field, sentences.map(serverText)])
  return { ...problem, message: serverText(problem.message), details: Object.fromEntries(details) }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
