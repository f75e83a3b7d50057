// The states of deliveries in a list, and the filters by state, reason, tag and words of the text.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, type Browser, setUpOwner } from '../harness/members.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const HOUR = 3_600_000

describe.each(databases)('the list of deliveries, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let viewer: Browser
  beforeAll(async () => {
    test = await startTestService(kind)
    await setUpOwner(test)
    tenant = await test.tenant()
    viewer = await addMember(test, tenant.workspace, 'viewer', 'vera@shop.example')
  })
  afterAll(() => test.stop())

  const at = () => `/workspaces/${tenant.workspace}/deliveries`
  const send = async (email: string, more: object = {}) => {
    const answer = await test.send(tenant.testKey, {
      recipient: { name: email.split('@')[0], email, locale: 'en' },
      template: 'hello',
      vars: { name: 'Ada' },
      ...more,
    })
    expect([answer.status, answer.body.message]).toEqual([202, undefined])
    return answer.body.delivery_id as number
  }
  const soon = () => new Date(test.clock.now().getTime() + HOUR).toISOString()
  const list = async (query: string) => (await test.manage('GET', `${at()}?mode=test&${query}`)).body
  const idsOf = async (query: string) => (await list(query)).data.map(({ id }: { id: number }) => id)
  const stateOf = async (id: number) => (await list(`q=${id}`)).data[0]

  it('gives each delivery a state, and finds deliveries by one state or several', async () => {
    const sent = await send('ada@example.com')
    const scheduled = await send('later@example.com', { scheduled_for: soon() })
    const cancelled = await send('never@example.com', { scheduled_for: soon() })
    const failed = await send('bounce@sandbox.test')
    const retrying = await send('unavailable@sandbox.test')
    await test.manage('POST', `${at()}/${cancelled}/cancel`)
    await test.settled(tenant, sent, 'sent')
    await test.settled(tenant, failed, 'failed')
    await test.until(async () => (await stateOf(retrying)).attempts_made > 0)

    expect(await stateOf(scheduled)).toMatchObject({ status: 'queued', state: 'scheduled', attempts_made: 0 })
    expect(await stateOf(cancelled)).toMatchObject({ status: 'failed', state: 'cancelled', reason: 'cancelled' })
    expect(await stateOf(failed)).toMatchObject({ status: 'failed', state: 'failed' })
    expect(await stateOf(retrying)).toMatchObject({ status: 'queued', state: 'retrying', attempts_made: 1 })
    expect((await stateOf(retrying)).due_at > test.clock.now().toISOString()).toBe(true)
    for (const [state, ids] of [
      ['scheduled', [scheduled]],
      ['cancelled', [cancelled]],
      ['failed', [failed]],
      ['failed,cancelled', [failed, cancelled]],
      ['retrying,scheduled', [retrying, scheduled]],
      ['sent,failed', [failed, sent]],
      ['paused', []],
    ] as const)
      expect([state, await idsOf(`state=${state}`)]).toEqual([state, ids])
    expect(await idsOf('reason=cancelled')).toEqual([cancelled])
    for (const state of ['lost', 'failed,', 'FAILED', ''])
      expect([state, (await test.manage('GET', `${at()}?state=${state}`)).status]).toEqual([state, 422])
  })

  it('shows a due message of a paused connection as paused, and a message with a later time as scheduled', async () => {
    const paused = await send('ada@example.com', { scheduled_for: soon() })
    const scheduled = await send('ada@example.com', { scheduled_for: soon() })
    const { rows } = await test.service.db.query<{ id: number }>({
      text: `insert into connections (workspace_id, source_id, channel, settings, secrets, paused_until, created_at, updated_at)
             values ($1, $2, 'email', '{}', '', 'infinity', $3, $3) returning id`,
      values: [tenant.workspace, tenant.source, test.clock.now()],
    })
    await test.service.db.query({
      text: 'update deliveries set lane = $1, scheduled_for = null, next_at = $2, ready = false, parked = true where id = $3',
      values: [rows[0]!.id, test.clock.now(), paused],
    })
    await test.service.db.query({
      text: 'update deliveries set lane = $1 where id = $2',
      values: [rows[0]!.id, scheduled],
    })
    expect((await stateOf(paused)).state).toBe('paused')
    expect((await stateOf(scheduled)).state).toBe('scheduled')
    expect(await idsOf('state=paused')).toEqual([paused])
  })

  it('finds deliveries by the tag of the recipient and by words of the text, and shows the beginning of the text', async () => {
    await test.manage('POST', `/workspaces/${tenant.workspace}/templates`, {
      slug: 'parcel',
      name: 'Parcel',
      locales: { en: { subject: 'Order {{order}}', body: 'Your parcel\n\nis on its way, 100% sure. {{more}}' } },
    })
    const id = await send('grace@example.com', { template: 'parcel', vars: { order: '1815', more: 'x'.repeat(500) } })
    const chat = await send('tim@example.com', {
      recipient: { name: 'Tim', telegram_chat_id: '77', locale: 'en' },
      channel: 'telegram',
      template: 'parcel',
      vars: { order: '1815', more: 'x'.repeat(500) },
    })
    const { recipient_id } = await stateOf(id)
    await test.manage('PATCH', `/workspaces/${tenant.workspace}/recipients/${recipient_id}`, { tags: ['vip'] })
    expect(await idsOf('tag=vip')).toEqual([id])
    expect(await idsOf('tag=none')).toEqual([])
    for (const [words, ids] of [
      ['PARCEL way', [chat, id]],
      ['way parcel 1815', [chat, id]],
      ['100%25', [chat, id]],
      ['parcel_', []],
      ['parcel elephant', []],
    ] as const)
      expect([words, await idsOf(`words=${words}`)]).toEqual([words, ids])
    expect(await stateOf(id)).toMatchObject({ summary: 'Order 1815', source_name: 'App' })
    const text = (await stateOf(chat)).summary
    expect(text).toMatch(/^Your parcel is on its way, 100% sure\. x+…$/)
    expect(text).toHaveLength(161)
    for (const words of ['', '%20', 'a '.repeat(11), 'x'.repeat(201)])
      expect((await test.manage('GET', `${at()}?words=${words}`)).status).toBe(422)
  })

  it('masks sensitive values for viewers in the list, and a search by a viewer finds no message with sensitive values', async () => {
    await test.manage('POST', `/workspaces/${tenant.workspace}/templates`, {
      slug: 'login',
      name: 'Login',
      sensitive: ['code'],
      locales: { en: { subject: 'Code {{code}}', body: 'Your code is {{code}}.' } },
    })
    const id = await send('eve@example.com', { template: 'login', vars: { code: '739155' } })
    const seen = async (query: string) =>
      (await viewer.request('GET', `${at()}?mode=test&template=login&${query}`)).body.data.map(
        (row: { id: number; summary: string }) => [row.id, row.summary],
      )
    expect(await idsOf('words=739155')).toEqual([id])
    expect(await seen('')).toEqual([[id, 'Code ••••']])
    expect(await seen('words=739155')).toEqual([])
    expect(await seen('words=code')).toEqual([])
    // The message stays marked after the mark was removed from the template.
    const template = `/workspaces/${tenant.workspace}/templates/login`
    const { body } = await test.manage('GET', template)
    await test.manage('PUT', template, { name: body.name, locales: body.locales, sensitive: [], version: body.version })
    expect(await seen('words=739155')).toEqual([])
  })

  it('a cancelled message has the state cancelled in its fallback, and a message of the test inbox has its state', async () => {
    const recipient = { email: 'step@example.com', phone: '+393471234567', locale: 'en' }
    const fallback = [{ channel: 'email' }, { channel: 'sms', after: '15m' }]
    const id = await send('step@example.com', { recipient, fallback, scheduled_for: soon() })
    const stepOf = async () => (await test.manage('GET', `${at()}/${id}`)).body.fallback.steps
    expect(await stepOf()).toMatchObject([
      { status: 'queued', delivery_state: 'scheduled', attempts_made: 0 },
      { status: null, delivery_state: null, attempts_made: null },
    ])
    await test.manage('POST', `${at()}/${id}/cancel`)
    expect((await stepOf())[0]).toMatchObject({ status: 'failed', delivery_state: 'cancelled' })

    const sent = await send('inbox@example.com')
    await test.settled(tenant, sent, 'sent')
    const inbox = `/workspaces/${tenant.workspace}/test-inbox`
    expect((await test.manage('GET', `${inbox}/${sent}`)).body).toMatchObject({ state: 'sent', attempts_made: 1 })
    const { data } = (await test.manage('GET', `${inbox}?q=inbox@`)).body
    expect(data).toMatchObject([{ id: sent, state: 'sent' }])
  })

  it('the route for delivery changes returns a delivery whose state or number of attempts differs from those in the request', async () => {
    const id = await send('unavailable@sandbox.test')
    await test.until(async () => (await stateOf(id)).attempts_made > 0)
    const changes = async (known: string) =>
      (await test.manage('GET', `${at()}/changes?mode=test&watch=${id}:${known}`)).body.data.map(
        (row: { id: number }) => row.id,
      )
    expect(await changes('queued')).toEqual([])
    expect(await changes('queued.retrying.1')).toEqual([])
    expect(await changes('queued.queued.0')).toEqual([id])
    expect(await changes('queued.retrying.0')).toEqual([id])
    expect((await test.manage('GET', `${at()}/changes?watch=${id}:queued.retrying`)).status).toBe(422)
  })
})
