// Replies to a button press on WhatsApp and Messenger with a message, because these channels have no notices for
// presses.
import type { Receiver } from '../inbound.ts'
import { callGraph, errorIn, type GraphCodes, type GraphRequest, type GraphSettings } from './call.ts'

type ReplyToPress<S> = NonNullable<Receiver<S>['replyToPress']>

/**
 * Returns a `replyToPress` that sends a message. `requestOf` makes the product's request for a text. The press opens
 * the conversation, so a free-form message is permitted. The setting `answer_taps` turns the replies off.
 */
export function answerByMessage<S extends GraphSettings>(
  codes: GraphCodes,
  requestOf: (
    settings: S,
    press: Parameters<ReplyToPress<S>>[1],
    text: string,
  ) => Pick<GraphRequest, 'token' | 'path' | 'body'>,
): ReplyToPress<S> {
  return async ({ settings, signal, allowPrivateNetwork }, press, { buttons, text }) => {
    // The payload may belong to another program, which replies itself.
    if (buttons === 'strange' || settings.answer_taps === false) return true
    const reply = await callGraph({ settings, signal, allowPrivateNetwork, ...requestOf(settings, press, text) })
    // Retry only if the provider certainly did not accept the reply, so that the recipient does not get it twice.
    if (reply.kind === 'unreachable') return false
    const error = reply.kind === 'answer' ? errorIn(reply.json) : undefined
    return !['retryable', 'throttled'].includes((error && codes(error)?.class) ?? '')
  }
}
