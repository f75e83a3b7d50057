// Replies to a button press on WhatsApp or Messenger. The reply is a message, because these channels cannot show a
// notice to the person who pressed the button.
import type { Receiver } from '../inbound.ts'
import { callGraph, errorIn, type GraphCodes, type GraphRequest, type GraphSettings } from './call.ts'

type ReplyToPress<S> = NonNullable<Receiver<S>['replyToPress']>

/**
 * Returns a function `replyToPress` that sends the reply as a message. `requestOf` builds the request that sends a
 * text. A free-form message is permitted, because the press opens the conversation window. The setting `answer_taps`
 * can turn the replies off.
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
    // Do not reply if Carillon did not send the buttons, because the program that sent them replies.
    if (buttons === 'strange' || settings.answer_taps === false) return true
    const reply = await callGraph({ settings, signal, allowPrivateNetwork, ...requestOf(settings, press, text) })
    // Retry only if the provider cannot have accepted the reply. Otherwise the recipient could get the reply twice.
    if (reply.kind === 'unreachable') return false
    const error = reply.kind === 'answer' ? errorIn(reply.json) : undefined
    return !['retryable', 'throttled'].includes((error && codes(error)?.class) ?? '')
  }
}
