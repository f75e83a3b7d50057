// Sends invitations and password links to members by email, through the operator's mail server.
import { brand } from '../brand.ts'
import type { Mailer } from '../events/notices.ts'
import { type Clock, later } from '../lib/clock.ts'
import type { Seal } from '../lib/seal.ts'
import { plainName } from '../lib/text/plain-name.ts'
import { MINUTE } from '../limits.ts'
import type { Database, Transaction } from '../store/database.ts'
import {
  type ClaimedLetter,
  claimLetters,
  endLetter,
  insertLetter,
  rescheduleLetter,
} from '../store/members/letters.ts'
import { reserveSealedRow, sealedLetter } from '../store/sealed.ts'

const BATCH = 20
const MOST_ATTEMPTS = 5
const RETRY = [MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE]
/**
 * The lease of a claimed letter in milliseconds. When the lease has expired, another claim takes the letter and sends
 * it.
 */
const LEASE = 5 * MINUTE

export interface Letter {
  subject: string
  text: string
}

/**
 * Returns the email for an invitation. Its recipient may not know the inviter. Therefore the subject contains no text
 * from the inviter, and names in the body cannot become links.
 */
export function invitationLetter({
  link,
  workspace,
  invitedBy,
}: {
  link: string
  workspace: string
  invitedBy: string
}): Letter {
  const text = `${plainName(invitedBy)} invites you to the workspace "${plainName(workspace)}" of ${brand.name}.

Accept the invitation here:

${link}

The link works once, within 7 days, for this address. If you do not expect an invitation, ignore this message.
`
  return { subject: `Invitation to ${brand.name}`, text }
}

export function passwordLetter(link: string): Letter {
  const text = `You, or another person, requested a new password for ${brand.name}.

Choose the new password here:

${link}

The link works once, within an hour. If you did not request a new password, ignore this message. Your password does not change.
`
  return { subject: `A new password for ${brand.name}`, text }
}

/**
 * Stores a letter and encrypts its text. If the letter belongs to an invitation, the invitation stores the state of the
 * email, and the letter is removed together with the invitation.
 */
export async function storeLetter(
  tx: Transaction,
  now: Date,
  seal: Seal,
  { recipient, invitationId = null }: { recipient: string; invitationId?: number | null },
  { subject, text }: Letter,
): Promise<void> {
  const { id, bound } = await reserveSealedRow(tx, 'letters')
  const body = seal.closeAt(text, sealedLetter.at({ workspaceId: null, id }), bound)
  await insertLetter(tx, now, { id, recipient, subject, body, invitation_id: invitationId })
}

export interface LetterOptions {
  db: Database
  clock: Clock
  seal: Seal
  mailer: Mailer
  onError: (error: unknown) => void
}

/** Sends a batch of pending letters by email. Returns 'again' if more letters may be pending. */
export async function mailLetters(options: LetterOptions): Promise<'again' | undefined> {
  const now = options.clock.now()
  const letters = await claimLetters(options.db, now, later(now, LEASE), BATCH)
  for (const letter of letters) await mail(options, letter)
  return letters.length === BATCH ? 'again' : undefined
}

async function mail({ db, clock, seal, mailer, onError }: LetterOptions, letter: ClaimedLetter): Promise<void> {
  const { id, recipient, subject, body, attempts_made } = letter
  try {
    const text = seal.openAt(body, sealedLetter.at({ workspaceId: null, id }))
    await mailer({ id: `letter-${id}`, to: [recipient], subject, text })
    await endLetter(db, id, 'sent')
  } catch (error) {
    onError(error)
    if (attempts_made >= MOST_ATTEMPTS) await endLetter(db, id, 'failed')
    else await rescheduleLetter(db, id, later(clock.now(), RETRY[attempts_made - 1] ?? MINUTE))
  }
}
