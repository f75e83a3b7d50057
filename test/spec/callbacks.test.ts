// What a click tells the caller: one signed POST, tried again on schedule, kept, explained, and sent once more on request.
import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { click, linkInMessage, type Sent, sendButtons } from '../harness/buttons.ts'
import { connectedTenant } from '../harness/connected.ts'
import { type Provider, type Received, startProvider } from '../harness/provider.ts'
import { startSubscriber } from '../harness/receiver.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const MINUTE = 60_000

describe.each(databases)('a callback on %s', (kind) => {
  let test: TestService
  let receiver: Provider
  let tenant: Tenant
  beforeAll(async () => {
    ;[test, receiver] = await Promise.all([startTestService(kind), startProvider()])
    tenant = await test.tenant()
  })
  beforeEach(() => receiver.reply(() => ({ body: {} })))
  afterAll(async () => {
    await test.stop()
    await receiver.stop()
  })

  /** An action that is called back at a path of its own. */
  const calling = (more: object = {}) => ({ slug: 'ok', callback_url: `${receiver.url}/${randomUUID()}?a=1`, ...more })
  const buttons = (action: object, more: object = {}, key = tenant.testKey) => sendButtons(test, key, [action], more)
  const pathOf = ({ callback_url }: { callback_url: string }) => callback_url.slice(receiver.url.length)
  const arrivedAt = (action: { callback_url: string }) =>
    receiver.received.filter(({ path }) => path === pathOf(action))
  const arrived = (action: { callback_url: string }, count = 1): Promise<Received> =>
    test.until(async () => arrivedAt(action)[count - 1])
  const sourceOf = (of = tenant) => `/workspaces/${of.workspace}/sources/${of.source}`
  const keyMade = async (mode: string, of = tenant): Promise<{ id: number; key: string }> =>
    (await test.manage('POST', `${sourceOf(of)}/api-keys`, { mode })).body
  const revoke = (id: number, of = tenant) => test.manage('DELETE', `${sourceOf(of)}/api-keys/${id}`)
  const at = (of = tenant) => `/workspaces/${of.workspace}/callbacks`
  /** The callback once it has this status. */
  const callback = ({ id }: Sent, status: string, of = tenant, mode = 'test') =>
    test.until(async () => {
      const { data } = (await test.manage('GET', `${at(of)}?mode=${mode}&delivery=${id}`)).body
      return data[0]?.status === status && (await test.manage('GET', `${at(of)}/${data[0].id}`)).body
    })
  const signedBy = ({ headers, text }: Received, key: string) =>
    headers['x-service-signature'] === `sha256=${createHmac('sha256', key).update(text).digest('hex')}`

  it('tells who chose what, in both of its variants, signed with the key of the send [ACT-06, WHAT-10, CB-04, CB-05, CB-06, CB-09, CB-10, CB-11, D26, D26b, D26e, AUTH-09]', async () => {
    const made = await keyMade('test')
    const payload = { order: 17, nested: { list: [1, 'due', null, true], text: 'è – 漢字 "x"' }, empty: {} }
    const action = calling({ slug: 'confirm', label: 'Confirm', payload })
    const { id, link } = await buttons(action, {}, made.key)
    await keyMade('test')
    const before = Math.floor(test.clock.now().getTime() / 1000)
    expect((await click(link)).status).toBe(200)
    const told = await arrived(action)
    expect(told.method).toBe('POST')
    const { headers } = told
    expect(headers['content-type']).toBe('application/json')
    expect(headers['x-service-key-id']).toBe(String(made.id))
    expect(signedBy(told, made.key)).toBe(true)
    const sentAt = Number(headers['x-service-timestamp'])
    expect(sentAt).toBeGreaterThanOrEqual(before)
    expect(sentAt).toBeLessThanOrEqual(Math.ceil(test.clock.now().getTime() / 1000))
    expect(Object.keys(headers).filter((name) => name.startsWith('webhook-'))).toEqual([])
    const body = JSON.parse(told.text)
    expect(body).toEqual({
      delivery_id: id,
      action: 'confirm',
      action_slug: 'confirm',
      payload,
      recipient: { id: expect.any(Number), name: 'Ada' },
      actor: { name: 'Ada', channel: 'email' },
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
    expect(Math.abs(Date.parse(body.timestamp) / 1000 - sentAt)).toBeLessThan(10)
  })

  it('is described in the API document, with an example and a schema that what is sent agrees with', async () => {
    const { body: document } = await test.call('GET', '/../openapi.json')
    const described = document.paths['/v1/send'].post.callbacks.actionTaken['{$request.body#/actions/0/callback_url}']
    const { schema, example } = described.post.requestBody.content['application/json']
    const validate = formats.default(new Ajv2020({ strict: false })).compile(schema)
    expect([validate(example), validate.errors]).toEqual([true, null])
    const action = calling({ payload: { a: [1] } })
    await click((await buttons(action)).link)
    expect([validate(JSON.parse((await arrived(action)).text)), validate.errors]).toEqual([true, null])
  })

  it('has an empty payload when the send gave none', async () => {
    const action = calling()
    await click((await buttons(action)).link)
    expect(JSON.parse((await arrived(action)).text).payload).toEqual({})
  })

  it('comes once from a hundred clicks at the same time', async () => {
    const action = calling()
    const sent = await buttons(action)
    const answers = await Promise.all(Array.from({ length: 100 }, () => click(sent.link)))
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([count(200), count(410)]).toEqual([1, 99])
    await callback(sent, 'received')
    expect((await test.manage('GET', `${at()}?mode=test&delivery=${sent.id}`)).body.data).toHaveLength(1)
    expect(arrivedAt(action)).toHaveLength(1)
  })

  it('has an event beside it, for who listens, once [EVT-10, D31c]', async () => {
    const of = await test.tenant()
    const subscriber = await startSubscriber(test, of, ['delivery.action_taken'])
    try {
      const payload = { order: 17 }
      const sent = await buttons(calling({ slug: 'confirm', payload }), {}, of.testKey)
      await test.settled(of, sent.id, 'sent')
      for (const _ of [1, 2]) await click(sent.link)
      const other = await buttons(calling({ slug: 'other' }), {}, of.testKey)
      await click(other.link)
      const events = await subscriber.receives(2)
      expect(events.map(({ body }) => [body.delivery.id, body.action])).toEqual([
        [sent.id, { slug: 'confirm', payload }],
        [other.id, { slug: 'other', payload: {} }],
      ])
      expect(events[0]!.body).toMatchObject({
        event: 'delivery.action_taken',
        delivery: { id: sent.id, status: 'sent', channel: 'email', template_slug: 'hello' },
        actor: { name: 'Ada', channel: 'email' },
      })
    } finally {
      await subscriber.receiver.stop()
    }
  })

  it('comes from no look, no forged and no late click [ACT-09]', async () => {
    const [looked, late] = [calling(), calling()]
    const first = await buttons(looked)
    await click(first.link, {}, 'HEAD')
    await click(first.link, { 'user-agent': 'Slackbot 1.0' })
    await click(first.link, { 'sec-purpose': 'prefetch' })
    await click(first.link.slice(0, -1) + (first.link.endsWith('A') ? 'B' : 'A'))
    const second = await buttons(late)
    test.clock.advance(72 * 60 * MINUTE)
    expect((await click(second.link)).status).toBe(410)
    const told = calling()
    const third = await buttons(told)
    for (const _ of [1, 2]) await click(third.link)
    await callback(third, 'received')
    expect([looked, late, told].map((action) => arrivedAt(action).length)).toEqual([0, 0, 1])
  })

  it('comes from a link in an e-mail of a live message [CB-03, ACT-04]', async () => {
    const { startMailServer, parsed } = await import('../harness/smtp.ts')
    const mail = await startMailServer()
    try {
      await test.manage('PUT', `${sourceOf()}/connections/email`, {
        settings: { url: mail.url, from: 'a@shop.example' },
      })
      const action = calling({ label: 'Yes' })
      const sent = await buttons(action, {}, tenant.liveKey)
      await test.settled(tenant, sent.id, 'sent')
      const { text } = await parsed(mail.arrived[0]!)
      const link = /^Yes: (\S+)$/m.exec(text!)![1]!
      expect((await click(test.url + new URL(link).pathname)).status).toBe(200)
      expect(signedBy(await arrived(action), tenant.liveKey)).toBe(true)
    } finally {
      await mail.stop()
    }
  })

  it('passes the check that the documentation gives, for five minutes [CB-07, CB-08]', async () => {
    const { isGenuine } = await documented()
    const made = await keyMade('test')
    const action = calling()
    await click((await buttons(action, {}, made.key)).link)
    const { text, headers } = await arrived(action)
    const keys = { [made.id]: made.key }
    const body = Buffer.from(text)
    const sentAt = Number(headers['x-service-timestamp'])
    for (const age of [0, 300, -300]) expect(isGenuine(body, headers, keys, sentAt + age), `${age}`).toBe(true)
    for (const age of [301, -301]) expect(isGenuine(body, headers, keys, sentAt + age), `${age}`).toBe(false)
    expect(isGenuine(Buffer.from(`${text} `), headers, keys, sentAt)).toBe(false)
    expect(isGenuine(body, headers, { [made.id]: tenant.testKey }, sentAt)).toBe(false)
    expect(isGenuine(body, headers, {}, sentAt)).toBe(false)
    expect(isGenuine(body, { ...headers, 'x-service-signature': undefined }, keys, sentAt)).toBe(false)
    expect(isGenuine(body, { ...headers, 'x-service-timestamp': 'x' }, keys, sentAt)).toBe(false)
  })

  it('is tried again after 1, 5 and 30 minutes, then kept as failed, and sent once more on request [D26f]', async () => {
    const action = calling()
    receiver.reply((_request, count) => ({ status: count % 2 === 0 ? 500 : 302, headers: { location: '/elsewhere' } }))
    const sent = await buttons(action)
    await click(sent.link)
    const timestamps: number[] = []
    for (const [index, minutes] of [1, 5, 30].entries()) {
      const { headers } = await arrived(action, index + 1)
      timestamps.push(Number(headers['x-service-timestamp']))
      const { next_at } = await callback(sent, 'waiting')
      const wait = Date.parse(next_at) - test.clock.now().getTime()
      expect(wait).toBeLessThanOrEqual(minutes * MINUTE)
      expect(wait).toBeGreaterThan((minutes - 0.2) * MINUTE)
      test.clock.advance(wait)
    }
    await arrived(action, 4)
    const failed = await callback(sent, 'failed')
    expect(failed).toMatchObject({ attempts_made: 4, next_at: null, replay_of: null })
    expect(failed.attempts).toHaveLength(4)
    for (const attempt of failed.attempts) {
      expect(attempt).toMatchObject({
        received: false,
        status: expect.any(Number),
        reason: expect.stringMatching(/answered (500|302)/),
      })
    }
    const requests = arrivedAt(action)
    expect(new Set(requests.map(({ text }) => text)).size).toBe(1)
    expect(new Set(requests.map(({ headers }) => headers['x-service-delivery-id'])).size).toBe(1)
    expect(new Set(requests.map(({ headers }) => headers['x-service-timestamp'])).size).toBe(4)
    expect(receiver.received.some(({ path }) => path === '/elsewhere')).toBe(false)

    receiver.reply(() => ({ status: 201 }))
    const replayed = await test.manage('POST', `${at()}/${failed.id}/replay`)
    expect([replayed.status, replayed.body.replay_of]).toEqual([202, failed.id])
    const again = await arrived(action, 5)
    expect([again.text, signedBy(again, tenant.testKey)]).toEqual([requests[0]!.text, true])
    expect(again.headers['x-service-delivery-id']).not.toBe(requests[0]!.headers['x-service-delivery-id'])
    expect(await callback(sent, 'received')).toMatchObject({ id: replayed.body.id, attempts_made: 1 })
  })

  it('is signed with the newest active key of the mode when its own is gone [D26c]', async () => {
    const of = await test.tenant()
    const [own, older, newest, live] = [
      await keyMade('test', of),
      await keyMade('test', of),
      await keyMade('test', of),
      await keyMade('live', of),
    ]
    const action = calling()
    const { link } = await buttons(action, {}, own.key)
    await revoke(own.id, of)
    await click(link)
    const told = await arrived(action)
    expect([signedBy(told, newest.key), told.headers['x-service-key-id']]).toEqual([true, String(newest.id)])
    await revoke(newest.id, of)
    const next = calling()
    await click((await buttons(next, {}, older.key)).link)
    expect(signedBy(await arrived(next), older.key)).toBe(true)
    expect(live.id).toBeGreaterThan(newest.id)
  })

  it('of a trigger send is signed with the newest active API key [D26c]', async () => {
    const trigger = (await test.manage('POST', `${sourceOf()}/trigger-keys`, { mode: 'test' })).body
    const newest = await keyMade('test')
    const action = calling()
    const { body } = await test.call('POST', `/wh/${trigger.key}`, {
      body: {
        recipient: { email: 'ada@example.com' },
        template: 'hello',
        vars: { name: 'Ada' },
        actions: [action],
      },
    })
    await click(test.url + new URL(body.actions[0].url).pathname)
    expect(signedBy(await arrived(action), newest.key)).toBe(true)
  })

  it('of a message that a member sent again is signed with the newest active API key [D26c]', async () => {
    const of = await test.tenant()
    const first = await buttons(calling(), {}, of.testKey)
    await test.settled(of, first.id, 'sent')
    const newest = await keyMade('test', of)
    const deliveries = `/workspaces/${of.workspace}/deliveries`
    const { delivery_id } = (await test.manage('POST', `${deliveries}/${first.id}/resend`)).body
    await click(await linkInMessage(test, of, delivery_id))
    const told = await test.until(async () =>
      receiver.received.find(({ text }) => text.includes(`"delivery_id":${delivery_id},`)),
    )
    expect(signedBy(told, newest.key)).toBe(true)
  })

  it('of a source that was removed is kept as failed, and the person is answered all the same', async () => {
    const of = await test.tenant()
    const sent = await buttons(calling(), {}, of.testKey)
    expect((await test.manage('DELETE', sourceOf(of))).status).toBe(204)
    expect((await click(sent.link)).status).toBe(200)
    expect((await callback(sent, 'failed', of)).attempts).toHaveLength(1)
  })

  it('whose key is revoked while it waits is signed with another at the next attempt', async () => {
    const of = await test.tenant()
    const own = await keyMade('test', of)
    const action = calling()
    receiver.reply(() => ({ status: 503 }))
    const sent = await buttons(action, {}, own.key)
    await click(sent.link)
    expect(signedBy(await arrived(action), own.key)).toBe(true)
    await callback(sent, 'waiting', of)
    await revoke(own.id, of)
    test.clock.advance(MINUTE)
    expect(signedBy(await arrived(action, 2), of.testKey)).toBe(true)
  })

  it('that nobody can sign is kept as failed and can be replayed once there is a key [D26d]', async () => {
    const of = await test.tenant()
    const action = calling()
    const sent = await buttons(action, {}, of.testKey)
    for (const { id } of (await test.manage('GET', `${sourceOf(of)}/api-keys`)).body.data) await revoke(id, of)
    expect((await click(sent.link)).status).toBe(200)
    const failed = await callback(sent, 'failed', of)
    expect(failed.attempts).toMatchObject([
      { received: false, status: null, reason: expect.stringContaining('API key') },
    ])
    expect(arrivedAt(action)).toEqual([])
    const made = await keyMade('test', of)
    expect((await test.manage('POST', `${at(of)}/${failed.id}/replay`)).status).toBe(202)
    expect(signedBy(await arrived(action), made.key)).toBe(true)
    await keyMade('live', of)
    expect((await callback(sent, 'received', of)).replay_of).toBe(failed.id)
  })

  it("stands in the delivery's timeline with its attempts, beside who pressed what", async () => {
    const actions = [calling({ slug: 'yes', label: 'Yes' }), calling({ slug: 'no', label: 'No' })]
    const sent = await sendButtons(test, tenant.testKey, actions)
    const timeline = async () =>
      (await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${sent.id}`)).body
    expect(await timeline()).toMatchObject({
      actions: [
        { slug: 'yes', label: 'Yes', used_at: null, used_by: null, used_via: null },
        { slug: 'no', label: 'No', used_at: null },
      ],
      callbacks: [],
    })
    await click(sent.links[0]!)
    await callback(sent, 'received')
    expect(await timeline()).toMatchObject({
      actions: [
        { slug: 'yes', used_at: expect.any(String), used_by: 'Ada', used_via: 'link' },
        { slug: 'no', used_at: null },
      ],
      callbacks: [
        {
          action: 'yes',
          status: 'received',
          url: actions[0]!.callback_url,
          attempts: [{ received: true, status: 200 }],
        },
      ],
    })
  })

  it('is listed newest first, by mode, status and delivery, and only in its workspace', async () => {
    const of = await connectedTenant(test, receiver)
    receiver.reply(({ path }) =>
      path.includes('bad') ? { status: 410 } : { body: { ok: true, result: { message_id: 1 } } },
    )
    const sends: Sent[] = []
    for (const slug of ['one', 'bad', 'three']) {
      sends.push(await buttons({ slug, callback_url: `${receiver.url}/${slug}` }, {}, of.testKey))
      await click(sends.at(-1)!.link)
    }
    for (const [index, status] of ['received', 'failed', 'received'].entries())
      await callback(sends[index]!, status, of)
    const list = async (query: string) => (await test.manage('GET', `${at(of)}?${query}`)).body
    const slugs = async (query: string) => (await list(query)).data.map(({ action }: { action: string }) => action)
    expect(await slugs('mode=test')).toEqual(['three', 'bad', 'one'])
    expect(await slugs('')).toEqual(['three', 'bad', 'one'])
    expect(await slugs('mode=live')).toEqual([])
    expect(await slugs('mode=test&status=failed')).toEqual(['bad'])
    expect(await slugs(`mode=test&delivery=${sends[2]!.id}`)).toEqual(['three'])
    const first = await list('mode=test&limit=2')
    expect(await slugs(`mode=test&limit=2&cursor=${first.next_cursor}`)).toEqual(['one'])
    const { id } = first.data[0]
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/replay'],
    ] as const) {
      expect((await test.manage(method, `${at()}/${id}${path}`)).status).toBe(404)
      expect((await test.manage(method, `${at(of)}/999999999${path}`)).status).toBe(404)
    }
    expect((await test.manage('GET', '/workspaces/999999/callbacks')).status).toBe(404)
    for (const query of ['status=held', 'mode=x', 'delivery=0', 'limit=0', 'cursor=x', 'colour=red'])
      expect((await test.manage('GET', `${at()}?${query}`)).status, query).toBe(422)
  })

  it('that is on its way is not replayed beside itself', async () => {
    const action = calling()
    receiver.reply(() => ({ status: 500 }))
    const sent = await buttons(action)
    await click(sent.link)
    const { id } = await callback(sent, 'waiting')
    const refused = await test.manage('POST', `${at()}/${id}/replay`)
    expect([refused.status, refused.body.error]).toEqual([409, 'conflict'])
  })
})

type Check = (body: Buffer, headers: object, keys: Record<string, string>, now?: number) => boolean

/** The example of docs/actions.md, run as it stands there. */
async function documented(): Promise<{ isGenuine: Check }> {
  const page = readFileSync(new URL('../../docs/actions.md', import.meta.url), 'utf8')
  const code = /```js\n([\s\S]*?)```/.exec(page)![1]!
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { isGenuine: Check }
}
