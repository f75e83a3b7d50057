// A mail server with faults: at each stage it sends a scripted reply, hangs, or closes the connection.
import net, { type AddressInfo } from 'node:net'

/** An SMTP reply, or `hang` for silence, `drop` to close the connection, `junk` for an invalid reply. */
export type SmtpReply = string

export interface Script {
  greeting?: SmtpReply
  ehlo?: SmtpReply
  starttls?: SmtpReply
  auth?: SmtpReply
  mail?: SmtpReply | (() => SmtpReply)
  rcpt?: SmtpReply
  data?: SmtpReply
  /** The reply after the message's last line. */
  end?: SmtpReply
  rset?: SmtpReply | (() => SmtpReply)
}

const DEFAULT_SCRIPT: Required<Script> = {
  greeting: '220 mail.test ESMTP',
  ehlo: '250-mail.test\r\n250 AUTH PLAIN',
  starttls: '220 go ahead',
  auth: '235 2.7.0 welcome',
  mail: '250 2.1.0 ok',
  rcpt: '250 2.1.5 ok',
  data: '354 go on',
  end: '250 2.0.0 queued',
  rset: '250 2.0.0 ok',
}

export interface FaultyMailServer {
  url: string
  port: number
  /** Returns the number of open sockets. */
  open(): number
  /** Messages that were received completely. */
  messages: string[]
  /** Sends a reply in every open session, for example the reply to a line after which the server hung. */
  replyToAll(reply: SmtpReply): void
  /** The time at which each of these messages was received, in milliseconds of the monotonic clock. */
  times: number[]
  /** Closes every open session without a reply. */
  closeConnections(): void
  /** Sets the replies to all later lines of the client. */
  setScript(script: Script): void
  stop(): Promise<void>
}

/** Starts the server. By default it gets any free port. */
export async function startFaultyMailServer(script: Script, fixedPort = 0): Promise<FaultyMailServer> {
  let replies = { ...DEFAULT_SCRIPT, ...script }
  const sockets = new Set<net.Socket>()
  const messages: string[] = []
  const times: number[] = []
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    const reply = (answer: SmtpReply) => {
      if (answer === 'hang') return
      if (answer === 'drop') return socket.destroy()
      if (answer === 'junk') return socket.write(Buffer.from('\x16\x03junk that is no TLS\r\n'))
      socket.write(`${answer}\r\n`)
      if (answer.startsWith('421')) socket.end()
    }
    let rest = ''
    let message: string[] | undefined
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\r\n')
      rest = lines.pop()!
      for (const line of lines) {
        if (message && line !== '.') message.push(line)
        else if (message) {
          messages.push(message.join('\r\n'))
          times.push(performance.now())
          message = undefined
          reply(replies.end)
        } else if (/^EHLO/i.test(line)) reply(replies.ehlo)
        else if (/^STARTTLS/i.test(line)) {
          reply(replies.starttls === 'junk' ? DEFAULT_SCRIPT.starttls : replies.starttls)
          if (replies.starttls === 'junk') reply('junk')
        } else if (/^AUTH/i.test(line)) reply(replies.auth)
        else if (/^MAIL/i.test(line)) reply(chosen(replies.mail))
        else if (/^RCPT/i.test(line)) reply(replies.rcpt)
        else if (/^RSET/i.test(line)) reply(chosen(replies.rset))
        else if (/^DATA/i.test(line)) {
          if (replies.data.startsWith('3')) message = []
          reply(replies.data)
        } else reply(/^QUIT/i.test(line) ? '221 bye' : '502 not here')
      }
    })
    reply(replies.greeting)
  })
  await new Promise<void>((resolve) => server.listen(fixedPort, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    open: () => sockets.size,
    messages,
    replyToAll(reply) {
      for (const socket of sockets) socket.write(`${reply}\r\n`)
    },
    times,
    closeConnections() {
      for (const socket of sockets) socket.destroy()
    },
    setScript(other) {
      replies = { ...DEFAULT_SCRIPT, ...other }
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

const chosen = (reply: SmtpReply | (() => SmtpReply)): SmtpReply => (typeof reply === 'string' ? reply : reply())
