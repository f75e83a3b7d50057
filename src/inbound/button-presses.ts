// Taps: a button of ours pressed in a chat is taken like a clicked link, and the person is told what became of it.
import { type TakeOutcome, takeAction } from '../actions/take.ts'
import type { InboundCall, InboundEvent, PressResult, Receiver } from '../channels/inbound.ts'
import { pause } from '../lib/scheduling/pause.ts'
import type { Seal } from '../lib/seal.ts'
import { SECOND } from '../limits.ts'
import type { Database } from '../store/database.ts'
import { pressTexts } from './press-texts.ts'

export type ButtonPress = Extract<InboundEvent, { kind: 'button_press' }>

export interface PressReplies {
  /** Tells the person beside everything else that goes on; tried a few times, and given up without a word. */
  send(answer: PressReply): void
  stop(): Promise<void>
}

export interface PressReply {
  connectionId: number
  receiver: Receiver
  call: Omit<InboundCall, 'signal'>
  press: ButtonPress
  result: PressResult
}

/** Of one connection at a time: a provider that hangs while many tap must not take all there is of sockets. */
const MOST_AT_ONCE = 100
/** Milliseconds before the second and the third attempt; a person does not look at the phone for longer. */
const AGAIN_AFTER = [SECOND, 4 * SECOND]
/** Of one attempt: the calls of a channel together, milliseconds. */
const PATIENCE = 10 * SECOND
/** For a call that is under way when the service stops. */
const WHEN_STOPPING = 2 * SECOND

/**
 * Takes the action behind the button; what is not ours, or not as we made it, changes nothing. `since`: when the tap
 * came, for one that is worked on again: its worker may have died after the take.
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
    send(answer) {
      const { connectionId } = answer
      const others = atOnce.get(connectionId) ?? 0
      if (others >= MOST_AT_ONCE) return
      atOnce.set(connectionId, others + 1)
      const sending = sendWithRetries(answer)
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
