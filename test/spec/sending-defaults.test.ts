// The sending defaults of templates: values of send fields for requests that omit them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandsIn } from '../harness/command.ts'
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

  describe('the fallback of a template', () => {
    const fallback = [{ channel: 'whatsapp' }, { channel: 'sms', after: '15m' }, { channel: 'email' }]
    const reachable = { ...recipient, whatsapp_phone: '+393331234567', phone: '+393331234567' }
    const answer = async (more: object, query = '') => {
      const body = { recipient: reachable, template: 'stepped', ...more }
      return test.call('POST', `/send${query}`, { key: tenant.testKey, body })
    }
    const channelsOf = ({ steps }: { steps?: { channel: string }[] }) => steps?.map(({ channel }) => channel)
    beforeAll(async () => {
      const created = await create('stepped', { defaults: { fallback } })
      expect(created.defaults).toEqual({ fallback })
    })

    it('applies to a request without its own way to send the message, also in a dry run [D186]', async () => {
      const { status, body } = await answer({})
      expect([status, body.channel, channelsOf(body)]).toEqual([202, 'whatsapp', ['whatsapp', 'sms', 'email']])
      expect(channelsOf((await answer({}, '?dry_run=true')).body)).toEqual(['whatsapp', 'sms', 'email'])
      const { body: read } = await test.manage('GET', at(`/deliveries/${body.delivery_id}`))
      expect(read.fallback.steps).toMatchObject([{}, { channel: 'sms', after_seconds: 900 }, { after_seconds: null }])
    })

    it('is replaced by the fields fallback, channel, digest and repeat of a request [D186]', async () => {
      const own = [{ channel: 'email' }, { channel: 'sms' }]
      expect(channelsOf((await answer({ fallback: own })).body)).toEqual(['email', 'sms'])
      const repeat = { every: '10m', until: 'delivered', at_most: 1 }
      expect((await answer({ repeat })).body.steps).toHaveLength(2)
      for (const more of [{ channel: 'email' }, { digest: { key: 'k', wait: '10m' } }, { fallback: [] }]) {
        const { status, body } = await answer(more)
        expect([status, body.steps], JSON.stringify(more)).toEqual([202, undefined])
      }
      expect(channelsOf((await answer({ fallback: null })).body)).toHaveLength(3)
    })

    it('is not used by a resend, which keeps the fields of its message', async () => {
      const { body } = await answer({ fallback: [] })
      await test.settled(tenant, body.delivery_id, 'sent')
      const { body: again } = await test.manage('POST', at(`/deliveries/${body.delivery_id}/resend`))
      expect((await test.manage('GET', at(`/deliveries/${again.delivery_id}`))).body.fallback).toBeNull()
    })

    it('needs buttons in the request if a step has the condition acted', async () => {
      const acted = [{ channel: 'email' }, { channel: 'sms', after: '1h', unless: 'acted' }]
      await create('acted', { defaults: { fallback: acted } })
      const { status, body } = await answer({ template: 'acted' })
      expect([status, body.details]).toEqual([422, { 'fallback.1.unless': ['is acted, so the message needs actions'] }])
    })

    it('is refused if a send request must not have it', async () => {
      const refused = async (...steps: object[]) => {
        const defaults = { fallback: steps }
        const { status, body } = await test.manage('POST', at('/templates'), { slug: 'wrong', ...content, defaults })
        expect(status).toBe(422)
        return Object.keys(body.details)
      }
      const [email, sms] = [{ channel: 'email' }, { channel: 'sms' }]
      expect(await refused(email)).toEqual(['defaults.fallback'])
      expect(await refused(email, { ...sms, after: '8d' })).toEqual(['defaults.fallback.1.after'])
      expect(await refused({ ...email, after: '1h' }, sms)).toEqual(['defaults.fallback.0.after'])
      expect(await refused(email, { ...sms, after: null })).toEqual(['defaults.fallback.1.after'])
    })

    it('is kept by `carillon template pull` and `push`', async () => {
      const folder = mkdtempSync(path.join(os.tmpdir(), 'carillon-defaults-'))
      try {
        const env = { CARILLON_URL: test.url, DATA_DIR: test.dataDir }
        const { run } = commandsIn(
          () => env,
          () => ['--workspace', String(tenant.workspace)],
        )
        expect((await run('template', 'pull', folder)).code).toBe(0)
        const file = path.join(folder, 'stepped.json')
        const pulled = JSON.parse(readFileSync(file, 'utf8'))
        expect(pulled.defaults).toEqual({ fallback })
        expect((await run('template', 'push', folder)).out).toContain('unchanged  stepped')
        writeFileSync(file, JSON.stringify({ ...pulled, defaults: { fallback: fallback.slice(1) } }))
        const wrong = await run('template', 'push', folder)
        expect(wrong.code).not.toBe(0)
        expect(wrong.err + wrong.out).toContain('is not permitted in the first step')
        writeFileSync(file, JSON.stringify(pulled))
        expect((await run('template', 'push', folder)).code).toBe(0)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    })

    it('is shown as one changed field of a draft', async () => {
      const defaults = { fallback: fallback.slice(0, 2) }
      await test.manage('PUT', at('/templates/stepped/draft'), { ...content, defaults })
      const { body } = await test.manage('GET', at('/templates/stepped/changes'))
      const [change] = body.changes
      expect([body.changes.length, change.field]).toEqual([1, 'defaults.fallback'])
      expect([JSON.parse(change.before), JSON.parse(change.after)]).toEqual([fallback, defaults.fallback])
    })
  })

  it('a dry run shows the defaults of the template', async () => {
    const { body } = await test.call('POST', '/send?dry_run=true', {
      key: tenant.testKey,
      body: { recipient, template: 'drafted', channel: 'email' },
    })
    expect(Date.parse(body.expires_at) - test.clock.now().getTime()).toBeCloseTo(10 * MINUTE, -4)
  })
})
