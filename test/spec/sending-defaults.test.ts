// The sending defaults of templates: values of send fields for requests that omit them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const MINUTE = 60_000

describe.each(databases)('sending defaults on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant({ quota: 1000 })
  })
  afterAll(() => test.stop())

  const at = (rest: string) => `/workspaces/${tenant.workspace}${rest}`
  const recipient = { email: 'ada@customer.example' }
  const content = { name: 'Code', locales: { it: { body: 'Codice' } } }
  const create = async (slug: string, more: object) => {
    const created = await test.manage('POST', at('/templates'), { slug, ...content, ...more })
    expect(created.status).toBe(201)
    return created.body
  }
  const lifetime = async (id: number) => {
    const { body } = await test.manage('GET', at(`/deliveries/${id}`))
    return Date.parse(body.expires_at) - Date.parse(body.created_at)
  }
  const send = async (more: object) => {
    const { status, body } = await test.send(tenant.testKey, { recipient, channel: 'email', ...more })
    expect([status, body.message]).toEqual([202, undefined])
    return body.delivery_id
  }

  it('a message has the defaults of its published template, and the value of its request wins [D170]', async () => {
    const created = await create('expiring', { defaults: { expires_after: '10m' } })
    expect(created.defaults).toEqual({ expires_after: '10m' })
    expect(await lifetime(await send({ template: 'expiring' }))).toBe(10 * MINUTE)
    expect(await lifetime(await send({ template: 'expiring', expires_after: '5m' }))).toBe(5 * MINUTE)
    const draft = { ...content, defaults: { expires_after: '2m' } }
    expect((await test.manage('PUT', at('/templates/expiring/draft'), draft)).body.defaults).toEqual(draft.defaults)
    expect(await lifetime(await send({ template: 'expiring' }))).toBe(10 * MINUTE)
    const { body } = await test.manage('GET', at('/templates/expiring/changes'))
    expect(body.changes).toEqual([{ field: 'defaults.expires_after', before: '10m', after: '2m' }])
    await test.manage('POST', at('/templates/expiring/publish'), {})
    expect(await lifetime(await send({ template: 'expiring' }))).toBe(2 * MINUTE)
  })

  it('a test message of a draft has the defaults of the draft', async () => {
    await create('drafted', { defaults: { expires_after: '10m' } })
    await test.manage('PUT', at('/templates/drafted/draft'), { ...content, defaults: { expires_after: '3m' } })
    const sent = await test.manage('POST', at('/templates/drafted/test-send'), { draft: true, channel: 'email' })
    expect(await lifetime(sent.body.delivery_id)).toBe(3 * MINUTE)
  })

  it('a request without `defaults` keeps them, and an empty object removes them', async () => {
    await create('kept', { defaults: { expires_after: '10m' } })
    const put = async (more: object) => (await test.manage('PUT', at('/templates/kept'), { ...content, ...more })).body
    expect((await put({})).defaults).toEqual({ expires_after: '10m' })
    expect((await put({ defaults: {} })).defaults).toEqual({})
    const first = await test.manage('GET', at('/templates/kept/versions/1'))
    expect(first.body.defaults).toEqual({ expires_after: '10m' })
    const copied = await test.manage('POST', at('/templates/kept/versions/1/restore'), {})
    expect(copied.body.defaults).toEqual({ expires_after: '10m' })
    const cloned = await test.manage('POST', at('/templates/kept/clone'), { slug: 'cloned' })
    expect(cloned.status).toBe(201)
    expect((await test.manage('GET', at('/templates/cloned/draft'))).body.defaults).toEqual({ expires_after: '10m' })
  })

  it('refuses defaults that a send request must not have', async () => {
    const refused = async (defaults: object) => {
      const { status, body } = await test.manage('POST', at('/templates'), { slug: 'wrong', ...content, defaults })
      expect(status).toBe(422)
      return body.details
    }
    expect(await refused({ expires_after: '8d' })).toEqual({ 'defaults.expires_after': ['must be at most 7d'] })
    expect(Object.keys(await refused({ quiet_hours: 'never' }))).toEqual(['defaults.quiet_hours'])
    expect(Object.keys(await refused({ subject: 'x' }))).toEqual(['defaults.subject'])
  })

  it('a dry run shows the defaults of the template', async () => {
    const { body } = await test.call('POST', '/send?dry_run=true', {
      key: tenant.testKey,
      body: { recipient, template: 'drafted', channel: 'email' },
    })
    expect(Date.parse(body.expires_at) - test.clock.now().getTime()).toBeCloseTo(10 * MINUTE, -4)
  })
})
