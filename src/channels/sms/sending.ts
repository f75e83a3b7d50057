// Sends SMS messages: the steps that all providers share.
import type { Outcome, OutgoingMessage, SendCall } from '../contract.ts'
import { elsewhere } from '../outcomes.ts'
import type { Segments } from '../text/segments.ts'
import { segmentsOf } from './segments.ts'
import { maxSegmentsOf, type SenderSettings, senderFor, sendsMedia } from './settings.ts'
import { smsText, tooManySegments } from './text.ts'

export interface PreparedSms {
  /** The whole text, with the links of buttons. */
  text: string
  segments: Segments
  /** The sender, or undefined if the connection has none for this number. */
  from: string | undefined
}

/**
 * Returns the text and the sender of a message. Returns an outcome if this connection cannot send the message: it has
 * no sender for the number, permits fewer segments, or sends no media. `choosesSender` states whether the provider can
 * choose the sender.
 */
export function prepareSms(
  { message, settings }: Pick<SendCall<SenderSettings & { max_segments?: number }>, 'message' | 'settings'>,
  choosesSender: boolean,
): PreparedSms | Outcome {
  const text = smsText(message)
  const segments = segmentsOf(text)
  const [misfit] = tooManySegments(segments, maxSegmentsOf(settings))
  if (misfit) return { ...elsewhere(misfit.message, SHORTEN), code: 'too_many_segments' }
  if (message.media && !sendsMedia(settings)) return noMedia
  const from = senderFor(settings, message.address)
  return from === undefined && !choosesSender ? noSender : { text, segments, from }
}

const noSender: Outcome = {
  ...elsewhere(
    'the connection has no sender for the country of this number',
    'Set from, or add the country to senders of the connection. Then resend the message.',
  ),
  code: 'no_sender',
}

const noMedia: Outcome = {
  ...elsewhere(
    'the connection sends no media',
    'Put a link into the text, or enable mms in the connection. Then resend the message.',
  ),
  code: 'no_media',
}

const SHORTEN = 'Shorten the template or raise max_segments of the connection, and resend the message.'

/** Returns the delivery id that the provider returns in receipts. Answers to keywords and tests have none. */
export function referenceOf({ deliveryId }: OutgoingMessage): string | undefined {
  return deliveryId === 0 ? undefined : String(deliveryId)
}

/**
 * Returns the URL that the provider calls with receipts, or undefined if the provider refuses such a URL. `isGateway`
 * states whether a server other than the provider's own API gets the messages.
 */
export function receiptUrl({ inboundUrl }: Pick<SendCall, 'inboundUrl'>, isGateway: boolean): string | undefined {
  return isGateway || inboundUrl?.startsWith('https:') ? inboundUrl : undefined
}

/** Returns the URL for receipts, with the delivery id. */
export function callbackUrl(
  { message, inboundUrl }: Pick<SendCall, 'message' | 'inboundUrl'>,
  isGateway: boolean,
): string | undefined {
  const url = receiptUrl({ inboundUrl }, isGateway)
  const reference = referenceOf(message)
  return url === undefined || reference === undefined ? url : `${url}?delivery=${reference}`
}
