// A provider for tests: a real HTTP server on loopback that keeps what it was sent and answers as the test says.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

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
  /** Never answer; the connection is left open until the server stops. */
  hang?: boolean
}

export interface Provider {
  url: string
  received: Received[]
  /** What the next requests are answered with; by default a Discord message. */
  reply(with_: (request: Received, count: number) => Reply | Promise<Reply>): void
  stop(): Promise<void>
}

export async function startProvider(): Promise<Provider> {
  const received: Received[] = []
  let answer: (request: Received, count: number) => Reply | Promise<Reply> = (_request, count) => ({
    body: { id: String(count), channel_id: '1' },
  })
  const server = createServer((request, response) => {
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
      const { status = 200, headers = {}, body = {}, hang = false } = await answer(entry, received.length)
      if (!hang)
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    reply(with_) {
      answer = with_
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
