// Rules of fallbacks that meet other features: upgrades, charges, Liquid, receipts of providers and limits.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refreshUpgrade } from '../../src/installation/finish.ts'
import { action } from '../harness/buttons.ts'
import { type FallbackTools, startFallbackTest } from '../harness/fallbacks.ts'
import { mailSettings } from '../harness/mail-pair.ts'
import { databases, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('rules of fallbacks on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let tools: FallbackTools
  beforeAll(async () => {
    ;({ test, tenant, tools } = await startFallbackTest(kind))
  })
  afterAll(() => test.stop())

  const at = (path: string) => `/workspaces/${tenant.workspace}${path}`
  const pair = [{ channel: 'whatsapp' }, { channel: 'sms', after: '5m' }]
  const message = (more: object) => ({
    recipient: tools.newRecipient(),
    template: 'hello',
    vars: { name: 'Ada' },
    ...more,
  })

  it('refuses fallback and repeat with 409 while processes of 0.1.0 may run [D168]', async () => {
    const { db } = test.service
    const { rows } = await db.query<{ finished_version: string | null }>({
      text: 'select finished_version from installation',
    })
    await db.query({ text: 'update installation set finished_version = null' })
    await refreshUpgrade(db)
    try {
      const repeat = { every: '10m', until: 'delivered', at_most: 1 }
      for (const more of [{ fallback: pair }, { repeat, channel: 'email' }]) {
        const { status, body } = await test.send(tenant.testKey, message(more))
        expect([status, body.error]).toEqual([409, 'conflict'])
        expect(body.message).toContain('carillon migrate --finish')
      }
      expect((await test.send(tenant.testKey, message({ channel: 'email' }))).status).toBe(202)
    } finally {
      await db.query({ text: 'update installation set finished_version = $1', values: [rows[0]!.finished_version] })
      await refreshUpgrade(db)
    }
  })

  it('renders the Liquid template of each channel when the message is accepted', async () => {
    const channels = {
      sms: { body: 'SMS {{ data.items | size }}' },
      email: { body: '{% for i in data.items %}[{{ i }}]{% endfor %}' },
    }
    const created = await test.manage('POST', at('/templates'), {
      slug: 'liquid-steps',
      name: 'Steps',
      engine: 'liquid',
      locales: { en: { subject: 'Two', body: 'Short', channels } },
    })
    expect(created.status).toBe(201)
    const three = [{ channel: 'whatsapp' }, { channel: 'sms', after: '5m' }, { channel: 'email', after: '5m' }]
    const { delivery_id: id } = await tools.send({
      template: 'liquid-steps',
      vars: {},
      data: { items: ['a', 'b'] },
      fallback: three,
    })
    await tools.minutesAfter(id, 5)
    const second = (await tools.states(id, 'started', 'started', 'waiting')).steps[1]!.delivery_id!
    await tools.minutesAfter(second, 5)
    const third = (await tools.ended(id)).steps[2]!.delivery_id!
    const bodies = await Promise.all(
      [id, second, third].map(async (one) => (await test.manage('GET', at(`/deliveries/${one}`))).body.content.body),
    )
    expect(bodies).toEqual(['Short', 'SMS 2', '[a][b]'])
  })

  it('refuses a message if the Liquid template of a later step cannot be rendered', async () => {
    const channels = { sms: { body: '{{ data.missing.name }}' } }
    await test.manage('POST', at('/templates'), {
      slug: 'liquid-broken',
      name: 'Steps',
      engine: 'liquid',
      locales: { en: { subject: 'Two', body: 'Short', channels } },
    })
    const { status, body } = await test.send(
      tenant.testKey,
      message({ template: 'liquid-broken', vars: {}, data: {}, fallback: pair }),
    )
    expect([status, Object.keys(body.details)]).toEqual([422, ['data.missing']])
  })

  it('counts a message with a fallback once toward its limit', async () => {
    const recipient = tools.newRecipient()
    const limit = { key: `limit-${kind}`, most: 2, per: '1h' }
    const { delivery_id: id } = await tools.send({ fallback: pair, limit }, recipient)
    await tools.minutesAfter(id, 5)
    const { steps } = await tools.ended(id)
    expect(steps[1]!.state).toBe('started')
    expect((await test.send(tenant.testKey, message({ recipient, fallback: pair, limit }))).status).toBe(202)
    const third = await test.send(tenant.testKey, message({ recipient, fallback: pair, limit }))
    expect([third.status, third.body.suppressed_by]).toEqual([200, 'limit'])
  })

  it('names the channels that report reads if the provider of an earlier step reports none', async () => {
    const live = await test.tenant({ quota: 100 })
    const path = `/workspaces/${live.workspace}/sources/${live.source}/connections`
    const connected = await test.manage('PUT', `${path}/email`, { settings: mailSettings('smtp://127.0.0.1:2525') })
    expect(connected.status).toBe(200)
    const steps = (unless: string) => [{ channel: 'email' }, { channel: 'sms', after: '1h', unless }]
    const refused = async (unless: string) => {
      const { status, body } = await test.send(live.liveKey, message({ fallback: steps(unless) }))
      expect([status, Object.keys(body.details)]).toEqual([422, ['fallback.1.unless']])
      return body.details['fallback.1.unless'][0]
    }
    expect(await refused('read')).toMatch(
      /^is read, which the connection on email does not report; .*whatsapp.* can report it$/,
    )
    expect(await refused('delivered')).toMatch(
      /^is delivered, which the connection on email does not report; .*can report it$/,
    )
  })

  it('starts no step after a receipt in the same millisecond as its time [D166]', async () => {
    const { delivery_id: id } = await tools.send({ fallback: pair })
    await test.settled(tenant, id, 'sent')
    const { body } = await test.call('GET', `/deliveries/${id}`, { key: tenant.testKey })
    const sentAt = body.history.find(({ status }: { status: string }) => status === 'sent').at
    await tools.postponed(id)
    const startsAt = new Date(Date.parse(sentAt) + 5 * 60_000)
    // Commit the receipt before the clock shows its time, because the step may start as soon as the clock shows it.
    test.clock.advance(startsAt.getTime() - test.clock.now().getTime() - 1)
    await tools.receipt(id, 'delivered', startsAt)
    test.clock.advance(1)
    expect(await tools.ended(id)).toMatchObject({ ended_reason: 'reached', steps: [{}, { state: 'not_needed' }] })
  })

  it('ends a fallback whose recipient was deleted while its first message waits', async () => {
    const scheduled_for = new Date(test.clock.now().getTime() + 3_600_000).toISOString()
    const { delivery_id: id, recipient } = await tools.send({ fallback: pair, scheduled_for, actions: [action('ok')] })
    await test.manage('DELETE', at(`/recipients/${recipient.id}`))
    test.clock.advance(3_600_000)
    await tools.minutesAfter(id, 5)
    expect(await tools.ended(id)).toMatchObject({ steps: [{ status: 'sent' }, { state: 'skipped' }] })
  })
})
