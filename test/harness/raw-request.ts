// Sends raw HTTP requests: bodies that are missing, slow, or longer than declared.
import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  // The body may be any JSON. The tests check it.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

export interface RawRequest {
  socket: Socket
  /** Resolves with the first complete answer. Rejects if the connection closes before an answer is complete. */
  answer: Promise<RawAnswer>
  /** Resolves when the connection is closed. */
  closed: Promise<void>
}

/** Opens a connection and writes the head of a request, followed by `body`. */
export function rawRequest(
  url: string,
  line: string,
  headers: Record<string, string | number> = {},
  body: string | Buffer = '',
): RawRequest {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname)
  let received = Buffer.alloc(0)
  const answer = new Promise<RawAnswer>((resolve, reject) => {
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const complete = parseAnswer(received)
      if (complete) resolve(complete)
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`the connection ended after: ${received.toString('latin1')}`)))
  })
  // Some tests never await this promise. Without this handler, its rejection would be unhandled.
  answer.catch(() => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  if (line !== '') socket.write(`${line} HTTP/1.1\r\n${lines.join('')}\r\n`)
  if (body.length > 0) socket.write(body)
  return { socket, answer, closed }
}

/** Parses the answer in the bytes that have arrived. Returns undefined if the answer is still incomplete. */
function parseAnswer(bytes: Buffer): RawAnswer | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const length = Number(headers['content-length'] ?? 0)
  if (bytes.length < end + 4 + length) return undefined
  const text = bytes.toString('utf8', end + 4, end + 4 + length)
  return {
    status: Number(first.split(' ')[1]),
    headers,
    body: headers['content-type']?.includes('json') ? JSON.parse(text) : text,
  }
}
