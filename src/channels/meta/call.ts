// Calls Meta's Graph API for WhatsApp and Messenger, and converts its errors to outcomes.
import { type Static, Type } from 'typebox'
import { fieldsOf } from '../../lib/json/json-fields.ts'
import { callProvider, excerpt, type ProviderReply } from '../../lib/provider-call.ts'
import type { Outcome } from '../contract.ts'
import { baseOf } from '../gateway.ts'
import { failureOf, type Meaning, type Throttle, throttledOutcome } from '../outcomes.ts'
import { outage } from '../remedies.ts'

const META = 'https://graph.facebook.com'

/** The settings that WhatsApp and Messenger connections have in common. */
export const graphSettings = {
  app_secret: Type.String({
    minLength: 1,
    maxLength: 255,
    secret: true,
    link: 'https://developers.facebook.com/apps',
    description: 'The secret of the app, from App settings, Basic. Meta signs inbound webhooks with it.',
  }),
  verify_token: Type.String({
    minLength: 1,
    maxLength: 255,
    secret: true,
    description: 'A secret that you choose. Meta sends it when it registers the webhook URL.',
  }),
  answer_taps: Type.Optional(
    Type.Boolean({
      default: true,
      description:
        'Whether a recipient who presses a button gets the result as a reply in the chat: done, already done, or too late.',
    }),
  ),
  graph_version: Type.Optional(
    Type.String({
      pattern: '^v[0-9]{1,3}\\.[0-9]{1,2}$',
      examples: ['v23.0'],
      default: 'v23.0',
      description: 'Version of the Graph API.',
    }),
  ),
  api_base: Type.Optional(
    Type.String({
      format: 'uri',
      maxLength: 2048,
      default: META,
      destination: true,
      description: 'The URL of a gateway that receives the requests to the Graph API.',
    }),
  ),
}

/** The type of the common settings. */
export type GraphSettings = Static<Type.TObject<typeof graphSettings>>

/** The settings that a call to the Graph API needs. */
type GraphBase = Pick<GraphSettings, 'api_base' | 'graph_version'>

/** Returns whether the settings use Meta's own API, not a gateway. */
export function isMeta(settings: GraphBase): boolean {
  return baseOf(settings, META) === META
}

export interface GraphRequest {
  settings: GraphBase
  token: string
  /** The path after the version, including the query, such as `123/messages`. */
  path: string
  /** The body of a POST. If it is absent, the request is a GET. */
  body?: object
  signal: AbortSignal
  allowPrivateNetwork: boolean
  maxBytes?: number
}

export function callGraph({ settings, token, path, ...rest }: GraphRequest): Promise<ProviderReply> {
  const base = baseOf(settings, META)
  const { graph_version: version = 'v23.0' } = settings
  return callProvider({ ...rest, url: `${base}/${version}/${path}`, headers: { authorization: `Bearer ${token}` } })
}

/** An error of the Graph API. It can be in an answer, or in a status that Meta sends later. */
export interface GraphError {
  code: number
  subcode?: number
  /** The most detailed text of the error. */
  detail?: string
  /** Whether Meta marked the error as temporary. */
  transient: boolean
}

/** Returns the meaning of an error for WhatsApp or Messenger. Returns undefined for an unknown code. */
export type GraphCodes = (error: GraphError) => Meaning | Throttle | undefined

/** Returns the error in an answer, or undefined. An answer can contain an error with any HTTP status. */
export function errorIn(json: unknown): GraphError | undefined {
  return graphErrorOf(fieldsOf(json).error)
}

/** Parses the error object of an answer or a status. Returns undefined if the object has no code. */
export function graphErrorOf(value: unknown): GraphError | undefined {
  const { code, error_subcode, message, title, is_transient, error_data } = fieldsOf(value)
  const { details } = fieldsOf(error_data)
  if (typeof code !== 'number') return undefined
  const detail = [details, message, title].find((text) => typeof text === 'string' && text !== '')
  return {
    code,
    ...(typeof error_subcode === 'number' ? { subcode: error_subcode } : {}),
    ...(typeof detail === 'string' ? { detail } : {}),
    transient: is_transient === true,
  }
}

/** Returns the code for the timeline. If there is a subcode, it follows the code. */
export function codeText({ code, subcode }: GraphError): string {
  return subcode === undefined ? String(code) : `${code}/${subcode}`
}

/**
 * Returns the outcome of a failed call. The code of Meta's error determines the outcome. If the code is missing or
 * unknown, the outcome depends on the HTTP status.
 */
export function graphFailure(
  product: string,
  codes: GraphCodes,
  reply: ProviderReply,
  { now, token }: { now: Date; token: string },
): Outcome {
  const error = reply.kind === 'answer' ? errorIn(reply.json) : undefined
  // An answer without an error object is not from Meta. A gateway or a proxy may have sent it, or it is truncated.
  if (reply.kind !== 'answer' || !error) return failureOf(product, reply, { now, secrets: [token], understood: false })
  const found = codes(error) ?? unknownCode(product, error, reply.status)
  const answer = {
    providerStatus: String(reply.status),
    code: codeText(error),
    response: excerpt(reply.text, [token]),
  }
  return found.class === 'throttled' ? throttledOutcome(answer, found, reply.headers, now) : { ...answer, ...found }
}

function unknownCode(product: string, { code, detail, transient }: GraphError, status: number): Meaning {
  const reason = `${product} reports error ${code}${detail === undefined ? '' : `: ${detail.slice(0, 300)}`}`
  if (transient || status >= 500) return { class: 'retryable', reason, remedies: outage(product) }
  return {
    class: 'permanent',
    reason,
    remedies: { final: "Find the code in Meta's documentation, fix the cause, and resend the message." },
  }
}
