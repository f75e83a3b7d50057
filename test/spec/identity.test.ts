// Recipients that share an address stay separate, in sends and in the management API (decision 56).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { startSubscriber } from '../harness/subscriber.ts'

const PHONE = '+393330000001'
const mother = { name: 'Mamma', email: 'mamma@example.com', whatsapp_phone: PHONE }
const daughter = { name: 'Figlia', email: 'figlia@example.com', whatsapp_phone: PHONE }
const hello = { template: 'hello', vars: { name: 'x' } }

describe.each(databases)('recipients with a shared address, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService(kind)
  })
  afterAll(() => test.stop())

  const at = () => `/workspaces/${tenant.workspace}/recipients`
  const send = (recipient: object, more: object = {}) => test.send(tenant.testKey, { ...hello, recipient, ...more })
  const read = async (id: number) => (await test.manage('GET', `${at()}/${id}`)).body
  /** Creates a workspace with one recipient, the mother. The daughter is a later recipient with the same phone. */
  const withMother = async () => {
    tenant = await test.tenant()
    return (await test.manage('POST', at(), { ...mother, mode: 'test' })).body as { id: number }
  }
  const expectBoth = async (motherId: number, daughterId: number) => {
    expect(daughterId).not.toBe(motherId)
    expect(await read(motherId)).toMatchObject(mother)
    expect(await read(daughterId)).toMatchObject({ ...daughter, whatsapp_phone: null })
  }

  it('a send creates a new recipient when the phone belongs to a recipient with another email address [D56]', async () => {
    const { id } = await withMother()
    const { status, body } = await send(daughter)
    expect([status, body.channel, body.recipient]).toEqual([
      202,
      'email',
      { id: body.recipient.id, name: 'Figlia', address: 'figlia@example.com' },
    ])
    await expectBoth(id, body.recipient.id)
    expect((await send(daughter)).body.recipient.id).toBe(body.recipient.id)
    await test.settled(tenant, body.delivery_id, 'sent')
    const { message } = (await test.manage('GET', `/workspaces/${tenant.workspace}/test-inbox/${body.delivery_id}`))
      .body
    expect(JSON.stringify(message)).not.toContain('Mamma')
  })

  it('a send on WhatsApp to a shared phone goes to the recipient that is stored with this phone [D56b]', async () => {
    const { id } = await withMother()
    const { body } = await send(daughter, { channel: 'whatsapp' })
    expect(body.recipient).toEqual({ id, name: 'Mamma', address: PHONE })
    expect(await read(id)).toMatchObject(mother)
    expect((await send({ whatsapp_phone: PHONE })).body.recipient.id).toBe(id)
  })

  it('a send that falls back to WhatsApp goes to the recipient that is stored with the shared phone [D56b]', async () => {
    const { id } = await withMother()
    await test.manage('POST', `/workspaces/${tenant.workspace}/opt-outs`, { address: daughter.email, mode: 'test' })
    const { status, body } = await send(daughter)
    expect([status, body.channel, body.recipient]).toEqual([202, 'whatsapp', { id, name: 'Mamma', address: PHONE }])
    expect(await read(id)).toMatchObject(mother)
  })

  it('a recipient id takes precedence over contradicting addresses of the request, which are used for that message only [D11]', async () => {
    const { id } = await withMother()
    const { body } = await send({ id, email: 'figlia@example.com' })
    expect(body.recipient).toEqual({ id, name: 'Mamma', address: 'figlia@example.com' })
    expect(await read(id)).toMatchObject(mother)
  })

  it('a send matches a recipient by phone when the stored email address is empty or differs only in case [D56]', async () => {
    const { id } = await withMother()
    expect((await send({ ...daughter, email: 'MAMMA@EXAMPLE.COM' })).body.recipient.id).toBe(id)
    const { body: bare } = await test.manage('POST', at(), {
      name: 'Nonna',
      whatsapp_phone: '+393330000002',
      mode: 'test',
    })
    const filled = await send({ email: 'nonna@example.com', whatsapp_phone: '+393330000002' })
    expect(filled.body.recipient.id).toBe(bare.id)
    expect(await read(bare.id)).toMatchObject({ name: 'Nonna', email: 'nonna@example.com' })
  })

  it('a request with the chat id of a recipient and another phone number finds this recipient only if the request is for Telegram [D56]', async () => {
    tenant = await test.tenant()
    const { body: stored } = await test.manage('POST', at(), { ...mother, telegram_chat_id: '7', mode: 'test' })
    const other = (await send({ whatsapp_phone: '+393330000009', telegram_chat_id: '7' })).body.recipient
    expect(other).toMatchObject({ name: '+393330000009' })
    expect(other.id).not.toBe(stored.id)
    const own = await send({ whatsapp_phone: '+393330000009', telegram_chat_id: '7' }, { channel: 'telegram' })
    expect(own.body.recipient).toMatchObject({ id: stored.id, name: 'Mamma' })
  })

  it('a new recipient without a name is named after an address that no other recipient has [D11f]', async () => {
    await withMother()
    const { body } = await send({ email: mother.email, telegram_chat_id: '8' }, { channel: 'telegram' })
    // On Telegram the chat id is the strongest identifier. The chat id of this request is unknown and contradicts no
    // stored chat id, so the email matches.
    expect(body.recipient).toMatchObject({ name: 'Mamma' })
    const { body: next } = await send({ email: mother.email, telegram_chat_id: '9' }, { channel: 'telegram' })
    expect(next.recipient).toMatchObject({ name: '9', address: '9' })
  })

  it('messages of a batch match recipients that earlier messages of the batch created [D56]', async () => {
    tenant = await test.tenant()
    const messages = [mother, daughter, daughter, mother, { email: 'FIGLIA@example.com' }, { whatsapp_phone: PHONE }]
    const { body } = await test.call('POST', '/send/batch', {
      key: tenant.testKey,
      body: { messages: messages.map((recipient) => ({ ...hello, recipient })) },
    })
    const named = body.results.map(({ recipient }: Answer['body']) => recipient.name)
    expect(named).toEqual(['Mamma', 'Figlia', 'Figlia', 'Mamma', 'Figlia', 'Mamma'])
    const ids = body.results.map(({ recipient }: Answer['body']) => recipient.id)
    expect(new Set(ids).size).toBe(2)
    await expectBoth(ids[0], ids[1])
  })

  it('trigger requests and push token requests create a new recipient in the same cases as sends [D56]', async () => {
    const { id } = await withMother()
    const keys = `/workspaces/${tenant.workspace}/sources/${tenant.source}/trigger-keys`
    const { body: made } = await test.manage('POST', keys, { mode: 'test' })
    const path = new URL(made.url).pathname.replace('/v1', '')
    const fired = await test.call('POST', path, { body: { ...hello, recipient: daughter } })
    await expectBoth(id, fired.body.recipient.id)
    const token = await test.call('POST', '/push/tokens', {
      key: tenant.testKey,
      body: { recipient: { name: 'Figlio', email: 'figlio@example.com', whatsapp_phone: PHONE } },
    })
    expect([token.status, token.body.recipient.name]).toEqual([201, 'Figlio'])
    expect(await read(id)).toMatchObject(mother)
  })

  it('a resend goes to the address of the original message, even if another recipient has this address', async () => {
    await withMother()
    const { body: made } = await test.manage('POST', at(), { name: 'Figlia', email: daughter.email, mode: 'test' })
    const { body: first } = await send({ id: made.id, whatsapp_phone: PHONE }, { channel: 'whatsapp' })
    await test.settled(tenant, first.delivery_id, 'sent', 'delivered', 'read')
    const again = await test.manage('POST', `/workspaces/${tenant.workspace}/deliveries/${first.delivery_id}/resend`)
    expect(again.status).toBe(202)
    const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${again.body.delivery_id}`)
    expect([body.recipient_id, body.address]).toEqual([made.id, PHONE])
  })

  it('concurrent requests with the same phone and several email addresses create one recipient for each email address [D56]', async () => {
    tenant = await test.tenant()
    const { body: holder } = await test.manage('POST', at(), { name: 'Casa', whatsapp_phone: PHONE, mode: 'test' })
    const emails = Array.from({ length: 8 }, (_, index) => `child${index}@example.com`)
    const answers = await Promise.all(
      emails.flatMap((email) => {
        const recipient = { email, whatsapp_phone: PHONE }
        return [test.call('POST', '/push/tokens', { key: tenant.testKey, body: { recipient } }), send(recipient)]
      }),
    )
    const ids = answers.map(({ body }) => body.recipient?.id as number)
    for (const [index, id] of ids.entries()) expect((await read(id)).email).toBe(emails[Math.floor(index / 2)])
    expect(new Set(ids).size).toBe(emails.length)
    expect(ids).toContain(holder.id)
  })

  it('the management API returns 409 and lists every address that belongs to another recipient [D56d, D4i]', async () => {
    const { id } = await withMother()
    const { body: nonna } = await test.manage('POST', at(), { name: 'Nonna', email: 'nonna@example.com', mode: 'test' })
    const details = { whatsapp_phone: [`belongs to recipient ${id} (Mamma)`] }
    const created = await test.manage('POST', at(), { ...daughter, mode: 'test' })
    expect([created.status, created.body]).toEqual([
      409,
      { error: 'conflict', message: `whatsapp_phone belongs to recipient ${id} (Mamma).`, details },
    ])
    const changed = await test.manage('PATCH', `${at()}/${nonna.id}`, {
      email: 'Mamma@example.com',
      whatsapp_phone: PHONE,
    })
    expect([changed.status, changed.body.details]).toEqual([
      409,
      { email: [`belongs to recipient ${id} (Mamma)`], ...details },
    ])
    expect(await read(nonna.id)).toMatchObject({ name: 'Nonna', email: 'nonna@example.com', whatsapp_phone: null })
  })

  it('emits contact.created for a new recipient, and no contact.updated for the recipient that already has the same phone', async () => {
    await withMother()
    const subscriber = await startSubscriber(test, tenant, ['contact.created', 'contact.updated'])
    try {
      await send(daughter)
      const [event] = await subscriber.waitForEvents(1)
      await subscriber.waitUntilIdle()
      expect(subscriber.events()).toHaveLength(1)
      expect([event!.name, event!.body.data.contact.email]).toEqual(['contact.created', daughter.email])
    } finally {
      await subscriber.receiver.stop()
    }
  })
})
