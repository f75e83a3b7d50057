// Error responses. The contract defines their bodies, and each error code has an HTTP status (decisions 3 and 4).
import type { ErrorObject } from 'ajv/dist/2020.js'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { schemaDetails } from '../admission/parse.ts'
import { errorStatus, invalid, type Refusal, Refused } from '../errors.ts'
import { messageOf } from '../lib/thrown.ts'
import { CommitUnknown, isUnavailable } from '../store/failures.ts'
import { UnreadableBody } from './body/unreadable-body.ts'

/**
 * Returns the body of an error response. The contract defines two formats for a validation failure, so the body has the
 * fields of both formats.
 */
export function errorBody({ code, message, details, quota, current }: Refusal): Record<string, unknown> {
  return {
    error: code,
    ...(code === 'validation_failed' ? { status: code } : {}),
    message,
    ...(details ? { details } : {}),
    ...(current ? { current } : {}),
    ...quota,
  }
}

/** Sets the headers of an error response. Works with a body of any format. */
export function setRefusalHeaders(reply: FastifyReply, { retryAfter, rate }: Refusal): void {
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  if (rate) reply.header('x-ratelimit-limit', rate.limit).header('x-ratelimit-remaining', rate.remaining)
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  setRefusalHeaders(reply, refusal)
  if (errorStatus[refusal.code] === 401) reply.header('www-authenticate', 'Bearer')
  return reply.code(errorStatus[refusal.code]).send(errorBody(refusal))
}

/** Returns the error response for an error that a route threw. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refused || error instanceof UnreadableBody) return error.refusal
  if (isUnavailable(error) || error instanceof CommitUnknown) {
    return {
      code: 'unavailable',
      message: 'The database is unreachable or its disk is full. Try again in a few seconds.',
      retryAfter: 5,
    }
  }
  const { validation, statusCode } = isFastifyError(error) ? error : {}
  if (validation) return invalid(schemaDetails(validation))
  switch (statusCode) {
    case 400:
      return { code: 'malformed_json', message: `The body is not valid JSON: ${messageOf(error)}.` }
    case 415:
      return { code: 'unsupported_media_type', message: 'Send the body as JSON, with Content-Type: application/json.' }
    default:
      return {
        code: 'internal_error',
        message: 'An unexpected error occurred. The server log contains the error with the id of this request.',
      }
  }
}

/**
 * Returns true for every Error, because the fields of the result type are optional. Only Fastify's errors have these
 * fields.
 */
function isFastifyError(error: unknown): error is { validation?: ErrorObject[]; statusCode?: number } {
  return error instanceof Error
}

/** Handles the errors of all routes. Logs unexpected errors and never sends their text to the caller. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error)
  if (refusal.code === 'internal_error') request.log.error({ err: error, requestId: request.id }, 'request failed')
  if (refusal.code === 'internal_error') reply.header('x-request-id', request.id)
  return sendRefusal(reply, refusal)
}
