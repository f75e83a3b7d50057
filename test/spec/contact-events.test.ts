// Events for contacts, and the description of every event in the OpenAPI document.
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allEvents, messageTo, setUpEventTest } from '../harness/event-test.ts'
import { databases, startTestService, type TestService } from '../harness/service.ts'

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

describe.each(databases)('events for contacts on %s', (kind) => {
  let test: TestService
  beforeAll(async () => {
    test = await startTestService(kind)
  })
  afterAll(() => test.stop())

  const { subscribe } = setUpEventTest(() => test)

  it('emits events for contacts that the management API creates or changes, but not for requests that change nothing [EVT-18] [EVT-22] [EVT-24]', async () => {
    const { tenant, subscriber } = await subscribe(['contact.created', 'contact.updated'])
    const at = `/workspaces/${tenant.workspace}/recipients`
    const { body: contact } = await test.manage('POST', at, { name: 'Ada', email: 'ada@example.com', tags: ['new'] })
    const change = { tags: ['new', 'vip'], metadata: { city: 'Torino' }, preferred_channel: 'email' }
    await test.manage('PATCH', `${at}/${contact.id}`, change)
    await test.manage('PATCH', `${at}/${contact.id}`, change)
    await test.manage('PATCH', `${at}/${contact.id}`, { name: 'Ada L.' })
    const events = await subscriber.waitForEvents(3)
    const fields = {
      id: contact.id,
      name: 'Ada',
      email: 'ada@example.com',
      whatsapp_phone: null,
      phone: null,
      telegram_chat_id: null,
      messenger_psid: null,
      slack_channel: null,
      locale: 'it',
      tags: ['new'],
      metadata: {},
      preferred_channel: null,
      created_at: TIME,
      updated_at: TIME,
    }
    expect(events.map(({ body: { type, data } }) => [type, data])).toEqual([
      ['contact.created', { origin: 'manual', contact: fields }],
      ['contact.updated', { changed: ['tags', 'metadata', 'preferred_channel'], contact: { ...fields, ...change } }],
      ['contact.updated', { changed: ['name'], contact: { ...fields, ...change, name: 'Ada L.' } }],
    ])
    expect(events[0]!.request.headers['x-service-mode']).toBe('live')
  })

  it('emits contact.updated when a send request adds missing fields to a contact', async () => {
    const { tenant, subscriber } = await subscribe(['contact.created', 'contact.updated'])
    await test.send(tenant.testKey, messageTo('ada@example.com'))
    await test.send(tenant.testKey, {
      ...messageTo('ada@example.com'),
      recipient: { email: 'ada@example.com', whatsapp_phone: '+393331234567' },
    })
    const events = await subscriber.waitForEvents(2)
    expect(events[1]!.body.data).toMatchObject({
      changed: ['whatsapp_phone'],
      contact: { email: 'ada@example.com', whatsapp_phone: '+393331234567' },
    })
  })

  it('emits no contact.created when a send request is refused', async () => {
    const { tenant, subscriber } = await subscribe(['contact.created'])
    expect((await test.send(tenant.liveKey, messageTo('unknown@example.com'))).status).toBe(422)
    await test.send(tenant.testKey, messageTo('somebody@example.com'))
    const [event] = await subscriber.waitForEvents(1)
    expect(event!.body.data.contact.email).toBe('somebody@example.com')
  })

  it('emits events when a batch, a trigger request or a push registration creates a contact or adds fields to a contact [EVT-20]', async () => {
    const { tenant, subscriber } = await subscribe(['contact.created', 'contact.updated'])
    const at = `/workspaces/${tenant.workspace}/sources/${tenant.source}/trigger-keys`
    const { key } = (await test.manage('POST', at, { mode: 'test' })).body
    const { testKey } = tenant
    const batch = { messages: [messageTo('b@example.com'), messageTo('b@example.com'), messageTo('c@example.com')] }
    expect((await test.call('POST', '/send/batch', { key: testKey, body: batch })).status).toBe(202)
    expect((await test.call('POST', `/wh/${key}`, { body: messageTo('t@example.com') })).status).toBe(202)
    const register = (recipient: object) => test.call('POST', '/push/tokens', { key: testKey, body: { recipient } })
    expect((await register({ name: 'Pia', email: 'p@example.com' })).status).toBe(201)
    expect((await register({ email: 'p@example.com', telegram_chat_id: '7' })).status).toBe(201)
    expect((await register({ email: 'p@example.com' })).status).toBe(201)
    await test.send(testKey, messageTo('end@example.com'))
    const events = await subscriber.waitForEvents(6)
    const contacts = events.map(({ name, body: { data } }) => [name, data.contact.email, data.origin ?? data.changed])
    expect(new Set(contacts)).toEqual(
      new Set([
        ['contact.created', 'b@example.com', 'api'],
        ['contact.created', 'c@example.com', 'api'],
        ['contact.created', 't@example.com', 'api'],
        ['contact.created', 'p@example.com', 'api'],
        ['contact.updated', 'p@example.com', ['telegram_chat_id']],
        ['contact.created', 'end@example.com', 'api'],
      ]),
    )
  })

  it('every event has a schema in the OpenAPI document, and the example of the event and a sent event match that schema', async () => {
    const { body: document } = await test.call('GET', '/../openapi.json')
    expect(Object.keys(document.webhooks).sort()).toEqual([...allEvents].sort())
    const ajv = formats.default(new Ajv2020({ strict: false }))
    const validators = Object.fromEntries(
      Object.entries(
        document.webhooks as Record<
          string,
          { post: { requestBody: { content: Record<string, { schema: object; example: object }> } } }
        >,
      ).map(([name, { post }]) => {
        const { schema, example } = post.requestBody.content['application/json']!
        const validate = ajv.compile(schema)
        expect([name, validate(example), validate.errors]).toEqual([name, true, null])
        return [name, validate]
      }),
    )
    const { tenant, subscriber } = await subscribe()
    await test.send(tenant.testKey, messageTo('read@sandbox.test'))
    await test.send(tenant.testKey, messageTo('bounce@sandbox.test'))
    for (const { name, body } of await subscriber.waitForEvents(15)) {
      const validate = validators[name]!
      expect([name, validate(body), validate.errors]).toEqual([name, true, null])
    }
  })
})
