// Checks the remedies of every outcome, for a pending message and for a failed message.
import { expect } from 'vitest'
import type { Outcome } from '../../src/channels/contract.ts'

/** Phrases that promise another attempt, which is wrong for a failed message. */
export const PROMISES_AN_ATTEMPT =
  /tried again|asked for again|sending (goes on|continues)|next attempt|attempt \d+ of|no action is needed|\bnothing\b|is sent (when|once|after|at)/i

const SENTENCE = /^[A-Z].{8,}[.]$/s

/** Fails if a remedy is missing or does not fit the state of the delivery. */
export function expectRemedies(outcome: Outcome): void {
  if (outcome.class === 'sent') return
  const { class: name, remedies } = outcome
  expect(remedies.final, `${name}: ${outcome.reason}`).toMatch(SENTENCE)
  expect(remedies.final, `${name}: ${outcome.reason}`).not.toMatch(PROMISES_AN_ATTEMPT)
  if (name === 'misconfigured') expect(remedies.pending, outcome.reason).toMatch(SENTENCE)
  if (name === 'retryable' || name === 'throttled' || name === 'ambiguous') {
    if (remedies.pending !== null) expect(remedies.pending, outcome.reason).toMatch(SENTENCE)
  }
}

/** Remedies for settlements in tests that do not check remedies. */
export const anyRemedies = { pending: 'Do this while it is pending.', final: 'Do this once it has failed.' }
