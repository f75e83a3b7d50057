// A mail server that misbehaves: line by line, each stage answers as the script says, stays silent or breaks off.
import net, { type AddressInfo } from 'node:net'

/** A reply; `hang` for silence, `drop` to break off, `junk` for bytes that are no reply. */
export type SmtpReply = string

export interface Script {
  greeting?: SmtpReply
  ehlo?: SmtpReply
  starttls?: SmtpReply
  auth?: SmtpReply
  mail?: SmtpReply | (() => SmtpReply)
  rcpt?: SmtpReply
  data?: SmtpReply
  /** After the message's last line. */
  end?: SmtpReply
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
}

export interface FaultyMailServer {
  url: string
  port: number
  /** Sockets that are open now. */
  open(): number
  /** Messages that were handed over whole. */
  messages: string[]
  /** Ends every session that is open, without a word. */
  closeConnections(): void
  /** From the next line on it follows another script. */
  setScript(script: Script): void
  stop(): Promise<void>
}

export async function startFaultyMailServer(script: Script): Promise<FaultyMailServer> {
  let acts = { ...DEFAULT_SCRIPT, ...script }
  const sockets = new Set<net.Socket>()
  const messages: string[] = []
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    const reply = (what: SmtpReply) => {
      if (what === 'hang') return
      if (what === 'drop') return socket.destroy()
      if (what === 'junk') return socket.write(Buffer.from('\x16\x03junk that is no TLS\r\n'))
      socket.write(`${what}\r\n`)
      if (what.startsWith('421')) socket.end()
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
          message = undefined
          reply(acts.end)
        } else if (/^EHLO/i.test(line)) reply(acts.ehlo)
        else if (/^STARTTLS/i.test(line)) {
          reply(acts.starttls === 'junk' ? DEFAULT_SCRIPT.starttls : acts.starttls)
          if (acts.starttls === 'junk') reply('junk')
        } else if (/^AUTH/i.test(line)) reply(acts.auth)
        else if (/^MAIL/i.test(line)) reply(typeof acts.mail === 'string' ? acts.mail : acts.mail())
        else if (/^RCPT/i.test(line)) reply(acts.rcpt)
        else if (/^DATA/i.test(line)) {
          if (acts.data.startsWith('3')) message = []
          reply(acts.data)
        } else reply(/^QUIT/i.test(line) ? '221 bye' : /^RSET/i.test(line) ? '250 ok' : '502 not here')
      }
    })
    reply(acts.greeting)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    open: () => sockets.size,
    messages,
    closeConnections() {
      for (const socket of sockets) socket.destroy()
    },
    setScript(other) {
      acts = { ...DEFAULT_SCRIPT, ...other }
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
