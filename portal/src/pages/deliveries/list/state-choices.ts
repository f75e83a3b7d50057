// The choices of the filter by state.

import type { StateName } from '../../../parts/delivery-words.tsx'
import type { Texts } from '../../../texts/texts.tsx'

const states: StateName[] = [
  'scheduled',
  'collecting',
  'deferred',
  'queued',
  'retrying',
  'paused',
  'sending',
  'sent',
  'delivered',
  'read',
  'failed',
  'cancelled',
]

/** All states of messages that have not been sent yet. */
export const NOT_SENT = 'scheduled,collecting,deferred,queued,retrying,paused'

type DeliveryTexts = Texts['deliveries']

export function stateChoices(texts: DeliveryTexts): { value: string; label: string }[] {
  return [
    ...states.map((state) => ({ value: state as string, label: texts.states[state] })),
    { value: NOT_SENT, label: texts.notSentYet },
  ]
}

/** Returns the label of a list of states in the URL. */
export function stateLabel(list: string, texts: DeliveryTexts): string {
  return list
    .split(',')
    .map((name) => {
      const state = states.find((one) => one === name)
      return state === undefined ? name : texts.states[state]
    })
    .join(', ')
}
