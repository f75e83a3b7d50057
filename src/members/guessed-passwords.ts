// Passwords that a guesser finds early: common words, rows of keys, repetitions, and what stands in the account itself.
import { refuseInvalid } from '../errors.ts'
import { partsOf } from '../lib/text/guessable.ts'

/** Parts that a password has at least: "password12" has 3, "Summer2024!" has 3. */
const LEAST_PARTS = 6

/** Throws validation_failed for a password that is easy to guess. `about`: email address and name of the account. */
export function refuseGuessedPassword(field: string, password: string, about: readonly string[]): void {
  const known = about.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
  if (partsOf(password, known) >= LEAST_PARTS) return
  refuseInvalid({
    [field]: [
      'is easy to guess: common words, your own name, repetitions and rows of keys count little. Use a longer phrase.',
    ],
  })
}
