// A provider for tests: a real HTTP server on loopback that keeps what it was sent and answers as the test says.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { oracleProblems } from './oracles.ts'

export interface Received {
  method: string
  path: string
  headers: IncomingHttpHeaders
  text: string
}

export interface Reply {
  status?: number
  headers?: Record<string, string>
  body?: unknown
  /** The body as it is, in place of JSON. */
  text?: string
  /** Never answer; the connection is left open until the server stops. */
  hang?: boolean
  /** Break the connection off: `now` without an answer, `midway` in the middle of it. */
  drop?: 'now' | 'midway'
}

export interface Provider {
  url: string
  received: Received[]
  /** What the next requests are answered with; by default a Discord message. */
  reply(with_: (request: Received, count: number) => Reply | Promise<Reply>): void
  /** Ends the connections that are open, and with them every request that hangs. */
  closeConnections(): void
  /** Throws when a request broke the provider's own schema: every test's requests are held against it. */
  stop(): Promise<void>
}

/** Requests of one provider that are held against its schema; more would say the same again. */
const MAX_CHECKED_REQUESTS = 200

export async function startProvider(): Promise<Provider> {
  const received: Received[] = []
  const checked: Received[] = []
  let answer: (request: Received, count: number) => Reply | Promise<Reply> = (_request, count) => ({
    body: { id: String(count), channel_id: '1' },
  })
  // Idle connections stay, so that a service that was held up does not send into one that is being closed.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const entry = {
        method: request.method!,
        path: request.url!,
        headers: request.headers,
        text: Buffer.concat(chunks).toString(),
      }
      received.push(entry)
      if (checked.length < MAX_CHECKED_REQUESTS) checked.push(entry)
      const { status = 200, headers = {}, body = {}, hang, drop, ...rest } = await answer(entry, received.length)
      // An answer without content has no body, and says nothing of its length.
      if (status === 204) return response.writeHead(status, headers).end()
      const text = rest.text ?? JSON.stringify(body)
      if (hang) return
      if (drop === 'now') return response.destroy()
      const length = Buffer.byteLength(text) + (drop === 'midway' ? 1 : 0)
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': length, ...headers })
      if (drop === 'midway') response.write(text, () => response.destroy())
      else response.end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    reply(with_) {
      answer = with_
    },
    closeConnections: () => server.closeAllConnections(),
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
      await checkAgainstSchemas(checked)
    },
  }
}

async function checkAgainstSchemas(requests: Received[]): Promise<void> {
  for (const { method, path, headers, text } of requests) {
    // What a browser is sent is encrypted: its first byte may be any, a brace too.
    if (method !== 'POST' || headers['content-type'] !== 'application/json') continue
    const problems = (await oracleProblems(path, JSON.parse(text))) ?? []
    if (problems.length > 0)
      throw new Error(`a request to ${path} breaks the provider's schema: ${problems.join('; ')}\n${text}`)
  }
}
