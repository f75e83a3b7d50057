// The management API for deliveries: timelines, filters, cancel, move, resend and the test inbox.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const HOUR = 3_600_000

describe.each(databases)('deliveries in the management API, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let at: string
  beforeAll(async () => {
    test = await startTestService(kind)
  })
  afterAll(() => test.stop())
  const fresh = async () => {
    tenant = await test.tenant()
    at = `/workspaces/${tenant.workspace}/deliveries`
  }
  const send = async (more: object = {}, key = tenant.testKey) => {
    const answer = await test.send(key, {
      recipient: { name: 'Ada', email: 'ada@example.com', locale: 'en' },
      template: 'hello',
      vars: { name: 'Ada' },
      ...more,
    })
    expect([answer.status, answer.body.message]).toEqual([202, undefined])
    return answer.body.delivery_id as number
  }
  const inHours = (hours: number) => new Date(test.clock.now().getTime() + hours * HOUR).toISOString()
  const idsOf = async (query: string) =>
    (await test.manage('GET', `${at}?${query}`)).body.data.map(({ id }: { id: number }) => id)

  it('returns a delivery with its content, its attempts and its status history', async () => {
    await fresh()
    const id = await send({ priority: 'high', actions: [{ slug: 'ok', callback_url: 'https://app.example/ok' }] })
    await test.settled(tenant, id, 'sent')
    const { body } = await test.manage('GET', `${at}/${id}`)
    expect(body).toMatchObject({
      id,
      status: 'sent',
      mode: 'test',
      source_id: tenant.source,
      channel: 'email',
      address: 'ada@example.com',
      priority: 'high',
      template_slug: 'hello',
      next_at: null,
      refunded: false,
      content: { subject: 'Hello Ada', body: 'Hello Ada', actions: [{ slug: 'ok', label: 'ok' }] },
    })
    expect(body.attempts).toHaveLength(1)
    expect(body.attempts[0]).toMatchObject({ attempt: 1, outcome: 'sent' })
    expect(body.history.map(({ status }: { status: string }) => status)).toEqual(['queued', 'sending', 'sent'])
    expect((await test.manage('GET', `${at}/999999`)).status).toBe(404)
  })

  it('lists deliveries newest first, applies every filter and returns 422 for an invalid filter', async () => {
    await fresh()
    await test.manage('POST', `/workspaces/${tenant.workspace}/templates`, {
      slug: 'other',
      name: 'Other',
      locales: { en: { body: 'Other' } },
    })
    const from = test.clock.now().toISOString()
    const first = await send()
    await test.settled(tenant, first, 'sent')
    test.clock.advance(2000)
    const later = test.clock.now().toISOString()
    const second = await send({
      recipient: { name: 'Bob', telegram_chat_id: '77' },
      channel: 'telegram',
      template: 'other',
      scheduled_for: inHours(2),
    })
    const { body: bob } = await test.manage('GET', `${at}/${second}`)
    expect(await idsOf('mode=test')).toEqual([second, first])
    expect(await idsOf('')).toEqual([])
    for (const [filter, ids] of [
      ['status=sent', [first]],
      ['status=queued', [second]],
      ['channel=telegram', [second]],
      [`recipient=${bob.recipient_id}`, [second]],
      [`source=${tenant.source}`, [second, first]],
      ['source=999999', []],
      ['template=other', [second]],
      [`since=${later}`, [second]],
      [`since=${from}&until=${later}`, [first]],
      ['q=bo', [second]],
      ['q=ADA@', [first]],
      [`q=${first}`, [first]],
      ['q=%25', []],
      ['status=sent&channel=telegram', []],
    ] as const)
      expect([filter, await idsOf(`mode=test&${filter}`)]).toEqual([filter, ids])
    for (const query of [
      'status=lost',
      'channel=fax',
      'since=yesterday',
      'until=2030-02-30',
      'recipient=x',
      'mode=all',
      'q=',
      'q=%00',
      'sort=id',
    ])
      expect([query, (await test.manage('GET', `${at}?${query}`)).status]).toEqual([query, 422])
    const page = (await test.manage('GET', `${at}?mode=test&limit=1`)).body
    await send()
    expect(await idsOf(`mode=test&limit=1&cursor=${page.next_cursor}`)).toEqual([first])
  })

  it('cancels a scheduled delivery, refunds it once and returns 409 for a second cancellation [D15d] [D17b]', async () => {
    const { workspace, source, liveKey } = await test.tenant({ quota: 5 })
    tenant = { workspace, source, liveKey, testKey: '' }
    at = `/workspaces/${workspace}/deliveries`
    const insert = await test.service.db.query<{ id: number }>({
      text: `insert into connections (workspace_id, source_id, channel, settings, secrets, created_at, updated_at)
             values ($1, $2, 'email', '{}', $3, now(), now()) returning id`,
      values: [workspace, source, test.service.seal.close('{}', 'connection')],
    })
    expect(insert.rows).toHaveLength(1)
    await test.manage('PATCH', `/workspaces/${workspace}`, { name: 'Connected' })
    const id = await send({ scheduled_for: inHours(5) }, liveKey)
    const used = async () => (await test.manage('GET', `/workspaces/${workspace}`)).body.usage.quota.used
    expect(await used()).toBe(1)
    const cancelled = await test.manage('POST', `${at}/${id}/cancel`)
    expect(cancelled.status).toBe(200)
    expect(cancelled.body).toMatchObject({ status: 'failed', reason: 'cancelled', refunded: true, paid_by: 'quota' })
    expect(await used()).toBe(0)
    const again = await test.manage('POST', `${at}/${id}/cancel`)
    expect([again.status, again.body.error]).toEqual([409, 'conflict'])
    expect(await used()).toBe(0)
    expect((await test.manage('POST', `${at}/999999/cancel`)).status).toBe(404)
  })

  it('moves a scheduled delivery to a later or earlier time, and returns 409 when the delivery was already sent [D15e] [D4i]', async () => {
    await fresh()
    const id = await send({ scheduled_for: inHours(5) })
    const when = inHours(8)
    const moved = await test.manage('PATCH', `${at}/${id}`, { scheduled_for: when })
    expect([moved.status, moved.body.scheduled_for, moved.body.next_at]).toEqual([200, when, when])
    expect((await test.manage('PATCH', `${at}/${id}`, { scheduled_for: inHours(-1) })).status).toBe(200)
    await test.settled(tenant, id, 'sent')
    const late = await test.manage('PATCH', `${at}/${id}`, { scheduled_for: inHours(1) })
    expect([late.status, late.body.error]).toEqual([409, 'conflict'])
    expect((await test.manage('PATCH', `${at}/999999`, { scheduled_for: when })).status).toBe(404)
    for (const scheduled_for of ['soon', '', 5, null])
      expect((await test.manage('PATCH', `${at}/${id}`, { scheduled_for })).status).toBe(422)
  })

  it('refuses to move a delivery to a time that is not permitted in the field scheduled_for of a send request', async () => {
    await fresh()
    const id = await send({ scheduled_for: inHours(5) })
    const { status, body } = await test.manage('PATCH', `${at}/${id}`, { scheduled_for: inHours(24 * 367) })
    expect([status, Object.keys(body.details ?? {})]).toEqual([422, ['scheduled_for']])
  })

  it('resends an ended delivery as a new delivery, and returns 409 for a delivery that is pending', async () => {
    await fresh()
    const id = await send()
    await test.settled(tenant, id, 'sent')
    const { status, body } = await test.manage('POST', `${at}/${id}/resend`)
    expect(status).toBe(202)
    expect(body.delivery_id).toBeGreaterThan(id)
    const again = await test.settled(tenant, body.delivery_id, 'sent')
    expect(again).toMatchObject({ address: 'ada@example.com', mode: 'test', content: { body: 'Hello Ada' } })
    const waiting = await send({ scheduled_for: inHours(1) })
    expect((await test.manage('POST', `${at}/${waiting}/resend`)).status).toBe(409)
    expect((await test.manage('POST', `${at}/999999/resend`)).status).toBe(404)
  })

  it('the test inbox shows the messages of test keys, newest first, with their content as it was sent [D27]', async () => {
    await fresh()
    const ids: number[] = []
    for (const name of ['Ada', 'Bea', 'Cleo']) ids.push(await send({ vars: { name } }))
    for (const id of ids) await test.settled(tenant, id, 'sent')
    const inbox = `/workspaces/${tenant.workspace}/test-inbox`
    const first = (await test.manage('GET', `${inbox}?limit=2`)).body
    const rest = (await test.manage('GET', `${inbox}?limit=2&cursor=${first.next_cursor}`)).body
    expect([...first.data, ...rest.data].map(({ id }: { id: number }) => id)).toEqual([...ids].reverse())
    expect(rest.next_cursor).toBeNull()
    const { body } = await test.manage('GET', `${inbox}/${ids[2]}`)
    expect(body).toMatchObject({
      delivery_id: ids[2],
      channel: 'email',
      status: 'sent',
      recipient: { name: 'Ada' },
      message: { subject: 'Hello Cleo', body: 'Hello Cleo' },
    })
    expect(body).toEqual(first.data[0])
    expect((await test.manage('GET', `${inbox}/999999`)).status).toBe(404)
  })
})
