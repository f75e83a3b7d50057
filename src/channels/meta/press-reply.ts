// What a person reads after a tap on WhatsApp or Messenger, which show nothing themselves: a short message in the conversation.

import type { Receiver } from '../inbound.ts'
import { callGraph, errorIn, type GraphCodes, type GraphRequest, type GraphSettings } from './call.ts'

type ReplyToPress<S> = NonNullable<Receiver<S>['replyToPress']>

/**
 * `requestOf`: the product's request for a text to whoever tapped. The tap opened the conversation, so that a free
 * message passes. The setting `answer_taps` switches it off, for whoever answers otherwise.
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
    // A payload that only looks like ours may be another program's, which answers it.
    if (buttons === 'strange' || settings.answer_taps === false) return true
    const reply = await callGraph({ settings, signal, allowPrivateNetwork, ...requestOf(settings, press, text) })
    // Tried again only when it surely was not taken: nobody wants to read it twice.
    if (reply.kind === 'unreachable') return false
    const error = reply.kind === 'answer' ? errorIn(reply.json) : undefined
    return !['retryable', 'throttled'].includes((error && codes(error)?.class) ?? '')
  }
}
