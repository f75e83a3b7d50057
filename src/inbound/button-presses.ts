// Button presses in a chat: use the action as a clicked link does, and send a reply with the result.
import { type TakeOutcome, takeAction } from '../actions/take.ts'
import type { InboundCall, InboundEvent, PressResult, Receiver } from '../channels/inbound.ts'
import { pause } from '../lib/scheduling/pause.ts'
import type { Seal } from '../lib/seal.ts'
import { SECOND } from '../limits.ts'
import type { Database } from '../store/database.ts'
import { pressTexts } from './press-texts.ts'

export type ButtonPress = Extract<InboundEvent, { kind: 'button_press' }>

export interface PressReplies {
  /** Sends a reply in the background. Makes at most three attempts; a reply that still fails is dropped. */
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

/** Replies of one connection at a time: a provider that does not answer must not use all sockets. */
const MOST_AT_ONCE = 100
/** Milliseconds before the second and the third attempt. A later reply is of no use to the person. */
const AGAIN_AFTER = [SECOND, 4 * SECOND]
/** The longest attempt, with all its calls to the provider, in milliseconds. */
const PATIENCE = 10 * SECOND
/** For a call that is under way when the service stops. */
const WHEN_STOPPING = 2 * SECOND

/**
 * Uses the action of the pressed button. A token that is unknown or forged changes nothing. `since`: the time of the
 * press, for a request that is processed again: the previous worker may have stopped after the use.
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
    for (const wait of [0, ...AGAIN_AFTER]) {
      await pause(wait, stopping.signal)
      if (stopping.signal.aborted) return
      const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(PATIENCE)])
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
      const timer = setTimeout(() => stopped.abort(), WHEN_STOPPING)
      await Promise.all(pending)
      clearTimeout(timer)
    },
  }
}
