// What went wrong with a request, as data: the API's own words, or what the browser knows when no answer came.

import type { ServerText } from '../texts/server-text.ts'

export interface Problem {
  /** The API's error code; `unreachable` when no answer came, `unreadable` when it was not the API's. */
  code: string
  /** HTTP status; 0 without an answer. */
  status: number
  /** The API's sentence. Empty when there was no answer: the catalog has words for that. */
  message: string
  /** Field (dots between levels) to what is wrong with it. */
  details: Record<string, string[]>
  /** Seconds after which the same request may work. */
  retryAfter: number | undefined
}

/** A problem on its way up. */
export class RequestFailed extends Error {
  override name = 'RequestFailed'
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.message || problem.code)
    this.problem = problem
  }
}

/** The problem in whatever was thrown; a bug of ours is one too. */
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

/** Reads a refusal; what is not in the contract's shape (a proxy's page) says only its status. */
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

/** Returns the problem with the API's sentences in the reader's language. */
export function translateProblem(problem: Problem, serverText: ServerText): Problem {
  const details = Object.entries(problem.details).map(([field, sentences]) => [field, sentences.map(serverText)])
  return { ...problem, message: serverText(problem.message), details: Object.fromEntries(details) }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
