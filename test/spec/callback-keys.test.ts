// Which API key signs a callback: the one of the send, else the newest active one of the mode, looked up at every attempt.
import { describe, expect, it } from 'vitest'
import { click, linkInMessage } from '../harness/buttons.ts'
import { setUpCallbackTest, signedBy } from '../harness/callback-test.ts'
import { databases } from '../harness/service.ts'

const MINUTE = 60_000

describe.each(databases)('the key of a callback on %s', (kind) => {
  const context = setUpCallbackTest(kind)
  const {
    createAction,
    sendAction,
    requestsOf,
    requestOf,
    sourcePath,
    callbacksPath,
    createKey,
    revokeKey,
    callbackWithStatus,
  } = context

  it('is signed with the newest active key of the mode when its own is gone [D26c]', async () => {
    const of = await context.test.tenant()
    const [own, older, newest, live] = [
      await createKey('test', of),
      await createKey('test', of),
      await createKey('test', of),
      await createKey('live', of),
    ]
    const action = createAction()
    const { link } = await sendAction(action, {}, own.key)
    await revokeKey(own.id, of)
    await click(link)
    const callback = await requestOf(action)
    expect([signedBy(callback, newest.key), callback.headers['x-service-key-id']]).toEqual([true, String(newest.id)])
    await revokeKey(newest.id, of)
    const next = createAction()
    await click((await sendAction(next, {}, older.key)).link)
    expect(signedBy(await requestOf(next), older.key)).toBe(true)
    expect(live.id).toBeGreaterThan(newest.id)
  })

  it('of a trigger send is signed with the newest active API key [D26c]', async () => {
    const trigger = (await context.test.manage('POST', `${sourcePath()}/trigger-keys`, { mode: 'test' })).body
    const newest = await createKey('test')
    const action = createAction()
    const { body } = await context.test.call('POST', `/wh/${trigger.key}`, {
      body: {
        recipient: { email: 'ada@example.com' },
        template: 'hello',
        vars: { name: 'Ada' },
        actions: [action],
      },
    })
    await click(context.test.url + new URL(body.actions[0].url).pathname)
    expect(signedBy(await requestOf(action), newest.key)).toBe(true)
  })

  it('of a message that a member sent again is signed with the newest active API key [D26c]', async () => {
    const of = await context.test.tenant()
    const first = await sendAction(createAction(), {}, of.testKey)
    await context.test.settled(of, first.id, 'sent')
    const newest = await createKey('test', of)
    const deliveries = `/workspaces/${of.workspace}/deliveries`
    const { delivery_id } = (await context.test.manage('POST', `${deliveries}/${first.id}/resend`)).body
    await click(await linkInMessage(context.test, of, delivery_id))
    const callback = await context.test.until(async () =>
      context.receiver.received.find(({ text }) => text.includes(`"delivery_id":${delivery_id},`)),
    )
    expect(signedBy(callback, newest.key)).toBe(true)
  })

  it('of a source that was removed is kept as failed, and the person is answered all the same', async () => {
    const of = await context.test.tenant()
    const sent = await sendAction(createAction(), {}, of.testKey)
    expect((await context.test.manage('DELETE', sourcePath(of))).status).toBe(204)
    expect((await click(sent.link)).status).toBe(200)
    expect((await callbackWithStatus(sent, 'failed', of)).attempts).toHaveLength(1)
  })

  it('whose key is revoked while it waits is signed with another at the next attempt', async () => {
    const of = await context.test.tenant()
    const own = await createKey('test', of)
    const action = createAction()
    context.receiver.reply(() => ({ status: 503 }))
    const sent = await sendAction(action, {}, own.key)
    await click(sent.link)
    expect(signedBy(await requestOf(action), own.key)).toBe(true)
    await callbackWithStatus(sent, 'waiting', of)
    await revokeKey(own.id, of)
    context.test.clock.advance(MINUTE)
    expect(signedBy(await requestOf(action, 2), of.testKey)).toBe(true)
  })

  it('a callback whose key expires between two attempts is signed with another key [D26c, D66d]', async () => {
    const of = await context.test.tenant()
    const HOUR = 60 * MINUTE
    const make = async (more: object) =>
      (await context.test.manage('POST', `${context.sourcePath(of)}/api-keys`, { mode: 'test', ...more })).body
    const expires_at = new Date(context.test.clock.now().getTime() + HOUR).toISOString()
    const own = await make({ expires_at })
    const action = createAction()
    context.receiver.reply(() => ({ status: 503 }))
    const sent = await sendAction(action, {}, own.key)
    await click(sent.link)
    expect(signedBy(await requestOf(action), own.key)).toBe(true)
    await callbackWithStatus(sent, 'waiting', of)
    context.test.clock.advance(HOUR)
    const callback = await requestOf(action, 2)
    expect([signedBy(callback, of.testKey), signedBy(callback, own.key)]).toEqual([true, false])
  })

  it('no callback is signed with a key that expired or may not send; without another key it fails [D26d, D66d]', async () => {
    const of = await context.test.tenant()
    const action = createAction()
    const sent = await sendAction(action, {}, of.testKey)
    const keys = `${context.sourcePath(of)}/api-keys`
    const expires_at = new Date(context.test.clock.now().getTime() + MINUTE).toISOString()
    await context.test.manage('POST', keys, { mode: 'test', scopes: ['read'] })
    for (const { id, scopes } of (await context.test.manage('GET', keys)).body.data)
      if (scopes.includes('send')) await context.test.manage('PATCH', `${keys}/${id}`, { expires_at })
    context.test.clock.advance(MINUTE)
    await click(sent.link)
    expect((await callbackWithStatus(sent, 'failed', of)).attempts).toMatchObject([
      { received: false, reason: expect.stringContaining('API key') },
    ])
    expect(requestsOf(action)).toEqual([])
  })

  it('that nobody can sign is kept as failed and can be replayed once there is a key [D26d]', async () => {
    const of = await context.test.tenant()
    const action = createAction()
    const sent = await sendAction(action, {}, of.testKey)
    for (const { id } of (await context.test.manage('GET', `${sourcePath(of)}/api-keys`)).body.data)
      await revokeKey(id, of)
    expect((await click(sent.link)).status).toBe(200)
    const failed = await callbackWithStatus(sent, 'failed', of)
    expect(failed.attempts).toMatchObject([
      { received: false, status: null, reason: expect.stringContaining('API key') },
    ])
    expect(requestsOf(action)).toEqual([])
    const made = await createKey('test', of)
    expect((await context.test.manage('POST', `${callbacksPath(of)}/${failed.id}/replay`)).status).toBe(202)
    expect(signedBy(await requestOf(action), made.key)).toBe(true)
    await createKey('live', of)
    expect((await callbackWithStatus(sent, 'received', of)).replay_of).toBe(failed.id)
  })
})
