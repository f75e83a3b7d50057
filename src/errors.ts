// The error codes of the API with their HTTP statuses (decision 4), and the refusals that modules return or throw.

export const errorStatus = {
  malformed_json: 400,
  bad_request: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  invalid_webhook_key: 401,
  missing_token: 401,
  invalid_token: 401,
  invalid_credentials: 401,
  second_factor_required: 401,
  revoked_api_key: 403,
  expired_api_key: 403,
  forbidden: 403,
  recipient_not_found: 404,
  template_not_found: 404,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  action_used: 410,
  action_expired: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  rate_limited: 429,
  quota_exceeded: 429,
  headers_too_large: 431,
  internal_error: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** Problems by field. The name of a nested field is a path with dots. */
export type Details = Record<string, string[]>

/**
 * Returns a collector of problems by field. `details` has no prototype, because a caller may send a field with the name
 * `constructor`.
 */
export function collectDetails(): { details: Details; add(field: string, message: string): void } {
  const details: Details = Object.create(null)
  return {
    details,
    add(field, message) {
      details[field] = [...(details[field] ?? []), message]
    },
  }
}

/** A refusal of a request: the error code, the message and the details for the answer. */
export interface Refusal {
  code: ErrorCode
  message: string
  /** The problems of fields. Present for validation_failed, and for a conflict that concerns fields. */
  details?: Details
  /** The state of the quota. Present for quota_exceeded. */
  quota?: { used: number; limit: number; hint: 'credits_empty' | null }
  /** The current state of the object. Present for a conflict. */
  current?: object
  /** The number of seconds to wait. Present for rate_limited and unavailable. */
  retryAfter?: number
  /** The values of the X-RateLimit headers. Present for rate_limited. */
  rate?: { limit: number; remaining: number }
}

/** An error with a refusal. The HTTP error handler sends the refusal as the answer. */
export class Refused extends Error {
  override name = 'Refused'
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/**
 * Maximum number of problems in an answer. Without this limit, the answer to a body with very many problems would take
 * seconds and megabytes.
 */
export const MOST_FAULTS = 50

/**
 * Maximum number of characters of a field's name in an answer. The name of an unknown field may be as long as the body.
 */
const LONGEST_FIELD = 200

/**
 * Returns a refusal with the code validation_failed. Its message is the first problem and the number of other invalid
 * fields.
 */
export function invalid(named: Details): Refusal {
  const details = Object.keys(named).some((field) => field.length > LONGEST_FIELD) ? withShortNames(named) : named
  const fields = Object.keys(details)
  const first = fields[0] ?? ''
  const rest = fields.length > 1 ? ` (and ${fields.length - 1} more)` : ''
  return { code: 'validation_failed', message: `${first}: ${details[first]?.[0] ?? 'is invalid'}${rest}`, details }
}

function withShortNames(all: Details): Details {
  const { details, add } = collectDetails()
  for (const [field, messages] of Object.entries(all)) {
    const name = field.length > LONGEST_FIELD ? `${field.slice(0, LONGEST_FIELD).toWellFormed()}…` : field
    for (const message of messages) add(name, message)
  }
  return details
}

export function refuse(code: ErrorCode, message: string): never {
  throw new Refused({ code, message })
}

export function refuseInvalid(details: Details): never {
  throw new Refused(invalid(details))
}

/** Throws a refusal with the code rate_limited. `subject` begins the message, for example "Too many attempts". */
export function refuseTooMany(subject: string, { retryAfter, limit }: { retryAfter: number; limit: number }): never {
  throw new Refused({
    code: 'rate_limited',
    message: `${subject}; try again in ${spanOf(retryAfter)}.`,
    retryAfter,
    rate: { limit, remaining: 0 },
  })
}

/** Returns the seconds in words, rounded up: "a minute", "15 minutes", "5 hours". */
function spanOf(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 1) return 'a minute'
  return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}
