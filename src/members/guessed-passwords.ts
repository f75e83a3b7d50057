// Refuses passwords that are easy to guess. Common words, keyboard rows, repetitions, and the email address or name of
// the account are easy to guess.
import { refuseInvalid } from '../errors.ts'
import { partsOf } from '../lib/text/guessable.ts'

/**
 * Minimum number of parts that a password must have. The function `partsOf` in lib/text/guessable.ts counts them. For
 * example, "password12" and "Summer2024!" have 3 parts.
 */
const LEAST_PARTS = 6

/**
 * Throws validation_failed if the password is easy to guess. `about` contains the email address and name of the
 * account.
 */
export function refuseGuessedPassword(field: string, password: string, about: readonly string[]): void {
  const known = about.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
  if (partsOf(password, known) >= LEAST_PARTS) return
  refuseInvalid({
    [field]: [
      'is easy to guess: common words, your own name, repetitions and keyboard rows make a password only a little stronger. Use a longer phrase.',
    ],
  })
}
