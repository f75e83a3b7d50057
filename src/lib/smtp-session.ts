// A session with an SMTP server. It sends one message after another. Each failure contains the stage of the session at
// which it occurred.
import net from 'node:net'
import SMTPConnection, { type SMTPConnectionSendInfo } from 'nodemailer/lib/smtp-connection'
import { streamOf } from './byte-stream.ts'
import { checkedLookup, UnsafeUrl } from './safe-fetch.ts'
import { checkAddress } from './safe-url.ts'

export interface SmtpServer {
  host: string
  port: number
  /** If true, uses TLS from the first byte (smtps://). If false, uses STARTTLS if the server offers it. */
  secure: boolean
  /** If true, fails if the server does not offer STARTTLS. */
  requireTls: boolean
  /** If true, never uses STARTTLS, even if the server offers it. */
  withoutTls: boolean
  /** If true, requires a trusted certificate for the host. */
  verifyCertificate: boolean
  /** The name that the client sends in EHLO. The default is the host name of the machine. */
  name?: string
  user?: string
  password?: string
  allowPrivateNetwork: boolean
}

/**
 * The stage of a session or of a message. At `end`, the whole message was sent and the server has not replied yet.
 * If a failure occurs before `end`, the server discards the incomplete message.
 */
export type SmtpStage = 'connect' | 'greeting' | 'hello' | 'auth' | 'envelope' | 'message' | 'end'

export interface SmtpReply {
  code: number
  /** The enhanced status code of RFC 3463, such as 5.1.1. */
  enhanced?: string
  text: string
}

/** The error for a failed session or message. `reply` is set if the server refused the session or the message. */
export class SmtpFailure extends Error {
  override name = 'SmtpFailure'
  readonly stage: SmtpStage
  /** The command that was refused, such as `RCPT TO`. */
  readonly command: string | undefined
  readonly reply: SmtpReply | undefined
  /** A code such as ECONNREFUSED or TIMEOUT. The code UNSAFE means that the address is forbidden. */
  readonly code: string

  constructor(stage: SmtpStage, message: string, code: string, command?: string, reply?: SmtpReply) {
    super(message)
    this.stage = stage
    this.code = code
    this.command = command
    this.reply = reply
  }
}

/** The error for a message that waited too long because all sessions with the server were busy. */
export class SmtpBusy extends Error {
  override name = 'SmtpBusy'
}

export interface SmtpEnvelope {
  from: string
  to: string
}

export interface SmtpSession {
  /** False if no user is configured, or if the server does not offer authentication. */
  readonly signedIn: boolean
  readonly encrypted: boolean
  alive(): boolean
  /** Sends one message and returns the server's last reply. Throws SmtpFailure. */
  send(envelope: SmtpEnvelope, raw: Buffer, signal: AbortSignal): Promise<string>
  /** Resets the session after the server has refused a message, so that the session can send the next message. */
  reset(signal: AbortSignal): Promise<void>
  /** Marks the session as idle or as in use. An idle session does not keep the process running. */
  rest(resting: boolean): void
  /** Sends QUIT and does not wait for the reply. */
  quit(): void
  /** Closes the connection without QUIT. */
  close(): void
}

/** A connection and the stage that it has reached. */
interface PendingSession {
  connection: SMTPConnection
  stage: SmtpStage
}

/** Connects to the server. Uses encryption and signs in according to the server's settings. Throws SmtpFailure. */
export async function openSmtpSession(server: SmtpServer, signal: AbortSignal): Promise<SmtpSession> {
  const conversation = await begin(server, signal)
  const { connection } = conversation
  const { user, password } = server
  let signedIn = false
  try {
    await step<void>(conversation, (done) => connection.connect(done), signal)
    conversation.stage = 'auth'
    if (user !== undefined && connection.allowsAuth) {
      await step(conversation, (done) => connection.login({ credentials: { user, pass: password } }, done), signal)
      signedIn = true
    }
  } catch (error) {
    connection.close()
    throw error
  }
  // Read the socket at each use, because STARTTLS replaces it. The types of the library do not declare it.
  const current = () => (connection as unknown as { _socket: net.Socket })._socket

  return {
    signedIn,
    encrypted: connection.secure,
    alive: () => !connection.destroyed,
    async send({ from, to }, raw, by) {
      conversation.stage = 'envelope'
      const source = streamOf(raw, (isEnd) => {
        conversation.stage = isEnd ? 'end' : 'message'
      })
      const info = await step<SMTPConnectionSendInfo>(
        conversation,
        (done) => connection.send({ from, to: [to], size: raw.length }, source, done),
        by,
      )
      return info.response
    },
    async reset(by) {
      await step(conversation, (done) => connection.reset(done), by)
    },
    rest: (resting) => (resting ? current().unref() : current().ref()),
    quit: () => connection.quit(),
    close: () => connection.close(),
  }
}

async function begin(server: SmtpServer, signal: AbortSignal): Promise<PendingSession> {
  const socket = await connect(server, signal)
  const connection = new SMTPConnection({
    connection: socket,
    host: server.host,
    port: server.port,
    secure: server.secure,
    requireTLS: server.requireTls,
    ignoreTLS: server.withoutTls,
    name: server.name,
    logger: false,
    socketCloseTimeout: 1000,
    tls: { rejectUnauthorized: server.verifyCertificate, minVersion: 'TLSv1.2' },
  })
  connection.on('error', () => {})
  // With TLS from the first byte, the greeting is encrypted, so the code cannot see when the greeting arrives.
  const conversation: PendingSession = { connection, stage: server.secure ? 'hello' : 'greeting' }
  socket.once('data', () => {
    if (conversation.stage === 'greeting') conversation.stage = 'hello'
  })
  return conversation
}

/**
 * Runs one step of the library and returns its result. If the step fails, rejects with an SmtpFailure that contains the
 * current stage.
 */
function step<T>(
  conversation: PendingSession,
  start: (done: (error?: Error | null, value?: T) => void) => void,
  by: AbortSignal,
): Promise<T> {
  const { connection } = conversation
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      finish()
      reject(error instanceof SmtpFailure ? error : failureOf(error, conversation.stage))
    }
    const onEnd = () => fail(new SmtpFailure(conversation.stage, 'closed the connection', 'ECONNECTION'))
    const onAbort = () => {
      fail(new SmtpFailure(conversation.stage, 'did not respond in time', 'TIMEOUT'))
      connection.close()
    }
    const finish = () => {
      connection.off('error', fail)
      connection.off('end', onEnd)
      by.removeEventListener('abort', onAbort)
    }
    if (by.aborted) return onAbort()
    connection.on('error', fail)
    connection.once('end', onEnd)
    by.addEventListener('abort', onAbort, { once: true })
    start((error, value) => {
      if (error) return fail(error)
      finish()
      // If there is no error, the library passes a value of the type that the step expects.
      resolve(value as T)
    })
  })
}

function connect({ host, port, allowPrivateNetwork }: SmtpServer, signal: AbortSignal): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const problem = net.isIP(host) ? checkAddress(host, { allowPrivateNetwork }) : undefined
    if (problem) return reject(new SmtpFailure('connect', problem, 'UNSAFE'))
    const socket = net.connect({ host, port, lookup: checkedLookup(allowPrivateNetwork) })
    const finish = () => {
      socket.off('error', fail)
      signal.removeEventListener('abort', onAbort)
    }
    const fail = (error: Error) => {
      finish()
      socket.on('error', () => {})
      socket.destroy()
      reject(error instanceof SmtpFailure ? error : failureOf(error, 'connect'))
    }
    const onAbort = () => fail(new SmtpFailure('connect', 'could not be reached in time', 'TIMEOUT'))
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    socket.once('error', fail)
    socket.once('connect', () => {
      finish()
      resolve(socket)
    })
  })
}

interface SmtpError extends Error {
  code?: string
  originalCode?: string
  command?: string
  response?: string
  responseCode?: number
}

function failureOf(error: SmtpError, stage: SmtpStage): SmtpFailure {
  if (error instanceof UnsafeUrl) return new SmtpFailure(stage, error.message, 'UNSAFE')
  const reply =
    error.responseCode === undefined
      ? undefined
      : {
          code: error.responseCode,
          enhanced: /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(error.response ?? '')?.[1],
          text: error.response ?? '',
        }
  return new SmtpFailure(stage, error.message, error.originalCode ?? error.code ?? error.name, error.command, reply)
}
