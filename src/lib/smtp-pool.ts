// A pool of sessions with one SMTP server. It keeps sessions open between messages and closes idle ones.

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
  /** The maximum number of sessions at the same time. */
  sessions: number
  /** Messages after which a session ends, because some servers limit them. */
  messagesPerSession: number
  /** Milliseconds that a session stays open without messages. */
  idle: number
}

export interface SmtpPool {
  /**
   * Sends one message over an open or a new session, and returns the server's last reply. Waits for a session until the
   * signal `queue` aborts. The signal `whole` aborts the sending. Throws SmtpBusy and SmtpFailure.
   */
  send(envelope: SmtpEnvelope, raw: Buffer, queue: AbortSignal, whole: AbortSignal): Promise<string>
  /** Returns whether no message is being sent and no session is open. */
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

  const takeOpenSession = (): PooledSession | undefined => {
    for (;;) {
      const open = resting.pop()
      clearTimeout(open?.timer)
      if (!open || open.session.alive()) {
        open?.session.rest(false)
        return open
      }
    }
  }

  const keepOpen = (open: PooledSession) => {
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
      keepOpen(open)
      return reply
    } catch (error) {
      // The server refused the message and the connection is open, so the session can send the next message.
      if (error instanceof SmtpFailure && error.reply && error.reply.code !== 421 && open.session.alive()) {
        void open.session.reset(AbortSignal.timeout(RESET)).then(
          () => keepOpen(open),
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
        const rested = takeOpenSession()
        if (rested) {
          try {
            return await sendOver(rested, envelope, raw, whole)
          } catch (error) {
            // The server closed the idle session, perhaps with a 421, before it received any part of the message.
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
