// Callbacks: one signed POST for each used action, with retries on a schedule and replays on request.
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { click } from '../harness/buttons.ts'
import { setUpCallbackTest, signedBy } from '../harness/callback-test.ts'
import { databases } from '../harness/service.ts'
import { startSubscriber } from '../harness/subscriber.ts'

const MINUTE = 60_000

describe.each(databases)('callbacks on %s', (kind) => {
  const context = setUpCallbackTest(kind)
  const { createAction, sendAction, requestsOf, requestOf, sourcePath, callbacksPath, createKey, callbackWithStatus } =
    context

  it('sends a callback with the action, its payload and its actor, signed with the API key of the send [ACT-06, WHAT-10, CB-04, CB-05, CB-06, CB-09, CB-10, CB-11, D26, D26b, D26e, AUTH-09]', async () => {
    const made = await createKey('test')
    const payload = { order: 17, nested: { list: [1, 'due', null, true], text: 'è – 漢字 "x"' }, empty: {} }
    const action = createAction({ slug: 'confirm', label: 'Confirm', payload })
    const { id, link } = await sendAction(action, {}, made.key)
    await createKey('test')
    const before = Math.floor(context.test.clock.now().getTime() / 1000)
    expect((await click(link)).status).toBe(200)
    const request = await requestOf(action)
    expect(request.method).toBe('POST')
    const { headers } = request
    expect(headers['content-type']).toBe('application/json')
    expect(headers['x-service-key-id']).toBe(String(made.id))
    expect(signedBy(request, made.key)).toBe(true)
    const sentAt = Number(headers['x-service-timestamp'])
    expect(sentAt).toBeGreaterThanOrEqual(before)
    expect(sentAt).toBeLessThanOrEqual(Math.ceil(context.test.clock.now().getTime() / 1000))
    expect(Object.keys(headers).filter((name) => name.startsWith('webhook-'))).toEqual([])
    const body = JSON.parse(request.text)
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

  it('callbacks have a schema in the OpenAPI document, and the example of a callback and a real callback match that schema', async () => {
    const { body: document } = await context.test.call('GET', '/../openapi.json')
    const described = document.paths['/v1/send'].post.callbacks.actionTaken['{$request.body#/actions/0/callback_url}']
    const { schema, example } = described.post.requestBody.content['application/json']
    const validate = formats.default(new Ajv2020({ strict: false })).compile(schema)
    expect([validate(example), validate.errors]).toEqual([true, null])
    const action = createAction({ payload: { a: [1] } })
    await click((await sendAction(action)).link)
    expect([validate(JSON.parse((await requestOf(action)).text)), validate.errors]).toEqual([true, null])
  })

  it('sends a callback with an empty payload when the action has no payload', async () => {
    const action = createAction()
    await click((await sendAction(action)).link)
    expect(JSON.parse((await requestOf(action)).text).payload).toEqual({})
  })

  it('sends one callback when the link of an action is clicked a hundred times at the same time', async () => {
    const action = createAction()
    const sent = await sendAction(action)
    const answers = await Promise.all(Array.from({ length: 100 }, () => click(sent.link)))
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([count(200), count(410)]).toEqual([1, 99])
    await callbackWithStatus(sent, 'received')
    expect(
      (await context.test.manage('GET', `${callbacksPath()}?mode=test&delivery=${sent.id}`)).body.data,
    ).toHaveLength(1)
    expect(requestsOf(action)).toHaveLength(1)
  })

  it('emits delivery.action_taken once for each used action [EVT-10, D31c]', async () => {
    const tenant = await context.test.tenant()
    const subscriber = await startSubscriber(context.test, tenant, ['delivery.action_taken'])
    try {
      const payload = { order: 17 }
      const sent = await sendAction(createAction({ slug: 'confirm', payload }), {}, tenant.testKey)
      await context.test.settled(tenant, sent.id, 'sent')
      for (const _ of [1, 2]) await click(sent.link)
      const other = await sendAction(createAction({ slug: 'other' }), {}, tenant.testKey)
      await click(other.link)
      const events = await subscriber.waitForEvents(2)
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

  it('sends no callback for a HEAD request, a link preview, a prefetch, a forged token or a late click [ACT-09]', async () => {
    const [viewed, late] = [createAction(), createAction()]
    const first = await sendAction(viewed)
    await click(first.link, {}, 'HEAD')
    await click(first.link, { 'user-agent': 'Slackbot 1.0' })
    await click(first.link, { 'sec-purpose': 'prefetch' })
    await click(first.link.slice(0, -1) + (first.link.endsWith('A') ? 'B' : 'A'))
    const second = await sendAction(late)
    context.test.clock.advance(72 * 60 * MINUTE)
    expect((await click(second.link)).status).toBe(410)
    const clicked = createAction()
    const third = await sendAction(clicked)
    for (const _ of [1, 2]) await click(third.link)
    await callbackWithStatus(third, 'received')
    expect([viewed, late, clicked].map((action) => requestsOf(action).length)).toEqual([0, 0, 1])
  })

  it('sends a callback for a click on the action link in a live email [CB-03, ACT-04]', async () => {
    const { startMailServer, parseMail: parsed } = await import('../harness/smtp.ts')
    const mail = await startMailServer()
    try {
      await context.test.manage('PUT', `${sourcePath()}/connections/email`, {
        settings: { url: mail.url, from: 'a@shop.example' },
      })
      const action = createAction({ label: 'Yes' })
      const sent = await sendAction(action, {}, context.tenant.liveKey)
      await context.test.settled(context.tenant, sent.id, 'sent')
      const { text } = await parsed(mail.received[0]!)
      const link = /^Yes: (\S+)$/m.exec(text!)![1]!
      expect((await click(context.test.url + new URL(link).pathname)).status).toBe(200)
      expect(signedBy(await requestOf(action), context.tenant.liveKey)).toBe(true)
    } finally {
      await mail.stop()
    }
  })

  it('signs callbacks so that they pass the documented signature check for five minutes [CB-07, CB-08]', async () => {
    const { isGenuine } = await loadDocumentedCheck()
    const made = await createKey('test')
    const action = createAction()
    await click((await sendAction(action, {}, made.key)).link)
    const { text, headers } = await requestOf(action)
    const keys = { [made.id]: made.key }
    const body = Buffer.from(text)
    const sentAt = Number(headers['x-service-timestamp'])
    for (const age of [0, 300, -300]) expect(isGenuine(body, headers, keys, sentAt + age), `${age}`).toBe(true)
    for (const age of [301, -301]) expect(isGenuine(body, headers, keys, sentAt + age), `${age}`).toBe(false)
    expect(isGenuine(Buffer.from(`${text} `), headers, keys, sentAt)).toBe(false)
    expect(isGenuine(body, headers, { [made.id]: context.tenant.testKey }, sentAt)).toBe(false)
    expect(isGenuine(body, headers, {}, sentAt)).toBe(false)
    expect(isGenuine(body, { ...headers, 'x-service-signature': undefined }, keys, sentAt)).toBe(false)
    expect(isGenuine(body, { ...headers, 'x-service-timestamp': 'x' }, keys, sentAt)).toBe(false)
  })

  it('retries a callback after 1, 5 and 30 minutes, then fails it, and sends it again on request [D26f]', async () => {
    const action = createAction()
    context.receiver.reply((_request, count) => ({
      status: count % 2 === 0 ? 500 : 302,
      headers: { location: '/elsewhere' },
    }))
    const sent = await sendAction(action)
    await click(sent.link)
    const timestamps: number[] = []
    for (const [index, minutes] of [1, 5, 30].entries()) {
      const { headers } = await requestOf(action, index + 1)
      timestamps.push(Number(headers['x-service-timestamp']))
      const { next_at } = await callbackWithStatus(sent, 'waiting')
      const wait = Date.parse(next_at) - context.test.clock.now().getTime()
      expect(wait).toBeLessThanOrEqual(minutes * MINUTE)
      expect(wait).toBeGreaterThan((minutes - 0.2) * MINUTE)
      context.test.clock.advance(wait)
    }
    await requestOf(action, 4)
    const failed = await callbackWithStatus(sent, 'failed')
    expect(failed).toMatchObject({ attempts_made: 4, next_at: null, replay_of: null })
    expect(failed.attempts).toHaveLength(4)
    for (const attempt of failed.attempts) {
      expect(attempt).toMatchObject({
        received: false,
        status: expect.any(Number),
        reason: expect.stringMatching(/returned (500|302)/),
      })
    }
    const requests = requestsOf(action)
    expect(new Set(requests.map(({ text }) => text)).size).toBe(1)
    expect(new Set(requests.map(({ headers }) => headers['x-service-delivery-id'])).size).toBe(1)
    expect(new Set(requests.map(({ headers }) => headers['x-service-timestamp'])).size).toBe(4)
    expect(context.receiver.received.some(({ path }) => path === '/elsewhere')).toBe(false)

    context.receiver.reply(() => ({ status: 201 }))
    const replayed = await context.test.manage('POST', `${callbacksPath()}/${failed.id}/replay`)
    expect([replayed.status, replayed.body.replay_of]).toEqual([202, failed.id])
    const again = await requestOf(action, 5)
    expect([again.text, signedBy(again, context.tenant.testKey)]).toEqual([requests[0]!.text, true])
    expect(again.headers['x-service-delivery-id']).not.toBe(requests[0]!.headers['x-service-delivery-id'])
    expect(await callbackWithStatus(sent, 'received')).toMatchObject({ id: replayed.body.id, attempts_made: 1 })
  })
})

type Check = (body: Buffer, headers: object, keys: Record<string, string>, now?: number) => boolean

/** Loads the signature check that docs/actions.md shows as an example. */
async function loadDocumentedCheck(): Promise<{ isGenuine: Check }> {
  const page = readFileSync(new URL('../../docs/actions.md', import.meta.url), 'utf8')
  const code = /```js\n([\s\S]*?)```/.exec(page)![1]!
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { isGenuine: Check }
}
