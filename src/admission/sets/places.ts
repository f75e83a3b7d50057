// Places of messages in the answers of a set: each message of a request is an entry, or was refused before it became one.
import type { Refusal } from '../../errors.ts'
import { pairs } from '../../lib/pairs.ts'
import type { AdmissionRequest, Admitted } from '../admission-request.ts'
import { type AdmissionOutcome, type Entry, refuseEntry } from '../entry.ts'
import type { Pass } from '../gate.ts'

/** The result for one message of a request: an entry, or a refusal if no entry was created for the message. */
export type EntryOrRefusal = { entry: Entry } | { refusal: Refusal }

export function placesOf(requests: AdmissionRequest[], passes: Pass[]): EntryOrRefusal[][] {
  return [...pairs(requests, passes)].map(([{ messages, trace }, { sender, refusal }]) =>
    messages.map((offered): EntryOrRefusal => {
      if ('refusal' in offered) return offered
      return refusal ? { refusal } : { entry: { sender, ...offered, deliveryId: 0, trace, rendered: 0 } }
    }),
  )
}

/** Applies the gate's results to entries that were created before the gate ran. */
export function applyPasses(places: EntryOrRefusal[][], passes: Pass[]): void {
  for (const [own, { sender, refusal }] of pairs(places, passes)) {
    for (const place of own) {
      if (!('entry' in place)) continue
      if (refusal) refuseEntry(place.entry, refusal)
      else place.entry.sender = sender
    }
  }
}

export function answersOf(places: EntryOrRefusal[][], passes: Pass[]): Admitted[] {
  return [...pairs(places, passes)].map(([own, pass]) => ({ ...pass, outcomes: outcomesOf(own) }))
}

export function outcomesOf(own: EntryOrRefusal[]): AdmissionOutcome[] {
  return own.map(outcomeOf)
}

/** Returns the answers with the rate limits of the passes. */
export function withRates(answers: Admitted[], passes: Pass[]): Admitted[] {
  return [...pairs(answers, passes)].map(([answer, { rate }]) => (rate ? { ...answer, rate } : answer))
}

function outcomeOf(place: EntryOrRefusal): AdmissionOutcome {
  if ('refusal' in place) return { kind: 'refused', refusal: place.refusal }
  if (!place.entry.outcome) throw new Error('a message has no outcome')
  return place.entry.outcome
}
