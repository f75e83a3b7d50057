// WhatsApp and Messenger in both directions: statuses, replies, button presses, and the 24-hour conversation window.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { approvedTemplate, graphSettings, signBody, templatePage } from '../harness/graph.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const HOUR = 3_600_000
const phone = '393331234567'

describe.each(databases)('WhatsApp and Messenger on %s', (kind) => {
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  let inbound: Record<'whatsapp' | 'messenger', string>
  let count = 0
  beforeAll(async () => {
    test = await startTestService(kind, { PUBLIC_URL: 'https://carillon.example' })
    provider = await startProvider()
    answerAll()
  })
  afterAll(async () => {
    await test.stop()
    await provider.stop()
  })
  beforeEach(async () => {
    tenant = await test.tenant()
    inbound = { whatsapp: await connect('whatsapp'), messenger: await connect('messenger') }
    await test.manage('POST', `/workspaces/${tenant.workspace}/templates`, {
      slug: 'approved',
      name: 'Approved',
      locales: { en: { body: 'x', channels: { whatsapp: { template: 'hello_world' } } } },
    })
  })

  const answerAll = () =>
    provider.reply(({ text }) =>
      text.includes('messaging_type')
        ? { body: { recipient_id: 'psid-1', message_id: `m_${++count}` } }
        : { body: { messages: [{ id: `wamid.${++count}` }] } },
    )
  const connect = async (channel: 'whatsapp' | 'messenger') => {
    const { waba_id: _, ...whatsapp } = graphSettings(provider.url).whatsapp
    const settings = channel === 'whatsapp' ? whatsapp : graphSettings(provider.url).messenger
    const at = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/${channel}`
    const { status, body } = await test.manage('PUT', at, { settings })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.inbound_url.replace('https://carillon.example/v1', '')
  }
  const post = (channel: 'whatsapp' | 'messenger', body: object, secret?: string) => {
    // Meta escapes characters outside ASCII as \u…, and signs the bytes after this escaping.
    const text = JSON.stringify(body).replace(
      /[\u0080-\uffff]/g,
      (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    return test.call('POST', inbound[channel], {
      body: text,
      headers: { 'x-hub-signature-256': signBody(text, secret) },
    })
  }
  const whatsappBody = (value: object) => ({
    object: 'whatsapp_business_account',
    entry: [{ id: '20', changes: [{ field: 'messages', value: { metadata: { phone_number_id: '10' }, ...value } }] }],
  })
  const seconds = () => String(Math.floor(test.clock.now().getTime() / 1000))
  const postMessage = (text = 'Ciao è già', change: object = {}) =>
    post(
      'whatsapp',
      whatsappBody({
        contacts: [{ wa_id: phone, profile: { name: 'Ada Lovelace' } }],
        messages: [
          {
            from: phone,
            id: `wamid.in${++count}`,
            timestamp: seconds(),
            type: 'text',
            text: { body: text },
            ...change,
          },
        ],
      }),
    )
  const status = (id: string, statusName: string, change: object = {}) =>
    post(
      'whatsapp',
      whatsappBody({ statuses: [{ id, status: statusName, timestamp: seconds(), recipient_id: phone, ...change }] }),
    )
  const page = (...messaging: object[]) => ({
    object: 'page',
    entry: [
      {
        id: '30',
        messaging: messaging.map((event) => ({
          sender: { id: 'psid-1' },
          timestamp: test.clock.now().getTime(),
          ...event,
        })),
      },
    ],
  })
  const conversations = async () =>
    (await test.manage('GET', `/workspaces/${tenant.workspace}/conversations`)).body.data
  const messageArrived = (text: string) =>
    test.until(async () =>
      (await conversations()).some(({ last_message }: { last_message: string }) => last_message === text),
    )
  const toPhone = (change: object = {}) =>
    test.send(tenant.liveKey, {
      recipient: { whatsapp_phone: `+${phone}`, locale: 'en' },
      channel: 'whatsapp',
      template: 'hello',
      vars: { name: 'Ada' },
      ...change,
    })
  const settled = async (answer: { status: number; body: { delivery_id: number } }, ...statuses: string[]) => {
    expect(answer.status, JSON.stringify(answer.body)).toBe(202)
    return test.settled(tenant, answer.body.delivery_id, ...statuses)
  }
  const later = async (milliseconds: number) => test.clock.advance(milliseconds)

  it.each(['whatsapp', 'messenger'] as const)(
    'answers the webhook handshake of %s, and refuses forged handshakes and forged webhooks',
    async (channel) => {
      const query = 'hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token='
      const handshake = await test.call('GET', `${inbound[channel]}?${query}verify`)
      expect([handshake.status, handshake.body]).toEqual([200, '1158201444'])
      expect((await test.call('GET', `${inbound[channel]}?${query}other`)).status).toBe(403)
      const body = channel === 'whatsapp' ? whatsappBody({ statuses: [] }) : page()
      const inboundRequests = async () =>
        (await test.manage('GET', `/workspaces/${tenant.workspace}/inbound-requests?channel=${channel}`)).body.data
      expect((await post(channel, body, 'forged')).status).toBe(403)
      expect((await test.call('POST', inbound[channel], { body })).status).toBe(403)
      expect(await inboundRequests()).toEqual([])
      expect((await post(channel, body)).status).toBe(200)
      expect(await inboundRequests()).toHaveLength(1)
      // A request that is signed with the previous app secret is refused.
      const settings = { ...graphSettings(provider.url)[channel], app_secret: 'another' }
      await test.manage('PUT', `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/${channel}`, {
        settings,
      })
      expect((await post(channel, { ...body, later: 1 })).status).toBe(403)
      expect((await post(channel, { ...body, later: 1 }, 'another')).status).toBe(200)
      expect(await inboundRequests()).toHaveLength(2)
    },
  )

  it('accepts a WhatsApp message with an approved template outside the conversation window, and refuses a free-form message [WA-01]', async () => {
    const refused = await toPhone()
    expect([refused.status, refused.body.details.channel[0]]).toEqual([
      422,
      'template hello uses no approved WhatsApp template, and the conversation window of 24 hours is closed on WhatsApp: the recipient has not written',
    ])
    const sent = await settled(await toPhone({ template: 'approved' }), 'sent')
    expect(sent.external_id).toMatch(/^wamid\./)
    // The recipient exists now, but has not written a message yet.
    expect((await toPhone()).status).toBe(422)
  })

  it('accepts free-form WhatsApp messages for 24 hours after the recipient wrote or pressed a button [WA-02]', async () => {
    expect((await postMessage()).status).toBe(200)
    await messageArrived('Ciao è già')
    expect((await conversations())[0].recipient.name).toBe('Ada Lovelace')
    await settled(await toPhone(), 'sent')
    expect(JSON.parse(provider.received.at(-1)!.text)).toMatchObject({
      to: phone,
      type: 'text',
      text: { body: 'Hello Ada' },
    })
    await later(23.9 * HOUR)
    await settled(await toPhone(), 'sent')
    await later(HOUR)
    const refused = await toPhone()
    expect([refused.status, refused.body.details.channel[0]]).toEqual([422, expect.stringContaining('last wrote 20')])
    await postMessage('', { type: 'button', button: { payload: 'A'.repeat(64), text: 'Yes' }, text: undefined })
    await messageArrived('Yes')
    await settled(await toPhone(), 'sent')
  })

  it('outside the WhatsApp conversation window, sends the message on another channel', async () => {
    await test.manage('PUT', `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/telegram`, {
      settings: { bot_token: '1:a', api_base: provider.url, mode: 'polling' },
    })
    const both = { whatsapp_phone: '+393339999999', telegram_chat_id: '42', locale: 'en' }
    const answer = await toPhone({ channel: undefined, recipient: both })
    expect([answer.status, answer.body.channel]).toEqual([202, 'telegram'])
    await test.manage('DELETE', `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/telegram`)
  })

  it('fails a scheduled free-form WhatsApp message with a reason if the conversation window has ended at scheduled_for', async () => {
    await postMessage('Hi')
    await messageArrived('Hi')
    const scheduled_for = new Date(test.clock.now().getTime() + 25 * HOUR).toISOString()
    const answer = await toPhone({ scheduled_for })
    const messages = () => provider.received.filter(({ path }) => path.endsWith('/messages')).length
    const before = messages()
    await later(25.1 * HOUR)
    const failed = await settled(answer, 'failed')
    expect(failed).toMatchObject({ reason: 'permanent', error_message: expect.stringContaining('24 hours') })
    expect(failed.attempts.at(-1)).toMatchObject({
      code: 'conversation_over',
      remedy: expect.stringContaining('approved'),
    })
    expect(messages()).toBe(before)
  })

  it('receipts advance the status of a WhatsApp message, and the price in a receipt is stored', async () => {
    const sent = await settled(await toPhone({ template: 'approved' }), 'sent')
    await status(sent.external_id, 'sent')
    await status(sent.external_id, 'read', { pricing: { billable: true, pricing_model: 'PMP', category: 'marketing' } })
    await status(sent.external_id, 'delivered')
    const read = await test.settled(tenant, sent.id, 'read')
    const receipts = await test.until(async () => {
      const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${sent.id}`)
      return body.receipts.length === 2 && body.receipts
    })
    expect(read.history.map((line: { status: string }) => line.status)).toEqual([
      'queued',
      'sending',
      'sent',
      'delivered',
      'read',
    ])
    expect(receipts.find((receipt: { status: string }) => receipt.status === 'read')).toMatchObject({
      price: 'marketing',
    })
  })

  it('does not retry an ambiguous WhatsApp message after a receipt reports the message as sent', async () => {
    provider.reply(() => ({ drop: 'now' }))
    const answer = await toPhone({ template: 'approved' })
    const id = answer.body.delivery_id
    const read = async () => (await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)).body
    await test.until(async () => (await read()).attempts[0]?.outcome === 'ambiguous')
    const before = provider.received.length
    // A receipt with the id of another delivery changes nothing.
    await status('wamid.other', 'sent', { biz_opaque_callback_data: String(id + 1000) })
    await status('wamid.lost', 'delivered')
    await status('wamid.lost', 'sent', { biz_opaque_callback_data: String(id) })
    const delivered = await test.settled(tenant, id, 'delivered')
    expect(delivered).toMatchObject({ external_id: 'wamid.lost', error_message: null })
    expect(delivered.history.map((line: { status: string }) => line.status)).toEqual([
      'queued',
      'sending',
      'queued',
      'sent',
      'delivered',
    ])
    await later(40_000)
    await status('wamid.lost', 'sent', { biz_opaque_callback_data: String(id) })
    const usage = await test.call('GET', '/usage', { key: tenant.liveKey })
    expect(usage.body.by_channel.whatsapp).toEqual({ sent: 1, failed: 0 })
    expect(provider.received.length).toBe(before)
    answerAll()
  })

  it.each(['delivered', 'read', 'failed'])(
    'sets an ambiguous WhatsApp message to the status %s after a receipt reported the message as sent',
    async (statusName) => {
      provider.reply(() => ({ drop: 'now' }))
      const id = (await toPhone({ template: 'approved' })).body.delivery_id
      const read = async () => (await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)).body
      await test.until(async () => (await read()).attempts[0]?.outcome === 'ambiguous')
      answerAll()
      const externalId = `wamid.lost.${statusName}`
      await status(externalId, 'sent', { biz_opaque_callback_data: String(id) })
      await test.settled(tenant, id, 'sent')
      await status(
        externalId,
        statusName,
        statusName === 'failed' ? { errors: [{ code: 131026, title: 'Undeliverable' }] } : {},
      )
      await test.settled(tenant, id, statusName)
      expect((await read()).receipts).toMatchObject([{ status: statusName, applied: true }])
      await postMessage(`About ${statusName}`, { context: { from: '10', id: externalId } })
      await messageArrived(`About ${statusName}`)
      const { rows } = await test.service.db.query({
        text: 'select delivery_id from messages where body = $1',
        values: [`About ${statusName}`],
      })
      expect(rows).toEqual([{ delivery_id: id }])
    },
  )

  it.each(['sent', 'read'])(
    'a receipt with the status %s settles a WhatsApp message during its attempt, and the message is not sent again',
    async (statusName) => {
      provider.reply(() => ({ hang: true }))
      const before = provider.received.length
      const answer = await toPhone({ template: 'approved' })
      const id = answer.body.delivery_id
      await test.until(async () => provider.received.length > before)
      await status(`wamid.hung.${statusName}`, statusName, { biz_opaque_callback_data: String(id) })
      const reported = await test.settled(tenant, id, statusName)
      expect(reported).toMatchObject({ external_id: `wamid.hung.${statusName}`, error_message: null })
      expect(reported.attempts).toMatchObject([
        { outcome: 'sent', response: 'confirmed by the provider during the attempt' },
      ])
      // The worker then notices the closed connection, and the status of the message does not change.
      provider.closeConnections()
      answerAll()
      await settled(await toPhone({ template: 'approved' }), 'sent')
      await later(40_000)
      await settled(await toPhone({ template: 'approved' }), 'sent')
      expect((await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)).body).toMatchObject({
        status: statusName,
        attempts: [{ outcome: 'sent' }],
      })
      expect(provider.received.length).toBe(before + 3)
      const usage = await test.call('GET', '/usage', { key: tenant.liveKey })
      expect(usage.body.by_channel.whatsapp).toEqual({ sent: 3, failed: 0 })
    },
  )

  it('removes the text of a provider from a receipt if that text repeats the value of a sensitive variable', async () => {
    await test.manage('POST', `/workspaces/${tenant.workspace}/templates`, {
      slug: 'login',
      name: 'Login',
      sensitive: ['1'],
      locales: { en: { body: 'x', channels: { whatsapp: { template: 'login', body: 'Code {{1}}' } } } },
    })
    const { body: accepted } = await test.send(tenant.liveKey, {
      recipient: { name: 'Ada', whatsapp_phone: `+${phone}` },
      template: 'login',
      vars: { 1: '471182' },
      channel: 'whatsapp',
    })
    const message = await test.settled(tenant, accepted.delivery_id, 'sent')
    const title = 'Parameter 471182 is odd'
    await status(message.external_id, 'failed', { errors: [{ code: 999_999, title, message: title }] })
    const refused = await test.settled(tenant, accepted.delivery_id, 'failed')
    expect(refused.error_message).toContain('repeats a sensitive variable')
    expect(JSON.stringify([refused.error_message, refused.receipts])).not.toContain('471182')
  })

  it('shows why a WhatsApp message failed, and refuses further messages to a phone number without WhatsApp', async () => {
    const sent = await settled(await toPhone({ template: 'approved' }), 'sent')
    await status(sent.external_id, 'failed', { errors: [{ code: 131026, title: 'Message undeliverable' }] })
    const failed = await test.settled(tenant, sent.id, 'failed')
    expect(failed.error_message).toContain('cannot be reached on WhatsApp')
    const again = await toPhone({ template: 'approved' })
    expect([again.status, Object.keys(again.body.details)]).toEqual([422, ['recipient.whatsapp_phone']])
  })

  describe('connected WhatsApp account', () => {
    let templates: object[]
    beforeEach(async () => {
      templates = [approvedTemplate('sale', { category: 'MARKETING', components: [] })]
      provider.reply(({ path }) =>
        path.includes('message_templates')
          ? templatePage(templates)
          : { body: { messages: [{ id: `wamid.${++count}` }] } },
      )
      const at = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/whatsapp`
      await test.manage('PUT', at, { settings: graphSettings(provider.url).whatsapp })
      expect((await test.manage('POST', `${at}/templates/sync`)).body.templates).toBe(1)
      for (const essential of [false, true])
        await test.manage('POST', `/workspaces/${tenant.workspace}/templates`, {
          slug: essential ? 'recall' : 'sale',
          name: 'Sale',
          essential,
          locales: { en: { body: 'x', channels: { whatsapp: { template: 'sale' } } } },
        })
    })
    afterEach(answerAll)
    const change = (field: string, value: object) =>
      post('whatsapp', {
        object: 'whatsapp_business_account',
        entry: [{ id: '20', changes: [{ field, value: { metadata: { phone_number_id: '10' }, ...value } }] }],
      })
    const optOuts = async () => (await test.manage('GET', `/workspaces/${tenant.workspace}/opt-outs`)).body.data

    it('refuses sends with a WhatsApp marketing template while the recipient has opted out of marketing', async () => {
      const setPreference = (value: string) =>
        change('user_preferences', {
          user_preferences: [{ wa_id: phone, category: 'marketing_messages', value, timestamp: Number(seconds()) }],
        })
      expect((await toPhone({ template: 'sale' })).status).toBe(202)
      await setPreference('stop')
      await test.until(async () => (await optOuts()).length === 1)
      expect((await optOuts())[0]).toMatchObject({ address: `+${phone}`, mode: 'live' })
      const refused = await toPhone({ template: 'sale' })
      expect([refused.status, refused.body.details]).toEqual([
        422,
        {
          'recipient.whatsapp_phone': [
            expect.stringMatching(
              / opted out on .*; the address receives no marketing templates except essential ones$/,
            ),
          ],
        },
      ])
      expect((await toPhone({ template: 'recall' })).status).toBe(202)
      expect((await toPhone({ template: 'approved' })).status).toBe(202)
      await later(1000)
      await setPreference('resume')
      await test.until(async () => (await optOuts()).length === 0)
      expect((await toPhone({ template: 'sale' })).status).toBe(202)
    })

    it('refuses sends with a WhatsApp template after a webhook reported that Meta paused the template', async () => {
      templates = [approvedTemplate('sale', { status: 'PAUSED', components: [] })]
      await change('message_template_status_update', { event: 'PAUSED', message_template_name: 'sale' })
      const refused = await test.until(async () => {
        const answer = await toPhone({ template: 'sale' })
        return answer.status === 422 && answer
      }, 40)
      expect(refused.body.details.template[0]).toContain('paused by Meta')
    })
  })

  it('accepts Messenger messages for 24 hours after the recipient wrote [MSGR-02]', async () => {
    const recipient = (
      await test.manage('POST', `/workspaces/${tenant.workspace}/recipients`, {
        name: 'Ada',
        messenger_psid: 'psid-1',
        locale: 'en',
      })
    ).body
    const toPage = () =>
      test.send(tenant.liveKey, {
        recipient: { id: recipient.id },
        channel: 'messenger',
        template: 'hello',
        vars: { name: 'Ada' },
      })
    const refused = await toPage()
    expect([refused.status, refused.body.details.channel[0]]).toEqual([
      422,
      'the conversation window of 24 hours is closed on Messenger: the recipient has not written',
    ])
    await post('messenger', page({ message: { mid: `m_in${++count}`, text: 'Hello page' } }))
    await messageArrived('Hello page')
    const sent = await settled(await toPage(), 'sent')
    expect(sent.external_id).toMatch(/^m_/)
    await later(25 * HOUR)
    expect((await toPage()).status).toBe(422)
  })

  it('a Messenger delivery receipt applies to the message ids in it, and a read receipt applies to all messages up to the time in the receipt', async () => {
    await post('messenger', page({ message: { mid: `m_in${++count}`, text: 'Hello page' } }))
    await messageArrived('Hello page')
    const { recipient } = (await conversations())[0]
    const send = () =>
      test.send(tenant.liveKey, {
        recipient: { id: recipient.id, locale: 'en' },
        channel: 'messenger',
        template: 'hello',
        vars: { name: 'Ada' },
      })
    const first = await settled(await send(), 'sent')
    await post('messenger', page({ delivery: { mids: [first.external_id], watermark: 1 } }))
    await test.settled(tenant, first.id, 'sent', 'delivered')
    const second = await settled(await send(), 'sent')
    await post('messenger', page({ read: { watermark: test.clock.now().getTime() } }))
    await test.settled(tenant, first.id, 'read')
    await test.settled(tenant, second.id, 'read')
  })

  it('answers an unreadable WhatsApp webhook with 200, and applies the readable parts of a partly unreadable webhook', async () => {
    const sent = await settled(await toPhone({ template: 'approved' }), 'sent')
    const statuses = [
      { id: sent.external_id, status: 'exploded', timestamp: seconds() },
      { id: sent.external_id, status: 'delivered', timestamp: seconds() },
    ]
    expect((await post('whatsapp', whatsappBody({ statuses, contacts: 7, messages: [{}] }))).status).toBe(200)
    await test.settled(tenant, sent.id, 'delivered')
    const text = '{"object":'
    const broken = await test.call('POST', inbound.whatsapp, {
      body: text,
      headers: { 'x-hub-signature-256': signBody(text) },
    })
    expect(broken.status).toBe(200)
  })
})
