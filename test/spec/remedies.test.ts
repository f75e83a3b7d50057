// Remedies of deliveries in the API. A remedy fits the current state of the delivery, even if version 0.1.0 stored its
// attempts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { type Provider, type Reply, startProvider } from '../harness/provider.ts'
import { PROMISES_AN_ATTEMPT } from '../harness/remedies.ts'
import { type Answer, databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { startSubscriber } from '../harness/subscriber.ts'

const HOUR = 3_600_000
const unauthorized: Reply = { status: 401, body: { ok: false, error_code: 401, description: 'Unauthorized' } }
const unavailable: Reply = { status: 500, body: { ok: false } }

describe.each(databases)('remedies of deliveries, %s', (kind) => {
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  let chats = 0
  beforeAll(async () => {
    test = await startTestService(kind)
    provider = await startProvider()
  })
  afterAll(async () => {
    await provider.stop()
    await test.stop()
  })

  const send = async (reply: Reply, more: object = {}): Promise<number> => {
    provider.reply(() => reply)
    const recipient = { telegram_chat_id: `chat-${++chats}` }
    const message = { recipient, template: 'hello', vars: { name: 'Ada' }, ...more }
    const { status, body } = await test.send(tenant.liveKey, message)
    expect(status).toBe(202)
    return body.delivery_id
  }
  const at = () => `/workspaces/${tenant.workspace}`
  const timeline = async (id: number): Promise<Answer['body']> =>
    (await test.manage('GET', `${at()}/deliveries/${id}`)).body
  const record = async (id: number): Promise<Answer['body']> =>
    (await test.call('GET', `/deliveries/${id}`, { key: tenant.liveKey })).body
  const attempted = (id: number) =>
    test.until(async () => {
      const delivery = await timeline(id)
      return delivery.attempts.length > 0 && delivery.status !== 'sending' && delivery
    })
  const connection = () => `${at()}/sources/${tenant.source}/connections/telegram`

  /** Replaces the stored attempts by the values that a process of 0.1.0 would have stored. */
  const asStoredBy010 = (id: number, remedy: string) =>
    test.service.db.query({
      text: 'update attempts set remedy = $2, final_remedy = null where delivery_id = $1',
      values: [id, remedy],
    })

  it('if a message failed after its last attempt in 0.1.0, its remedy announces no retry, even if 0.1.0 stored a remedy that announces a retry [D64]', async () => {
    tenant = await createConnectedTenant(test, provider)
    const id = await send(unavailable)
    await attempted(id)
    await test.service.db.query({
      text: `update deliveries set status = 'failed', ready = false, tries = 4, error_code = 'retryable' where id = $1`,
      values: [id],
    })
    await asStoredBy010(id, 'Nothing; it is tried again.')
    const failed = await timeline(id)
    expect(failed.remedy).toBe(
      'All 4 attempts are used. Wait until Telegram is available again. Then resend the message.',
    )
    expect(failed.attempts.at(-1).remedy).toBe(failed.remedy)
    expect((await record(id)).remedy).toBe(failed.remedy)
  })

  it.each([
    ['ambiguous', /^Check whether the recipient received the message/],
    ['throttled', /available again\. Then resend the message\.$/],
    ['misconfigured', /^Resend the message\. Its connection is no longer paused\.$/],
  ])(
    'an expired message has a remedy that names the next step, even if 0.1.0 stored its last attempt as %s [D64]',
    async (outcome, expected) => {
      tenant = await createConnectedTenant(test, provider)
      const id = await send(unavailable)
      await attempted(id)
      await test.service.db.query({
        text: `update deliveries set status = 'failed', ready = false, error_code = 'expired' where id = $1`,
        values: [id],
      })
      await asStoredBy010(id, ['Nothing; sending goes', 'on when the pause is over.'].join(' '))
      await test.service.db.query({
        text: 'update attempts set outcome = $2 where delivery_id = $1',
        values: [id, outcome],
      })
      const { remedy } = await timeline(id)
      expect(remedy).toMatch(expected)
      expect(remedy).not.toMatch(PROMISES_AN_ATTEMPT)
    },
  )

  it('a message has no remedy before its first failed attempt, and has no remedy after it was sent [D64]', async () => {
    tenant = await createConnectedTenant(test, provider)
    const scheduled_for = new Date(test.clock.now().getTime() + HOUR).toISOString()
    const waiting = await send(unavailable, { scheduled_for })
    expect(await timeline(waiting)).toMatchObject({ status: 'queued', remedy: null })
    const sent = await send({ body: { ok: true, result: { message_id: 7, chat: { id: 42 } } } })
    expect(await test.settled(tenant, sent, 'sent')).toMatchObject({ remedy: null, attempts: [{ remedy: null }] })
  })

  it('the remedy of a cancelled message explains how to send the message again [D64]', async () => {
    tenant = await createConnectedTenant(test, provider)
    const id = await send(unavailable)
    await attempted(id)
    await test.manage('POST', `${at()}/deliveries/${id}/cancel`)
    const cancelled = await timeline(id)
    expect(cancelled).toMatchObject({ status: 'failed', remedy: 'Resend the message if it is still needed.' })
    expect(cancelled.attempts.at(-1).remedy).toBeNull()
  })

  it('the API and the event report the pause of the connection as the reason why a message expired without an attempt [D16, D64]', async () => {
    tenant = await createConnectedTenant(test, provider)
    const subscriber = await startSubscriber(test, tenant, ['delivery.failed'])
    const first = await send(unauthorized)
    await attempted(first)
    const paused = (await test.manage('GET', connection())).body
    expect(paused).toMatchObject({ paused: true, paused_since: expect.stringMatching(/Z$/) })
    const second = await send(unauthorized)
    expect((await timeline(second)).remedy).toMatch(
      /^The Telegram connection of the source "App" has been paused since /,
    )
    test.clock.advance(25 * HOUR)
    const expired = await test.settled(tenant, second, 'failed')
    const since = paused.paused_since.slice(0, 19)
    expect(expired).toMatchObject({
      reason: 'expired',
      error_message: `the message expired before it could be sent: the Telegram connection of the source "App" has been paused since ${since}Z: the bot token is not valid`,
      remedy: 'Put the token from BotFather into the connection. Then resend the message.',
      attempts: [],
    })
    expect(await record(second)).toMatchObject({ error_message: expired.error_message, remedy: expired.remedy })
    const deliveries = (await subscriber.waitForEvents(2)).map(({ body }) => body.delivery)
    expect(deliveries.find(({ id }) => id === second).error_message).toBe(expired.error_message)
    await subscriber.receiver.stop()
    await test.manage('POST', `${connection()}/resume`)
    expect((await timeline(second)).remedy).toMatch(/resend the message\.$/)
    expect((await timeline(second)).remedy).not.toContain('BotFather')
    expect((await test.manage('GET', connection())).body).toMatchObject({ paused: false, paused_since: null })
  })

  it('the remedy of a message that failed permanently names the fix and announces no further attempt [D64]', async () => {
    tenant = await createConnectedTenant(test, provider)
    const blocked = { ok: false, error_code: 403, description: 'Forbidden: bot was blocked by the user' }
    const id = await send({ status: 403, body: blocked })
    const failed = await test.settled(tenant, id, 'failed')
    expect(failed.remedy).toBe('Ask the recipient to start the bot again, or remove the chat ID.')
  })

  it('when the provider rejects a test message that it had accepted, the remedy of the message names the fix [D27, D64]', async () => {
    tenant = await createConnectedTenant(test, provider)
    const message = { recipient: { email: 'rejected-later@sandbox.test' }, template: 'hello', vars: { name: 'Ada' } }
    const { body } = await test.send(tenant.testKey, message)
    const failed = await test.settled(tenant, body.delivery_id, 'failed')
    expect(failed.remedy).toBe('Correct the cause that the reason describes, and resend the message.')
  })
})
