// Parses the body of a send request and reports all problems that can be found without the database.
import { hash } from 'node:crypto'
import type { ErrorObject } from 'ajv/dist/2020.js'
import { addressTable } from '../channels/addresses.ts'
import { collectDetails, type Details, invalid, MOST_FAULTS } from '../errors.ts'
import { later } from '../lib/clock.ts'
import { fieldsOf } from '../lib/json/json-fields.ts'
import { canonicalJson, jsonProblems } from '../lib/json/json-text.ts'
import { withoutNulls } from '../lib/json/nullable.ts'
import { checkOf } from '../lib/json/schema-check.ts'
import { checkUrl } from '../lib/safe-url.ts'
import { parseDateTime, wrongDateTime } from '../lib/text/date-time.ts'
import { parseDuration } from '../lib/text/duration.ts'
import { nearest } from '../lib/text/nearest.ts'
import { alternatives } from '../lib/text/plural.ts'
import { sizes, timing, windows } from '../limits.ts'
import { schemaWords } from '../schema-words.ts'
import type { ParsedMessage } from './admission-request.ts'
import { decodeAttachments } from './attachments.ts'
import { digestOf } from './digests/request.ts'
import { parseSteps } from './fallback/schema.ts'
import { freeFields, type ParsedSend, type RawSendRequest, type SendRequest, sendRequestSchema } from './request.ts'

const { requestedFields } = addressTable()
const requestCheck = checkOf<RawSendRequest>(sendRequestSchema)

export interface ParseOptions {
  now: Date
  allowPrivateNetwork: boolean
}

/**
 * Parses a send request. If it has problems, returns a validation_failed refusal with the problems of each field. Never
 * throws.
 */
export function parseSend(body: unknown, options: ParseOptions): ParsedMessage {
  const { details, add } = collectDetails()
  for (const { path, message } of jsonProblems(body, { depth: sizes.nesting, most: sizes.values }))
    add(path || 'body', message)
  if (Object.keys(details).length > 0) return { refusal: invalid(details) }
  const matchesSchema = requestCheck()
  if (!matchesSchema(body)) {
    return { refusal: invalid(schemaDetails(matchesSchema.errors ?? [])) }
  }
  const parsed = checkFields(withoutNulls(body, freeFields), options, add)
  return Object.keys(details).length > 0 ? { refusal: invalid(details) } : { parsed }
}

/** Returns the errors of a schema. The keys are the dotted names of the fields. */
export function schemaDetails(errors: ErrorObject[]): Details {
  const { details } = collectDetails()
  for (const error of errors.slice(0, MOST_FAULTS)) addSchemaError(details, error)
  return details
}

function addSchemaError(details: Details, error: ErrorObject): void {
  const at = error.instancePath.slice(1).split('/').filter(Boolean)
  const params: Record<string, unknown> = error.params
  let field = at
  let message: string
  if (error.keyword === 'required') {
    field = [...at, String(params.missingProperty)]
    message = 'is required'
  } else if (error.keyword === 'additionalProperties') {
    const name = String(params.additionalProperty)
    const known = Object.keys(fieldsOf(error.parentSchema?.properties))
    const suggestion = nearest(name, known)
    field = [...at, name]
    message = suggestion ? `is not a known field; did you mean ${suggestion}?` : 'is not a known field'
  } else message = schemaWords(error, error.parentSchema)
  const name = field.join('.') || 'body'
  const messages = details[name] ?? []
  if (!messages.includes(message)) details[name] = [...messages, message]
}

/** Checks the rules that the schema cannot express. */
function checkFields(
  request: SendRequest,
  { now, allowPrivateNetwork }: ParseOptions,
  add: (field: string, message: string) => void,
): ParsedSend {
  const { attachments = [], ...rest } = request
  const { recipient } = request
  if (recipient.id === undefined && requestedFields.every((field) => recipient[field] === undefined)) {
    add('recipient', `needs an id or an address: ${alternatives(requestedFields)}`)
  }
  const checked = (field: string, url: string) => {
    const problem = checkUrl(url, { allowPrivateNetwork })
    if (problem) add(field, problem)
  }
  let payloads = 0
  request.actions?.forEach((action, index) => {
    checked(`actions.${index}.callback_url`, action.callback_url)
    const bytes = Buffer.byteLength(JSON.stringify(action.payload ?? {}))
    payloads += bytes
    if (bytes > sizes.payloadBytes) {
      add(`actions.${index}.payload`, `must be at most ${sizes.payloadBytes} bytes of JSON`)
    }
  })
  if (request.media) checked('media.url', request.media.url)
  const scheduledFor = request.scheduled_for === undefined ? undefined : parseDateTime(request.scheduled_for)
  if (request.scheduled_for !== undefined && !scheduledFor) add('scheduled_for', wrongDateTime)
  if (scheduledFor && scheduledFor > later(now, windows.scheduleAhead))
    add('scheduled_for', 'must be at most a year ahead')
  const expiresAfter = request.expires_after === undefined ? undefined : parseDuration(request.expires_after)
  if (expiresAfter !== undefined && expiresAfter > timing.expiresAfter) add('expires_after', 'must be at most 7d')
  const per = request.limit === undefined ? undefined : parseDuration(request.limit.per)
  if (per !== undefined && per > timing.limitPeriod) add('limit.per', 'must be at most 31d')
  const collected = request.digest === undefined ? {} : digestOf(request.digest, request, add)
  const steps = parseSteps(request, add)
  const length = Object.values(request.vars ?? {}).reduce((sum, value) => sum + value.length, 0)
  if (length > sizes.variables)
    add('vars', `have ${length} characters in total; the limit per message is ${sizes.variables}`)
  const data = request.data === undefined ? 0 : JSON.stringify(request.data).length
  if (data > sizes.data) add('data', `has ${data} characters as JSON; the limit is ${sizes.data}`)
  return {
    request: rest,
    bodyHash: hashOf(request),
    ...(scheduledFor ? { scheduledFor } : {}),
    ...(request.limit === undefined || per === undefined ? {} : { limit: { ...request.limit, per } }),
    ...(expiresAfter === undefined ? {} : { expiresAfter }),
    ...collected,
    ...(steps === undefined ? {} : { steps }),
    weight: length + data + payloads,
    attachments: decodeAttachments(attachments, checked, add),
  }
}

/**
 * Returns a hash of the body without its idempotency key, so that a different message with the same idempotency key is
 * detected. Returns '' if the request has no idempotency key.
 */
function hashOf({ idempotency_key: key, ...body }: SendRequest): string {
  return key === undefined ? '' : hash('sha256', canonicalJson(body))
}
