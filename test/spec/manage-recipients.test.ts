// The management API for recipients.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const ADA = {
  name: 'Ada',
  email: 'ada@example.com',
  whatsapp_phone: '+393331234567',
  telegram_chat_id: '42',
  messenger_psid: 'p-1',
  slack_channel: 'C0123',
  push: [{ kind: 'fcm', token: 't', platform: 'ios', registered_at: '2026-01-31T09:00:00.000Z' }],
  locale: 'en',
  tags: ['vip', 'it'],
  metadata: { cart: 3 },
  preferred_channel: 'telegram',
}

describe.each(databases)('recipients in the management API, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let at: string
  beforeAll(async () => {
    test = await startTestService(kind)
  })
  afterAll(() => test.stop())
  const fresh = async () => {
    tenant = await test.tenant()
    at = `/workspaces/${tenant.workspace}/recipients`
  }

  it('creates, reads, changes and deletes a recipient', async () => {
    await fresh()
    const created = await test.manage('POST', at, ADA)
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({ ...ADA, mode: 'live', unusable: {} })
    const one = `${at}/${created.body.id}`
    expect((await test.manage('GET', one)).body).toEqual(created.body)
    const changed = await test.manage('PATCH', one, { name: 'Ada L.', email: null, tags: [], preferred_channel: null })
    expect(changed.body).toMatchObject({ ...ADA, name: 'Ada L.', email: null, tags: [], preferred_channel: null })
    expect((await test.manage('DELETE', one)).status).toBe(204)
    for (const [method, body] of [
      ['GET', undefined],
      ['DELETE', undefined],
      ['PATCH', { name: 'x' }],
    ] as const)
      expect((await test.manage(method, one, body)).status).toBe(404)
  })

  it('fills the omitted fields of a new recipient with defaults', async () => {
    await fresh()
    const { body } = await test.manage('POST', at, { name: 'Bob' })
    expect(body).toMatchObject({ locale: 'it', email: null, push: [], tags: [], metadata: {}, preferred_channel: null })
  })

  it.each([
    ['email', 'ADA@example.com'],
    ['whatsapp_phone', ADA.whatsapp_phone],
    ['telegram_chat_id', ADA.telegram_chat_id],
    ['messenger_psid', ADA.messenger_psid],
  ])(
    'returns 409 when a request sets the field %s to an address of another recipient in the same mode',
    async (field, value) => {
      await fresh()
      await test.manage('POST', at, ADA)
      const twin = await test.manage('POST', at, { name: 'Twin', [field]: value })
      expect([twin.status, twin.body.error]).toEqual([409, 'conflict'])
      expect(twin.body.message).toContain(field)
      const test_ = await test.manage('POST', at, { name: 'Twin', mode: 'test', [field]: value })
      expect(test_.status).toBe(201)
      const other = await test.manage('POST', at, { name: 'Other' })
      expect((await test.manage('PATCH', `${at}/${other.body.id}`, { [field]: value })).status).toBe(409)
    },
  )

  it.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ name: 'a', email: 'no address' }, 'email'],
    [{ name: 'a', email: 5 }, 'email'],
    [{ name: 'a', whatsapp_phone: '3331234567' }, 'whatsapp_phone'],
    [{ name: 'a', whatsapp_phone: '+0123456789' }, 'whatsapp_phone'],
    [{ name: 'a', telegram_chat_id: 42 }, 'telegram_chat_id'],
    [{ name: 'a', telegram_chat_id: 'x'.repeat(256) }, 'telegram_chat_id'],
    [{ name: 'a', locale: 'en-GB-oxendict' }, 'locale'],
    [{ name: 'a', tags: 'vip' }, 'tags'],
    [{ name: 'a', tags: [''] }, 'tags.0'],
    [{ name: 'a', metadata: [] }, 'metadata'],
    [{ name: 'a', metadata: { k: 'a\u0000b' } }, 'metadata.k'],
    [{ name: 'a', preferred_channel: 'fax' }, 'preferred_channel'],
    [{ name: 'a', mode: 'prod' }, 'mode'],
    [{ name: 'a', phone: '+39333' }, 'phone'],
    [{ name: 'a', unusable: {} }, 'unusable'],
  ])('returns 422 with one reason for a request to create the recipient %j', async (body, field) => {
    const answer = await test.manage('POST', at, body)
    expect([answer.status, Object.keys(answer.body.details)]).toEqual([422, [field]])
    expect(answer.body.details[field]).toHaveLength(1)
  })

  it('finds recipients by part of a name or address, by tag and by mode', async () => {
    await fresh()
    await test.manage('POST', at, ADA)
    await test.manage('POST', at, { name: 'Bob 100%', email: 'bob_b@example.com', tags: ['vip'] })
    await test.manage('POST', at, { name: 'Try', mode: 'test', email: 'ada@example.com' })
    const found = async (query: string) =>
      (await test.manage('GET', `${at}?${query}`)).body.data.map(({ name }: { name: string }) => name)
    expect(await found('')).toEqual(['Bob 100%', 'Ada'])
    expect(await found('q=aDa')).toEqual(['Ada'])
    expect(await found('q=3331234')).toEqual(['Ada'])
    expect(await found('q=%25')).toEqual(['Bob 100%'])
    expect(await found('q=_b@')).toEqual(['Bob 100%'])
    expect(await found('q=%5C')).toEqual([])
    expect(await found('q=unknown')).toEqual([])
    expect(await found('tag=vip')).toEqual(['Bob 100%', 'Ada'])
    expect(await found('tag=it')).toEqual(['Ada'])
    expect(await found('mode=test')).toEqual(['Try'])
    for (const query of ['mode=both', 'q=%00', 'tag=', 'name=Ada', 'q=a&q=b'])
      expect([query, (await test.manage('GET', `${at}?${query}`)).status]).toEqual([query, 422])
  })

  it('lists each recipient once across pages while other recipients are created and deleted', async () => {
    await fresh()
    const ids: number[] = []
    for (let index = 0; index < 5; index++) ids.push((await test.manage('POST', at, { name: `R${index}` })).body.id)
    const first = (await test.manage('GET', `${at}?limit=2`)).body
    await test.manage('POST', at, { name: 'New' })
    await test.manage('DELETE', `${at}/${ids[4]}`)
    const second = (await test.manage('GET', `${at}?limit=3&cursor=${first.next_cursor}`)).body
    expect([...first.data, ...second.data].map(({ id }: { id: number }) => id)).toEqual([...ids].reverse())
    expect(second.next_cursor).toBeNull()
  })

  it("marks an unusable channel of a recipient as usable again only when the recipient's address for that channel changes", async () => {
    await fresh()
    const { body } = await test.manage('POST', at, ADA)
    const gone = {
      email: { address: ADA.email, reason: 'bounced', at: '2030-01-01T00:00:00Z' },
      telegram: { address: '42' },
    }
    await test.service.db.query({
      text: 'update recipients set unusable = $2 where id = $1',
      values: [body.id, JSON.stringify(gone)],
    })
    const one = `${at}/${body.id}`
    expect((await test.manage('PATCH', one, { name: 'A', email: ADA.email })).body.unusable).toEqual(gone)
    const changed = await test.manage('PATCH', one, { email: 'new@example.com' })
    expect(changed.body.unusable).toEqual({ telegram: gone.telegram })
  })

  it('an API key finds only recipients of its mode, and the deliveries of a deleted recipient remain [D27d]', async () => {
    await fresh()
    const liveRecipient = (await test.manage('POST', at, { name: 'Live', email: 'l@example.com' })).body.id
    const testRecipient = (await test.manage('POST', at, { name: 'Test', email: 't@example.com', mode: 'test' })).body
      .id
    const send = (id: number) =>
      test.send(tenant.testKey, { recipient: { id }, template: 'hello', vars: { name: 'x' } })
    expect((await send(liveRecipient)).body.error).toBe('recipient_not_found')
    const sent = await send(testRecipient)
    expect(sent.status).toBe(202)
    await test.settled(tenant, sent.body.delivery_id, 'sent')
    expect((await test.manage('DELETE', `${at}/${testRecipient}`)).status).toBe(204)
    expect((await send(testRecipient)).body.error).toBe('recipient_not_found')
    const delivery = await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${sent.body.delivery_id}`)
    expect(delivery.body).toMatchObject({
      recipient_id: testRecipient,
      recipient_name: 'Test',
      address: 't@example.com',
    })
  })
})
