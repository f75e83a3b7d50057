// A pool of sessions with one SMTP server. It keeps sessions open between messages, and closes sessions that are idle
// for too long.

import { withDeadline } from './scheduling/deadline.ts'
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
  /** The maximum number of sessions that are open at the same time. */
  sessions: number
  /** The number of messages after which a session ends, because some servers limit the messages of a session. */
  messagesPerSession: number
  /** Milliseconds that a session without messages stays open. */
  idle: number
}

interface SmtpSendTimes {
  queue: AbortSignal
  whole: AbortSignal
  onTurn?: () => void
}

export interface SmtpPool {
  /**
   * Sends one message over an open or a new session. Returns the server's last reply. The signal `queue` ends the wait
   * for a free session. `onTurn` is called when a session is free. The signal `whole` aborts the sending. Throws
   * SmtpBusy and SmtpFailure.
   */
  send(envelope: SmtpEnvelope, raw: Buffer, times: SmtpSendTimes): Promise<string>
  /** Returns true if no message is being sent and no session is open. */
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
      // The server refused the message but kept the connection open. The session can send the next message after a
      // reset. Until then, the session counts as busy, because the server limits the number of open sessions.
      if (error instanceof SmtpFailure && error.reply && error.reply.code !== 421 && open.session.alive()) {
        await withDeadline(whole, RESET, (signal) => open.session.reset(signal)).then(
          () => keepOpen(open),
          () => open.session.close(),
        )
      } else open.session.close()
      throw error
    }
  }

  return {
    async send(envelope, raw, { queue, whole, onTurn }) {
      const done = await turns.take(queue).catch(() => {
        throw new SmtpBusy(
          `${counted(limits.sessions, 'session with the mail server was', 'sessions with the mail server were all')} busy`,
        )
      })
      onTurn?.()
      try {
        const rested = takeOpenSession()
        if (rested) {
          try {
            return await sendOver(rested, envelope, raw, whole)
          } catch (error) {
            // The server closed the idle session, perhaps with a 421, before it received the message. Use another
            // session.
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
