// Signing keys of callbacks. Each attempt is signed with the API key that sent the message. If that key is no longer
// valid, the attempt is signed with the newest active API key of the same mode.
import { describe, expect, it } from 'vitest'
import { click, linkInMessage } from '../harness/buttons.ts'
import { setUpCallbackTest, signedBy } from '../harness/callback-test.ts'
import { databases } from '../harness/service.ts'

const MINUTE = 60_000

describe.each(databases)('signing keys of callbacks on %s', (kind) => {
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

  it('signs a callback with the newest active API key of the mode when the API key of the send is revoked [D26c]', async () => {
    const tenant = await context.test.tenant()
    const [own, older, newest, live] = [
      await createKey('test', tenant),
      await createKey('test', tenant),
      await createKey('test', tenant),
      await createKey('live', tenant),
    ]
    const action = createAction()
    const { link } = await sendAction(action, {}, own.key)
    await revokeKey(own.id, tenant)
    await click(link)
    const callback = await requestOf(action)
    expect([signedBy(callback, newest.key), callback.headers['x-service-key-id']]).toEqual([true, String(newest.id)])
    await revokeKey(newest.id, tenant)
    const next = createAction()
    await click((await sendAction(next, {}, older.key)).link)
    expect(signedBy(await requestOf(next), older.key)).toBe(true)
    expect(live.id).toBeGreaterThan(newest.id)
  })

  it('signs the callback of a trigger request with the newest active API key [D26c]', async () => {
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

  it('signs the callback of a resent message with the newest active API key [D26c]', async () => {
    const tenant = await context.test.tenant()
    const first = await sendAction(createAction(), {}, tenant.testKey)
    await context.test.settled(tenant, first.id, 'sent')
    const newest = await createKey('test', tenant)
    const deliveries = `/workspaces/${tenant.workspace}/deliveries`
    const { delivery_id } = (await context.test.manage('POST', `${deliveries}/${first.id}/resend`)).body
    await click(await linkInMessage(context.test, tenant, delivery_id))
    const callback = await context.test.until(async () =>
      context.receiver.received.find(({ text }) => text.includes(`"delivery_id":${delivery_id},`)),
    )
    expect(signedBy(callback, newest.key)).toBe(true)
  })

  it('when the source of an action was removed, shows the recipient the result of the action, but fails the callback', async () => {
    const tenant = await context.test.tenant()
    const sent = await sendAction(createAction(), {}, tenant.testKey)
    expect((await context.test.manage('DELETE', sourcePath(tenant))).status).toBe(204)
    expect((await click(sent.link)).status).toBe(200)
    expect((await callbackWithStatus(sent, 'failed', tenant)).attempts).toHaveLength(1)
  })

  it('signs the next attempt of a callback with another API key after the API key of the send was revoked', async () => {
    const tenant = await context.test.tenant()
    const own = await createKey('test', tenant)
    const action = createAction()
    context.receiver.reply(() => ({ status: 503 }))
    const sent = await sendAction(action, {}, own.key)
    await click(sent.link)
    expect(signedBy(await requestOf(action), own.key)).toBe(true)
    await callbackWithStatus(sent, 'waiting', tenant)
    await revokeKey(own.id, tenant)
    context.test.clock.advance(MINUTE)
    expect(signedBy(await requestOf(action, 2), tenant.testKey)).toBe(true)
  })

  it('signs the next attempt of a callback with another API key after the API key of the send expired [D26c, D66d]', async () => {
    const tenant = await context.test.tenant()
    const HOUR = 60 * MINUTE
    const make = async (more: object) =>
      (await context.test.manage('POST', `${context.sourcePath(tenant)}/api-keys`, { mode: 'test', ...more })).body
    const expires_at = new Date(context.test.clock.now().getTime() + HOUR).toISOString()
    const own = await make({ expires_at })
    const action = createAction()
    context.receiver.reply(() => ({ status: 503 }))
    const sent = await sendAction(action, {}, own.key)
    await click(sent.link)
    expect(signedBy(await requestOf(action), own.key)).toBe(true)
    await callbackWithStatus(sent, 'waiting', tenant)
    context.test.clock.advance(HOUR)
    const callback = await requestOf(action, 2)
    expect([signedBy(callback, tenant.testKey), signedBy(callback, own.key)]).toEqual([true, false])
  })

  it('fails a callback if every API key of the source is expired or lacks the scope `send` [D26d, D66d]', async () => {
    const tenant = await context.test.tenant()
    const action = createAction()
    const sent = await sendAction(action, {}, tenant.testKey)
    const keys = `${context.sourcePath(tenant)}/api-keys`
    const expires_at = new Date(context.test.clock.now().getTime() + MINUTE).toISOString()
    await context.test.manage('POST', keys, { mode: 'test', scopes: ['read'] })
    for (const { id, scopes } of (await context.test.manage('GET', keys)).body.data)
      if (scopes.includes('send')) await context.test.manage('PATCH', `${keys}/${id}`, { expires_at })
    context.test.clock.advance(MINUTE)
    await click(sent.link)
    expect((await callbackWithStatus(sent, 'failed', tenant)).attempts).toMatchObject([
      { received: false, reason: expect.stringContaining('API key') },
    ])
    expect(requestsOf(action)).toEqual([])
  })

  it('fails a callback if the source has no API key, and permits a replay of the callback after the source got an API key [D26d]', async () => {
    const tenant = await context.test.tenant()
    const action = createAction()
    const sent = await sendAction(action, {}, tenant.testKey)
    for (const { id } of (await context.test.manage('GET', `${sourcePath(tenant)}/api-keys`)).body.data)
      await revokeKey(id, tenant)
    expect((await click(sent.link)).status).toBe(200)
    const failed = await callbackWithStatus(sent, 'failed', tenant)
    expect(failed.attempts).toMatchObject([
      { received: false, status: null, reason: expect.stringContaining('API key') },
    ])
    expect(requestsOf(action)).toEqual([])
    const made = await createKey('test', tenant)
    expect((await context.test.manage('POST', `${callbacksPath(tenant)}/${failed.id}/replay`)).status).toBe(202)
    expect(signedBy(await requestOf(action), made.key)).toBe(true)
    await createKey('live', tenant)
    expect((await callbackWithStatus(sent, 'received', tenant)).replay_of).toBe(failed.id)
  })
})
