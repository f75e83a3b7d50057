// Dry runs of messages with steps, quiet hours, a digest, a category or a limit: the facts that the answer contains.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { action } from '../harness/buttons.ts'
import { type FallbackTools, startFallbackTest, threeSteps } from '../harness/fallbacks.ts'
import { databases, type Tenant, type TestService } from '../harness/service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe.each(databases)('facts of dry runs on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let tools: FallbackTools
  beforeAll(async () => {
    ;({ test, tenant, tools } = await startFallbackTest(kind))
    const category = { slug: 'offers', name: 'Offers' }
    expect((await manage('POST', '/categories', category)).status).toBe(201)
  })
  afterAll(() => test.stop())
  beforeEach(() => setHours(null))

  const manage = (method: string, path: string, body?: object) =>
    test.manage(method, `/workspaces/${tenant.workspace}${path}`, body)
  const setHours = async (quiet_hours: object | null) =>
    expect((await manage('PATCH', '', { quiet_hours })).status).toBe(200)
  /** Quiet hours between two times, which are given in milliseconds from now. Returns their end, too. */
  const hours = (from: number, to: number) => {
    const at = (ms: number) => new Date(Math.floor((test.clock.now().getTime() + ms) / MINUTE) * MINUTE).toISOString()
    return { quiet: { from: at(from).slice(11, 16), to: at(to).slice(11, 16), time_zone: 'UTC' }, end: at(to) }
  }
  const dry = async (more: object, recipient: object = tools.newRecipient()) => {
    const body = { recipient, template: 'hello', vars: { name: 'Ada' }, ...more }
    const answer = await test.call('POST', '/send?dry_run=true', { key: tenant.testKey, body })
    expect([answer.status, answer.body.details]).toEqual([200, undefined])
    return answer.body
  }
  const minutesAhead = (at: string) => Math.round((Date.parse(at) - test.clock.now().getTime()) / MINUTE) + 0

  it('a dry run shows the address, the condition and the time of each step [D197]', async () => {
    const recipient = tools.newRecipient()
    const { steps } = await dry({ fallback: threeSteps, actions: [action('ok')] }, recipient)
    expect(steps).toMatchObject([
      { channel: 'whatsapp', address: recipient.whatsapp_phone, after_seconds: null, unless: null, obstacle: null },
      { channel: 'sms', address: recipient.phone, after_seconds: 900, unless: 'read', deferred_until: null },
      { channel: 'email', address: recipient.email, after_seconds: 7200, unless: 'acted' },
    ])
    expect(steps.map(({ starts_at }: { starts_at: string }) => minutesAhead(starts_at))).toEqual([0, 15, 135])
  })

  it('a step starts at the time that the dry run showed', async () => {
    const message = { fallback: threeSteps, actions: [action('ok')] }
    const recipient = tools.newRecipient()
    const [, second] = (await dry(message, recipient)).steps
    const { delivery_id: id } = await tools.send(message, recipient)
    // The starter first decides when the message is sent, and then at the time of the step.
    await test.until(async () => {
      const { body } = await test.call('GET', `/deliveries/${id}`, { key: tenant.testKey })
      return Math.abs(Date.parse(body.fallback.next_at) - Date.parse(second.starts_at)) < MINUTE
    }, 20)
  })

  it('a step without a time, a skipped step and a step after the expiry have no start time', async () => {
    const { whatsapp_phone: _, ...recipient } = tools.newRecipient()
    const steps = [{ channel: 'whatsapp' }, { channel: 'sms' }, { channel: 'email' }, { channel: 'sms', after: '3h' }]
    const answer = await dry({ fallback: steps }, recipient)
    expect(answer.steps).toMatchObject([
      { status: 'skipped', address: null, starts_at: null, reason: 'the recipient has no address on WhatsApp' },
      { status: 'started', starts_at: expect.any(String) },
      { status: 'waiting', after_seconds: null, starts_at: null },
      { status: 'waiting', after_seconds: 10_800, starts_at: null },
    ])
    const expiring = [{ channel: 'sms' }, { channel: 'email', after: '1h' }, { channel: 'sms', after: '2h' }]
    const { steps: expired } = await dry({ fallback: expiring, expires_after: '2h' }, recipient)
    expect(expired.map(({ starts_at }: { starts_at: string | null }) => starts_at && minutesAhead(starts_at))).toEqual([
      0,
      60,
      null,
    ])
  })

  it('a step that falls into quiet hours waits for their end, and the next step counts from there', async () => {
    const { quiet, end } = hours(30 * MINUTE, 3 * HOUR)
    await setHours(quiet)
    const steps = [{ channel: 'whatsapp' }, { channel: 'sms', after: '1h' }, { channel: 'email', after: '1h' }]
    const answer = await dry({ fallback: steps })
    const [first, second, third] = answer.steps
    expect([answer.deferred_until, first.deferred_until, second.deferred_until]).toEqual([null, null, end])
    expect(minutesAhead(second.starts_at)).toBe(60)
    expect(Date.parse(third.starts_at) - Date.parse(end)).toBe(HOUR)
  })

  it('names the reason why a later step would be skipped, and the declined channels of the first one', async () => {
    const recipient = tools.newRecipient()
    const { id } = (await manage('POST', '/recipients', { name: 'Ada', mode: 'test', ...recipient })).body
    const declined = { offers: { channels: { sms: false } } }
    expect((await manage('PATCH', `/recipients/${id}/preferences`, declined)).status).toBe(200)
    const steps = [{ channel: 'whatsapp' }, { channel: 'sms', after: '1h' }, { channel: 'email', after: '1h' }]
    const later = await dry({ fallback: steps, category: 'offers' }, { id })
    expect(later.declined_channels).toEqual([])
    expect(later.steps[1]).toMatchObject({
      status: 'waiting',
      reason: null,
      obstacle: 'the recipient declines messages of the category offers on SMS',
    })
    const [, second, third] = steps
    const first = await dry({ fallback: [{ channel: second?.channel }, third], category: 'offers' }, { id })
    expect([first.channel, first.declined_channels, first.steps[0].status]).toEqual(['email', ['sms'], 'skipped'])
  })

  it('shows when a digest would close, and the quiet hours at that time', async () => {
    const { quiet, end } = hours(5 * MINUTE, HOUR)
    await setHours(quiet)
    const digest = { key: 'post', wait: '10m', at_most: '1d' }
    const recipient = tools.newRecipient()
    const opens = (await dry({ digest }, recipient)).digest
    expect(opens).toMatchObject({ result: 'opens', items: 1, deferred_until: end })
    expect(minutesAhead(opens.closes_at)).toBe(10)
    await tools.send({ digest }, recipient)
    test.clock.advance(5 * MINUTE)
    const joins = (await dry({ digest: { ...digest, wait: '1h' } }, recipient)).digest
    expect([joins.result, minutesAhead(joins.closes_at)]).toEqual(['joins', 10])
  })

  it('shows how many messages count toward the limit', async () => {
    const limit = { key: 'reminder', most: 2, per: '1h' }
    const recipient = tools.newRecipient()
    expect((await dry({ limit }, recipient)).limit).toEqual({ ...limit, counted: 1 })
    await tools.send({ limit }, recipient)
    expect((await dry({ limit }, recipient)).limit).toEqual({ ...limit, counted: 2 })
    await tools.send({ limit }, recipient)
    expect(await dry({ limit }, recipient)).toMatchObject({ suppressed_by: 'limit' })
  })
})
