// No acknowledged message is lost when processes are killed under load or the database fails, on both databases.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { delivery } from '../../src/limits.ts'
import { createInstallation, type Installation, post, type Site, until } from '../harness/installation.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases } from '../harness/service.ts'

const KILLS = 2
const MESSAGES = 200

describe.each(databases)('killed service, %s', (kind) => {
  let provider: Provider
  let installation: Installation
  let current: Awaited<ReturnType<Installation['start']>>
  let site: Site
  beforeAll(async () => {
    provider = await startProvider()
    provider.reply(() => ({ body: { ok: true, result: { message_id: 1, chat: { id: 2 } } } }))
    installation = await createInstallation(kind)
    current = await installation.start()
    site = await installation.createSite(current.address, provider.url)
  })
  afterAll(async () => {
    await installation.remove()
    await provider.stop()
  })

  const send = (index: number) =>
    post(current.address, site.liveKey, {
      recipient: { telegram_chat_id: `c${index}` },
      template: 'hello',
      vars: { name: 'x' },
      idempotency_key: `m${index}`,
    })
  const manage = (at: string) => installation.manage(current.address, 'GET', `/workspaces/${site.workspace}${at}`)

  it('loses no acknowledged message when processes are killed and restarted several times', async () => {
    const acknowledged = new Map<number, number>()
    let next = 0
    let stopped = false
    const client = async () => {
      while (!stopped && next < MESSAGES) {
        const index = next++
        // The client repeats the message until it is accepted; the idempotency key makes it one message.
        await until(240, async () => {
          const { status, body } = await send(index)
          return (status === 202 || status === 200) && acknowledged.set(index, body.delivery_id)
        })
      }
    }
    const clients = Promise.all(Array.from({ length: 8 }, client))
    for (let kill = 1; kill <= KILLS; kill++) {
      await until(240, async () => acknowledged.size >= (kill * MESSAGES) / (KILLS + 2))
      current.child.kill('SIGKILL')
      await current.ended
      // On PostgreSQL a dead worker's messages stay claimed until their lease ends. The embedded database has one
      // process, which ends the leases when it starts.
      if (kind === 'postgres') installation.advanceClock(delivery.lease)
      current = await installation.start()
    }
    await clients.finally(() => {
      stopped = true
    })
    expect(acknowledged.size).toBe(MESSAGES)
    expect(new Set(acknowledged.values()).size).toBe(MESSAGES)
    const usage = await until(240, async () => {
      const { usage } = await manage('')
      return usage.total_sent + usage.total_failed === MESSAGES && usage
    })
    expect(usage).toMatchObject({ total_sent: MESSAGES, total_failed: 0, quota: { used: MESSAGES } })
    expect(provider.received.length).toBeGreaterThanOrEqual(MESSAGES)
  })

  it.runIf(kind === 'postgres')(
    'answers 503 with Retry-After during a database outage and loses no message [D4m]',
    async () => {
      installation.server!.kill('SIGKILL')
      const refused = await until(240, async () => {
        const answer = await send(10_000)
        return answer.status === 503 && answer
      })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(refused.body).toMatchObject({ error: 'unavailable' })
      const health = await fetch(`${current.address}/v1/health`)
      expect(health.status).toBe(503)
      expect(await health.json()).toMatchObject({ status: 'degraded' })
      expect((await fetch(`${current.address}/v1/livez`)).status).toBe(200)
      const clicked = await fetch(`${current.address}/v1/svc/action/${'A'.repeat(64)}`)
      expect([clicked.status, clicked.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await clicked.text()).toContain('<h1>Try again shortly</h1>')
      // The 503 makes a provider repeat its webhook, so that no report is lost.
      const reported = await fetch(`${current.address}/v1/inbound/telegram/1`, {
        method: 'POST',
        body: '{"update_id":1}',
      })
      expect([reported.status, reported.headers.get('retry-after')]).toEqual([503, '5'])
      await installation.server!.restart()
      const accepted = await until(240, async () => {
        const answer = await send(10_001)
        return answer.status === 202 && answer.body
      })
      await until(240, async () => (await manage(`/deliveries/${accepted.delivery_id}`)).status === 'sent')
    },
    600_000,
  )

  it.runIf(kind === 'postgres')(
    'exits with 0 on SIGTERM during a database outage although a result cannot be stored',
    async () => {
      let answer = () => {}
      const answered = new Promise<void>((resolve) => {
        answer = resolve
      })
      provider.reply(async () => {
        await answered
        return { body: { ok: true, result: { message_id: 1, chat: { id: 2 } } } }
      })
      expect((await send(20_000)).status).toBe(202)
      await until(240, async () => provider.received.some(({ text }) => text.includes('"c20000"')))
      installation.server!.kill('SIGKILL')
      answer()
      current.child.kill('SIGTERM')
      expect(await current.ended).toBe(0)
      await installation.server!.restart()
      current = await installation.start()
      expect((await send(20_000)).body.status).not.toBe('failed')
    },
    600_000,
  )
})
