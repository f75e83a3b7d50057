// Hashes and checks passwords with argon2id. Only a few hashes are computed at a time, so that many sign-ins do not
// exhaust memory and CPU.
import { Refused, refuseInvalid } from '../errors.ts'
import { createTurns } from '../lib/scheduling/turns.ts'
import { passwords } from '../limits.ts'
import { refuseGuessedPassword } from './guessed-passwords.ts'

/** 19 MiB, two passes, one lane: the minimum that OWASP recommends for argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Maximum number of simultaneous hashes. Two hashes use 38 MiB. */
const AT_ONCE = 2

/** The hash of a random text, with the costs above. The password for an unknown address is compared with this hash. */
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$CuyRspu3IrVZo2FAxtevjQ$7Zm6YoVREp26HJ/diZqNR32swaIYXkfsBPp6LDzzHco'

const { shortest: SHORTEST, longest: LONGEST } = passwords

const turns = createTurns(AT_ONCE)
let queued = 0

/** Throws validation_failed for a weak password, under the name of the field. */
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

/** Whether the password matches the hash. Without a hash, it does the same work and returns false. */
export async function isPassword(hash: string | undefined, password: string): Promise<boolean> {
  const { verify } = await import('@node-rs/argon2')
  const right = await inTurn(() => verify(hash ?? DUMMY_HASH, normal(password)))
  return right && hash !== undefined
}

/** Normalizes the text, because keyboards encode the same letter in several ways. */
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
