// Conditions of a workspace over HTTP. Each kind of condition is reported exactly while its cause exists.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { approvedTemplate, graphSettings, templatePage } from '../harness/graph.ts'
import { type Provider, type Reply, startProvider } from '../harness/provider.ts'
import { type Answer, databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { startSubscriber } from '../harness/subscriber.ts'
import { startBotServer } from '../harness/telegram.ts'

const MINUTE = 60_000
const unauthorized: Reply = { status: 401, body: { ok: false, error_code: 401, description: 'Unauthorized' } }
const refused: Reply = { status: 400, body: { ok: false, error_code: 400, description: 'Bad Request: text is empty' } }
const accepted: Reply = { body: { ok: true, result: { message_id: 7, chat: { id: 42 } } } }

describe.each(databases)('conditions of a workspace on %s', (kind) => {
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

  const overview = async (): Promise<Answer['body']> => (await test.manage('GET', `${at}/overview`)).body
  const conditions = async (): Promise<Answer['body'][]> => (await overview()).conditions
  const send = async (...replies: Reply[]): Promise<number[]> => {
    const ids: number[] = []
    for (const reply of replies) {
      provider.reply(() => reply)
      const recipient = { telegram_chat_id: `chat-${++chats}` }
      const { body } = await test.send(tenant.liveKey, { recipient, template: 'hello', vars: { name: 'Ada' } })
      if (reply !== unauthorized) await test.settled(tenant, body.delivery_id, 'sent', 'failed')
      ids.push(body.delivery_id)
    }
    return ids
  }

  it('reports no condition for a workspace without problems', async () => {
    await send(accepted)
    expect(await conditions()).toEqual([])
  })

  it('reports a paused connection, with the start, reason and remedy of the pause, until the connection is resumed', async () => {
    await send(unauthorized)
    const [paused] = await test.until(async () => {
      const found = await conditions()
      return found.length > 0 && found
    })
    expect(paused).toEqual({
      kind: 'connection_paused',
      severity: 'error',
      message: expect.stringMatching(
        /^The Telegram connection of the source "App" has been paused since .+: the bot token/,
      ),
      remedy: expect.stringContaining('Put the token from BotFather into the connection.'),
      link: `/w/${tenant.workspace}/sources/${tenant.source}/connections/telegram`,
      since: expect.stringMatching(/Z$/),
      until: null,
      channel: 'telegram',
      source_id: tenant.source,
      subject: 'App',
      reason: 'the bot token is not valid',
      count: null,
      total: null,
    })
    provider.reply(() => accepted)
    await test.manage('POST', `${at}/sources/${tenant.source}/connections/telegram/resume`)
    expect(await conditions()).toEqual([])
  })

  it('reports a failure rate over 5 percent if at least 20 messages ended in the last hour', async () => {
    await send(...Array<Reply>(17).fill(accepted), refused, refused)
    expect(await conditions()).toEqual([])
    await send(accepted)
    expect(await conditions()).toMatchObject([
      {
        kind: 'failure_rate',
        severity: 'warning',
        message: '2 of 20 messages failed in the last hour (10 %).',
        link: `/w/${tenant.workspace}/deliveries?status=failed&period=hour`,
        count: 2,
        total: 20,
      },
    ])
    await send(refused, refused, refused, refused)
    expect(await conditions()).toMatchObject([{ kind: 'failure_rate', severity: 'error', count: 6, total: 24 }])
    test.clock.advance(61 * MINUTE)
    expect(await conditions()).toEqual([])
  })

  it('counts cancelled messages neither in the failure rate nor in the hourly and daily figures', async () => {
    await send(...Array<Reply>(19).fill(accepted))
    for (let n = 0; n < 6; n++) {
      const { body } = await test.send(tenant.liveKey, {
        recipient: { telegram_chat_id: 'later' },
        template: 'hello',
        vars: { name: 'Ada' },
        scheduled_for: new Date(test.clock.now().getTime() + MINUTE * 60).toISOString(),
      })
      expect((await test.manage('POST', `${at}/deliveries/${body.delivery_id}/cancel`)).status).toBe(200)
    }
    const figures = async () => {
      const { channels, last_hour, days, usage, conditions: found } = await overview()
      const failedOf = (rows: { failed: number }[]) => rows.reduce((sum, { failed }) => sum + failed, 0)
      return {
        channel: channels.find(({ channel }: { channel: string }) => channel === 'telegram'),
        failed: [failedOf(last_hour), failedOf(days), usage.total_failed],
        found,
      }
    }
    expect(await figures()).toEqual({
      channel: { channel: 'telegram', sent: 19, delivered: 0, failed: 0 },
      failed: [0, 0, 6],
      found: [],
    })
    await send(refused, refused)
    expect(await figures()).toMatchObject({
      channel: { sent: 19, failed: 2 },
      failed: [2, 2, 8],
      found: [{ kind: 'failure_rate', count: 2, total: 21 }],
    })
  })

  it('reports an endpoint that was disabled because of its failures, but no endpoint that a member disabled', async () => {
    const subscriber = await startSubscriber(test, tenant, ['delivery.sent'])
    const other = await startSubscriber(test, tenant, ['delivery.failed'])
    try {
      await test.manage('POST', `${other.path}/disable`)
      expect(await conditions()).toEqual([])
      const url = `${subscriber.receiver.url}/events#key=secret`
      expect((await test.manage('PATCH', subscriber.path, { url })).status).toBe(200)
      subscriber.receiver.reply(() => ({ status: 410 }))
      await send(accepted)
      const found = await test.until(async () => {
        const now = await conditions()
        return now.length > 0 && now
      })
      expect(found).toMatchObject([
        {
          kind: 'endpoint_disabled',
          severity: 'error',
          subject: `${subscriber.receiver.url}/events?••••`,
          link: `/w/${tenant.workspace}/webhooks/${subscriber.id}`,
          since: expect.stringMatching(/Z$/),
        },
      ])
      await test.manage('POST', `${subscriber.path}/reactivate`)
      expect(await conditions()).toEqual([])
    } finally {
      await subscriber.receiver.stop()
      await other.receiver.stop()
    }
  })

  it('does not count dev listeners as disabled endpoints', async () => {
    const listener = await test.manage('POST', `${at}/listeners`, { events: ['delivery.sent'] })
    expect(listener.status).toBe(201)
    const { waiting, conditions: found } = await overview()
    expect([waiting.disabled_subscriptions, found]).toEqual([0, []])
  })

  it('reports a connection whose provider returns errors when the service polls for replies', async () => {
    const bot = await startBotServer()
    try {
      const connection = `${at}/sources/${tenant.source}/connections/telegram`
      await test.manage('PUT', connection, { settings: { bot_token: '1:abc', api_base: bot.url, mode: 'polling' } })
      bot.setReply('getUpdates', () => ({
        status: 401,
        body: { ok: false, error_code: 401, description: 'Unauthorized' },
      }))
      const found = await test.until(async () => {
        const now = await conditions()
        return now.length > 0 && now
      })
      expect(found).toMatchObject([
        {
          kind: 'replies_not_received',
          severity: 'warning',
          channel: 'telegram',
          message: expect.stringMatching(/^Replies on Telegram are not received \(source "App"\): /),
        },
      ])
      await test.manage('DELETE', connection)
    } finally {
      await bot.stop()
    }
  })

  it('reports a template whose approved WhatsApp template cannot be used because Meta paused it', async () => {
    provider.reply(() => templatePage([approvedTemplate('order_update', { language: 'en', status: 'PAUSED' })]))
    const whatsapp = `${at}/sources/${tenant.source}/connections/whatsapp`
    await test.manage('PUT', whatsapp, { settings: graphSettings(provider.url).whatsapp })
    expect((await test.manage('POST', `${whatsapp}/templates/sync`)).status).toBe(200)
    expect(await conditions()).toEqual([])
    const locales = { en: { body: 'Order {{1}}', channels: { whatsapp: { template: 'order_update' } } } }
    await test.manage('POST', `${at}/templates`, { slug: 'order', name: 'Order', locales })
    expect(await conditions()).toMatchObject([
      {
        kind: 'template_refused',
        severity: 'error',
        message:
          'The template order uses the approved template order_update (en), which is paused by Meta for low quality.',
        link: `/w/${tenant.workspace}/templates/order`,
        subject: 'order',
      },
    ])
  })

  it('reports a quota that is nearly or completely used, and whether credits pay for further messages', async () => {
    await test.manage('PATCH', at, { quota: 5 })
    await send(...Array<Reply>(4).fill(accepted))
    expect(await conditions()).toMatchObject([
      {
        kind: 'quota_nearly_used',
        severity: 'warning',
        message: "4 of the month's 5 messages are used.",
        count: 4,
        total: 5,
      },
    ])
    await send(accepted)
    expect(await conditions()).toMatchObject([
      {
        kind: 'quota_used_up',
        severity: 'error',
        message: "The month's 5 messages are used and 0 credits are left: further messages are refused.",
        link: `/w/${tenant.workspace}/plan`,
      },
    ])
    await test.manage('POST', `${at}/credits`, { amount: 1 })
    expect(await conditions()).toMatchObject([
      { kind: 'credits_in_use', severity: 'warning', message: expect.stringContaining('and 1 credit is left.') },
    ])
  })

  it('keeps the fields of GET /health while a workspace has conditions', async () => {
    await send(unauthorized)
    await test.until(async () => (await conditions()).length > 0)
    const { status, body } = await test.call('GET', '/health')
    expect([status, Object.keys(body).sort()]).toEqual([
      200,
      ['last_hour', 'queue_depth', 'status', 'timestamp', 'worker', 'worker_last_activity'],
    ])
  })
})

describe('conditions of a workspace without a worker', () => {
  let test: TestService
  beforeAll(async () => {
    test = await startTestService('postgres', {}, 'api')
  })
  afterAll(() => test.stop())

  it('reports that no worker runs, or reports overdue messages if a worker runs but does not send them', async () => {
    const provider = await startProvider()
    try {
      const tenant = await createConnectedTenant(test, provider)
      const message = { recipient: { telegram_chat_id: '1' }, template: 'hello', vars: { name: 'Ada' } }
      expect((await test.send(tenant.liveKey, message)).status).toBe(202)
      test.clock.advance(2 * MINUTE)
      const found = await test.until(async () => {
        const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/overview`)
        return body.conditions.length > 0 && body.conditions
      })
      expect(found).toMatchObject([
        {
          kind: 'worker_stale',
          severity: 'error',
          message: 'No worker has reported for a minute, and 1 message is due.',
        },
      ])
      // Another worker reports that it runs, but processes no message of this workspace.
      await test.service.db.query({
        text: 'insert into workers (id, started_at, seen_at) values ($1, $2, $2)',
        values: ['another', test.clock.now()],
      })
      const overdue = await test.until(async () => {
        const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/overview`)
        return body.conditions[0].kind !== 'worker_stale' && body.conditions
      })
      expect(overdue).toMatchObject([
        {
          kind: 'messages_overdue',
          severity: 'warning',
          message: '1 message is overdue by more than a minute.',
          count: 1,
        },
      ])
    } finally {
      await provider.stop()
    }
  })
})
