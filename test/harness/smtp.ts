// A mail server for tests: a real SMTP server on loopback that records messages and returns chosen replies.
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  raw: Buffer
  /** The id of the session in which the client sent the message. */
  session: string
  secure: boolean
  user: string | undefined
}

export interface MailServer {
  url: string
  port: number
  received: ReceivedMail[]
  /** Returns the number of open sessions. */
  sessions: () => number
  /** Returns the largest number of sessions that were open at a time. */
  mostSessions: () => number
  /** Makes the server refuse at a stage with this reply. Use undefined to stop the refusals. */
  refuse(stage: SmtpStageName, reply: string | undefined): void
  stop(): Promise<void>
}

export type SmtpStageName = 'greeting' | 'mail' | 'rcpt' | 'data'

/**
 * Starts a server that accepts every message, by default without TLS and with the user `user` and password `secret`.
 */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const refusals = new Map<SmtpStageName, string>()
  let sessions = 0
  let most = 0
  const problem = (stage: SmtpStageName) => {
    const reply = refusals.get(stage)
    if (reply === undefined) return undefined
    return Object.assign(new Error(reply.replace(/^\d{3} /, '')), { responseCode: Number(reply.slice(0, 3)) })
  }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (_session, done) => {
      sessions++
      most = Math.max(most, sessions)
      done(problem('greeting'))
    },
    onClose: () => {
      sessions--
    },
    onAuth: ({ username, password }, _session, done) =>
      username === 'user' && password === 'secret'
        ? done(null, { user: username })
        : done(Object.assign(new Error('5.7.8 Bad credentials'), { responseCode: 535 })),
    onMailFrom: (_address, _session, done) => done(problem('mail')),
    onRcptTo: (_address, _session, done) => done(problem('rcpt')),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const refused = problem('data')
        if (refused) return done(refused)
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks),
          session: session.id,
          secure: session.secure,
          user: session.user as unknown as string | undefined,
        })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    sessions: () => sessions,
    mostSessions: () => most,
    refuse: (stage, reply) => (reply === undefined ? refusals.delete(stage) : refusals.set(stage, reply)),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Parses a received message with an independent parser. */
export function parseMail({ raw }: ReceivedMail): Promise<Email> {
  return PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' })
}
