// Sends emails: collects the files, composes the message, sends it in an SMTP session and classifies the reply.
import { withDeadline } from '../../lib/scheduling/deadline.ts'
import { createSmtpPool, type SmtpPool } from '../../lib/smtp-pool.ts'
import { SmtpBusy } from '../../lib/smtp-session.ts'
import { SECOND } from '../../limits.ts'
import type { Outcome, Provider, SendCall } from '../contract.ts'
import { withFiles } from './files.ts'
import { composeEmail } from './message.ts'
import { emailOutcome } from './outcomes.ts'
import { releasedFrom, withRelease } from './release.ts'
import { type EmailSettings, serverOf } from './settings.ts'
import { SERVER } from './silence.ts'
import { checkServer } from './smtp/check.ts'

/**
 * Time limits in milliseconds. They are shorter than the time limit of an attempt, so that the outcome states which
 * step failed.
 */
export interface EmailTimes {
  /** Limit for the time to fetch all files. */
  files: number
  /** Limit for the time to wait for a free session, measured from the start of the attempt. */
  queue: number
  /** Maximum time in milliseconds for the whole attempt. */
  whole: number
  /** Number of milliseconds after which an idle session closes. */
  idle: number
  /** Maximum time in milliseconds for the check of a connection. */
  check: number
}

const TIMES: EmailTimes = {
  files: 15 * SECOND,
  queue: 22 * SECOND,
  whole: 37 * SECOND,
  idle: 10 * SECOND,
  check: 15 * SECOND,
}

/**
 * The maximum number of sessions for a server and account. Common providers permit five sessions with 100 messages
 * each.
 */
const SESSIONS = 5
const MESSAGES_PER_SESSION = 100

export type EmailSender = Required<Pick<Provider<EmailSettings>, 'send' | 'check'>>

/** Creates a sender. Senders do not share SMTP sessions. Only tests pass `times`. */
export function createEmailSender(times: EmailTimes = TIMES): EmailSender {
  const pools = new Map<string, SmtpPool>()

  /**
   * Returns the session pool for these settings. After the settings change, creates a new pool. The sessions of the old
   * pool close when they are idle.
   */
  const poolFor = (settings: EmailSettings, allowPrivateNetwork: boolean): SmtpPool => {
    const key = JSON.stringify([settings, allowPrivateNetwork])
    const known = pools.get(key)
    if (known) return known
    for (const [other, pool] of pools) if (pool.idle()) pools.delete(other)
    const limits = { sessions: SESSIONS, messagesPerSession: MESSAGES_PER_SESSION, idle: times.idle }
    const pool = createSmtpPool(serverOf(settings.url, allowPrivateNetwork), limits)
    pools.set(key, pool)
    return pool
  }

  const send = (call: SendCall<EmailSettings>, queue: AbortSignal, whole: AbortSignal): Promise<Outcome> => {
    const { message, settings, allowPrivateNetwork, now } = call
    call.waiting?.(true)
    return withFiles(call, { provider: SERVER, queue, whole, fetching: times.files }, async (files) => {
      const composed = await composeEmail(message, files, settings, now)
      try {
        const pool = poolFor(settings, allowPrivateNetwork)
        const response = await pool.send(composed.envelope, composed.raw, {
          queue,
          whole,
          onTurn: () => call.waiting?.(false),
        })
        return { class: 'sent', externalId: composed.messageId, providerStatus: response.slice(0, 3), response }
      } catch (error) {
        if (error instanceof SmtpBusy && call.released?.aborted) return releasedFrom(SERVER)
        return emailOutcome(error, now, composed.raw.length, secretsOf(settings))
      }
    })
  }

  return {
    check: (settings, allowPrivateNetwork) => checkServer(settings, allowPrivateNetwork, times.check),
    send: (call) =>
      withDeadline(call.signal, times.whole, (whole) =>
        withDeadline(whole, times.queue, (queue) => withRelease(call, queue, (waiting) => send(call, waiting, whole))),
      ),
  }
}

function secretsOf(settings: EmailSettings): string[] {
  const { user, password } = serverOf(settings.url, true)
  return [password ?? '', user === undefined ? '' : Buffer.from(`\0${user}\0${password}`).toString('base64')]
}
