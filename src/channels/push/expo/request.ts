// Sends requests to Expo's push service, and reads the parts of its answers.
import { fieldsOf, itemsOf, textWithin } from '../../../lib/json/json-fields.ts'
import { callProvider, type ProviderReply } from '../../../lib/provider-call.ts'
import { baseOf } from '../../gateway.ts'
import { EXPO, type Expo } from '../settings.ts'

/** Sends a request. Never throws for an error of the network or of Expo. */
export function callExpo(
  expo: Expo,
  path: 'send' | 'getReceipts',
  body: object,
  { signal, allowPrivateNetwork }: { signal: AbortSignal; allowPrivateNetwork: boolean },
): Promise<ProviderReply> {
  return callProvider({
    url: `${baseOf(expo, EXPO)}/--/api/v2/push/${path}`,
    headers: expo.access_token === undefined ? {} : { authorization: `Bearer ${expo.access_token}` },
    body,
    signal,
    allowPrivateNetwork,
    maxBytes: MOST_BYTES,
  })
}

/** A receipt has at most a few hundred bytes, and an answer has at most 1,000 receipts. */
const MOST_BYTES = 1024 * 1024

/** An error of a ticket or a receipt. The code is undefined if Expo reports none. */
export interface ExpoError {
  code: string | undefined
  message: string
}

/** Returns the error of a ticket or receipt. The message contains no push token. */
export function errorIn(item: unknown): ExpoError {
  const { message, details } = fieldsOf(item)
  return {
    code: textWithin(fieldsOf(details).error, 100),
    message: withoutTokens(textWithin(message, 500) ?? ''),
  }
}

/** Returns the code of the error of a whole request, or undefined. */
export function requestErrorIn(reply: ProviderReply): string | undefined {
  const [error] = reply.kind === 'answer' ? itemsOf(fieldsOf(reply.json).errors) : []
  return textWithin(fieldsOf(error).code, 100)
}

/** Returns the text without push tokens, because a token is the address of a person's device. */
export function withoutTokens(text: string): string {
  return text.replaceAll(/Expo(?:nent)?PushToken\[[^\]]{1,200}\]/g, '[redacted]')
}

/**
 * If the body contains an error, returns the reply without a status of success. A gateway may send an error with the
 * status 200.
 */
export function withErrorStatus(reply: ProviderReply): ProviderReply {
  const code = requestErrorIn(reply)
  if (reply.kind !== 'answer' || reply.status >= 300 || code === undefined) return reply
  return { ...reply, status: code === 'TOO_MANY_REQUESTS' ? 429 : 400 }
}
