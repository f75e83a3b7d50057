// Suppressions: the reports that suppress an address, the sends that a suppression prevents, and the rules for lifting.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { replaceReceivers, VALID_SIGNATURE } from '../harness/inbound-receivers.ts'
import { addMember } from '../harness/members.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type MailServer, startMailServer } from '../harness/smtp.ts'
import { startSubscriber } from '../harness/subscriber.ts'

interface Suppression {
  id: number
  address: string
  reason: string
  origin: string
  detail: string | null
  delivery_id: number | null
  at: string
}

describe.each(databases)('suppressions, %s', (kind) => {
  let test: TestService
  let provider: Provider
  let mail: MailServer
  let tenant: Tenant
  let messages = 0
  let restoreReceivers: () => void
  beforeAll(async () => {
    restoreReceivers = replaceReceivers('whatsapp', 'telegram', 'email')
    test = await startTestService(kind)
    ;[provider, mail] = await Promise.all([startProvider(), startMailServer()])
    provider.reply(({ path }) =>
      path.includes('sendMessage')
        ? { body: { ok: true, result: { message_id: ++messages, chat: { id: 1 } } } }
        : { body: { ok: true, result: true, messages: [{ id: `wamid.${++messages}` }] } },
    )
    tenant = await createConnectedTenant(test, provider)
    await test.manage('PUT', `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/email`, {
      settings: { url: mail.url, from: 'hello@shop.example' },
    })
    for (const [slug, essential] of [
      ['approved', false],
      ['essential', true],
    ] as const)
      await test.manage('POST', `/workspaces/${tenant.workspace}/templates`, {
        slug,
        name: slug,
        essential,
        locales: { it: { body: 'Ciao {{1}}', channels: { whatsapp: { template: 'ciao', language: 'it' } } } },
      })
  })
  afterAll(async () => {
    restoreReceivers()
    await test.stop()
    await Promise.all([provider.stop(), mail.stop()])
  })

  const list = (query = ''): Promise<Suppression[]> =>
    test
      .manage('GET', `/workspaces/${tenant.workspace}/suppressions${query}`)
      .then(({ body }) => body.data as Suppression[])
  const suppress = (body: object) => test.manage('POST', `/workspaces/${tenant.workspace}/suppressions`, body)
  const lift = (id: number, body: object = {}) =>
    test.manage('POST', `/workspaces/${tenant.workspace}/suppressions/${id}/lift`, body)
  const messageTo = (recipient: object, more: object = {}) =>
    test.send(tenant.liveKey, { recipient, template: 'approved', vars: { 1: 'Ada' }, ...more })
  const sendTo = async (phone: string) => {
    const { body } = await messageTo({ whatsapp_phone: phone, name: 'Ada' }, { channel: 'whatsapp' })
    const { external_id } = await test.settled(tenant, body.delivery_id, 'sent')
    return { id: body.delivery_id as number, externalId: external_id as string }
  }
  /** Posts inbound events to a channel, and waits until they are applied. */
  const report = async (channel: string, ...events: object[]) => {
    const { workspace, source } = tenant
    const { body } = await test.manage('GET', `/workspaces/${workspace}/sources/${source}/connections/${channel}`)
    const path = (body.inbound_url as string).replace(/^.*\/v1/, '')
    const { status } = await test.call('POST', path, { body: JSON.stringify(events), headers: VALID_SIGNATURE })
    expect(status).toBe(200)
    await test.until(async () => {
      const { rows } = await test.service.db.query<{ n: number }>({
        text: `select count(*)::int as n from inbound_requests where state = 'waiting'`,
      })
      return rows[0]?.n === 0
    })
  }
  const AT = '2026-03-01T10:00:00.000Z'
  const bounce = (type: string, more: object) => ({ kind: 'bounce', type, at: AT, ...more })

  it('a hard bounce by webhook fails the message, and the next send to the address is refused with reason and date', async () => {
    const subscriber = await startSubscriber(test, tenant, [
      'message.bounced',
      'recipient.suppressed',
      'delivery.failed',
    ])
    const { id, externalId } = await sendTo('+393330000001')
    const hard = bounce('hard', { externalId, code: '131026', text: 'the number is not on WhatsApp' })
    await report('whatsapp', hard)
    const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)
    expect(body).toMatchObject({ status: 'failed', reason: 'bounced', refunded: true })
    expect(body.error_message).toContain('131026 the number is not on WhatsApp')
    expect(await list('?address=%2B393330000001')).toMatchObject([
      {
        reason: 'hard_bounce',
        origin: 'provider',
        delivery_id: id,
        at: AT,
        detail: '131026 the number is not on WhatsApp',
      },
    ])
    for (const recipient of [{ whatsapp_phone: '+393330000001' }, { id: body.recipient_id }]) {
      const refused = await messageTo(recipient, { channel: 'whatsapp', template: 'essential' })
      expect(refused.status).toBe(422)
      expect(refused.body.details['recipient.whatsapp_phone'][0]).toContain(`since ${AT}`)
    }
    const events = await subscriber.waitForEvents(3)
    expect(events.map(({ name }) => name).sort()).toEqual([
      'delivery.failed',
      'message.bounced',
      'recipient.suppressed',
    ])
    const dataOf = (event: string) => events.find(({ name }) => name === event)?.body.data
    expect(dataOf('message.bounced')).toMatchObject({
      message_id: String(id),
      type: 'hard',
      code: '131026',
      bounced_at: AT,
      recipient: { id: body.recipient_id },
    })
    expect(dataOf('recipient.suppressed')).toMatchObject({
      address: '+393330000001',
      reason: 'hard_bounce',
      message_id: String(id),
      recipient: { id: body.recipient_id, name: 'Ada' },
    })
    await report('whatsapp', { ...hard, text: 'reported again' })
    expect(await list('?address=%2B393330000001')).toHaveLength(1)
    expect(subscriber.events()).toHaveLength(3)
    await subscriber.waitUntilIdle()
    await test.manage('DELETE', subscriber.path)
    await subscriber.receiver.stop()
  })

  it('a soft bounce is recorded, and suppresses nothing', async () => {
    const { id, externalId } = await sendTo('+393330000002')
    await report('whatsapp', bounce('soft', { externalId, code: '4.2.2', text: 'mailbox full' }))
    expect(await list('?address=%2B393330000002')).toEqual([])
    const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)
    expect(body).toMatchObject({
      status: 'sent',
      bounces: [{ type: 'soft', origin: 'provider', code: '4.2.2', detail: 'mailbox full', at: AT }],
    })
    expect((await messageTo({ whatsapp_phone: '+393330000002' }, { channel: 'whatsapp' })).status).toBe(202)
  })

  it('a complaint suppresses the address and does not change the status of the message', async () => {
    const { id, externalId } = await sendTo('+393330000003')
    await report('whatsapp', bounce('complaint', { externalId }))
    expect(await list('?reason=complaint')).toMatchObject([{ address: '+393330000003', delivery_id: id }])
    const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)
    expect(body.status).toBe('sent')
    const refused = await messageTo({ whatsapp_phone: '+393330000003' }, { channel: 'whatsapp' })
    expect(refused.body.details['recipient.whatsapp_phone'][0]).toContain('reported a message as spam')
  })

  it("ignores a report about another workspace's message, and suppresses the address in a report about an unknown message", async () => {
    const other = await createConnectedTenant(test, provider)
    const { body } = await test.send(other.liveKey, {
      recipient: { telegram_chat_id: '77' },
      template: 'hello',
      vars: { name: 'Ada' },
      channel: 'telegram',
    })
    await report('whatsapp', bounce('hard', { deliveryId: body.delivery_id }))
    await report('whatsapp', bounce('hard', { externalId: 'wamid.unknown', address: '+393330000004' }))
    await report('whatsapp', bounce('hard', { externalId: 'wamid.unknown', address: 'not a number' }))
    expect((await list()).map(({ address }) => address)).not.toContain('77')
    expect(await list('?q=%2B393330000004')).toMatchObject([{ reason: 'hard_bounce', delivery_id: null }])
    const addresses = (await test.manage('GET', `/workspaces/${other.workspace}/suppressions`)).body.data
    expect(addresses).toEqual([])
  })

  it('an essential template ignores only opt-outs, and a send without a channel uses a channel whose address is not suppressed', async () => {
    const email = 'reasons@example.com'
    const essential = () => messageTo({ email }, { channel: 'email', template: 'essential' })
    const optedOut = await suppress({ address: email, reason: 'unsubscribed' })
    expect(optedOut.status).toBe(201)
    expect((await essential()).status).toBe(202)
    expect((await messageTo({ email }, { channel: 'email' })).body.details['recipient.email'][0]).toContain('opted out')
    const { body: manual } = await suppress({ address: email, note: 'asked by phone' })
    expect((await essential()).body.details['recipient.email'][0]).toContain('a member of the workspace suppressed it')
    const inferred = await messageTo({ email, telegram_chat_id: '4711' })
    expect(inferred.body).toMatchObject({ channel: 'telegram' })
    await suppress({ address: 'only@example.com' })
    const nothing = await messageTo({ email: 'only@example.com' })
    expect(nothing.status).toBe(422)
    expect(Object.keys(nothing.body.details)).toEqual(['channel', 'recipient.email'])
    expect((await lift(manual.id)).status).toBe(204)
    expect((await essential()).status).toBe(202)
    const optOuts = (await test.manage('GET', `/workspaces/${tenant.workspace}/opt-outs?q=reasons`)).body.data
    expect(optOuts).toMatchObject([{ id: optedOut.body.id, address: email }])
  })

  it('on WhatsApp an opt-out blocks only advertising, and a suppression with another reason blocks every message', async () => {
    const address = '+393330000005'
    await suppress({ address, channel: 'whatsapp', reason: 'unsubscribed' })
    expect((await messageTo({ whatsapp_phone: address }, { channel: 'whatsapp' })).status).toBe(202)
    await suppress({ address, channel: 'whatsapp', reason: 'manual' })
    expect((await messageTo({ whatsapp_phone: address }, { channel: 'whatsapp' })).status).toBe(422)
  })

  it('a suppression in one mode does not apply to the other mode', async () => {
    await suppress({ address: 'mode@example.com', mode: 'test' })
    const send = (key: string) =>
      test.send(key, {
        recipient: { email: 'mode@example.com' },
        template: 'hello',
        vars: { name: 'Ada' },
        channel: 'email',
      })
    expect((await send(tenant.testKey)).status).toBe(422)
    expect((await send(tenant.liveKey)).status).toBe(202)
    expect(await list('?q=mode%40')).toEqual([])
    expect(await list('?q=mode%40&mode=test')).toHaveLength(1)
  })

  it('a message that was accepted before its address bounced fails when it is due', async () => {
    const email = 'due@example.com'
    const due = new Date(test.clock.now().getTime() + 3_600_000).toISOString()
    const { body } = await messageTo({ email }, { channel: 'email', template: 'essential', scheduled_for: due })
    await suppress({ address: email, reason: 'hard_bounce' })
    test.clock.advance(3_601_000)
    const failed = await test.settled(tenant, body.delivery_id, 'failed')
    expect(failed.attempts).toMatchObject([{ code: 'suppressed' }])
    expect(failed.error_message).toContain(`${email} has been suppressed since`)
  })

  it.each([
    ['telegram', { telegram_chat_id: '9101' }],
    ['whatsapp', { whatsapp_phone: '+393330000091' }],
  ])('a %s message that was accepted before its address was suppressed fails when it is due', async (channel, to) => {
    const due = new Date(test.clock.now().getTime() + 3_600_000).toISOString()
    const { body } = await messageTo(to, { channel, scheduled_for: due })
    expect((await suppress({ address: Object.values(to)[0], channel, reason: 'manual' })).status).toBe(201)
    test.clock.advance(3_601_000)
    const failed = await test.settled(tenant, body.delivery_id, 'failed')
    expect(failed.attempts).toMatchObject([{ code: 'suppressed' }])
  })

  it('a chat whose person blocked the bot is suppressed as invalid until the person joins again', async () => {
    const chat = { telegram_chat_id: '8001' }
    const { body } = await messageTo({ ...chat, name: 'Bo' }, { channel: 'telegram' })
    await test.settled(tenant, body.delivery_id, 'sent')
    await report('telegram', { kind: 'blocked', address: '8001', at: AT })
    expect(await list('?channel=telegram&reason=invalid')).toMatchObject([
      { address: '8001', origin: 'provider', at: AT },
    ])
    expect((await messageTo(chat, { channel: 'telegram' })).status).toBe(422)
    await report('telegram', { kind: 'joined', id: 'j1', address: '8001', at: AT })
    expect(await list('?channel=telegram&reason=invalid')).toEqual([])
    expect((await messageTo(chat, { channel: 'telegram' })).status).toBe(202)
  })

  it('an opt-out word suppresses the address until a later reply opts in again', async () => {
    const address = '+393330000006'
    const wish = (optedIn: boolean, at: string) => ({ kind: 'preference', byWord: 'reply', optedIn, address, at })
    await suppress({ address, channel: 'whatsapp', reason: 'manual' })
    await report('whatsapp', wish(false, AT))
    expect((await list('?q=%2B393330000006')).map(({ reason, origin }) => [reason, origin])).toEqual([
      ['stop_word', 'reply'],
      ['manual', 'member'],
    ])
    await report('whatsapp', wish(true, '2026-03-01T09:00:00.000Z'))
    expect(await list('?q=%2B393330000006')).toHaveLength(2)
    await report('whatsapp', wish(true, '2026-03-01T11:00:00.000Z'))
    expect((await list('?q=%2B393330000006')).map(({ reason }) => reason)).toEqual(['manual'])
  })

  it('viewers see a suppression without the answer of the provider, also in the export', async () => {
    const { id, externalId } = await sendTo('+393330000077')
    await report('whatsapp', bounce('hard', { externalId, text: 'the code 471182 was refused' }))
    const [{ id: entry } = { id: 0 }] = await list('?address=%2B393330000077')
    const path = `/workspaces/${tenant.workspace}/suppressions`
    expect((await test.manage('GET', `${path}/${entry}`)).body).toMatchObject({
      delivery_id: id,
      detail: expect.stringContaining('471182'),
    })
    const viewer = await addMember(test, tenant.workspace, 'viewer', 'viewer@shop.example')
    for (const at of [path, `${path}/${entry}`, `${path}/export`]) {
      const { status, body } = await viewer.request('GET', at)
      expect([status, JSON.stringify(body).includes('471182')]).toEqual([200, false])
    }
  })

  it('only an owner lifts a complaint, with a note that the audit log contains', async () => {
    const { body } = await suppress({ address: 'complaint@example.com', reason: 'complaint' })
    const at = `/workspaces/${tenant.workspace}/suppressions/${body.id}/lift`
    const admin = await addMember(test, tenant.workspace, 'admin', 'admin@shop.example')
    expect((await admin.request('POST', at, { note: 'asked' })).status).toBe(403)
    const owner = await addMember(test, tenant.workspace, 'owner', 'owner@shop.example')
    const without = await owner.request('POST', at, {})
    expect([without.status, Object.keys(without.body.details)]).toEqual([422, ['note']])
    expect((await owner.request('POST', at, { note: 'the recipient asked by phone' })).status).toBe(204)
    expect((await owner.request('POST', at, { note: 'again' })).status).toBe(404)
    const { data } = (await test.manage('GET', `/workspaces/${tenant.workspace}/audit-log`)).body
    const line = data.find(({ action }: { action: string }) => action === 'liftSuppression')
    expect(line.change).toMatchObject({ note: 'the recipient asked by phone' })
    expect(JSON.stringify(line)).not.toContain('complaint@example.com')
  })

  it('lifting a hard bounce also removes the mark of the recipient', async () => {
    const { body } = await messageTo({ email: 'Mark@example.com' }, { channel: 'email' })
    const { recipient_id } = await test.settled(tenant, body.delivery_id, 'sent')
    await report('email', bounce('hard', { deliveryId: body.delivery_id, text: 'gone' }))
    const recipient = `/workspaces/${tenant.workspace}/recipients/${recipient_id}`
    expect((await test.manage('GET', recipient)).body.unusable).toHaveProperty('email')
    const entries = await list('?address=mark@example.com')
    expect(entries).toMatchObject([{ reason: 'hard_bounce', detail: 'gone' }])
    const refused = await messageTo({ email: 'mark@example.com' }, { channel: 'email' })
    expect(refused.body.details['recipient.email'][0]).toContain(`since ${AT}`)
    expect((await lift(entries[0]?.id ?? 0)).status).toBe(204)
    expect((await test.manage('GET', recipient)).body.unusable).toEqual({})
    expect((await messageTo({ email: 'mark@example.com' }, { channel: 'email' })).status).toBe(202)
  })

  it('refuses an invalid address, an opt-out on a channel without opt-outs, and an unknown entry', async () => {
    const invalid = await suppress({ address: 'no-address' })
    expect([invalid.status, Object.keys(invalid.body.details)]).toEqual([422, ['address']])
    const channel = await suppress({ address: '42', channel: 'telegram', reason: 'unsubscribed' })
    expect([channel.status, Object.keys(channel.body.details)]).toEqual([422, ['channel']])
    expect((await lift(999_999)).status).toBe(404)
    expect((await suppress({ address: 'a@example.com', reason: 'soft_bounce' })).status).toBe(422)
  })
})
