// Thresholds of conditions: high failure rates of few messages, failing providers, and limits of 0 and 1.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { type Provider, type Reply, startProvider } from '../harness/provider.ts'
import { type Answer, databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const refused: Reply = { status: 400, body: { ok: false, error_code: 400, description: 'Bad Request: text is empty' } }
const unavailable: Reply = { status: 500, body: { ok: false } }
const unauthorized: Reply = { status: 401, body: { ok: false, error_code: 401, description: 'Unauthorized' } }
const accepted: Reply = { body: { ok: true, result: { message_id: 7, chat: { id: 42 } } } }

describe.each(databases)('thresholds of conditions on %s', (kind) => {
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  let at: string
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
    provider.reply(() => accepted)
    tenant = await createConnectedTenant(test, provider)
    at = `/workspaces/${tenant.workspace}`
  })

  const conditions = async (): Promise<Answer['body'][]> => (await test.manage('GET', `${at}/overview`)).body.conditions
  const delivery = async (id: number): Promise<Answer['body']> =>
    (await test.manage('GET', `${at}/deliveries/${id}`)).body
  const accept = async (reply: Reply): Promise<number> => {
    provider.reply(() => reply)
    const recipient = { telegram_chat_id: `chat-${++chats}` }
    const { status, body } = await test.send(tenant.liveKey, { recipient, template: 'hello', vars: { name: 'Ada' } })
    expect(status).toBe(202)
    return body.delivery_id
  }
  const send = async (...replies: Reply[]): Promise<void> => {
    for (const reply of replies) await test.settled(tenant, await accept(reply), 'sent', 'failed')
  }
  /** Waits until the message is pending after this number of attempts. Returns its id. */
  const attempt = async (reply: Reply, attempts = 1, id?: number): Promise<number> => {
    const pending = id ?? (await accept(reply))
    await test.until(async () => {
      const { status, attempts: made } = await delivery(pending)
      return status === 'queued' && made.length === attempts
    })
    return pending
  }

  /**
   * Inserts `count` copies of the workspace's oldest message with this status. If `lane` is given, the copies are in
   * this lane.
   */
  const copy = (status: 'sent' | 'queued', count: number, lane?: number) =>
    test.service.db.query({
      text: `insert into deliveries (workspace_id, source_id, mode, lane, recipient_id, recipient_name, address, channel, template_slug, priority,
               status, ready, parked, attempt, tries, error_code, next_at, created_at, expires_at, content, history, period, account)
             select workspace_id, source_id, mode, coalesce($4, lane), recipient_id, recipient_name, address, channel, template_slug, priority,
               status, ready, parked, attempt, tries, error_code, next_at, created_at, expires_at, content, history, period, account
             from generate_series(1, $3), (select * from deliveries where workspace_id = $1 and status = $2 order by id limit 1) d`,
      values: [tenant.workspace, status, count, lane ?? null],
    })

  describe('failure rate', () => {
    it('if there are fewer than 20 messages, reports the failure rate when at least 3 messages and at least half of all messages failed', async () => {
      await send(refused, refused)
      expect(await conditions()).toEqual([])
      await send(refused)
      expect(await conditions()).toMatchObject([
        {
          kind: 'failure_rate',
          severity: 'warning',
          message: '3 of 3 messages failed in the last hour (100 %).',
          count: 3,
          total: 3,
        },
      ])
      await send(accepted, accepted, accepted)
      expect(await conditions()).toMatchObject([{ kind: 'failure_rate', count: 3, total: 6 }])
      await send(accepted)
      expect(await conditions()).toEqual([])
    })
  })

  describe('failing attempts', () => {
    it('reports failing attempts while 3 messages of a connection are pending after one failed attempt each', async () => {
      await attempt(unavailable)
      await attempt(unavailable)
      expect(await conditions()).toEqual([])
      const last = await attempt(unavailable)
      expect(await conditions()).toEqual([
        {
          kind: 'attempts_failing',
          severity: 'warning',
          message:
            '3 messages of the Telegram connection of the source "App" are pending after failed attempts. One reason: Telegram has an internal error (500).',
          remedy:
            'Check the connection. Each message is attempted up to 4 times. If the outage lasts longer, resend the messages that failed.',
          link: `/w/${tenant.workspace}/sources/${tenant.source}/connections/telegram`,
          since: null,
          until: null,
          channel: 'telegram',
          source_id: tenant.source,
          subject: 'App',
          reason: 'Telegram has an internal error (500)',
          count: 3,
          total: null,
        },
      ])
      provider.reply(() => accepted)
      test.clock.advance(60_000)
      await test.settled(tenant, last, 'sent')
      await test.until(async () => (await conditions()).length === 0)
    })

    it('reports failing attempts for a single message after its second failed attempt', async () => {
      const id = await attempt({ drop: 'now' })
      expect(await conditions()).toEqual([])
      test.clock.advance(60_000)
      await attempt(unavailable, 2, id)
      expect(await conditions()).toMatchObject([
        {
          kind: 'attempts_failing',
          message: expect.stringMatching(
            /^1 message of the Telegram connection of the source "App" is pending after failed attempts: /,
          ),
          count: 1,
        },
      ])
    })

    it('does not report the failed attempts of a single message if the connection sends at least 19 of 20 messages', async () => {
      await send(...Array<Reply>(18).fill(accepted))
      const id = await attempt(unavailable)
      test.clock.advance(60_000)
      await attempt(unavailable, 2, id)
      expect(await conditions()).toMatchObject([{ kind: 'attempts_failing', count: 1 }])
      await send(accepted)
      expect(await conditions()).toEqual([])
      // Assign the accepted messages to another connection.
      await test.service.db.query({
        text: `update deliveries set lane = -1 where workspace_id = $1 and status = 'sent'`,
        values: [tenant.workspace],
      })
      expect(await conditions()).toMatchObject([{ kind: 'attempts_failing', count: 1 }])
    })

    it('reports no failing attempts of a working connection after another connection sent 1,000 messages', async () => {
      await send(...Array<Reply>(19).fill(accepted))
      const id = await attempt(unavailable)
      test.clock.advance(60_000)
      await attempt(unavailable, 2, id)
      await copy('sent', 1000, -1)
      expect(await conditions()).toEqual([])
    })

    it('reports failing attempts of a connection that stopped working after thousands of messages', async () => {
      await send(accepted)
      const id = await attempt(unavailable)
      test.clock.advance(60_000)
      await attempt(unavailable, 2, id)
      await copy('sent', 3000)
      await copy('queued', 59)
      await copy('sent', 1000, -1)
      // The last hour has 5,000 sent messages, so the share of pending messages is small.
      await test.service.db.query({
        text: `insert into workspace_activity (workspace_id, minute, process, sent) values ($1, date_trunc('minute', $2::timestamptz), 'other', 5000)`,
        values: [tenant.workspace, test.clock.now()],
      })
      expect(await conditions()).toMatchObject([{ kind: 'attempts_failing', count: 60 }])
    })

    it('reports failing attempts as an error when at least 20 messages, and over 20 percent of the messages of the last hour, are pending', async () => {
      const ids = await Promise.all(Array.from({ length: 20 }, () => accept(unavailable)))
      for (const id of ids) await attempt(unavailable, 1, id)
      expect(await conditions()).toMatchObject([{ kind: 'attempts_failing', severity: 'error', count: 20 }])
    })

    it('reports a paused connection, but not its failing attempts', async () => {
      for (let n = 0; n < 3; n++) await attempt(unavailable)
      await attempt(unauthorized)
      const found = await test.until(async () => {
        const now = await conditions()
        return now.some(({ kind }) => kind === 'connection_paused') && now
      })
      expect(found.map(({ kind }: { kind: string }) => kind)).toEqual(['connection_paused'])
    })
  })

  describe('quotas', () => {
    it('reports that every message is refused when the quota is 0 and there are no credits', async () => {
      await test.manage('PATCH', at, { quota: 0 })
      const message = { recipient: { telegram_chat_id: '1' }, template: 'hello', vars: { name: 'Ada' } }
      expect((await test.send(tenant.liveKey, message)).status).toBe(429)
      expect(await conditions()).toMatchObject([
        {
          kind: 'quota_used_up',
          severity: 'error',
          message: "The month's quota is 0 messages and 0 credits are left: further messages are refused.",
          count: 0,
          total: 0,
        },
      ])
      await test.manage('POST', `${at}/credits`, { amount: 100 })
      expect(await conditions()).toEqual([])
    })

    it('reports no condition for a WhatsApp limit of 0', async () => {
      await test.manage('PATCH', at, { whatsapp_limit: 0 })
      expect(await conditions()).toEqual([])
    })

    it('the condition of a used-up quota uses the singular for one message and for one credit', async () => {
      await test.manage('PATCH', at, { quota: 1 })
      await send(accepted)
      expect((await conditions())[0].message).toBe(
        "The month's 1 message is used and 0 credits are left: further messages are refused.",
      )
      await test.manage('POST', `${at}/credits`, { amount: 1 })
      expect((await conditions())[0].message).toBe(
        "The month's 1 message is used: further messages are paid with credits, and 1 credit is left.",
      )
    })
  })
})
