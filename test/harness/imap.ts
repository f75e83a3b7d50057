// An IMAP server for tests: one mailbox with TLS on loopback, which records every command that changes a mail.
import type { AddressInfo, Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { createServer } from 'node:tls'
import { certificate } from './certificate.ts'

export interface Imap {
  port: number
  /** Returns the users and passwords that clients sent, each as `user password`. */
  logins(): string[]
  /** Adds a mail to the mailbox. Clients that wait for mails are notified. */
  add(mail: string): void
  /**
   * Replaces the answer to FETCH commands for the mail with this UID. `answer` gets the tag of the command and returns
   * the answer.
   */
  answerFetch(uid: number, answer: (tag: string) => string): void
  /** Returns the commands that change the mailbox or its mails. */
  changes(): string[]
  stop(): Promise<void>
}

const VALIDITY = 7
/** Commands that the server permits and that change nothing. */
const READING = [
  'CAPABILITY',
  'ID',
  'NOOP',
  'AUTHENTICATE',
  'NAMESPACE',
  'LIST',
  'LSUB',
  'EXAMINE',
  'SEARCH',
  'FETCH',
  'IDLE',
  'DONE',
  'LOGOUT',
  'ENABLE',
  'COMPRESS',
  'CLOSE',
]

const REFUSED = 'NO [AUTHENTICATIONFAILED] wrong password'

export async function startImap({
  user,
  password,
  host = '127.0.0.1',
}: {
  user: string
  password: string
  host?: string
}): Promise<Imap> {
  const mails: Buffer[] = []
  const changes: string[] = []
  const fetchAnswers = new Map<number, (tag: string) => string>()
  const logins: string[] = []
  const waiting = new Set<Socket>()
  /** The tags of unfinished commands: IDLE, and AUTHENTICATE before its second line. */
  const idleTags = new Map<Socket, string>()
  const signingIn = new Map<Socket, string>()
  const open = new Set<Socket>()
  const login = Buffer.from(`\0${user}\0${password}`).toString('base64')

  const answer = (socket: Socket, line: string) => {
    const authentication = signingIn.get(socket)
    if (authentication !== undefined) {
      signingIn.delete(socket)
      logins.push(Buffer.from(line, 'base64').toString().split('\0').slice(1).join(' '))
      return socket.write(`${authentication} ${line === login ? 'OK done' : REFUSED}\r\n`)
    }
    const [tag = '', first = '', ...rest] = line.split(' ')
    const isUid = first.toUpperCase() === 'UID'
    const command = (isUid ? (rest[0] ?? '') : first).toUpperCase()
    const args = (isUid ? rest.slice(1) : rest).join(' ')
    const write = (...lines: string[]) => socket.write(lines.map((one) => `${one}\r\n`).join(''))
    const done = (...lines: string[]) => write(...lines, `${tag} OK done`)
    if (line.toUpperCase() === 'DONE') {
      waiting.delete(socket)
      return write(`${idleTags.get(socket)} OK done`)
    }
    if (!READING.includes(command)) changes.push(line)
    switch (command) {
      case 'CAPABILITY':
        return done('* CAPABILITY IMAP4rev1 IDLE UIDPLUS AUTH=PLAIN')
      case 'AUTHENTICATE':
        signingIn.set(socket, tag)
        return write('+ ')
      case 'LIST':
        return done('* LIST () "/" INBOX')
      case 'EXAMINE':
        return write(
          `* ${mails.length} EXISTS`,
          '* 0 RECENT',
          '* FLAGS (\\Seen)',
          `* OK [UIDVALIDITY ${VALIDITY}] valid`,
          `* OK [UIDNEXT ${mails.length + 1}] next`,
          `${tag} OK [READ-ONLY] done`,
        )
      case 'SEARCH': {
        const [, from = 1, to] = /(\d+):(\d+)/.exec(args) ?? []
        const found = mails.flatMap((_, at) => (at + 1 >= Number(from) && at + 1 <= Number(to) ? at + 1 : []))
        return done(`* SEARCH${found.map((uid) => ` ${uid}`).join('')}`)
      }
      case 'FETCH': {
        const uid = Number.parseInt(args, 10)
        const own = fetchAnswers.get(uid)
        if (own) return socket.write(own(tag))
        const mail = mails[uid - 1]
        if (mail) {
          socket.write(`* ${uid} FETCH (UID ${uid} BODY[]<0> {${mail.length}}\r\n`)
          socket.write(mail)
          socket.write(')\r\n')
        }
        return done()
      }
      case 'IDLE':
        idleTags.set(socket, tag)
        waiting.add(socket)
        return write('+ idling')
      case 'LOGOUT':
        write('* BYE', `${tag} OK done`)
        return socket.end()
      default:
        return done()
    }
  }

  const server = createServer(certificate, (socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      open.delete(socket)
      waiting.delete(socket)
    })
    socket.write('* OK ready\r\n')
    createInterface({ input: socket })
      .on('line', (line) => answer(socket, line))
      .on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    add(mail) {
      mails.push(Buffer.from(mail))
      for (const socket of waiting) socket.write(`* ${mails.length} EXISTS\r\n`)
    },
    answerFetch: (uid, answer) => void fetchAnswers.set(uid, answer),
    logins: () => [...logins],
    changes: () => [...changes],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}
