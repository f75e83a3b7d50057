// The caretakers of sign-in: letters are mailed, and what has ended is removed.
import type { Mailer } from '../events/notices.ts'
import { type Clock, later } from '../lib/clock.ts'
import { startLoop } from '../lib/loop.ts'
import type { Seal } from '../lib/seal.ts'
import { MINUTE, SECOND } from '../limits.ts'
import type { Database } from '../store/database.ts'
import { dropExpiredLinks } from '../store/invitations.ts'
import { dropEndedSessions } from '../store/sessions.ts'
import { dropOldAttempts } from '../store/sign-in-attempts.ts'
import { longestWindow } from './attempts.ts'
import { mailLetters } from './letters.ts'

export interface MemberCaretakerOptions {
  db: Database
  clock: Clock
  seal: Seal
  /** Undefined without an operator's mail server. */
  mailer: Mailer | undefined
  onError: (error: unknown) => void
}

export function startMemberCaretakers({ db, clock, seal, mailer, onError }: MemberCaretakerOptions) {
  const sweep = async () => {
    const now = clock.now()
    await dropEndedSessions(db, now)
    await dropExpiredLinks(db, now)
    await dropOldAttempts(db, later(now, -longestWindow))
    return undefined
  }
  const loops = [
    startLoop(clock, MINUTE, sweep, onError),
    ...(mailer ? [startLoop(clock, SECOND, () => mailLetters({ db, clock, seal, mailer, onError }), onError)] : []),
  ]
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
