// Meta's Graph API, which WhatsApp and Messenger share: the call, its error envelope, and what an answer means.
import { type Static, Type } from 'typebox'
import { later } from '../../lib/clock.ts'
import { fieldsOf } from '../../lib/json/json-fields.ts'
import { callProvider, excerpt, type ProviderReply, retryAfterOf } from '../../lib/provider-call.ts'
import type { Outcome } from '../contract.ts'
import { baseOf } from '../gateway.ts'
import { boundedDelay, failureOf, type Meaning } from '../outcomes.ts'
import { outage, type RepeatedRemedies } from '../remedies.ts'

const META = 'https://graph.facebook.com'

/** The settings both connections have. */
export const graphSettings = {
  app_secret: Type.String({ minLength: 1, maxLength: 255, secret: true, description: 'Signs what Meta sends us.' }),
  verify_token: Type.String({
    minLength: 1,
    maxLength: 255,
    secret: true,
    description: 'Chosen by you; Meta shows it when it registers our address.',
  }),
  answer_taps: Type.Optional(
    Type.Boolean({
      default: true,
      description:
        'Whether a person who taps a button reads in the chat what became of it: done, done before, too late.',
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
      description: 'A gateway that speaks the Graph API.',
    }),
  ),
}

/** What both connections share; without `Type.Object` it is spread into the schema of each. */
export type GraphSettings = Static<Type.TObject<typeof graphSettings>>

/** What a call needs of them. */
type GraphBase = Pick<GraphSettings, 'api_base' | 'graph_version'>

/** Whether the settings lead to Meta itself, and to no gateway. */
export function isMeta(settings: GraphBase): boolean {
  return baseOf(settings, META) === META
}

export interface GraphRequest {
  settings: GraphBase
  token: string
  /** Below the version, with its query, such as `123/messages`. */
  path: string
  /** POSTed; without one it is a GET. */
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

/** What Graph says of a failure, in an answer or in a status told later. */
export interface GraphError {
  code: number
  subcode?: number
  /** The longest of its sentences, for a person. */
  detail?: string
  /** Graph itself expects it to pass. */
  transient: boolean
}

/** The provider wants fewer messages: nothing of this scope for `delay` milliseconds, or as long as it asks for itself. */
export interface Throttle {
  class: 'throttled'
  delay: number
  scope: 'connection' | 'recipient'
  reason: string
  remedies: RepeatedRemedies
}

/** What a product's table says of an error; undefined for one that is not in it. */
export type GraphCodes = (error: GraphError) => Meaning | Throttle | undefined

/** The error in an answer; there may be one whatever HTTP's status says. */
export function errorIn(json: unknown): GraphError | undefined {
  return graphErrorOf(fieldsOf(json).error)
}

/** Reads an error as answers and statuses hold it; undefined where there is no code. */
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

/** As the timeline shows it: the code, with its subcode where there is one. */
export function codeText({ code, subcode }: GraphError): string {
  return subcode === undefined ? String(code) : `${code}/${subcode}`
}

/** The outcome of a call that did not send: the error's code decides, HTTP's status only where there is none. */
export function graphFailure(
  product: string,
  codes: GraphCodes,
  reply: ProviderReply,
  { now, token }: { now: Date; token: string },
): Outcome {
  const error = reply.kind === 'answer' ? errorIn(reply.json) : undefined
  // Without the envelope something else answered: a gateway's page, a proxy, half a text.
  if (reply.kind !== 'answer' || !error) return failureOf(product, reply, { now, secrets: [token], understood: false })
  const found = codes(error) ?? unknownCode(product, error, reply.status)
  const answer = {
    providerStatus: String(reply.status),
    code: codeText(error),
    response: excerpt(reply.text, [token]),
  }
  if (found.class !== 'throttled') return { ...answer, ...found }
  const { delay, ...throttle } = found
  return { ...answer, ...throttle, until: later(now, boundedDelay(retryAfterOf(reply.headers, now) ?? delay)) }
}

function unknownCode(product: string, { code, detail, transient }: GraphError, status: number): Meaning {
  const reason = `${product} reports error ${code}${detail === undefined ? '' : `: ${detail.slice(0, 300)}`}`
  if (transient || status >= 500) return { class: 'retryable', reason, remedies: outage(product) }
  return {
    class: 'permanent',
    reason,
    remedies: { final: "Look up the code in Meta's documentation, correct the cause, and resend the message." },
  }
}
