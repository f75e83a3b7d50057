// The database is unreachable for ten seconds under load. The service refuses requests in this time and loses no
// accepted message.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createInstallation, type Installation, post, type Site, until } from '../harness/installation.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { logProgress } from './progress.ts'

/** Milliseconds. */
const AWAY = 10_000

let installation: Installation
let provider: Provider
let site: Site
let address = ''
beforeAll(async () => {
  provider = await startProvider()
  provider.reply(() => ({ body: { ok: true, result: { message_id: 1, chat: { id: 2 } } } }))
  installation = await createInstallation('postgres')
  address = (await installation.start()).address
  site = await installation.createSite(address, provider.url)
})
afterAll(async () => {
  await installation.remove()
  await provider.stop()
})

it('returns 503 with Retry-After while the database is unreachable, and later sends all accepted messages', async (test) => {
  const acknowledged = new Set<number>()
  const refused: { status: number; error: string; retryAfter: string | null }[] = []
  let over = false
  let next = 0
  const client = async () => {
    while (!over) {
      const index = next++
      const body = { recipient: { telegram_chat_id: `c${index}` }, template: 'hello', vars: { name: 'x' } }
      await until(120, async () => {
        const answer = await post(address, site.liveKey, { ...body, idempotency_key: `m${index}` })
        if (answer.status === 202 || answer.status === 200) return acknowledged.add(answer.body.delivery_id)
        refused.push({
          status: answer.status,
          error: answer.body.error,
          retryAfter: answer.headers.get('retry-after'),
        })
        return false
      })
    }
  }
  const clients = Promise.all(Array.from({ length: 8 }, client))
  await until(60, async () => acknowledged.size > 1000)
  installation.server!.kill('SIGKILL')
  logProgress(test, `the database is stopped after ${acknowledged.size} messages`)
  const health = await until(20, async () => {
    const answer = await fetch(`${address}/v1/health`)
    return answer.status === 503 && ((await answer.json()) as { status: string })
  })
  expect(health.status).toBe('degraded')
  await new Promise((resolve) => setTimeout(resolve, AWAY))
  const before = acknowledged.size
  await installation.server!.restart()
  logProgress(test, `the database is back; ${refused.length} requests were refused with 503`)
  await until(60, async () => acknowledged.size > before + 1000)
  over = true
  await clients

  test.task.meta.figures = `${acknowledged.size} acknowledged, ${refused.length} refused with 503`
  logProgress(test, test.task.meta.figures)
  expect(refused.length).toBeGreaterThan(0)
  for (const answer of refused) {
    expect(answer).toMatchObject({ status: 503, error: 'unavailable' })
    expect(Number(answer.retryAfter)).toBeGreaterThan(0)
  }
  await until(200, async () => {
    const { usage } = await installation.manage(address, 'GET', `/workspaces/${site.workspace}`)
    return usage.total_sent === acknowledged.size && usage.total_failed === 0
  })
}, 400_000)
