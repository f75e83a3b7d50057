// Maintenance jobs for members. They send letters, handle requests for new passwords, log failed sign-ins and delete
// expired rows.
import type { Mailer } from '../events/notices.ts'
import { type Clock, later } from '../lib/clock.ts'
import { startLoop } from '../lib/scheduling/loop.ts'
import type { Seal } from '../lib/seal.ts'
import { guessing, HOUR, MINUTE, SECOND } from '../limits.ts'
import type { Database } from '../store/database.ts'
import { dropExpiredLinks } from '../store/members/invitations.ts'
import { dropEndedAttempts } from '../store/members/limited-attempts.ts'
import { dropEndedSessions } from '../store/members/sessions.ts'
import { dropOldNetworks } from '../store/members/sign-in-networks.ts'
import { logFailedSignIns } from './failed-sign-ins.ts'
import { mailLetters } from './letters.ts'
import { answerPasswordRequests } from './password-requests.ts'

export interface MemberMaintenanceOptions {
  db: Database
  clock: Clock
  seal: Seal
  publicUrl: () => string
  /** Sends through the operator's mail server. Undefined if no mail server is configured. */
  mailer: Mailer | undefined
  onError: (error: unknown) => void
}

export function startMemberMaintenance({ db, clock, seal, publicUrl, mailer, onError }: MemberMaintenanceOptions) {
  const sweep = async () => {
    const now = clock.now()
    await dropEndedSessions(db, now)
    await dropExpiredLinks(db, now)
    const more = await logFailedSignIns(db, now)
    await dropEndedAttempts(db, now, later(now, -HOUR))
    await dropOldNetworks(db, later(now, -guessing.networkRetention))
    return more
  }
  const answerRequests = () => answerPasswordRequests({ db, seal, publicUrl }, clock.now())
  const loops = [
    startLoop(clock, MINUTE, sweep, onError),
    ...(mailer
      ? [
          startLoop(clock, SECOND, answerRequests, onError),
          startLoop(clock, SECOND, () => mailLetters({ db, clock, seal, mailer, onError }), onError),
        ]
      : []),
  ]
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
