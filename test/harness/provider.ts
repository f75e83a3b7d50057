// A provider for tests: a real HTTP server on loopback that records requests and returns chosen answers.
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
  /** The raw body, in place of JSON. */
  text?: string
  /** Sends no answer and keeps the connection open until the server stops. */
  hang?: boolean
  /** When the provider closes the connection: `now` is before the answer, `midway` is during the answer. */
  drop?: 'now' | 'midway'
}

export interface Provider {
  url: string
  received: Received[]
  /** Sets the answers to the next requests. The default answer is a Discord message. */
  reply(with_: (request: Received, count: number) => Reply | Promise<Reply>): void
  /** Closes the open connections, which ends every hanging request. */
  closeConnections(): void
  /** Throws if a request violated the provider's own schema. The requests of every test are checked. */
  stop(): Promise<void>
}

/** Maximum number of requests to one provider that are validated. Further requests would not show other violations. */
const MAX_CHECKED_REQUESTS = 200

export async function startProvider(): Promise<Provider> {
  const received: Received[] = []
  const checked: Received[] = []
  let answer: (request: Received, count: number) => Reply | Promise<Reply> = (_request, count) => ({
    body: { id: String(count), channel_id: '1' },
  })
  // Idle connections stay open, so that a blocked service does not send into a closing connection.
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
      // A 204 has no body and no Content-Length.
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
  for (const request of requests) {
    const body = request.method === 'POST' ? await readableBody(request) : undefined
    const problems = body === undefined ? undefined : await oracleProblems(request.path, body)
    if (problems && problems.length > 0)
      throw new Error(
        `a request to ${request.path} breaks the provider's schema: ${problems.join('; ')}\n${request.text}`,
      )
  }
}

/** Returns the JSON or the form of a request. Returns undefined for other bodies, such as encrypted push messages. */
export async function readableBody({ headers, text }: Received): Promise<object | undefined> {
  const type = headers['content-type'] ?? ''
  if (type === 'application/json') return JSON.parse(text)
  if (type === 'application/x-www-form-urlencoded') return formFields(new URLSearchParams(text), ['MediaUrl'])
  if (!type.startsWith('multipart/form-data')) return undefined
  const form = await new Response(text, { headers: { 'content-type': type } }).formData()
  return formFields(form, ['attachment'])
}

/** Returns the fields of a form. A field becomes a list if it has several values or if `lists` contains its name. */
function formFields(form: URLSearchParams | FormData, lists: string[]): object {
  // The schemas describe a file by its name.
  const named = (value: string | { name: string } | null) =>
    value === null || typeof value === 'string' ? value : value.name
  const isList = (name: string) => lists.includes(name) || form.getAll(name).length > 1
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => [
      name,
      isList(name) ? form.getAll(name).map(named) : named(form.get(name)),
    ]),
  )
}
