// Idempotency keys. Each key belongs to one delivery for an hour. The tests cover concurrency, replays, scopes and
// refusals.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR } from '../../src/limits.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('idempotency keys, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let count = 0
  const message = { recipient: { name: 'Ada', email: 'ada@example.com' }, template: 'hello', vars: { name: 'Ada' } }
  const keyed = () => ({ ...message, idempotency_key: `order-${++count}` })
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  const send = (body: object, headers?: Record<string, string>) => test.send(tenant.testKey, body, headers)
  const deliveries = async (): Promise<number> =>
    (await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries?mode=test&limit=1`)).body.data[0]?.id ?? 0

  it('replays the first delivery with 200 when an idempotency key is used again within the hour [IDEM-01, IDEM-02, RESP-08, RESP-13, RESP-14, DLV-10]', async () => {
    const body = keyed()
    const first = await send(body)
    expect([first.status, first.body.idempotency_key]).toEqual([202, body.idempotency_key])
    await test.settled(tenant, first.body.delivery_id, 'sent')
    const newest = await deliveries()
    const second = await send(body)
    expect(second.status).toBe(200)
    expect(second.body).toEqual({
      status: 'sent',
      delivery_id: first.body.delivery_id,
      idempotency_key: body.idempotency_key,
      replayed: true,
    })
    expect(await deliveries()).toBe(newest)
    const path = `/workspaces/${tenant.workspace}/deliveries/${first.body.delivery_id}`
    expect((await test.manage('GET', path)).body.attempts).toHaveLength(1)
  })

  it('replays a delivery for one hour after the first use of its idempotency key, and creates a new delivery afterwards [IDEM-03, IDEM-04]', async () => {
    const body = keyed()
    const { delivery_id } = (await send(body)).body
    test.clock.advance(HOUR - 60_000)
    expect((await send(body)).body).toMatchObject({ delivery_id, replayed: true })
    test.clock.advance(60_001)
    const repeated = await send(body)
    expect(repeated.status).toBe(202)
    expect(repeated.body.delivery_id).not.toBe(delivery_id)
  })

  it('creates two deliveries for two equal requests without an idempotency key [IDEM-05]', async () => {
    const [one, two] = await Promise.all([send(message), send(message)])
    expect([one!.status, two!.status]).toEqual([202, 202])
    expect(one!.body.delivery_id).not.toBe(two!.body.delivery_id)
  })

  it('accepts one of 30 concurrent requests with the same idempotency key, and answers the other requests with a replay [D9e]', async () => {
    const body = keyed()
    const answers = await Promise.all(Array.from({ length: 30 }, () => send(body)))
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1)
    expect(answers.filter(({ status, body: { replayed } }) => status === 200 && replayed)).toHaveLength(29)
    expect(new Set(answers.map((answer) => answer.body.delivery_id)).size).toBe(1)
  })

  it('reports body_mismatch when a request repeats an idempotency key with another body, but not if only the order of the fields differs [D9f]', async () => {
    const body = keyed()
    const { delivery_id } = (await send(body)).body
    const reordered = Object.fromEntries(Object.entries(body).reverse())
    expect((await send(reordered)).body.body_mismatch).toBeUndefined()
    expect((await send({ ...body, priority: 'high' })).body).toMatchObject({ delivery_id, body_mismatch: true })
  })

  it('a send request refused with 404 or 422 does not use up its idempotency key [D9d]', async () => {
    const body = keyed()
    expect((await send({ ...body, template: 'nothing' })).status).toBe(404)
    expect((await send({ ...body, vars: {} })).status).toBe(422)
    expect((await send(body)).status).toBe(202)
  })

  it('a rate limited request does not use up its idempotency key, and a revoked API key cannot request a replay [D9d]', async () => {
    const limited = await test.tenant({ rate_limit: 2 })
    const path = `/workspaces/${limited.workspace}/sources/${limited.source}`
    const body = keyed()
    expect((await test.send(limited.testKey, message)).status).toBe(202)
    expect((await test.send(limited.testKey, message)).status).toBe(202)
    expect((await test.send(limited.testKey, body)).body.error).toBe('rate_limited')
    expect((await test.manage('PATCH', path, { rate_limit: 5 })).status).toBe(200)
    const first = await test.send(limited.testKey, body)
    expect([first.status, first.body.replayed]).toEqual([202, undefined])
    const { data } = (await test.manage('GET', `${path}/api-keys`)).body
    const { id } = data.find(({ mode }: { mode: string }) => mode === 'test')
    await test.manage('DELETE', `${path}/api-keys/${id}`)
    expect((await test.send(limited.testKey, body)).body.error).toBe('revoked_api_key')
  })

  it('accepts the idempotency key as a header of send and trigger requests [D9c, IDEM-06]', async () => {
    const header = { 'idempotency-key': `header-${++count}` }
    const first = await send(message, header)
    expect([first.status, first.body.idempotency_key]).toEqual([202, header['idempotency-key']])
    expect((await send({ ...message, idempotency_key: header['idempotency-key'] })).body).toMatchObject({
      delivery_id: first.body.delivery_id,
      replayed: true,
    })
    const keys = `/workspaces/${tenant.workspace}/sources/${tenant.source}/trigger-keys`
    const trigger = (await test.manage('POST', keys, { mode: 'test' })).body.key
    const again = await test.call('POST', `/wh/${trigger}`, { body: message, headers: header })
    expect([again.status, again.body.delivery_id]).toEqual([200, first.body.delivery_id])
  })

  it('returns 422 when the Idempotency-Key header differs from the field idempotency_key, or is sent with a batch [D9h, D9i]', async () => {
    const differing = await send(keyed(), { 'idempotency-key': 'another' })
    expect([differing.status, Object.keys(differing.body.details)]).toEqual([422, ['idempotency_key']])
    const batch = await test.call('POST', '/send/batch', {
      key: tenant.testKey,
      body: { messages: [message] },
      headers: { 'idempotency-key': 'whole' },
    })
    expect([batch.status, Object.keys(batch.body.details)]).toEqual([422, ['idempotency_key']])
  })

  it('an idempotency key applies to all sources of a workspace, but not to other workspaces or the other mode [D9, D9b]', async () => {
    const body = keyed()
    const first = await send(body)
    const sources = `/workspaces/${tenant.workspace}/sources`
    const source = (await test.manage('POST', sources, { name: 'Second' })).body.id
    const sibling = (await test.manage('POST', `${sources}/${source}/api-keys`, { mode: 'test' })).body.key
    expect((await test.send(sibling, body)).body).toMatchObject({
      delivery_id: first.body.delivery_id,
      replayed: true,
    })
    expect((await test.send((await test.tenant()).testKey, body)).status).toBe(202)
    const live = await test.send(tenant.liveKey, body)
    // In live mode no delivery has this idempotency key. Admission therefore continues, and refuses the send because a
    // connection is missing.
    expect([live.status, Object.keys(live.body.details)]).toEqual([422, ['channel']])
  })

  it('validates the shape of a replayed request, but does not resolve its recipient and template [D5c, D5d]', async () => {
    const body = keyed()
    await send(body)
    expect((await send({ ...body, template: 'nothing', recipient: { id: 999_999 } })).status).toBe(200)
    expect((await send({ ...body, priority: 'urgent' })).status).toBe(422)
  })
})
