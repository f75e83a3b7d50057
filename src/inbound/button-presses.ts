// Handles button presses in a chat: uses the action, as the link of the button does, and returns the text of the reply.
import { type TakeOutcome, takeAction } from '../actions/take.ts'
import type { InboundEvent, PressResult } from '../channels/inbound.ts'
import type { Seal } from '../lib/seal.ts'
import type { Database } from '../store/database.ts'
import { pressTexts } from './press-texts.ts'

export type ButtonPress = Extract<InboundEvent, { kind: 'button_press' }>

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
