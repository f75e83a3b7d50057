// Sends an email through the HTTP API of a provider: collects the files, makes one request and classifies the answer.
import { callProvider, type ProviderReply } from '../../../lib/provider-call.ts'
import { withDeadline } from '../../../lib/scheduling/deadline.ts'
import { SECOND } from '../../../limits.ts'
import type { Outcome, OutgoingMessage, Provider, SendCall } from '../../contract.ts'
import type { EmailFile } from '../attachments.ts'
import { withFiles } from '../files.ts'
import type { EmailParts } from '../parts.ts'
import { withRelease } from '../release.ts'
import type { SenderSettings } from '../settings.ts'

/** Time limits in milliseconds. They are shorter than the time limit of an attempt. */
const QUEUE = 22 * SECOND
const FETCHING = 15 * SECOND

/** The pause in milliseconds after a rate limit, if the answer contains no time. */
export const PAUSE = 5 * SECOND

/** Matches the texts with which providers without error codes report a rate limit. */
export const THROTTLED = /too many requests|rate limit/i

export interface ApiRequest {
  url: string
  body: object | string | Buffer
  headers: Record<string, string>
}

/** The parts of an API that differ between providers. */
export interface EmailApi<S> {
  /** The name of the provider in outcomes. */
  name: string
  /** Returns the request that sends the email. */
  request(
    message: OutgoingMessage,
    files: EmailFile[],
    call: Pick<SendCall<S>, 'settings' | 'now'>,
  ): Promise<ApiRequest>
  outcome(reply: ProviderReply, settings: S, now: Date): Outcome
}

/** Returns the function `send` of a provider. */
export function sendOverHttp<S>({ name, request, outcome }: EmailApi<S>): Provider<S>['send'] {
  const send = (call: SendCall<S>, queue: AbortSignal) => {
    call.waiting?.(true)
    return withFiles(call, { provider: name, queue, whole: call.signal, fetching: FETCHING }, async (files) => {
      const { message, settings, now, signal, allowPrivateNetwork } = call
      const composed = await request(message, files, call)
      call.waiting?.(false)
      const reply = await callProvider({ ...composed, signal, allowPrivateNetwork })
      return outcome(reply, settings, now)
    })
  }
  return (call) =>
    withDeadline(call.signal, QUEUE, (queue) => withRelease(call, queue, (waiting) => send(call, waiting)))
}

/** Composes the parts of an email. Loads the code that renders emails when it is first needed. */
export async function composedParts(
  message: OutgoingMessage,
  files: EmailFile[],
  settings: SenderSettings,
): Promise<EmailParts> {
  const { emailParts } = await import('../parts.ts')
  return emailParts(message, files, settings)
}

export function bearer(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` }
}

/** Returns the outcome of a request that the provider accepted under this id. */
export function acceptedAs(externalId: string, status: number): Outcome {
  return { class: 'sent', externalId, providerStatus: String(status) }
}
