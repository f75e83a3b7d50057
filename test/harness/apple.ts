// A server for tests that plays Apple's push service: it speaks HTTP/2, records requests and returns chosen answers.
import { generateKeyPairSync } from 'node:crypto'
import {
  constants,
  createSecureServer,
  createServer,
  type Http2Server,
  type Http2Session,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
  type Settings,
} from 'node:http2'
import type { AddressInfo } from 'node:net'
import { oracleProblems } from './oracles.ts'
import type { Reply } from './provider.ts'

export interface AppleRequest {
  path: string
  headers: IncomingHttpHeaders
  text: string
  /** The number of the session, in the order of the sessions. */
  session: number
}

export interface AppleReply extends Reply {
  /** Resets the stream with an error that states that the request was not processed. */
  refuse?: boolean
}

export interface Apple {
  url: string
  received: AppleRequest[]
  sessions: Http2Session[]
  /** Sets the answers to the next requests. By default, Apple accepts every message. */
  reply(with_: (request: AppleRequest, count: number) => AppleReply | Promise<AppleReply>): void
  /** Throws if a request violated the schema of APNs. */
  stop(): Promise<void>
}

const pair = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
export const applePublicKey = pair.publicKey

/** Returns the settings of a connection to a server on loopback. */
export function appleSettings(url: string) {
  return {
    key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    key_id: 'ABC123DEFG',
    team_id: 'DEF123GHIJ',
    bundle_id: 'com.shop.app',
    api_base: url,
  }
}

export const accepted: AppleReply = { text: '', headers: { 'apns-id': '8F3C1D1A-0B6E-4C53-9E34-3F5B7D2A9C10' } }

/** Returns an error in the format of APNs. */
export function appleError(status: number, reason: string, more: object = {}): AppleReply {
  return { status, body: { reason, ...more } }
}

/** With a certificate, the server uses TLS. Otherwise it speaks HTTP/2 without encryption. */
export async function startApple(tls?: { key: string; cert: string }, settings: Settings = {}): Promise<Apple> {
  const received: AppleRequest[] = []
  const sessions: Http2Session[] = []
  let answer: (request: AppleRequest, count: number) => AppleReply | Promise<AppleReply> = () => accepted
  const server: Http2Server = tls ? createSecureServer({ ...tls, settings }) : createServer({ settings })
  server.on('session', (session) => {
    sessions.push(session)
    session.on('error', () => {})
  })
  server.on('stream', (stream, headers) => {
    const chunks: Buffer[] = []
    stream.on('error', () => {})
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', async () => {
      const session = stream.session ? sessions.indexOf(stream.session) : -1
      const text = Buffer.concat(chunks).toString()
      const request = { path: headers[':path']!, headers, text, session }
      received.push(request)
      respond(stream, await answer(request, received.length))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    received,
    sessions,
    reply(with_) {
      answer = with_
    },
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const session of sessions) session.destroy()
      await closed
      for (const request of received) await checkAgainstSchema(request)
    },
  }
}

function respond(stream: ServerHttp2Stream, reply: AppleReply): void {
  const { status = 200, headers = {}, body = {}, hang, drop, refuse } = reply
  if (hang || stream.destroyed) return
  if (refuse) stream.close(constants.NGHTTP2_REFUSED_STREAM)
  if (drop === 'now') stream.session?.destroy()
  if (refuse || drop === 'now') return
  stream.respond({ ':status': status, ...headers })
  if (drop === 'midway') stream.write('{"rea', () => stream.session?.destroy())
  else stream.end(reply.text ?? JSON.stringify(body))
}

async function checkAgainstSchema({ path, headers, text }: AppleRequest): Promise<void> {
  const own = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')))
  const problems = await oracleProblems(path, { method: 'POST', path, headers: own, body: JSON.parse(text) })
  if (problems && problems.length > 0) throw new Error(`a request to ${path} breaks the schema: ${problems.join('; ')}`)
}
