// Letters to members: invitations and new passwords, mailed through the operator's server where there is one.
import { brand } from '../brand.ts'
import type { Mailer } from '../events/notices.ts'
import { type Clock, later } from '../lib/clock.ts'
import type { Seal } from '../lib/seal.ts'
import { MINUTE } from '../limits.ts'
import type { Connection, Database } from '../store/database.ts'
import { claimLetters, deleteLetter, insertLetter, postponeLetter, type WaitingLetter } from '../store/letters.ts'

const PURPOSE = 'letter'
const BATCH = 20
const MOST_TRIES = 5
const RETRY = [MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE]
/** A letter that takes longer is tried again by whoever looks next. */
const LEASE = 5 * MINUTE

export interface Letter {
  subject: string
  body: Buffer
}

export function invitationLetter(
  seal: Seal,
  { link, workspace, invitedBy }: { link: string; workspace: string; invitedBy: string },
): Letter {
  const text = `${invitedBy} invites you to the workspace "${workspace}" of ${brand.name}.

Accept the invitation here:

${link}

The link works once, within 7 days, for this address. If you expected nothing like it, do nothing.
`
  return { subject: `${invitedBy} invites you to ${workspace}`, body: seal.close(text, PURPOSE) }
}

export function passwordLetter(seal: Seal, link: string): Letter {
  const text = `Somebody, probably you, asked for a new password for ${brand.name}.

Choose one here:

${link}

The link works once, within an hour. If you asked for nothing, do nothing: your password stays as it is.
`
  return { subject: `A new password for ${brand.name}`, body: seal.close(text, PURPOSE) }
}

export async function keepLetter(c: Connection, now: Date, recipient: string, letter: Letter): Promise<void> {
  await insertLetter(c, now, { recipient, ...letter })
}

export interface LetterOptions {
  db: Database
  clock: Clock
  seal: Seal
  mailer: Mailer
  onError: (error: unknown) => void
}

/** Mails what waits; answers whether there may be more. */
export async function mailLetters(options: LetterOptions): Promise<'again' | undefined> {
  const now = options.clock.now()
  const letters = await claimLetters(options.db, now, later(now, LEASE), BATCH)
  for (const letter of letters) await mail(options, letter)
  return letters.length === BATCH ? 'again' : undefined
}

async function mail({ db, clock, seal, mailer, onError }: LetterOptions, letter: WaitingLetter): Promise<void> {
  const { id, recipient, subject, body, tries } = letter
  try {
    await mailer({ id: `letter-${id}`, to: [recipient], subject, text: seal.open(body, PURPOSE) })
    await deleteLetter(db, id)
  } catch (error) {
    onError(error)
    if (tries >= MOST_TRIES) await deleteLetter(db, id)
    else await postponeLetter(db, id, later(clock.now(), RETRY[tries - 1] ?? MINUTE))
  }
}
