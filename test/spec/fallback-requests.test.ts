// The fields `fallback` and `repeat` of a send request: what is accepted, what is refused, and dry runs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('requests with fallback on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let count = 0
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant({ quota: 10_000 })
  })
  afterAll(() => test.stop())

  const action = { slug: 'ok', callback_url: 'https://shop.example/hook' }
  const reachable = () => {
    const number = `+39333${String(1_000_000 + ++count)}`
    return { name: 'Ada', email: `f${count}@customer.example`, whatsapp_phone: number, phone: number, locale: 'en' }
  }
  const message = (more: object) => ({ recipient: reachable(), template: 'hello', vars: { name: 'Ada' }, ...more })
  const send = (more: object) => test.send(tenant.testKey, message(more))
  const dryRun = (more: object) => test.call('POST', '/send?dry_run=true', { key: tenant.testKey, body: message(more) })
  const three = [
    { channel: 'whatsapp' },
    { channel: 'sms', after: '15m', unless: 'read' },
    { channel: 'email', after: '2h', unless: 'acted' },
  ]

  it('describes the first step in the 202, and lists all steps [D164]', async () => {
    const { status, body } = await send({ fallback: three, actions: [action] })
    expect([status, body.channel, body.steps]).toEqual([
      202,
      'whatsapp',
      [
        { channel: 'whatsapp', status: 'started', delivery_id: body.delivery_id, reason: null },
        { channel: 'sms', status: 'waiting', delivery_id: null, reason: null },
        { channel: 'email', status: 'waiting', delivery_id: null, reason: null },
      ],
    ])
  })

  it('a message without the fields has no steps in its answer', async () => {
    expect((await send({})).body).not.toHaveProperty('steps')
  })

  it('skips a step whose channel has no address, and names the reason', async () => {
    const recipient = { email: `skip${++count}@customer.example`, locale: 'en' }
    const { body } = await send({
      recipient,
      fallback: [{ channel: 'sms' }, { channel: 'email' }, { channel: 'whatsapp' }],
    })
    expect(body.channel).toBe('email')
    expect(body.steps).toMatchObject([
      { status: 'skipped', delivery_id: null, reason: expect.stringContaining('no address on SMS') },
      { status: 'started', delivery_id: body.delivery_id },
      { status: 'skipped', reason: expect.stringContaining('no address on WhatsApp') },
    ])
  })

  it('refuses a message if no step has an address', async () => {
    const recipient = { email: `none${++count}@customer.example` }
    const { status, body } = await send({ recipient, fallback: [{ channel: 'sms' }, { channel: 'whatsapp' }] })
    expect([status, Object.keys(body.details)]).toEqual([422, ['fallback.0', 'fallback.1']])
  })

  it('renders all steps when the message is accepted, and refuses a step that cannot be rendered', async () => {
    const { status, body } = await send({ vars: {}, fallback: [{ channel: 'email' }, { channel: 'sms' }] })
    expect([status, body.details]).toEqual([422, { 'vars.name': ['is used by the template and has no value'] }])
    const files = [{ filename: 'a.txt', content: 'YQ==' }]
    const refused = await send({ attachments: files, fallback: [{ channel: 'email' }, { channel: 'sms' }] })
    expect([refused.status, Object.keys(refused.body.details)]).toEqual([422, ['attachments']])
  })

  it('names the field of an invalid fallback or repeat', async () => {
    const pair = [{ channel: 'email' }, { channel: 'sms' }]
    const wrong: [object, string][] = [
      [{ fallback: [{ channel: 'email' }] }, 'fallback'],
      [{ fallback: [{ channel: 'email' }, { channel: 'fax' }] }, 'fallback.1.channel'],
      [{ fallback: [{ channel: 'email' }, { channel: 'sms', after: '8d' }] }, 'fallback.1.after'],
      [{ fallback: [{ channel: 'email' }, { channel: 'sms', after: 'soon' }] }, 'fallback.1.after'],
      [{ fallback: [{ channel: 'email', after: '1h' }, { channel: 'sms' }] }, 'fallback.0.after'],
      [{ fallback: pair, channel: 'email' }, 'channel'],
      [{ fallback: [{ channel: 'sms' }, { channel: 'email', after: '1h', unless: 'acted' }] }, 'fallback.1.unless'],
      [{ fallback: [{ channel: 'sms' }, { channel: 'email', after: '1h', unless: 'read' }] }, 'fallback.1.unless'],
      [{ fallback: pair, repeat: { every: '10m', until: 'delivered', at_most: 2 } }, 'repeat'],
      [{ repeat: { every: '10m', at_most: 2 } }, 'repeat.until'],
      [{ repeat: { every: '8d', until: 'delivered', at_most: 2 } }, 'repeat.every'],
      [{ repeat: { every: '10m', at_most: 21 }, actions: [action] }, 'repeat.at_most'],
    ]
    for (const [more, field] of wrong) {
      const { status, body } = await send(more)
      expect([status, Object.keys(body.details ?? {})], JSON.stringify(more)).toEqual([422, [field]])
    }
  })

  it('names the channels that can report a condition that no earlier step reports', async () => {
    const { body } = await send({ fallback: [{ channel: 'sms' }, { channel: 'email', after: '1h', unless: 'read' }] })
    expect(body.details['fallback.1.unless']).toEqual([
      expect.stringMatching(/sms does not report.*whatsapp.* can report it/),
    ])
  })

  it('lists the steps with their prices in a dry run, and stores nothing', async () => {
    const stored = async () => (await test.service.db.query({ text: 'select id from fallbacks order by id' })).rows
    const before = await stored()
    const { status, body } = await dryRun({ fallback: three, actions: [action] })
    expect(status).toBe(200)
    expect(body.steps).toMatchObject([
      { channel: 'whatsapp', status: 'started', price: { account: null, credits: 0 } },
      { channel: 'sms', status: 'waiting', content: { body: 'Hello Ada' } },
      { channel: 'email', status: 'waiting' },
    ])
    expect(await stored()).toEqual(before)
  })

  it('accepts a fallback in a batch, and replays its idempotency key', async () => {
    const body = message({ fallback: [{ channel: 'email' }, { channel: 'sms' }], idempotency_key: `fb-${kind}` })
    const batch = () => test.call('POST', '/send/batch', { key: tenant.testKey, body: { messages: [body] } })
    const [first] = (await batch()).body.results
    expect(first.steps).toHaveLength(2)
    expect((await batch()).body.results).toMatchObject([{ delivery_id: first.delivery_id, replayed: true }])
  })

  it('plans one step for the first message and one for each repeat', async () => {
    const repeat = { every: '10m', until: 'acted', at_most: 6 }
    const { status, body } = await send({ repeat, channel: 'email', actions: [action] })
    expect(status).toBe(202)
    expect(body.steps.map((step: { channel: string }) => step.channel)).toEqual(Array(7).fill('email'))
  })
})
