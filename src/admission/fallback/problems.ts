// Refuses a message some of whose steps cannot be rendered.
import { type Details, invalid } from '../../errors.ts'
import { deferEntry, deferralOf, type Entry, type Matched, refuseEntry } from '../entry.ts'

/**
 * Refuses a message with the problems of all its steps. If steps must be rendered in a thread first, defers the message
 * until all of them are rendered.
 */
export function refuseUnrendered(entry: Entry, steps: Matched[]): undefined {
  const details: Details = {}
  for (const { parsed, outcome } of steps) {
    if (outcome?.kind !== 'refused' || deferralOf(outcome)) continue
    for (const [field, messages] of Object.entries(outcome.refusal.details ?? {})) {
      const named = field.startsWith('vars.') ? messages : messages.map((text) => `${parsed.request.channel}: ${text}`)
      details[field] = [...new Set([...(details[field] ?? []), ...named])]
    }
  }
  if (Object.keys(details).length > 0) return refuseEntry(entry, invalid(details))
  const [first, ...others] = steps.flatMap(({ outcome }) => deferralOf(outcome) ?? [])
  if (!first) throw new Error('a step without content has no problem')
  const { key, job } = first
  return deferEntry(entry, { key, job, others: others.map((one) => ({ key: one.key, job: one.job })) })
}
