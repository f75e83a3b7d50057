// The remedies that the API shows for scheduled messages whose connection is paused, and for messages whose connection
// or source was removed.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { type Provider, type Reply, startProvider } from '../harness/provider.ts'
import { type Answer, databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const HOUR = 3_600_000
const unauthorized: Reply = { status: 401, body: { ok: false, error_code: 401, description: 'Unauthorized' } }
const unavailable: Reply = { status: 500, body: { ok: false } }
const flood: Reply = { status: 429, body: { message: 'You are being rate limited.', retry_after: 3600, global: false } }

describe.each(databases)('remedies for unavailable connections, %s', (kind) => {
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  let source: string
  let chats = 0
  beforeAll(async () => {
    test = await startTestService(kind)
    provider = await startProvider()
  })
  afterAll(async () => {
    await provider.stop()
    await test.stop()
  })
  beforeEach(async () => {
    tenant = await createConnectedTenant(test, provider)
    source = `/workspaces/${tenant.workspace}/sources/${tenant.source}`
  })

  const send = async (reply: Reply, more: object = {}): Promise<number> => {
    provider.reply(() => reply)
    const recipient = { telegram_chat_id: `chat-${++chats}` }
    const { status, body } = await test.send(tenant.liveKey, {
      recipient,
      template: 'hello',
      vars: { name: 'Ada' },
      ...more,
    })
    expect(status).toBe(202)
    return body.delivery_id
  }
  const timeline = async (id: number): Promise<Answer['body']> =>
    (await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)).body
  const attempted = (id: number) =>
    test.until(async () => {
      const delivery = await timeline(id)
      return delivery.attempts.length > 0 && delivery.status !== 'sending' && delivery
    })
  const inHours = (hours: number) => new Date(test.clock.now().getTime() + hours * HOUR).toISOString()
  const named = (at: string) => `${at.slice(0, 19)}Z`
  const disconnect = () => test.manage('DELETE', `${source}/connections/telegram`)
  const connect = () =>
    test.manage('PUT', `${source}/connections/telegram`, {
      settings: { bot_token: '1:abc', api_base: provider.url },
    })

  describe('scheduled messages', () => {
    it('the remedy of a scheduled message names the scheduled time while its connection is paused indefinitely [D64]', async () => {
      const scheduled_for = inHours(100)
      const id = await send(unauthorized, { scheduled_for })
      await attempted(await send(unauthorized))
      expect(await timeline(id)).toMatchObject({
        next_at: scheduled_for,
        remedy: expect.stringMatching(
          new RegExp(
            `^The Telegram connection .+ has been paused since .+ Put the token from BotFather into the connection\\. The message is sent at ${named(scheduled_for)} if the connection works by then\\.$`,
          ),
        ),
      })
    })

    it("the remedy of a scheduled message names the scheduled time or the end of its connection's pause, whichever is later [D64]", async () => {
      const scheduled_for = inHours(100)
      const late = await send(flood, { scheduled_for, channel: 'discord' })
      const early = await send(flood, { scheduled_for: inHours(0.5), channel: 'discord' })
      await attempted(await send(flood, { channel: 'discord' }))
      expect((await test.manage('GET', `${source}/connections/discord`)).body.paused).toBe(true)
      const { remedy, next_at } = await timeline(late)
      expect(next_at).toBe(scheduled_for)
      expect(remedy).toMatch(/^No action is needed\. The Discord connection .+ until /)
      expect(remedy).toContain(`The message is sent at ${named(scheduled_for)} if the connection works by then.`)
      const other = await timeline(early)
      expect(other.remedy).toMatch(/The message is sent after that\.$/)
      expect(new Date(other.next_at).getTime()).toBeGreaterThan(test.clock.now().getTime() + 0.9 * HOUR)
    })
  })

  describe('messages whose connection or source was removed', () => {
    it('if a source was removed, the remedy of its pending message states that the message will fail and suggests another source [D64]', async () => {
      const scheduled_for = inHours(5)
      const id = await send(unavailable, { scheduled_for })
      await test.manage('DELETE', source)
      expect((await timeline(id)).remedy).toBe(
        `The source "App" was removed, so the message fails at ${named(scheduled_for)}. Cancel the message, and send it from another source.`,
      )
      test.clock.advance(6 * HOUR)
      const failed = await test.settled(tenant, id, 'failed')
      expect(failed.error_message).toBe("the source's Telegram connection was removed")
      expect(failed.remedy).toBe('The source "App" was removed. Send the message from another source.')
      expect(failed.attempts.at(-1).remedy).toBe(failed.remedy)
    })

    it('the remedy of a pending message names the next step after its connection was removed, and after the connection was replaced [D64]', async () => {
      const scheduled_for = inHours(5)
      const id = await send(unavailable, { scheduled_for })
      const other = await send(unavailable, { scheduled_for })
      await disconnect()
      expect((await timeline(id)).remedy).toBe(
        `The Telegram connection of the source "App" was removed, so the message fails at ${named(scheduled_for)}. Cancel the message, connect Telegram again, and resend the message.`,
      )
      await test.manage('POST', `/workspaces/${tenant.workspace}/deliveries/${other}/cancel`)
      expect((await timeline(other)).remedy).toBe(
        'Connect Telegram again, and resend the message. Do so only if the message is still needed.',
      )
      await connect()
      expect((await timeline(id)).remedy).toBe(
        `The Telegram connection of the source "App" was replaced after the message was accepted, so the message fails at ${named(scheduled_for)}. Cancel the message, and resend it.`,
      )
      await disconnect()
      test.clock.advance(6 * HOUR)
      const failed = await test.settled(tenant, id, 'failed')
      expect(failed.remedy).toBe('Connect Telegram again, and resend the message.')
      await connect()
      expect((await timeline(id)).remedy).toBe('Resend the message.')
    })

    it('the remedy of an expired message asks to connect the removed channel again, or to use another source if the source was removed [D64]', async () => {
      const id = await send(unauthorized)
      await attempted(id)
      test.clock.advance(25 * HOUR)
      expect((await test.settled(tenant, id, 'failed')).reason).toBe('expired')
      await disconnect()
      expect((await timeline(id)).remedy).toBe('Connect Telegram again, and resend the message.')
      await test.manage('DELETE', source)
      expect((await timeline(id)).remedy).toBe('The source "App" was removed. Send the message from another source.')
    })
  })
})
