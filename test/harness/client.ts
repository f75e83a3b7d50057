// A client for a service in a test: requests with their answers, tenants, and waiting for conditions.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

export interface Answer {
  status: number
  headers: Headers
  // The body may be any JSON. The tests check it.
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
  /** Sends a request to the public API (path without /v1). `key` is an API key. A string body is sent unchanged. */
  call(
    method: string,
    path: string,
    options?: { key?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer>
  send(key: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Sends a request to the management API with the first token. */
  manage(method: string, path: string, body?: unknown): Promise<Answer>
  /**
   * Creates a workspace with a source (default rate limit 1,000,000), both API keys and the template `hello`. The text
   * of the template is "Hello {{name}}" in Italian and English.
   */
  tenant(options?: {
    plan?: string
    quota?: number | null
    whatsapp_limit?: number | null
    rate_limit?: number
    default_locale?: string
  }): Promise<Tenant>
  /**
   * Polls until `read` returns something other than undefined or false. Fails after `seconds` (default 240, because a
   * busy machine is slow).
   */
  until<T>(read: () => Promise<T | undefined | false>, seconds?: number): Promise<T>
  /** Waits until the delivery has one of these statuses. Returns the delivery with its timeline. */
  settled(tenant: Tenant, id: number, ...statuses: string[]): Promise<Answer['body']>
}

const hello = {
  it: { subject: 'Ciao {{name}}', body: 'Ciao {{name}}' },
  en: { subject: 'Hello {{name}}', body: 'Hello {{name}}' },
}

/** Creates a client of the service at `url`, with the management token in its data directory. */
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
      // JSON lines are not one JSON value.
      body: /[/+]json\b/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(text) : text,
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
      // Polling takes processor time, so a long wait polls less and less frequently.
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
