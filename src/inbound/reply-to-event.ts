// Replies to an event that was applied: to a button press in its chat, and to a message that has an answer.
import type { InboundCall, InboundEvent, PressResult, Receiver } from '../channels/inbound.ts'
import type { Replies } from './replies.ts'

/** The connection through which replies are sent. */
export interface ReplyPlace {
  connectionId: number
  receiver: Receiver
  call: Omit<InboundCall, 'signal'>
}

/** Sends the reply to an event in the background. `result` is the result of a button press. */
export function replyToEvent(
  replies: Replies,
  now: Date,
  { connectionId, receiver, call }: ReplyPlace,
  event: InboundEvent,
  result: PressResult | undefined,
): void {
  if (event.kind === 'button_press' && result)
    replies.send({
      connectionId,
      attempt: async (signal) => (await receiver.replyToPress?.({ ...call, signal }, event, result)) ?? true,
    })
  if (event.kind === 'message' && event.answer !== undefined) {
    const answer = { address: event.address, text: event.answer, at: event.at }
    const attempt = async (signal: AbortSignal) => (await receiver.answer?.({ ...call, signal }, answer)) ?? true
    replies.sendMessage({ connectionId, address: event.address, attempt }, now)
  }
}
