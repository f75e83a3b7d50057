// Secrets of subscriptions: their signatures, and rotation with an overlap of two secrets (decision 21).
import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setUpEventTest } from '../harness/event-test.ts'
import type { Received } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const DAY = 24 * 3_600_000

describe.each(databases)('secrets of subscriptions, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  const at = () => `/workspaces/${tenant.workspace}/subscriptions`
  const subscribers = setUpEventTest(() => test)
  const subscribe = async (events: string[]) => (await subscribers.subscribe(events, tenant)).subscriber
  const send = () => subscribers.send(tenant)

  const hex = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')
  const verifies = (secret: string, { headers, text }: Received) => {
    try {
      return Boolean(new Webhook(secret).verify(text, headers as Record<string, string>))
    } catch {
      return false
    }
  }

  it('for 24 hours after a rotation, x-service-signature uses the old secret and webhook-signature has signatures by both secrets [D21e]', async () => {
    const subscriber = await subscribe(['delivery.queued'])
    const { status, body: rotated } = await test.manage('POST', `${subscriber.path}/rotate-secret`)
    expect([status, rotated.id]).toEqual([200, subscriber.id])
    expect(rotated.secret).toMatch(/^whsec_/)
    expect(rotated.secret).not.toBe(subscriber.secret)
    const until = new Date(rotated.previous_secret_until).getTime()
    expect(Math.abs(until - test.clock.now().getTime() - DAY)).toBeLessThan(60_000)
    expect((await test.manage('GET', subscriber.path)).body.previous_secret_until).toBe(rotated.previous_secret_until)

    await send()
    const during = await test.until(async () => subscriber.receiver.received[0])
    expect(during.headers['x-service-signature']).toBe(hex(subscriber.secret, during.text))
    expect(String(during.headers['webhook-signature']).split(' ')).toHaveLength(2)
    const bothOf = (request: Received) => [subscriber.secret, rotated.secret].map((secret) => verifies(secret, request))
    // Compute the signatures here. The Standard Webhooks package would compare the timestamp with the real time instead
    // of the test clock.
    const signatures = (request: Received, secret: string) =>
      `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
        .update(
          `${String(request.headers['webhook-id'])}.${String(request.headers['webhook-timestamp'])}.${request.text}`,
        )
        .digest('base64')}`
    expect(during.headers['webhook-signature']).toBe(
      `${signatures(during, rotated.secret)} ${signatures(during, subscriber.secret)}`,
    )
    expect(bothOf(during)).toEqual([true, true])

    await subscriber.waitUntilIdle()
    test.clock.advance(DAY + 1000)
    await send()
    const after = await test.until(async () => subscriber.receiver.received[1])
    expect(after.headers['x-service-signature']).toBe(hex(rotated.secret, after.text))
    expect(after.headers['webhook-signature']).toBe(signatures(after, rotated.secret))
    expect((await test.manage('GET', subscriber.path)).body.previous_secret_until).toBeNull()
  })

  it('a second rotation ends the overlap of the first rotation, and a rotation with `immediately` has no overlap', async () => {
    const subscriber = await subscribe(['delivery.queued'])
    const { body: second } = await test.manage('POST', `${subscriber.path}/rotate-secret`, {})
    const { body: third } = await test.manage('POST', `${subscriber.path}/rotate-secret`, {})
    await send()
    const overlapping = await test.until(async () => subscriber.receiver.received[0])
    expect(overlapping.headers['x-service-signature']).toBe(hex(second.secret, overlapping.text))
    const { body: last } = await test.manage('POST', `${subscriber.path}/rotate-secret`, { immediately: true })
    expect(last.previous_secret_until).toBeNull()
    await send()
    const request = await test.until(async () => subscriber.receiver.received[1])
    expect(request.headers['x-service-signature']).toBe(hex(last.secret, request.text))
    expect(String(request.headers['webhook-signature']).split(' ')).toHaveLength(1)
    expect(third.secret).not.toBe(last.secret)
    expect((await test.manage('POST', `${at()}/999999/rotate-secret`)).status).toBe(404)
    expect((await test.manage('POST', `${subscriber.path}/rotate-secret`, { immediately: 'yes' })).status).toBe(422)
  })

  it('sends pending events to the new URL of a subscription', async () => {
    const old = await subscribe(['delivery.queued'])
    const next = await subscribe(['message.received'])
    old.receiver.reply(() => ({ status: 500 }))
    const id = await send()
    await old.waitForEvents(1)
    await test.until(async () => (await test.manage('GET', `${old.path}/attempts`)).body.data.length === 1)
    await test.manage('PATCH', old.path, { url: `${next.receiver.url}/moved` })
    test.clock.advance(61_000)
    const request = await test.until(async () => next.receiver.received[0])
    expect([request.path, JSON.parse(request.text).delivery.id]).toEqual(['/moved', id])
    expect(request.headers['x-service-signature']).toBe(hex(old.secret, request.text))
  })
})
