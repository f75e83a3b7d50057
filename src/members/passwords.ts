// Passwords: argon2id, a few at a time, so that a flood of log-ins takes neither the memory nor the processor.
import { Refused, refuseInvalid } from '../errors.ts'
import { createTurns } from '../lib/scheduling/turns.ts'
import { passwords } from '../limits.ts'
import { refuseGuessedPassword } from './guessed-passwords.ts'

/** 19 MiB, two passes, one lane: what OWASP asks for as a minimum of argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Two at a time hold 38 MiB. */
const AT_ONCE = 2

/** Of a text nobody knows, made with the costs above: what an address without an account is checked against. */
const NOBODYS = '$argon2id$v=19$m=19456,t=2,p=1$CuyRspu3IrVZo2FAxtevjQ$7Zm6YoVREp26HJ/diZqNR32swaIYXkfsBPp6LDzzHco'

const { shortest: SHORTEST, longest: LONGEST } = passwords

const turns = createTurns(AT_ONCE)
let queued = 0

/** Throws validation_failed for a password that is too easy, under the name of the field. */
export function refuseWeakPassword(field: string, password: string, email: string, name = ''): void {
  if (password.length < SHORTEST) refuseInvalid({ [field]: [`must have ${SHORTEST} characters or more`] })
  if (password.length > LONGEST) refuseInvalid({ [field]: [`must have at most ${LONGEST} characters`] })
  if (normal(password).toLowerCase() === normal(email).toLowerCase())
    refuseInvalid({ [field]: ['must be another than the email address'] })
  if (new Set(password).size < 4) refuseInvalid({ [field]: ['must have at least four different characters'] })
  refuseGuessedPassword(field, password, [email, name])
}

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2')
  return inTurn(() => hash(normal(password), COST))
}

/** Whether the password is the one the hash was made of. Without a hash the work is the same, and the answer no. */
export async function isPassword(hash: string | undefined, password: string): Promise<boolean> {
  const { verify } = await import('@node-rs/argon2')
  const right = await inTurn(() => verify(hash ?? NOBODYS, normal(password)))
  return right && hash !== undefined
}

/** The same letters however a keyboard writes them. */
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
    message: 'Too many people sign in at this moment; try again in a few seconds.',
    retryAfter: 5,
  })
}
