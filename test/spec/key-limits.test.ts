// API keys and trigger keys: names, scopes, expiry, last use and ids (decision 66).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

interface Key {
  id: number
  key: string
}

const message = { recipient: { name: 'Ada', email: 'ada@example.com' }, template: 'hello', vars: { name: 'Ada' } }

describe.each(databases)('API keys and trigger keys, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  const keysOf = (segment: 'api' | 'trigger' = 'api', { workspace, source } = tenant) =>
    `/workspaces/${workspace}/sources/${source}/${segment}-keys`
  const create = async (fields: object, segment: 'api' | 'trigger' = 'api', of = tenant): Promise<Key> => {
    const { status, body } = await test.manage('POST', keysOf(segment, of), { mode: 'test', ...fields })
    expect([status, body.message]).toEqual([201, undefined])
    return body
  }
  const listed = async (id: number, segment: 'api' | 'trigger' = 'api') =>
    (await test.manage('GET', keysOf(segment))).body.data.find((key: Key) => key.id === id)
  const inDays = (days: number) => new Date(test.clock.now().getTime() + days * DAY).toISOString()
  /** Every public operation that accepts an API key, with the scope that it requires. */
  const operations = (of = 1): { scope: 'send' | 'read'; request(key: string): Promise<Answer> }[] => [
    { scope: 'send', request: (key) => test.send(key, message) },
    { scope: 'send', request: (key) => test.call('POST', '/send/batch', { key, body: { messages: [message] } }) },
    {
      scope: 'send',
      request: (key) => test.call('POST', '/push/tokens', { key, body: { recipient: message.recipient } }),
    },
    { scope: 'read', request: (key) => test.call('GET', '/usage', { key }) },
    { scope: 'read', request: (key) => test.call('GET', `/deliveries/${of}`, { key }) },
  ]

  it('creates an API key with name, scopes and expiry, and lists the id of the API key but not the key itself [D66]', async () => {
    const expires_at = inDays(30)
    const fields = { mode: 'live', name: 'Shop backend', scopes: ['send'], expires_at }
    const { status, body } = await test.manage('POST', keysOf(), fields)
    expect(status).toBe(201)
    const { key, ...rest } = body
    expect(body).toMatchObject({ ...fields, state: 'active', key: expect.stringMatching(/^svc_live_/) })
    const list = await test.manage('GET', keysOf())
    expect(list.body.data.at(-1)).toEqual(rest)
    expect(rest).toMatchObject({ id: expect.any(Number), hint: `…${key.slice(-4)}`, last_used_at: null })
    expect(JSON.stringify(list.body)).not.toContain(key)
  })

  it('creates an API key with both scopes, no name and no expiry by default', async () => {
    const { id } = await create({})
    expect(await listed(id)).toMatchObject({ name: null, scopes: ['send', 'read'], expires_at: null, state: 'active' })
  })

  it('an API key from version 0.1 has both scopes and no expiry', async () => {
    const { id, key } = await create({})
    await test.service.db.pool.query(
      `insert into keys (workspace_id, source_id, kind, mode, hash, sealed, hint, created_at)
       select workspace_id, source_id, kind, mode, '\\x01', sealed, 'old1', created_at from keys where id = $1`,
      [id],
    )
    expect(key).toBeTruthy()
    const old = (await test.manage('GET', keysOf())).body.data.find(({ hint }: { hint: string }) => hint === '…old1')
    expect(old).toMatchObject({ name: null, scopes: ['send', 'read'], expires_at: null, last_used_at: null })
    await test.manage('DELETE', `${keysOf()}/${old.id}`)
  })

  it('an API key with one scope permits only the operations of that scope, and other operations return 403 with the missing scope [D66b]', async () => {
    const sent = (await test.send(tenant.testKey, message)).body.delivery_id
    for (const scope of ['send', 'read'] as const) {
      const { key } = await create({ scopes: [scope] })
      for (const operation of operations(sent)) {
        const { status, body } = await operation.request(key)
        if (operation.scope === scope) expect([200, 201, 202]).toContain(status)
        else
          expect([status, body.error, body.message]).toEqual([
            403,
            'forbidden',
            `This API key lacks the scope ${operation.scope}; it has ${scope}. Create a key with that scope on its source.`,
          ])
      }
    }
  })

  it('a request that is refused for a missing scope counts toward the rate limit, but creates nothing and costs nothing [D66b]', async () => {
    const of = await test.tenant({ rate_limit: 3, quota: 1 })
    const { key } = await create({ mode: 'live', scopes: ['read'] }, 'api', of)
    const first = await test.send(key, { ...message, idempotency_key: 'once' })
    expect([first.status, first.headers.get('x-ratelimit-limit'), first.headers.get('x-ratelimit-remaining')]).toEqual([
      403,
      '3',
      '2',
    ])
    expect((await test.send(key, '{"half": ')).body.error).toBe('forbidden')
    const usage = await test.call('GET', '/usage', { key })
    expect([usage.status, usage.body.messages.used, usage.headers.get('x-ratelimit-remaining')]).toEqual([200, 0, '0'])
    expect((await test.send(key, message)).body.error).toBe('rate_limited')
    const { data } = (await test.manage('GET', `/workspaces/${of.workspace}/recipients`)).body
    expect(data).toEqual([])
    const replayed = await test.send(of.liveKey, { ...message, idempotency_key: 'once' })
    expect(replayed.body.replayed).not.toBe(true)
  })

  it('checks each request against the scopes of its API key when requests with several API keys arrive together', async () => {
    const { key } = await create({ scopes: ['read'] })
    const both = await create({})
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => operations()[n % 4]!.request(n % 2 === 0 ? key : both.key)),
    )
    expect(answers.map(({ status }) => status === 403)).toEqual(answers.map((_, n) => n % 4 === 0 || n % 4 === 2))
  })

  it('returns 403 expired_api_key for an expired API key on every operation, without counting toward the rate limit [D66c]', async () => {
    const expires_at = inDays(1)
    const { id, key } = await create({ expires_at })
    for (const { request } of operations()) expect((await request(key)).status).not.toBe(403)
    test.clock.advance(DAY)
    for (const { request } of operations()) {
      const { status, body, headers } = await request(key)
      expect([status, body.error, headers.get('x-ratelimit-limit')]).toEqual([403, 'expired_api_key', null])
      expect(body.message).toContain(`expired at ${expires_at}.`)
    }
    expect((await test.send(key, '{"half": ')).body.error).toBe('expired_api_key')
    expect(await listed(id)).toMatchObject({ state: 'expired', revoked_at: null })
    await test.manage('DELETE', `${keysOf()}/${id}`)
    expect((await test.send(key, message)).body.error).toBe('revoked_api_key')
  })

  it('a later expires_at reactivates an expired API key, and null removes the name and the expiry of an API key', async () => {
    const { id, key } = await create({ name: 'Old', expires_at: inDays(1) })
    test.clock.advance(DAY)
    expect((await test.send(key, message)).status).toBe(403)
    const at = `${keysOf()}/${id}`
    const later = inDays(1)
    expect((await test.manage('PATCH', at, { expires_at: later })).body).toMatchObject({
      id,
      name: 'Old',
      expires_at: later,
      state: 'active',
    })
    expect((await test.send(key, message)).status).toBe(202)
    expect((await test.manage('PATCH', at, { name: null, expires_at: null })).body).toMatchObject({
      name: null,
      expires_at: null,
    })
    expect((await test.manage('PATCH', at, { name: 'New' })).body).toMatchObject({ name: 'New', expires_at: null })
  })

  it('refuses to change the scopes of an API key, to set an expiry in the past, and to change a revoked key or a key of another source', async () => {
    const { id } = await create({})
    const at = `${keysOf()}/${id}`
    for (const [change, field] of [
      [{ scopes: ['read'] }, 'scopes'],
      [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
      [{ expires_at: 'soon' }, 'expires_at'],
      [{ name: 'x'.repeat(101) }, 'name'],
    ] as const) {
      const { status, body } = await test.manage('PATCH', at, change)
      expect([status, Object.keys(body.details)]).toEqual([422, [field]])
    }
    for (const [invalid, field] of [
      [{ mode: 'test', scopes: [] }, 'scopes'],
      [{ mode: 'test', scopes: ['send', 'send'] }, 'scopes'],
      [{ mode: 'test', scopes: ['admin'] }, 'scopes.0'],
      [{ mode: 'test', name: '' }, 'name'],
      [{ mode: 'test', expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ] as const) {
      const { status, body } = await test.manage('POST', keysOf(), invalid)
      expect([status, Object.keys(body.details)], JSON.stringify(invalid)).toEqual([422, [field]])
    }
    const other = await test.tenant()
    expect((await test.manage('PATCH', `${keysOf('api', other)}/${id}`, { name: 'x' })).status).toBe(404)
    expect((await test.manage('PATCH', `${keysOf('trigger')}/${id}`, { name: 'x' })).status).toBe(404)
    await test.manage('DELETE', at)
    const revoked = await test.manage('PATCH', at, { name: 'x' })
    expect([revoked.status, revoked.body.error]).toEqual([409, 'conflict'])
    expect((await listed(id)).name).toBeNull()
  })

  it('a trigger key has a name and an expiry, permits only sending, and is refused with 401 after its expiry', async () => {
    const expires_at = inDays(1)
    const { id, key } = await create({ name: 'Contact form', expires_at }, 'trigger')
    expect(await listed(id, 'trigger')).toMatchObject({ name: 'Contact form', scopes: ['send'], expires_at })
    expect((await test.manage('POST', keysOf('trigger'), { scopes: ['send'] })).status).toBe(422)
    const sent = () => test.call('POST', `/wh/${key}`, { body: message })
    expect((await sent()).status).toBe(202)
    expect((await listed(id, 'trigger')).last_used_at).not.toBeNull()
    test.clock.advance(DAY)
    const { status, body } = await sent()
    expect([status, body.error, body.message]).toEqual([
      401,
      'invalid_webhook_key',
      `The trigger key in this URL expired at ${expires_at}.`,
    ])
    await test.manage('PATCH', `${keysOf('trigger')}/${id}`, { expires_at: null })
    expect((await sent()).status).toBe(202)
  })

  it('reports the last use of an API key with the precision of a minute, for accepted and refused requests [D66e]', async () => {
    const { id, key } = await create({})
    expect((await listed(id)).last_used_at).toBeNull()
    const used = async () => {
      const { last_used_at } = await listed(id)
      expect(Date.parse(last_used_at) % MINUTE).toBe(0)
      const age = test.clock.now().getTime() - Date.parse(last_used_at)
      expect(age).toBeGreaterThanOrEqual(0)
      expect(age).toBeLessThan(2 * MINUTE)
      return Date.parse(last_used_at)
    }
    await test.send(key, message)
    const first = await used()
    test.clock.advance(3 * HOUR)
    await test.send(key, { template: 'none' })
    expect(await used()).toBeGreaterThan(first)
  })

  it('does not count an expired key toward the 100 live keys of a source', async () => {
    const of = await test.tenant()
    const at = keysOf('api', of)
    for (let count = 2; count < 99; count++) await create({}, 'api', of)
    await create({ expires_at: inDays(1) }, 'api', of)
    const full = await test.manage('POST', at, { mode: 'test' })
    expect([full.status, full.body.error]).toEqual([409, 'conflict'])
    test.clock.advance(DAY)
    await create({}, 'api', of)
    const { data } = (await test.manage('GET', at)).body
    expect(data.filter(({ state }: { state: string }) => state === 'active')).toHaveLength(100)
    expect(data).toHaveLength(101)
  })

  it('returns 409 when a later expires_at would reactivate an expired key of a source that already has 100 active keys', async () => {
    const of = await test.tenant()
    const at = keysOf('api', of)
    const { id } = await create({ expires_at: inDays(1) }, 'api', of)
    const { id: other } = await create({ name: 'Live', expires_at: inDays(2) }, 'api', of)
    test.clock.advance(DAY)
    // The tenant has two active keys from the start.
    for (let count = 3; count < 100; count++) await create({}, 'api', of)
    const change = { expires_at: inDays(5) }
    const refused = await test.manage('PATCH', `${at}/${id}`, change)
    expect([refused.status, refused.body.error]).toEqual([409, 'conflict'])
    expect((await test.manage('PATCH', `${at}/${id}`, { name: 'Expired' })).body.state).toBe('expired')
    expect((await test.manage('PATCH', `${at}/${other}`, change)).status).toBe(200)
    await test.manage('DELETE', `${at}/${other}`)
    expect((await test.manage('PATCH', `${at}/${id}`, change)).body.state).toBe('active')
  })

  it('concurrent requests create at most 100 live keys for a source, and the list contains every live key', async () => {
    const of = await test.tenant()
    const at = keysOf('api', of)
    const answers = await Promise.all(
      Array.from({ length: 110 }, () => test.manage('POST', at, { mode: 'test' }).then(({ status }) => status)),
    )
    expect(answers.filter((status) => status === 201)).toHaveLength(98)
    expect(answers.filter((status) => status === 409)).toHaveLength(12)
    await test.service.db.query({
      text: `insert into keys (workspace_id, source_id, kind, mode, hash, sealed, hint, created_at)
             select workspace_id, source_id, kind, mode, hash || '\\x01', sealed, 'more', created_at
             from keys where source_id = $1 limit 5`,
      values: [of.source],
    })
    expect((await test.manage('GET', at)).body.data).toHaveLength(105)
  })

  it('the getting-started steps show a test key that can send, never an expired or read-only key', async () => {
    const of = await test.tenant()
    const shown = async () =>
      (await test.manage('GET', `/workspaces/${of.workspace}/getting-started`)).body.test_key as string
    await create({ scopes: ['read'] }, 'api', of)
    expect(await shown()).toBe(of.testKey)
    const { key } = await create({ expires_at: inDays(1) }, 'api', of)
    expect(await shown()).toBe(key)
    test.clock.advance(DAY)
    expect(await shown()).toBe(of.testKey)
  })

  it('the audit log names the changed API key and records the values before and after', async () => {
    const { id } = await create({ name: 'Billing' })
    await test.manage('PATCH', `${keysOf()}/${id}`, { name: 'Billing 2' })
    const { data } = (await test.manage('GET', `/workspaces/${tenant.workspace}/audit-log?limit=1`)).body
    expect(data[0]).toMatchObject({
      action: 'changeApiKey',
      object: { kind: 'api_key', id: String(id), name: expect.stringMatching(/^Billing …\w{4}$/) },
      before: { name: 'Billing' },
      change: { name: 'Billing 2' },
    })
  })
})
