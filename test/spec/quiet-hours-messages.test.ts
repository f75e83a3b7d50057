// Quiet hours of each kind of message: automations, essential templates, buttons, the sandbox, batches and defaults.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe.each(databases)('quiet hours of messages on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let end: string
  beforeAll(async () => {
    test = await startTestService(kind)
  })
  afterAll(() => test.stop())
  beforeEach(async () => {
    tenant = await test.tenant()
    end = await setHours(2)
  })

  const at = (path: string) => `/workspaces/${tenant.workspace}${path}`
  /** Sets quiet hours from an hour ago until `hours` ahead, and returns their end. */
  const setHours = async (hours: number) => {
    const clockTime = (ms: number) => new Date(test.clock.now().getTime() + ms).toISOString().slice(11, 16)
    const quiet_hours = { from: clockTime(-HOUR), to: clockTime(hours * HOUR), time_zone: 'UTC' }
    expect((await test.manage('PATCH', at(''), { quiet_hours })).status).toBe(200)
    const until = new Date(test.clock.now().getTime() + hours * HOUR)
    until.setUTCSeconds(0, 0)
    return until.toISOString()
  }
  const message = (more: object = {}) => ({
    recipient: { name: 'Ada', email: 'ada@example.com', locale: 'en' },
    template: 'hello',
    vars: { name: 'Ada' },
    ...more,
  })
  const accepted = async (more: object = {}): Promise<number> => {
    const { status, body } = await test.send(tenant.testKey, message(more))
    expect([status, body.message]).toEqual([202, undefined])
    return body.delivery_id
  }
  const read = async (id: number) => (await test.manage('GET', at(`/deliveries/${id}`))).body
  const createTemplate = async (slug: string, more: object) => {
    const locales = { en: { subject: 'Code', body: 'Hello {{name}}' } }
    const { status, body } = await test.manage('POST', at('/templates'), { slug, name: slug, locales, ...more })
    expect([status, body.details]).toEqual([201, undefined])
  }

  it('a message of an automation waits, and is sent at the end', async () => {
    const rule = { name: 'Welcome', trigger: { type: 'contact.created' }, source: tenant.source, template: 'hello' }
    const { body } = await test.manage('POST', at('/automations'), { ...rule, vars: { name: '{{name}}' } })
    await test.manage('POST', at('/recipients'), { mode: 'test', name: 'Bo', email: 'bo@example.com', locale: 'en' })
    const id = await test.until(async () => {
      const { data } = (await test.manage('GET', at(`/automations/${body.id}/runs`))).body
      return (data[0]?.delivery_id ?? undefined) as number | undefined
    })
    expect(await read(id)).toMatchObject({ state: 'deferred', deferred_until: end })
    test.clock.advance(2 * HOUR)
    await test.settled(tenant, id, 'sent')
  })

  it('a message of an essential template passes, unless its request requires `respect`', async () => {
    await createTemplate('alarm', { essential: true })
    await test.settled(tenant, await accepted({ template: 'alarm' }), 'sent')
    expect(await read(await accepted({ template: 'alarm', quiet_hours: 'respect' }))).toMatchObject({
      state: 'deferred',
    })
  })

  it('the default of a template applies, and the value of a request wins', async () => {
    await createTemplate('login_code', { defaults: { quiet_hours: 'ignore' } })
    await test.settled(tenant, await accepted({ template: 'login_code' }), 'sent')
    expect(await read(await accepted({ template: 'login_code', quiet_hours: 'respect' }))).toMatchObject({
      state: 'deferred',
    })
    await createTemplate('report', { defaults: { quiet_hours: 'respect' } })
    expect(await read(await accepted({ template: 'report', priority: 'high' }))).toMatchObject({ state: 'deferred' })
  })

  it('the messages of a batch wait each for the hours of its recipient', async () => {
    const others = { from: '00:00', to: '00:01', time_zone: new Date().getUTCHours() === 0 ? 'Asia/Tokyo' : 'UTC' }
    const own = { mode: 'test', name: 'Cy', email: 'cy@example.com', quiet_hours: others }
    const { id } = (await test.manage('POST', at('/recipients'), own)).body
    const messages = [message(), message({ recipient: { id } }), message({ quiet_hours: 'ignore' })]
    const { body } = await test.call('POST', '/send/batch', { key: tenant.testKey, body: { messages } })
    const ids = body.results.map(({ delivery_id }: { delivery_id: number }) => delivery_id)
    expect(await read(ids[0])).toMatchObject({ state: 'deferred', deferred_until: end })
    for (const sent of ids.slice(1)) await test.settled(tenant, sent, 'sent')
  })

  it('the buttons of a message are valid for 72 hours after the end, also when a claim defers it again', async () => {
    const actions = [{ slug: 'confirm', label: 'Confirm', callback_url: 'https://shop.example/confirm' }]
    const id = await accepted({ actions })
    const validFor = async () => {
      const { actions: tokens, deferred_until } = await read(id)
      return Date.parse(tokens[0].expires_at) - Date.parse(deferred_until)
    }
    expect(await validFor()).toBe(72 * HOUR)
    const later = await setHours(5)
    test.clock.advance(2 * HOUR)
    await test.until(async () => (await read(id)).deferred_until === later)
    // The claim came some seconds after the first end.
    expect(Math.abs((await validFor()) - 72 * HOUR)).toBeLessThan(2 * MINUTE)
    test.clock.advance(3 * HOUR)
    await test.settled(tenant, id, 'sent')
  })

  it('a digest that closes during quiet hours waits for their end', async () => {
    const id = await accepted({ digest: { key: 'post:9', wait: '1m' } })
    expect(await read(id)).toMatchObject({ state: 'collecting', deferred_until: null })
    await test.manage('POST', at(`/deliveries/${id}/digest/close`))
    await test.until(async () => {
      // A worker reads closed digests once per second.
      test.clock.advance(1000)
      return (await read(id)).state === 'deferred'
    })
    expect(await read(id)).toMatchObject({ deferred_until: end, attempts: [] })
    test.clock.advance(2 * HOUR)
    await test.settled(tenant, id, 'sent')
  })

  it('a recipient with an unknown time zone is refused with 422', async () => {
    const { status, body } = await test.manage('POST', at('/recipients'), {
      name: 'Ada',
      email: 'zone@example.com',
      time_zone: 'Mars/Base',
    })
    expect([status, body.details]).toEqual([
      422,
      { time_zone: ['is not the name of a time zone, such as Europe/Rome'] },
    ])
  })
})
