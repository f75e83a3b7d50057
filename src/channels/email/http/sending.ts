// Sends an email through the HTTP API of a provider: collects the files, makes one request and classifies the answer.
import { callProvider, type ProviderReply } from '../../../lib/provider-call.ts'
import { withDeadline } from '../../../lib/scheduling/deadline.ts'
import { SECOND } from '../../../limits.ts'
import type { Outcome, OutgoingMessage, Provider, SendCall } from '../../contract.ts'
import type { EmailFile } from '../attachments.ts'
import { withFiles } from '../files.ts'
import type { EmailParts } from '../parts.ts'
import type { SenderSettings } from '../settings.ts'

/** Time limits in milliseconds. They are shorter than the time limit of an attempt. */
const QUEUE = 22 * SECOND
const FETCHING = 15 * SECOND

export interface ApiRequest {
  url: string
  body: object | string | Buffer
  headers: Record<string, string>
}

/** The parts of an API that differ between providers. */
export interface EmailApi<S> {
  /** Returns the request that sends the email. */
  request(
    message: OutgoingMessage,
    files: EmailFile[],
    call: Pick<SendCall<S>, 'settings' | 'now'>,
  ): Promise<ApiRequest>
  outcome(reply: ProviderReply, settings: S, now: Date): Outcome
}

/** Returns the function `send` of a provider. */
export function sendOverHttp<S>({ request, outcome }: EmailApi<S>): Provider<S>['send'] {
  return (call) => {
    call.waiting?.(true)
    return withDeadline(call.signal, QUEUE, (queue) =>
      withFiles(call, { queue, whole: call.signal, fetching: FETCHING }, async (files) => {
        const { message, settings, now, signal, allowPrivateNetwork } = call
        const composed = await request(message, files, call)
        call.waiting?.(false)
        const reply = await callProvider({ ...composed, signal, allowPrivateNetwork })
        return outcome(reply, settings, now)
      }),
    )
  }
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
