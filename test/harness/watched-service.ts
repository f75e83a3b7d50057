// Runs a service in a separate process and measures the longest block of its main thread.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { startProcess } from './processes.ts'
import { preparedFolder } from './shared.ts'

/**
 * How long one task may block the main thread, in milliseconds of processor time. The usual limit is 50, on a quiet
 * machine, but the same work takes longer when other programs share the processors' caches.
 */
export const MAX_BLOCKED_MILLISECONDS = 80
export const KB = 1024
export const MB = 1024 * KB

export interface TextAnswer {
  status: number
  text: string
}

export interface WatchedTenant {
  ws: number
  source: number
  key: string
  webhook_key: string
}

export interface WatchedService {
  url: string
  /** A management token with the scope `operator`. */
  token: string
  /** Sends a request with `key` as the bearer token. */
  request(
    method: string,
    at: string,
    key: string | undefined,
    body?: string | Uint8Array,
    type?: string,
  ): Promise<TextAnswer>
  // The body may be any JSON. The tests check it.
  // oxlint-disable-next-line typescript/no-explicit-any
  manage(method: string, at: string, body: object): Promise<any>
  /** Creates a workspace with a source, test keys and the templates `hello` and `four`. */
  newTenant(): Promise<WatchedTenant>
  /** Sends a message or a batch, and waits until its last message is sent. */
  sendAndWait(tenant: WatchedTenant, at: string, body: string): Promise<void>
  /**
   * Returns the longest time for which the event loop was blocked during `work`. Another client requests /livez
   * continuously, and every request must be answered.
   */
  longestBlock(work: () => Promise<unknown>): Promise<number>
  stop(): Promise<void>
}

/** Starts the service and warms it up: code that is loaded or compiled once is not part of the measurement. */
export async function startWatchedService(): Promise<WatchedService> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'carillon-stalls-'))
  cpSync(path.join(await preparedFolder(), 'db'), path.join(folder, 'db'), { recursive: true })
  const watcher = path.join(folder, 'watcher')
  const process = startProcess('start', {
    DATA_DIR: folder,
    ALLOW_PRIVATE_NETWORK: '1',
    PUBLIC_URL: 'https://carillon.example',
    STALLS_FILE: watcher,
    NODE_OPTIONS: `--import=${fileURLToPath(new URL('stalls.mjs', import.meta.url))}`,
  })
  const url = await process.url
  const longest = async () => {
    const answer = await fetch(readFileSync(watcher, 'utf8'))
    return ((await answer.json()) as { longest: number }).longest
  }
  const service: WatchedService = {
    url,
    token: readFileSync(path.join(folder, 'admin-token'), 'utf8').trim(),
    async request(method, at, key, body, type = 'application/json') {
      const answer = await fetch(`${url}${at}`, {
        method,
        headers: { 'content-type': type, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
        ...(body === undefined ? {} : { body }),
      })
      return { status: answer.status, text: await answer.text() }
    },
    async manage(method, at, body) {
      return JSON.parse((await service.request(method, `/v1/manage${at}`, service.token, JSON.stringify(body))).text)
    },
    newTenant: () => createTenant(service),
    async sendAndWait({ key }, at, body) {
      const accepted = await service.request('POST', at, key, body)
      expect([accepted.status, accepted.text.slice(0, 200)]).toEqual([202, expect.any(String)])
      const { delivery_id, results } = JSON.parse(accepted.text) as {
        delivery_id: number
        results?: { delivery_id: number }[]
      }
      const last = results?.at(-1)?.delivery_id ?? delivery_id
      await expect
        .poll(async () => (await service.request('GET', `/v1/deliveries/${last}`, key)).text, { timeout: 120_000 })
        .toContain('"status":"sent"')
    },
    async longestBlock(work) {
      await longest()
      let isDone = false
      const watch = (async () => {
        while (!isDone) expect((await fetch(`${url}/livez`)).status).toBe(200)
      })()
      try {
        await work()
      } finally {
        isDone = true
      }
      await watch
      return longest()
    },
    async stop() {
      process.child.kill()
      await process.ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await warmUp(service)
  return service
}

async function createTenant({ manage }: WatchedService): Promise<WatchedTenant> {
  const { id: ws } = await manage('POST', '/workspaces', { name: 'Test' })
  const { id: source } = await manage('POST', `/workspaces/${ws}/sources`, { name: 'App', rate_limit: 1_000_000 })
  const sourcePath = `/workspaces/${ws}/sources/${source}`
  const { key } = await manage('POST', `${sourcePath}/api-keys`, { mode: 'test' })
  const { key: webhook_key } = await manage('POST', `${sourcePath}/trigger-keys`, {})
  const texts = { hello: 'Ciao {{name}}', four: '{{a}}{{b}}{{c}}{{d}}' }
  for (const [slug, body] of Object.entries(texts))
    await manage('POST', `/workspaces/${ws}/templates`, { slug, name: slug, locales: { it: { body } } })
  return { ws, source, key, webhook_key }
}

async function warmUp(service: WatchedService): Promise<void> {
  const { ws, key } = await service.newTenant()
  const message = { recipient: { email: 'ada@example.com' }, template: 'hello', vars: { name: 'x'.repeat(50_000) } }
  for (let n = 0; n < 20; n++) await service.request('POST', '/v1/send', key, JSON.stringify(message))
  for (const size of [KB, MB]) await service.request('POST', '/v1/send', key, filled('{"email":"', 'x', '"}', size))
  const file = filled('name,email,metadata.city\n', `Ada,ada@example.com,"${'m'.repeat(4_000)}"\n`, '', MB)
  await service.request(
    'POST',
    `/v1/manage/workspaces/${ws}/recipients/import?dry_run=true`,
    service.token,
    file,
    'text/csv',
  )
}

/** Returns `head`, copies of `part`, and `tail`. The result contains as many copies as fit into `size` bytes. */
export function filled(head: string, part: string, tail: string, size: number): string {
  const times = Math.max(0, Math.floor((size - head.length - tail.length) / part.length))
  return `${head}${part.repeat(times)}${tail}`
}
