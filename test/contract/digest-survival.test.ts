// Digests of several processes, and of processes whose connection breaks at each statement: each message is in exactly
// one digest, and each digest is charged once.
import type net from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { type PostgresProxy, startPostgresProxy } from '../harness/postgres-proxy.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

const MINUTE = 60_000
const env = { MASTER_KEY: 'a master key that all processes share' }

/** The statements of digests, in the order in which they run. Each name is part of the message that runs its statement. */
const STATEMENTS = [
  'lock-open-digests',
  'read-digest-progress',
  'close-overdue-digests',
  'open-digests',
  'insert-digest-items',
  'move-idempotency-claims',
  'has-digest-work',
  'lock-due-digests',
  'close-due-digests',
  'claim-closed-digests',
  'read-closed-digests',
  'end-digests',
  'release-digests',
]

/** Starts a proxy that breaks a connection when it runs the statement, before or after the server gets the statement. */
async function startStatementCut(url: string) {
  let cut: { name: string; isAfter: boolean } | undefined
  const join = (client: net.Socket, upstream: net.Socket) => {
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
    upstream.on('data', (chunk: Buffer) => client.write(chunk))
    client.on('data', (chunk: Buffer) => {
      if (cut === undefined || !chunk.includes(cut.name)) return void upstream.write(chunk)
      if (cut.isAfter) upstream.end(chunk)
      else upstream.destroy()
      cut = undefined
      client.destroy()
    })
  }
  const proxy: PostgresProxy = await startPostgresProxy(url, join)
  return {
    ...proxy,
    cutAt(name: string, isAfter: boolean) {
      cut = { name, isAfter }
    },
    isDone: () => cut === undefined,
  }
}

describe('digests of several processes', () => {
  let test: TestService
  let behind: TestService
  let proxy: Awaited<ReturnType<typeof startStatementCut>>
  let provider: Provider
  let tenant: Tenant
  beforeAll(async () => {
    provider = await startProvider()
    provider.reply(() => ({ body: { ok: true, result: { message_id: 1, chat: { id: 2 } } } }))
    test = await startTestService('postgres', env)
    proxy = await startStatementCut(test.databaseUrl!)
    behind = await startTestService('postgres', { ...env, DATABASE_URL: proxy.url })
    tenant = await createConnectedTenant(test, provider)
    const body = '{% for item in items %}{{ item.n }},{% endfor %}'
    const template = { slug: 'list', name: 'List', engine: 'liquid', locales: { en: { body }, it: { body } } }
    expect((await test.manage('POST', `/workspaces/${tenant.workspace}/templates`, template)).status).toBe(201)
  })
  afterAll(async () => {
    await behind.stop()
    await proxy.stop()
    await test.stop()
    await provider.stop()
  })

  const message = (chat: string, n: number, wait: string) => ({
    recipient: { telegram_chat_id: chat },
    template: 'list',
    vars: { n: String(n) },
    idempotency_key: `${chat}/${n}`,
    digest: { key: 'k', wait },
  })
  /** Sends until the message is accepted. A repeated message replays its idempotency key. */
  const send = (through: TestService, chat: string, n: number, wait: string): Promise<number> =>
    test.until(async () => {
      const { status, body } = await through.send(tenant.liveKey, message(chat, n, wait))
      return (status === 202 || status === 200) && (body.delivery_id as number)
    })
  const contentsOf = async (ids: Iterable<number>) => {
    const contents: string[] = []
    for (const id of ids) contents.push((await test.settled(tenant, id, 'sent')).content.body)
    return contents.flatMap((body) => body.split(',').filter(Boolean)).map(Number)
  }
  const charged = async () => (await test.call('GET', '/usage', { key: tenant.liveKey })).body.quota.used
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

  it('each message is in exactly one digest when two processes join and close it at the same time [D179]', async () => {
    const before = await charged()
    const ids = new Set<number>()
    const owners = new Map<number, number>()
    for (const n of numbers(60)) {
      const sent = [test, behind].map(async (through, at) => {
        const id = await send(through, 'both', n * 2 + at, '1s')
        ids.add(id)
        owners.set(n * 2 + at, id)
      })
      if (n % 10 === 9) test.clock.advance(1000)
      if (n % 20 === 9) {
        behind.clock.advance(1000)
        const [id] = [...ids].slice(-1)
        await test.manage('POST', `/workspaces/${tenant.workspace}/deliveries/${id}/digest/close`)
      }
      await Promise.all(sent)
    }
    test.clock.advance(MINUTE)
    const found = await contentsOf(ids)
    expect(found.toSorted((a, b) => a - b)).toEqual(numbers(120))
    expect((await charged()) - before).toBe(ids.size)
    expect(ids.size).toBeGreaterThan(1)
    for (const id of ids) {
      const own = await contentsOf([id])
      expect(own.every((n) => owners.get(n) === id)).toBe(true)
    }
  })

  it.each(STATEMENTS.flatMap((name) => [false, true].map((isAfter) => [name, isAfter ? 'after' : 'before'] as const)))(
    'loses and repeats no message when the connection breaks at %s, %s the server gets it',
    async (name, when) => {
      const chat = `cut/${name}/${when}`
      const before = await charged()
      const ids = new Set<number>()
      ids.add(await send(behind, chat, 0, '1h'))
      proxy.cutAt(name, when === 'after')
      for (const n of [1, 2, 3]) ids.add(await send(behind, chat, n, '1h'))
      ids.add(await send(behind, `${chat}/other`, 4, '1h'))
      // The claim of a lost process ends after 30 seconds.
      await test.until(async () => {
        behind.clock.advance(61 * MINUTE)
        test.clock.advance(61 * MINUTE)
        return proxy.isDone()
      })
      for (const _ of numbers(2)) {
        behind.clock.advance(MINUTE)
        test.clock.advance(MINUTE)
      }
      expect((await contentsOf(ids)).toSorted((a, b) => a - b)).toEqual(numbers(5))
      expect((await charged()) - before).toBe(ids.size)
    },
  )
})
