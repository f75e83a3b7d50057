// Charges and usage: the quota, the bundle of WhatsApp, credits, refunds and GET /usage.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('charges and usage, %s', (kind) => {
  let test: TestService
  let provider: Provider
  const vars = { name: 'Ada' }
  const toTelegram = (chat: string) => ({ recipient: { telegram_chat_id: chat, name: 'Ada' }, template: 'hello', vars })
  const order = { recipient: { whatsapp_phone: '+393331234567' }, template: 'order', vars: { 1: '42' } }
  const botAnswers = { ok: true, result: { message_id: 7, chat: { id: 42 } } }
  beforeAll(async () => {
    test = await startTestService(kind)
    provider = await startProvider()
  })
  beforeEach(() =>
    provider.reply(({ path }) => {
      if (path.includes('/messages')) return { body: { messages: [{ id: 'wamid.1' }] } }
      return { body: path.includes('sendMessage') ? botAnswers : { id: '1' } }
    }),
  )
  afterAll(async () => {
    await test.stop()
    await provider.stop()
  })

  const connected = async (limits: Parameters<TestService['tenant']>[0] = {}): Promise<Tenant> => {
    const tenant = await createConnectedTenant(test, provider, limits)
    await test.manage('POST', `/workspaces/${tenant.workspace}/templates`, {
      slug: 'order',
      name: 'Order',
      locales: { it: { body: 'Ordine {{1}}', channels: { whatsapp: { template: 'order_update', language: 'it' } } } },
    })
    return tenant
  }
  const usageOf = async ({ liveKey }: Tenant) => (await test.call('GET', '/usage', { key: liveKey })).body
  const addCredits = ({ workspace }: Tenant, amount: number) =>
    test.manage('POST', `/workspaces/${workspace}/credits`, { amount })
  const ledgerOf = async ({ workspace }: Tenant) => (await test.manage('GET', `/workspaces/${workspace}/credits`)).body
  const fill = async ({ liveKey }: Tenant, size: number) => {
    const messages = Array.from({ length: size }, (_, index) => toTelegram(`${index % 50}`))
    for (let at = 0; at < size; at += 100) {
      const body = { messages: messages.slice(at, at + 100) }
      expect((await test.call('POST', '/send/batch', { key: liveKey, body })).body.failed).toBe(0)
    }
  }
  const sendFailing = async (tenant: Tenant, body: object) => {
    const answer = await test.send(tenant.liveKey, body)
    expect(answer.status).toBe(202)
    await test.settled(tenant, answer.body.delivery_id, 'failed')
    return answer.body.delivery_id as number
  }

  it('GET /usage returns the fields of both documented response forms in one body [USAGE-01, USAGE-02, USAGE-03, USAGE-04, USAGE-05, USAGE-06, USAGE-07, USAGE-08, USAGE-10, USAGE-11, USAGE-12, USAGE-14, USAGE-16, D6, D17j, WHAT-09]', async () => {
    const tenant = await connected({ plan: 'free', quota: 8, whatsapp_limit: 3 })
    const sent = [await test.send(tenant.liveKey, toTelegram('1')), await test.send(tenant.liveKey, toTelegram('2'))]
    const template = await test.send(tenant.liveKey, order)
    for (const { body } of [...sent, template]) await test.settled(tenant, body.delivery_id, 'sent')
    provider.reply(() => ({
      status: 400,
      body: { ok: false, error_code: 400, description: 'Bad Request: chat not found' },
    }))
    await sendFailing(tenant, toTelegram('3'))
    const now = test.clock.now()
    const month = now.toISOString().slice(0, 7)
    const lastDay = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).toISOString().slice(0, 10)
    const none = { sent: 0, failed: 0 }
    const answer = await test.call('GET', '/usage', { key: tenant.liveKey })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      workspace_id: tenant.workspace,
      period: month,
      total_sent: 3,
      total_failed: 1,
      by_channel: {
        telegram: { sent: 2, failed: 1 },
        whatsapp: { sent: 1, failed: 0 },
        email: none,
        push: none,
        discord: none,
        slack: none,
        messenger: none,
        sms: none,
      },
      quota: { limit: 8, used: 2, remaining: 6 },
      plan_slug: 'free',
      plan_name: 'Free',
      messages: { used: 2, limit: 8, remaining: 6, percentage: 25 },
      whatsapp: { used: 1, limit: 3 },
      period_start: `${month}-01`,
      period_end: lastDay,
    })
  })

  it('GET /usage shows 100 percent only when nothing of the current quota remains, also after the quota was changed [USAGE-12, D6]', async () => {
    const lowered = await connected({ quota: 9 })
    await fill(lowered, 9)
    const percentage = async (quota: number) => {
      await test.manage('PATCH', `/workspaces/${lowered.workspace}`, { quota })
      return (await usageOf(lowered)).messages.percentage
    }
    expect([await percentage(1000), await percentage(10), await percentage(9)]).toEqual([0, 90, 100])
    expect([await percentage(5), await percentage(0)]).toEqual([100, 100])
  })

  it('the error for a used-up quota uses the singular for one message and one credit, and the plural for other numbers', async () => {
    const one = await connected({ quota: 1, whatsapp_limit: 1 })
    await fill(one, 1)
    const refused = await test.send(one.liveKey, toTelegram('2'))
    expect([refused.status, refused.body.message]).toEqual([
      429,
      "The month's quota of 1 message is used up. This message needs 1 credit, and 0 credits are left.",
    ])
  })

  it('GET /usage shows no limits on the unlimited plan [USAGE-09, USAGE-13, USAGE-15, D17g]', async () => {
    const usage = await usageOf(await connected({ plan: 'unlimited' }))
    expect(usage.quota).toEqual({ limit: null, used: 0, remaining: null })
    expect(usage.messages).toEqual({ used: 0, limit: null, remaining: null, percentage: 0 })
    expect(usage.whatsapp).toEqual({ used: 0, limit: null })
  })

  it.each([
    ['free', 500, 'Free [LIM-46]'],
    ['pro', 10_000, 'Pro [LIM-41]'],
    ['agency', 50_000, 'Agency [LIM-42]'],
  ])('the plan %s includes %i messages, and the same number of WhatsApp messages [D17f]: %s', async (plan, limit) => {
    // A new workspace requires only a name and no payment details.
    const { status, body } = await test.manage('POST', '/workspaces', { name: 'Planned', plan })
    expect([status, body.quota, body.whatsapp_limit]).toEqual([201, limit, limit])
    const usage = await usageOf(await test.tenant({ plan }))
    expect([usage.quota.limit, usage.whatsapp.limit, usage.plan_slug]).toEqual([limit, limit, plan])
  })

  it('the Free plan accepts the 500th message and refuses the 501st, and reports invalid content before the used-up quota [LIM-39, LIM-40, ERR-05, ERR-06, SEND-55, TRIG-07, D5g]', async () => {
    const tenant = await connected({ plan: 'free' })
    await fill(tenant, 499)
    expect((await test.send(tenant.liveKey, toTelegram('1'))).status).toBe(202)
    const refused = await test.send(tenant.liveKey, toTelegram('1'))
    expect(refused.status).toBe(429)
    expect(refused.body).toEqual({
      error: 'quota_exceeded',
      message: expect.any(String),
      used: 500,
      limit: 500,
      hint: 'credits_empty',
    })
    const keys = `/workspaces/${tenant.workspace}/sources/${tenant.source}/trigger-keys`
    const { key } = (await test.manage('POST', keys, {})).body
    const trigger = await test.call('POST', `/wh/${key}`, { body: toTelegram('1') })
    expect([trigger.status, trigger.body.error]).toEqual([429, 'quota_exceeded'])
    // Errors of the content are reported before the used-up quota (decision 5).
    const wrong = await test.send(tenant.liveKey, { ...toTelegram('1'), vars: {} })
    expect([wrong.status, wrong.body.error]).toEqual([422, 'validation_failed'])
  })

  it('charges messages beyond the quota to credits, at the price of each channel [WHAT-13, WHAT-14, RESP-10, ERR-07, ERR-08, LIM-47, D18]', async () => {
    const tenant = await connected({ quota: 1 })
    await addCredits(tenant, 2)
    const answers = []
    for (const channel of ['telegram', 'telegram', 'discord', 'telegram'])
      answers.push(await test.send(tenant.liveKey, { ...toTelegram('1'), channel }))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 429])
    expect(answers.map(({ body }) => body.overage)).toEqual([
      null,
      { credits_deducted: 1, channel_cost: 1 },
      { credits_deducted: 1, channel_cost: 1 },
      undefined,
    ])
    const { balance, data } = await ledgerOf(tenant)
    expect([balance, data.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount])]).toEqual([
      0,
      [
        ['overage', -1],
        ['overage', -1],
        ['purchase', 2],
      ],
    ])
    expect((await usageOf(tenant)).quota).toEqual({ limit: 1, used: 1, remaining: 0 })
  })

  it('charges WhatsApp messages to the WhatsApp bundle, then charges three credits for each, and returns 429 when the bundle and the credits are used up [LIM-43, LIM-49, D17h, WHAT-03]', async () => {
    const tenant = await connected({ quota: 0, whatsapp_limit: 1 })
    await addCredits(tenant, 4)
    const answers = []
    for (let count = 0; count < 3; count++) answers.push(await test.send(tenant.liveKey, order))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 429])
    expect(answers[1]!.body.overage).toEqual({ credits_deducted: 3, channel_cost: 3 })
    expect(answers[2]!.body).toMatchObject({ error: 'quota_exceeded', used: 1, limit: 1, hint: null })
    expect(await usageOf(tenant)).toMatchObject({ quota: { used: 0 }, whatsapp: { used: 1, limit: 1 } })
  })

  it('refunds a failed delivery once, to the quota or to the credits that paid for the delivery, and changes no other charge [D17b, D17c, D17d, D17i]', async () => {
    const tenant = await connected({ quota: 1 })
    await addCredits(tenant, 5)
    const refused = {
      status: 400,
      body: { ok: false, error_code: 400, description: "Bad Request: can't parse entities" },
    }
    provider.reply(({ text }) => (text.includes('refused') ? refused : { body: botAnswers }))
    const byQuota = await sendFailing(tenant, toTelegram('refused-1'))
    expect(await usageOf(tenant)).toMatchObject({ quota: { used: 0 }, total_failed: 1 })
    expect((await test.send(tenant.liveKey, toTelegram('2'))).body.overage).toBeNull()
    const paid = (await test.send(tenant.liveKey, toTelegram('3'))).body
    expect(paid.overage).toEqual({ credits_deducted: 1, channel_cost: 1 })
    const byCredits = await sendFailing(tenant, toTelegram('refused-4'))
    const { balance, data } = await ledgerOf(tenant)
    expect(balance).toBe(4)
    expect(data[0]).toMatchObject({ kind: 'refund', amount: 1, delivery_id: byCredits })
    expect(data.filter(({ kind }: { kind: string }) => kind === 'refund')).toHaveLength(1)
    // The message was paid with credits and keeps this charge, although an earlier refund made one message of the quota
    // available again.
    await test.settled(tenant, paid.delivery_id, 'sent')
    expect((await usageOf(tenant)).quota).toEqual({ limit: 1, used: 1, remaining: 0 })
    const again = await test.manage('POST', `/workspaces/${tenant.workspace}/deliveries/${byQuota}/resend`)
    expect([again.status, again.body.delivery_id === byQuota]).toEqual([202, false])
    const resent = { kind: 'overage', delivery_id: again.body.delivery_id }
    expect((await ledgerOf(tenant)).data).toContainEqual(expect.objectContaining(resent))
  })

  it('charges a resend like a new message [D17e]', async () => {
    const tenant = await connected({ quota: 5 })
    const { delivery_id: first } = (await test.send(tenant.liveKey, toTelegram('1'))).body
    await test.settled(tenant, first, 'sent')
    const again = await test.manage('POST', `/workspaces/${tenant.workspace}/deliveries/${first}/resend`)
    await test.settled(tenant, again.body.delivery_id, 'sent')
    expect(await usageOf(tenant)).toMatchObject({ total_sent: 2, quota: { used: 2 } })
  })

  it('concurrent requests never use more than the quota and the credits', async () => {
    const tenant = await connected({ quota: 20 })
    await addCredits(tenant, 5)
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => test.send(tenant.liveKey, toTelegram(`p${index}`))),
    )
    const accepted = answers.filter(({ status }) => status === 202)
    expect([accepted.length, accepted.filter(({ body }) => body.overage).length]).toEqual([25, 5])
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(35)
    expect([(await usageOf(tenant)).quota.remaining, (await ledgerOf(tenant)).balance]).toEqual([0, 0])
  })

  it('charges nothing for a replay, and nothing for a send with a test key [D9g, D27c]', async () => {
    const tenant = await connected({ quota: 1 })
    const keyed = { ...toTelegram('1'), idempotency_key: 'once' }
    expect((await test.send(tenant.liveKey, keyed)).status).toBe(202)
    expect((await test.send(tenant.liveKey, keyed)).status).toBe(200)
    expect((await test.send(tenant.testKey, toTelegram('1'))).status).toBe(202)
    expect(await usageOf(tenant)).toMatchObject({ quota: { used: 1 } })
    const { total_sent, by_channel } = await usageOf(tenant)
    expect(total_sent).toBe(by_channel.telegram.sent)
    expect(total_sent).toBeLessThanOrEqual(1)
  })
})
