// Sending email: files gathered, the message composed, handed to a session with the server, its answer understood.

import { createTurns } from '../../lib/scheduling/turns.ts'
import { createSmtpPool, type SmtpPool } from '../../lib/smtp-pool.ts'
import { openSmtpSession } from '../../lib/smtp-session.ts'
import { SECOND } from '../../limits.ts'
import type { Outcome, Provider, SendCall } from '../contract.ts'
import type { ConnectionFindings } from '../findings.ts'
import { repeated } from '../remedies.ts'
import { gatherFiles } from './attachments.ts'
import { composeEmail } from './message.ts'
import { emailOutcome, emailProblem } from './outcomes.ts'
import { type EmailSettings, serverOf } from './settings.ts'

/** Milliseconds; together less than an attempt's budget, so that the step that knows the outcome reports it. */
export interface EmailTimes {
  /** For all files that are fetched. */
  files: number
  /** From the start of the attempt until a session has to be free. */
  queue: number
  /** For everything. */
  whole: number
  /** That a session stays open without work. */
  idle: number
  /** For a connection's check. */
  check: number
}

const TIMES: EmailTimes = {
  files: 15 * SECOND,
  queue: 22 * SECOND,
  whole: 37 * SECOND,
  idle: 10 * SECOND,
  check: 15 * SECOND,
}

/** Sessions with one server and account, and messages before a session ends: what common providers allow. */
const SESSIONS = 5
const MESSAGES_PER_SESSION = 100
/** Messages with files that are in memory at a time, in the whole process. */
const HEAVY = 8

export type EmailSender = Required<Pick<Provider<EmailSettings>, 'send' | 'check'>>

/** `times` other than the service's are for tests. */
export function createEmailSender(times: EmailTimes = TIMES): EmailSender {
  const pools = new Map<string, SmtpPool>()
  const heavy = createTurns(HEAVY)

  /** Changed settings are another pool; the old one's sessions end by themselves. */
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

  const send = async (call: SendCall<EmailSettings>): Promise<Outcome> => {
    const { message, settings, allowPrivateNetwork, now } = call
    const whole = AbortSignal.any([call.signal, AbortSignal.timeout(times.whole)])
    const queue = AbortSignal.any([whole, AbortSignal.timeout(times.queue)])
    if (!ONE_ADDRESS.test(message.address)) return NO_ADDRESS
    const done = message.attachments.length > 0 || message.media ? await heavy.take(queue).catch(() => null) : () => {}
    if (!done) return crowded(now)
    try {
      const gathered = await gatherFiles(message, { allowPrivateNetwork, signal: whole, timeoutMs: times.files })
      if ('outcome' in gathered) return gathered.outcome
      const composed = await composeEmail(message, gathered.files, settings, now)
      try {
        const pool = poolFor(settings, allowPrivateNetwork)
        const response = await pool.send(composed.envelope, composed.raw, queue, whole)
        return { class: 'sent', externalId: composed.messageId, providerStatus: response.slice(0, 3), response }
      } catch (error) {
        return emailOutcome(error, now, composed.raw.length, secretsOf(settings))
      }
    } finally {
      done()
    }
  }

  return {
    check: (settings, allowPrivateNetwork) => checkServer(settings, allowPrivateNetwork, times.check),
    send,
  }
}

/** Opens a session as a message would, and closes it. */
async function checkServer(
  settings: EmailSettings,
  allowPrivateNetwork: boolean,
  timeout: number,
): Promise<ConnectionFindings> {
  const server = serverOf(settings.url, allowPrivateNetwork)
  try {
    const session = await openSmtpSession(server, AbortSignal.timeout(timeout))
    session.quit()
    return {
      found: [
        `the mail server ${server.host}:${server.port} answers`,
        session.encrypted ? 'the connection is encrypted' : 'the connection is not encrypted',
        session.signedIn ? `signed in as ${server.user}` : 'nobody signed in',
      ],
      problems: {},
    }
  } catch (error) {
    return { found: [], problems: { url: emailProblem(error) } }
  }
}

/** One mailbox and nothing that an envelope or a header could take for more. */
const ONE_ADDRESS = /^[^\s\p{Cc}<>(),;:"\\[\]@]+@[^\s\p{Cc}<>(),;:"\\[\]@]+$/u

const NO_ADDRESS: Outcome = {
  class: 'permanent',
  code: 'address_refused',
  reason: 'this is no address that mail can be sent to',
  remedies: { final: 'Correct the address of the recipient, and resend the message.' },
}

function crowded(now: Date): Outcome {
  return {
    class: 'throttled',
    until: new Date(now.getTime() + 5 * SECOND),
    scope: 'recipient',
    reason: `${HEAVY} other messages with files were on their way for as long as this one could wait`,
    remedies: repeated('Send fewer messages with files at a time.'),
  }
}

function secretsOf(settings: EmailSettings): string[] {
  const { user, password } = serverOf(settings.url, true)
  return [password ?? '', user === undefined ? '' : Buffer.from(`\0${user}\0${password}`).toString('base64')]
}
