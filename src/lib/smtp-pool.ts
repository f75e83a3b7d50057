// A few sessions with one SMTP server, kept open between messages and closed when nobody needs them.

import { createTurns } from './scheduling/turns.ts'
import {
  openSmtpSession,
  SmtpBusy,
  type SmtpEnvelope,
  SmtpFailure,
  type SmtpServer,
  type SmtpSession,
} from './smtp-session.ts'
import { counted } from './text/plural.ts'

export interface SmtpPoolLimits {
  /** Sessions at a time. */
  sessions: number
  /** Messages after which a session ends: some servers count. */
  messagesPerSession: number
  /** Milliseconds a session stays open without work. */
  idle: number
}

export interface SmtpPool {
  /**
   * Sends one message over a session that is open or is opened for it; answers the server's last reply. Until `queue`
   * aborts it waits for a session, until `whole` everything has to be over. Throws SmtpBusy and SmtpFailure.
   */
  send(envelope: SmtpEnvelope, raw: Buffer, queue: AbortSignal, whole: AbortSignal): Promise<string>
  /** Nobody sends and no session is open. */
  idle(): boolean
}

interface PooledSession {
  session: SmtpSession
  messages: number
  timer?: NodeJS.Timeout
}

export function createSmtpPool(server: SmtpServer, limits: SmtpPoolLimits): SmtpPool {
  const turns = createTurns(limits.sessions)
  const resting: PooledSession[] = []

  const wake = (): PooledSession | undefined => {
    for (;;) {
      const open = resting.pop()
      clearTimeout(open?.timer)
      if (!open || open.session.alive()) {
        open?.session.rest(false)
        return open
      }
    }
  }

  const putToRest = (open: PooledSession) => {
    if (!open.session.alive()) return
    if (open.messages >= limits.messagesPerSession) return open.session.quit()
    open.session.rest(true)
    open.timer = setTimeout(() => {
      resting.splice(resting.indexOf(open), 1)
      open.session.quit()
    }, limits.idle)
    open.timer.unref()
    resting.push(open)
  }

  const sendOver = async (open: PooledSession, envelope: SmtpEnvelope, raw: Buffer, whole: AbortSignal) => {
    try {
      open.messages++
      const reply = await open.session.send(envelope, raw, whole)
      putToRest(open)
      return reply
    } catch (error) {
      // Refused, not lost: the next message may pass over the same session.
      if (error instanceof SmtpFailure && error.reply && error.reply.code !== 421 && open.session.alive()) {
        void open.session.reset(AbortSignal.timeout(RESET)).then(
          () => putToRest(open),
          () => open.session.close(),
        )
      } else open.session.close()
      throw error
    }
  }

  return {
    async send(envelope, raw, queue, whole) {
      const done = await turns.take(queue).catch(() => {
        throw new SmtpBusy(
          `${counted(limits.sessions, 'session with the mail server was', 'sessions with the mail server were all')} busy`,
        )
      })
      try {
        const rested = wake()
        if (rested) {
          try {
            return await sendOver(rested, envelope, raw, whole)
          } catch (error) {
            // The server had ended it meanwhile, maybe with a 421 for its idleness, and nothing of the message left.
            const stale =
              error instanceof SmtpFailure && error.stage === 'envelope' && (!error.reply || error.reply.code === 421)
            if (!stale || whole.aborted) throw error
          }
        }
        const session = await openSmtpSession(server, whole)
        return await sendOver({ session, messages: 0 }, envelope, raw, whole)
      } finally {
        done()
      }
    },
    idle: () => turns.idle() && resting.length === 0,
  }
}

const RESET = 5000
