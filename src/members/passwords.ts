// Hashes and checks passwords with argon2id. Computes only a few hashes at a time, so that many concurrent sign-ins do
// not use too much memory and processor time.
import { Refused, refuseInvalid } from '../errors.ts'
import { createTurns } from '../lib/scheduling/turns.ts'
import { passwords } from '../limits.ts'
import { refuseGuessedPassword } from './guessed-passwords.ts'

/** The minimum that OWASP recommends for argon2id: 19 MiB, two passes and one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Maximum number of hashes that are computed at the same time. Two hashes use 38 MiB. */
const AT_ONCE = 2

/**
 * The hash of a random text. If an address has no account, the password is compared with this hash, so that the
 * response takes the same time.
 */
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$CuyRspu3IrVZo2FAxtevjQ$7Zm6YoVREp26HJ/diZqNR32swaIYXkfsBPp6LDzzHco'

const { shortest: SHORTEST, longest: LONGEST } = passwords

const turns = createTurns(AT_ONCE)
let queued = 0

/** Throws validation_failed if the password is weak. The error names the request field `field`. */
export function refuseWeakPassword(field: string, password: string, email: string, name = ''): void {
  if (password.length < SHORTEST) refuseInvalid({ [field]: [`must have ${SHORTEST} characters or more`] })
  if (password.length > LONGEST) refuseInvalid({ [field]: [`must have at most ${LONGEST} characters`] })
  if (normal(password).toLowerCase() === normal(email).toLowerCase())
    refuseInvalid({ [field]: ['must not be the email address'] })
  if (new Set(password).size < 4) refuseInvalid({ [field]: ['must have at least four different characters'] })
  refuseGuessedPassword(field, password, [email, name])
}

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2')
  return inTurn(() => hash(normal(password), COST))
}

/** Returns whether the password matches the hash. If there is no hash, does the same work and returns false. */
export async function isPassword(hash: string | undefined, password: string): Promise<boolean> {
  const { verify } = await import('@node-rs/argon2')
  const right = await inTurn(() => verify(hash ?? DUMMY_HASH, normal(password)))
  return right && hash !== undefined
}

/** Normalizes the text, because different keyboards encode the same letter in different ways. */
function normal(text: string): string {
  return text.normalize('NFKC')
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (queued >= passwords.maxQueued) throw busy()
  queued++
  let giveBack: () => void
  try {
    giveBack = await turns.take(AbortSignal.timeout(passwords.patience)).catch(() => {
      throw busy()
    })
  } finally {
    queued--
  }
  try {
    return await work()
  } finally {
    giveBack()
  }
}

function busy(): Refused {
  return new Refused({
    code: 'unavailable',
    message: 'Too many people are signing in now. Try again in a few seconds.',
    retryAfter: 5,
  })
}
