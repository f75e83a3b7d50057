// Several messages in one transaction. The refusal or the error of one message does not affect the other messages.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('messages of one set, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  const hello = { template: 'hello', vars: { name: 'Ada' } }
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  const batch = async (...messages: object[]) => {
    const { status, body } = await test.call('POST', '/send/batch', { key: tenant.testKey, body: { messages } })
    expect(status).toBe(202)
    return body.results
  }
  const read = async (id: number) => (await test.manage('GET', `/workspaces/${tenant.workspace}/recipients/${id}`)).body

  it('a batch message does not add an address that another recipient has, even to a recipient that the batch created [D11e]', async () => {
    const { body: holder } = await test.manage('POST', `/workspaces/${tenant.workspace}/recipients`, {
      mode: 'test',
      name: 'Holder',
      whatsapp_phone: '+393330009001',
    })
    const [first, second] = await batch(
      { ...hello, recipient: { email: 'n1@example.com' } },
      { ...hello, recipient: { email: 'n1@example.com', whatsapp_phone: '+393330009001' }, channel: 'email' },
    )
    expect([first.status, second.status]).toEqual(['queued', 'queued'])
    expect(second.recipient.id).toBe(first.recipient.id)
    expect((await read(first.recipient.id)).whatsapp_phone).toBeNull()
    expect((await read(holder.id)).whatsapp_phone).toBe('+393330009001')
  })

  it('if a message of a batch is refused, its addresses are not used for later messages of the batch', async () => {
    const [refused, second] = await batch(
      { ...hello, template: 'unknown', recipient: { email: 'n2@example.com', whatsapp_phone: '+393330009002' } },
      { ...hello, recipient: { email: 'n2@example.com' }, channel: 'whatsapp' },
    )
    expect(refused.error).toBe('template_not_found')
    expect(second.details).toEqual({ 'recipient.whatsapp_phone': [expect.stringContaining('no address')] })
  })

  it('a batch message uses the recipient fields that earlier messages of the batch stored', async () => {
    const [first, second] = await batch(
      { ...hello, recipient: { email: 'n3@example.com', whatsapp_phone: '+393330009003' } },
      { ...hello, recipient: { email: 'n3@example.com', name: 'Neri' }, channel: 'whatsapp' },
    )
    expect(second.recipient).toEqual({ id: first.recipient.id, name: 'Neri', address: '+393330009003' })
    expect(await read(first.recipient.id)).toMatchObject({ name: 'Neri', whatsapp_phone: '+393330009003' })
  })

  it('a batch message with fields named like JavaScript built-ins is refused, and the other messages are accepted', async () => {
    const results = await batch(
      { ...hello, recipient: { email: 'n4@example.com' }, toString: 'x', constructor: 'y' },
      { ...hello, recipient: { email: 'n4@example.com' } },
    )
    expect(Object.keys(results[0].details).sort()).toEqual(['constructor', 'toString'])
    expect(results[1].status).toBe('queued')
  })

  it('a batch message with the year 0000, which the database cannot store, is refused, and the other messages are accepted [D15]', async () => {
    const results = await batch(
      { ...hello, recipient: { email: 'n5@example.com' }, scheduled_for: '0000-01-01T00:00:00Z' },
      { ...hello, recipient: { email: 'n5@example.com' }, scheduled_for: '0001-01-01T00:00:00Z' },
    )
    expect(results[0].details).toEqual({ scheduled_for: [expect.stringContaining('ISO 8601')] })
    expect(results[1].status).toBe('queued')
  })

  it('accepts API keys only for API routes and trigger keys only for trigger routes, also when requests arrive together', async () => {
    const keys = `/workspaces/${tenant.workspace}/sources/${tenant.source}`
    const { body: trigger } = await test.manage('POST', `${keys}/trigger-keys`, { mode: 'test' })
    const body = { ...hello, recipient: { email: 'n6@example.com' } }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0
          ? test.call('POST', `/wh/${trigger.key}`, { body })
          : test.call('GET', '/usage', { key: trigger.key }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => [202, 401]).flat())
    const reversed = await Promise.all([
      test.call('GET', '/usage', { key: tenant.testKey }),
      test.call('POST', `/wh/${tenant.testKey}`, { body }),
    ])
    expect(reversed.map(({ status }) => status)).toEqual([200, 401])
  })

  it('returns 500 with a request id for an internal error, and accepts the same request afterwards', async () => {
    const body = { ...hello, recipient: { email: 'n7@example.com' } }
    await test.service.db.query({ text: 'alter table idempotency_keys rename to idempotency_keys_away' })
    const failed = await test.send(tenant.testKey, { ...body, idempotency_key: 'n7' })
    await test.service.db.query({ text: 'alter table idempotency_keys_away rename to idempotency_keys' })
    expect([failed.status, failed.body.error]).toEqual([500, 'internal_error'])
    expect(failed.headers.get('x-request-id')).toBeTruthy()
    expect((await test.send(tenant.testKey, { ...body, idempotency_key: 'n7' })).status).toBe(202)
  })
})
