// A client of a service that a test started: requests with their answers, tenants, and waiting for conditions.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

export interface Answer {
  status: number
  headers: Headers
  // An answer is whatever the service said; tests assert its shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

export interface Tenant {
  workspace: number
  source: number
  testKey: string
  liveKey: string
}

export interface TestClient {
  url: string
  dataDir: string
  /** A request to the public API (paths without /v1). `key`: an API key. A string body is sent as it is. */
  call(
    method: string,
    path: string,
    options?: { key?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer>
  send(key: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  /** A request to the management API, with the first token. */
  manage(method: string, path: string, body?: unknown): Promise<Answer>
  /** A workspace with a source (rate limit 1,000,000 unless given), both API keys and the template `hello` (body "Hello {{name}}", it and en). */
  tenant(options?: {
    plan?: string
    quota?: number | null
    whatsapp_limit?: number | null
    rate_limit?: number
    default_locale?: string
  }): Promise<Tenant>
  /** Polls until `read` answers something other than undefined or false; fails after `seconds` (240: a busy machine is slow). */
  until<T>(read: () => Promise<T | undefined | false>, seconds?: number): Promise<T>
  /** Waits until the delivery has one of these statuses and answers its timeline. */
  settled(tenant: Tenant, id: number, ...statuses: string[]): Promise<Answer['body']>
}

const hello = {
  it: { subject: 'Ciao {{name}}', body: 'Ciao {{name}}' },
  en: { subject: 'Hello {{name}}', body: 'Hello {{name}}' },
}

/** A client of the service at `url`, with the management token in its data directory. */
export function createClient(url: string, dataDir: string): TestClient {
  const tokenFile = path.join(dataDir, 'admin-token')
  const token = existsSync(tokenFile) ? readFileSync(tokenFile, 'utf8').trim() : ''
  const request = async (
    method: string,
    at: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Answer> => {
    const answer = await fetch(`${url}${at}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body) }),
      redirect: 'manual',
    })
    const text = await answer.text()
    return {
      status: answer.status,
      headers: answer.headers,
      body: answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
    }
  }
  const test: TestClient = {
    url,
    dataDir,
    call: (method, at, { key, body, headers = {} } = {}) =>
      request(method, `/v1${at}`, body, {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...headers,
      }),
    send: (key, body, headers) => test.call('POST', '/send', { key, body, headers }),
    manage: (method, at, body) => request(method, `/v1/manage${at}`, body, { authorization: `Bearer ${token}` }),
    async tenant({ rate_limit = 1_000_000, ...limits } = {}) {
      const workspace = (await test.manage('POST', '/workspaces', { name: 'Test', ...limits })).body.id as number
      const source = (await test.manage('POST', `/workspaces/${workspace}/sources`, { name: 'App', rate_limit })).body
        .id as number
      const keyOf = async (mode: string) =>
        (await test.manage('POST', `/workspaces/${workspace}/sources/${source}/api-keys`, { mode })).body.key as string
      await test.manage('POST', `/workspaces/${workspace}/templates`, { slug: 'hello', name: 'Hello', locales: hello })
      return { workspace, source, testKey: await keyOf('test'), liveKey: await keyOf('live') }
    },
    async until(read, seconds = 240) {
      const deadline = performance.now() + seconds * 1000
      // Asking is work too: a long wait asks less and less often.
      for (let pause = 10; ; pause = Math.min(pause * 1.4, 200)) {
        const value = await read()
        if (value !== undefined && value !== false) return value
        if (performance.now() > deadline) throw new Error(`the condition did not come true within ${seconds} s`)
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    },
    async settled(tenant, id, ...statuses) {
      let seen: Answer['body']
      try {
        return await test.until(async () => {
          seen = (await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)).body
          return statuses.includes(seen.status) && seen
        })
      } catch (error) {
        throw new Error(`delivery ${id} never was ${statuses.join(' or ')}: ${JSON.stringify(seen)}`, { cause: error })
      }
    },
  }
  return test
}
