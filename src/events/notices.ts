// Notices that report automatic decisions to the owners of a workspace, and the job that sends them by email.
import { brand } from '../brand.ts'
import { type Clock, later } from '../lib/clock.ts'
import { plainName } from '../lib/text/plain-name.ts'
import { HOUR, MINUTE } from '../limits.ts'
import type { Database } from '../store/database.ts'
import { type ClaimedNotice, claimNotices, settleNotice } from '../store/workspaces/notices.ts'

/**
 * Sends a plain-text message through the operator's mail server. Throws an error with the reason if the mail cannot be
 * sent.
 */
export type Mailer = (mail: { id: string; to: string[]; subject: string; text: string }) => Promise<void>

/**
 * Returns the notice for a disabled subscription. The owners' email addresses are not verified, so the email may reach
 * a stranger. Therefore the subject contains no names, and names in the body cannot become links. The portal translates
 * the subject, each paragraph of the body, and the labels of the lines with names.
 */
export function disabledNotice(endpoint: { workspaceName: string; id: number; url: string; reason: string }) {
  const { workspaceName, id, url, reason } = endpoint
  const paragraphs = [
    `Webhook endpoint ${id} was disabled because ${reason}.`,
    `Workspace: ${plainName(workspaceName)}\nHost: ${plainName(new URL(url).host)}`,
    'Events are still recorded and kept for 7 days. When the endpoint works again, reactivate it and replay the missed events.',
  ]
  return {
    subject: `${brand.name}: a webhook endpoint was disabled`,
    body: `${paragraphs.join('\n\n')}\n`,
  }
}

const BATCH = 20
const MOST_ATTEMPTS = 5
const RETRY = [MINUTE, 10 * MINUTE, HOUR, 6 * HOUR]
/** Lease of a notice in milliseconds. If sending takes longer, the next run of the job sends the notice again. */
const LEASE = 5 * MINUTE

/** Sends a batch of pending notices by email. Returns 'again' if more notices may be pending. */
export async function mailNotices(db: Database, clock: Clock, mailer: Mailer): Promise<'again' | undefined> {
  const now = clock.now()
  const notices = await claimNotices(db, now, later(now, LEASE), BATCH)
  for (const notice of notices) await mailNotice(db, clock, mailer, notice)
  return notices.length === BATCH ? 'again' : undefined
}

async function mailNotice(db: Database, clock: Clock, mailer: Mailer, notice: ClaimedNotice): Promise<void> {
  const { id, recipients, subject, body, attempts_made } = notice
  const problem = await mailer({ id: `notice-${id}`, to: recipients, subject, text: body }).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  const mail = problem === null ? 'sent' : attempts_made >= MOST_ATTEMPTS ? 'failed' : 'waiting'
  await settleNotice(db, id, { mail, problem, nextAt: later(clock.now(), RETRY[attempts_made - 1] ?? 0) })
}
