// Receives bounce mails by SMTP. It accepts only mails to the signed return paths of this installation, so it relays
// nothing, and a stranger cannot fill it.
import type { SMTPServer, SMTPServerDataStream } from 'smtp-server'
import { MOST_MAIL_BYTES, readReport } from '../channels/email/bounce-mail/threads.ts'
import { signedDeliveryIn } from '../channels/email/message-ids.ts'
import { applyBounceMail } from '../delivery/bounces/mails.ts'
import { isBeingSent } from '../delivery/bounces/reports.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/log.ts'
import { startLoop } from '../lib/scheduling/loop.ts'
import type { Seal } from '../lib/seal.ts'
import { codeOf } from '../lib/thrown.ts'
import { MINUTE, SECOND } from '../limits.ts'
import { type Database, transaction } from '../store/database.ts'
import { limitSessions } from './session-limits.ts'

export interface BounceListenerOptions {
  /** If undefined, nothing listens. */
  port: number | undefined
  host: string
  db: Database
  clock: Clock
  seal: Seal
  process: string
  log: Logger
  /** Called after a report was applied, because its events are to be sent. */
  onEventsRecorded: () => void
  onError: (error: unknown) => void
}

export interface BounceListener {
  /** Returns the port while this process listens. Undefined while another process of the machine has the port. */
  port(): number | undefined
  stop(): Promise<void>
}

/** Maximum number of bytes of a mail. A bounce mail contains a report and often the original message. */
const MOST_BYTES = 10 * 1024 * 1024
const MOST_CLIENTS = 50
const SESSIONS = { most: 20, longest: 2 * MINUTE }
const LISTEN_EVERY = 5 * SECOND

/**
 * Listens as soon as the port is free. If several worker processes of a machine have the same settings, one process
 * listens. When it ends, another process listens.
 */
export function startBounceListener(options: BounceListenerOptions): BounceListener {
  const { clock, log, port, onError } = options
  if (port === undefined) return { port: () => undefined, stop: async () => {} }
  let server: SMTPServer | undefined
  let isFirst = true
  const loop = startLoop(
    clock,
    LISTEN_EVERY,
    async () => {
      server ??= await listen(options, port)
      if (!server && isFirst)
        log.warn(
          { port },
          'another process has BOUNCE_SMTP_PORT; this process receives bounce mails when the port is free',
        )
      isFirst = false
      return undefined
    },
    onError,
  )
  return {
    port: () => {
      const address = server?.server.address()
      return typeof address === 'object' ? address?.port : undefined
    },
    async stop() {
      await loop.stop()
      await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
    },
  }
}

/** Returns a listening server. Returns undefined if another process has the port. */
async function listen(options: BounceListenerOptions, port: number): Promise<SMTPServer | undefined> {
  const { SMTPServer } = await import('smtp-server')
  const server = new SMTPServer({
    name: 'carillon',
    banner: 'bounce mails only',
    size: MOST_BYTES,
    maxClients: MOST_CLIENTS,
    socketTimeout: MINUTE,
    closeTimeout: SECOND,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onRcptTo({ address }, _session, callback) {
      callback(nameIn(options.seal, address) === undefined ? refusal(550, 'No such address here') : undefined)
    },
    onData(stream, { envelope }, callback) {
      const names = envelope.rcptTo.flatMap(({ address }) => nameIn(options.seal, address) ?? [])
      const sender = envelope.mailFrom === false ? '' : envelope.mailFrom.address
      take(options, stream, sender, names).then(
        () => callback(),
        (error: unknown) => {
          // The mail server sends the mail again after the attempt has ended.
          if (!isBeingSent(error)) options.onError(error)
          callback(refusal(451, 'Send this mail again later'))
        },
      )
    },
  })
  limitSessions(server.server, SESSIONS)
  // The error of one connection, for example a reset. The sender repeats its mail.
  server.on('error', () => {})
  return new Promise((resolve, reject) => {
    server.server.once('error', (error) => (codeOf(error) === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
    server.listen(port, options.host, () => resolve(server))
  })
}

/** Returns the signed name in the address `bounces+NAME@domain`. Returns undefined if the signature is not genuine. */
function nameIn(seal: Seal, address: string): string | undefined {
  const [, name] = /^bounces\+([0-9]{1,15}\.[0-9a-f]{20})@/i.exec(address) ?? []
  return name !== undefined && signedDeliveryIn(seal, [name]) !== undefined ? name : undefined
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

async function take(
  { db, clock, seal, process, onEventsRecorded }: BounceListenerOptions,
  stream: SMTPServerDataStream,
  sender: string,
  names: string[],
): Promise<void> {
  const bytes = await beginningOf(stream)
  if (stream.sizeExceeded) throw refusal(552, 'This mail is too large')
  // A mail server adds this header when it delivers a mail. It distinguishes a report from the mail of a person.
  const whole = Buffer.concat([Buffer.from(`Return-Path: <${sender}>\r\n`), bytes])
  const report = await readReport({ bytes: whole, names })
  if (!report) return
  await transaction(db, (tx) => applyBounceMail(tx, clock.now(), { seal, process }, report))
  onEventsRecorded()
}

/** Reads the whole stream and returns its beginning. */
async function beginningOf(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    if (size < MOST_MAIL_BYTES) chunks.push(chunk)
    size += chunk.length
  }
  return Buffer.concat(chunks).subarray(0, MOST_MAIL_BYTES)
}
