// Registers the webhook of a connection through the API of a provider.
import { fieldsOf } from '../../lib/json/json-fields.ts'
import { callProvider, type ProviderReply, type ProviderRequest } from '../../lib/provider-call.ts'
import type { Outcome } from '../contract.ts'
import { findingOf } from '../gateway.ts'
import type { ConnectionSettings, InboundPlace } from '../inbound.ts'
import type { Registration, RegistrationCall, WebhookSetUp } from './set-up.ts'

/** The parts of an API that differ between providers. */
export interface RegistrationApi<S> {
  provider: string
  /** The setting that contains the credentials. */
  credentials: string
  base(settings: S): string
  headers(settings: S): Record<string, string>
  /**
   * A sentence for credentials that the provider refuses with 401. Explains which valid credentials the provider also
   * refuses in this way.
   */
  refusalHint?: string
  /** Returns whether the answer means that the credentials are valid but do not permit the request. */
  isForbidden?(answer: { status: number; json: unknown }): boolean
  outcome(reply: ProviderReply, settings: S, now: Date): Outcome
}

interface ApiRequest extends Pick<ProviderRequest, 'method' | 'body' | 'headers'> {
  /** The URL of another API of the provider. The default is the base URL of the provider. */
  base?: string
  /** The statuses that mean that the object does not exist. The answer then has no fields. */
  absent?: number[]
}
/** Sends a request and returns the fields of the answer. Throws RegistrationProblem if the provider refuses it. */
export type AskProvider = (path: string, request?: ApiRequest) => Promise<Record<string, unknown>>

/** Thrown to end a registration. `problem` is the problem that is reported for the setting. */
export class RegistrationProblem extends Error {
  override name = 'RegistrationProblem'
  readonly setting: string
  constructor(setting: string, problem: string) {
    super(problem)
    this.setting = setting
  }
}

/**
 * Returns the function `register` of a provider. `work` makes the requests and returns the settings to store. If `work`
 * throws RegistrationProblem, the registration returns the problem and no settings.
 */
export function registering<S extends { api_base?: string }>(
  api: RegistrationApi<S>,
  work: (ask: AskProvider, place: InboundPlace, settings: S) => Promise<ConnectionSettings>,
): NonNullable<WebhookSetUp<S>['register']> {
  return async (call, place): Promise<Registration> => {
    const { provider, credentials } = api
    const { protocol, origin } = new URL(place.url)
    if (protocol !== 'https:' && call.settings.api_base === undefined) {
      const problem = `cannot be used to register the webhook, because the webhook needs a public https URL, and PUBLIC_URL is ${origin}`
      return { settings: {}, found: [], problems: { [credentials]: problem } }
    }
    try {
      const settings = await work(asking(api, call), place, call.settings)
      return { settings, found: [`${provider} sends webhooks to ${place.url}`], problems: {} }
    } catch (error) {
      if (!(error instanceof RegistrationProblem)) throw error
      return { settings: {}, found: [], problems: { [error.setting]: error.message } }
    }
  }
}

function asking<S>(api: RegistrationApi<S>, call: RegistrationCall<S>): AskProvider {
  const { settings, signal, allowPrivateNetwork, now } = call
  const { provider, credentials, refusalHint, isForbidden = ({ status }) => status === 403 } = api
  return async (path, { absent = [], base = api.base(settings), ...request } = {}) => {
    const reply = await callProvider({
      ...request,
      url: `${base}${path}`,
      headers: { ...api.headers(settings), ...request.headers },
      signal,
      allowPrivateNetwork,
    })
    if (reply.kind === 'answer' && reply.status < 300) return fieldsOf(reply.json)
    if (reply.kind === 'answer' && absent.includes(reply.status)) return {}
    if (reply.kind === 'answer' && isForbidden(reply)) {
      const problem = `may not manage webhooks at ${provider}. Use credentials with full access, or register the webhook at ${provider} yourself`
      throw new RegistrationProblem(credentials, problem)
    }
    const finding = findingOf(provider, api.outcome(reply, settings, now))
    const isUnknown = reply.kind === 'answer' && reply.status === 401 && refusalHint !== undefined
    throw new RegistrationProblem(credentials, isUnknown ? `${finding} ${refusalHint}` : finding)
  }
}
