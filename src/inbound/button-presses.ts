// Handles button presses in a chat: uses the action, as the link of the button does, and replies with the result.
import { type TakeOutcome, takeAction } from '../actions/take.ts'
import type { InboundCall, InboundEvent, PressResult, Receiver } from '../channels/inbound.ts'
import { pause } from '../lib/scheduling/pause.ts'
import type { Seal } from '../lib/seal.ts'
import { SECOND } from '../limits.ts'
import type { Database } from '../store/database.ts'
import { pressTexts } from './press-texts.ts'

export type ButtonPress = Extract<InboundEvent, { kind: 'button_press' }>

export interface PressReplies {
  /** Sends a reply in the background. After three failed attempts, the reply is discarded. */
  send(reply: PressReply): void
  stop(): Promise<void>
}

export interface PressReply {
  connectionId: number
  receiver: Receiver
  call: Omit<InboundCall, 'signal'>
  press: ButtonPress
  result: PressResult
}

/**
 * Maximum number of simultaneous replies through one connection. Without a limit, a provider that does not respond
 * could use all sockets.
 */
const MOST_AT_ONCE = 100
/**
 * Milliseconds before the second and the third attempt. There is no fourth attempt, because a reply after such a long
 * time would not help the person.
 */
const RETRY_DELAYS = [SECOND, 4 * SECOND]
/** Maximum number of milliseconds for one attempt, including all its calls to the provider. */
const ATTEMPT_TIMEOUT = 10 * SECOND
/** When the service stops, open calls to providers have this number of milliseconds to end. */
const STOP_TIMEOUT = 2 * SECOND

/**
 * Uses the action of the pressed button. A token that is unknown or forged changes nothing. `since` is set if an
 * earlier worker has already claimed the request of this press: `since` is the time at which the request arrived. The
 * earlier worker may have used the action and then crashed. Therefore an action that was used after `since` counts as
 * used by this press.
 */
export async function takePressedAction(
  db: Database,
  seal: Seal,
  now: Date,
  press: ButtonPress,
  since?: Date,
): Promise<PressResult> {
  const { token, actor, name, locale } = press
  const outcome = await takeAction(db, seal, now, { token, actor: actor ?? name, via: 'tap', since })
  return resultOf(outcome, locale === undefined ? [] : [locale])
}

function resultOf(outcome: TakeOutcome, spoken: string[]): PressResult {
  if (!('button' in outcome)) return { buttons: 'strange', text: pressTexts(spoken).strange }
  const { kind, button } = outcome
  const text = pressTexts([...button.locales, ...spoken])[kind](button.label)
  return { buttons: kind === 'expired' ? 'dead' : 'chosen', text }
}

export function createPressReplies(onError: (error: unknown) => void): PressReplies {
  const stopping = new AbortController()
  const stopped = new AbortController()
  const pending = new Set<Promise<void>>()
  const atOnce = new Map<number, number>()

  const sendWithRetries = async ({ receiver, call, press, result }: PressReply) => {
    for (const wait of [0, ...RETRY_DELAYS]) {
      await pause(wait, stopping.signal)
      if (stopping.signal.aborted) return
      const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(ATTEMPT_TIMEOUT)])
      if (await receiver.replyToPress?.({ ...call, signal }, press, result)) return
    }
  }

  const leave = (connectionId: number) => {
    const left = (atOnce.get(connectionId) ?? 1) - 1
    if (left === 0) atOnce.delete(connectionId)
    else atOnce.set(connectionId, left)
  }

  return {
    send(reply) {
      const { connectionId } = reply
      const others = atOnce.get(connectionId) ?? 0
      if (others >= MOST_AT_ONCE) return
      atOnce.set(connectionId, others + 1)
      const sending = sendWithRetries(reply)
        .catch(onError)
        .finally(() => {
          pending.delete(sending)
          leave(connectionId)
        })
      pending.add(sending)
    },
    async stop() {
      stopping.abort()
      const timer = setTimeout(() => stopped.abort(), STOP_TIMEOUT)
      await Promise.all(pending)
      clearTimeout(timer)
    },
  }
}
