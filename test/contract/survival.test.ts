// Nothing acknowledged is lost: processes killed under load, a database that goes away, on either database.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Postgres, startPostgres } from '../harness/postgres.ts'
import { type Running, run } from '../harness/processes.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases } from '../harness/service.ts'

const KILLS = 3
const MESSAGES = 300

describe.each(databases)('a service that is killed, %s', (kind) => {
  let provider: Provider
  let server: Postgres | undefined
  let current: Running
  let url = ''
  let key = ''
  let workspace = 0
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'carillon-survival-'))

  const begin = async () => {
    current = run('start', {
      DATA_DIR: dataDir,
      ALLOW_PRIVATE_NETWORK: '1',
      ...(server ? { DATABASE_URL: server.url() } : {}),
    })
    url = await current.url
  }
  const manage = async (method: string, at: string, body?: object) => {
    const answer = await fetch(`${url}/v1/manage${at}`, {
      method,
      headers: {
        authorization: `Bearer ${readFileSync(path.join(dataDir, 'admin-token'), 'utf8').trim()}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    // oxlint-disable-next-line typescript/no-explicit-any
    return (await answer.json()) as any
  }
  const send = (index: number) =>
    fetch(`${url}/v1/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        recipient: { telegram_chat_id: `c${index}` },
        template: 'hello',
        vars: { name: 'x' },
        idempotency_key: `m${index}`,
      }),
    })
  const until = async <T>(seconds: number, read: () => Promise<T | false>): Promise<T> => {
    const deadline = performance.now() + seconds * 1000
    for (;;) {
      const value = await read().catch(() => false as const)
      if (value !== false) return value
      if (performance.now() > deadline) throw new Error(`not true within ${seconds} s`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  beforeAll(async () => {
    provider = await startProvider()
    provider.reply(() => ({ body: { ok: true, result: { message_id: 1, chat: { id: 2 } } } }))
    if (kind === 'postgres') server = await startPostgres()
    await begin()
    workspace = (await manage('POST', '/workspaces', { name: 'Survival' })).id
    const source = (await manage('POST', `/workspaces/${workspace}/sources`, { name: 'App', rate_limit: 1_000_000 })).id
    key = (await manage('POST', `/workspaces/${workspace}/sources/${source}/api-keys`, { mode: 'live' })).key
    await manage('POST', `/workspaces/${workspace}/templates`, {
      slug: 'hello',
      name: 'Hello',
      locales: { it: { body: 'Ciao {{name}}' } },
    })
    await manage('PUT', `/workspaces/${workspace}/sources/${source}/connections/telegram`, {
      settings: { bot_token: '1:a', api_base: provider.url },
    })
  })
  afterAll(async () => {
    current.child.kill('SIGTERM')
    await current.ended
    await server?.stop()
    await provider.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('has every acknowledged message after the restarts, each ended, none lost', async () => {
    const acknowledged = new Map<number, number>()
    let next = 0
    let over = false
    const client = async () => {
      while (!over && next < MESSAGES) {
        const index = next++
        // The same message again until somebody answers: its key makes it one.
        await until(60, async () => {
          const answer = await send(index)
          if (answer.status !== 202 && answer.status !== 200) return false
          acknowledged.set(index, ((await answer.json()) as { delivery_id: number }).delivery_id)
          return true
        })
      }
    }
    const clients = Promise.all(Array.from({ length: 8 }, client))
    for (let kill = 1; kill <= KILLS; kill++) {
      await until(60, async () => acknowledged.size >= (kill * MESSAGES) / (KILLS + 2))
      current.child.kill('SIGKILL')
      await current.ended
      await begin()
    }
    await clients.finally(() => {
      over = true
    })
    expect(acknowledged.size).toBe(MESSAGES)
    expect(new Set(acknowledged.values()).size).toBe(MESSAGES)
    // On a server a dead worker's messages wait for their lease; the embedded database knows that nobody else is there.
    const usage = await until(90, async () => {
      const { usage } = await manage('GET', `/workspaces/${workspace}`)
      return usage.total_sent + usage.total_failed === MESSAGES && usage
    })
    expect(usage).toMatchObject({ total_sent: MESSAGES, total_failed: 0, quota: { used: MESSAGES } })
    expect(provider.received.length).toBeGreaterThanOrEqual(MESSAGES)
  }, 200_000)

  it.runIf(kind === 'postgres')(
    'answers 503 with Retry-After while the database is away, and loses nothing [D4m]',
    async () => {
      server!.kill('SIGKILL')
      const refused = await until(20, async () => {
        const answer = await send(10_000)
        return answer.status === 503 && answer
      })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await refused.json()).toMatchObject({ error: 'unavailable' })
      const health = await fetch(`${url}/v1/health`)
      expect(health.status).toBe(503)
      expect(await health.json()).toMatchObject({ status: 'degraded' })
      expect((await fetch(`${url}/v1/livez`)).status).toBe(200)
      await server!.restart()
      const accepted = await until(30, async () => {
        const answer = await send(10_001)
        return answer.status === 202 && ((await answer.json()) as { delivery_id: number })
      })
      await until(
        30,
        async () =>
          (await manage('GET', `/workspaces/${workspace}/deliveries/${accepted.delivery_id}`)).status === 'sent',
      )
    },
    120_000,
  )
})
