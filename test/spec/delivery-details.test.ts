// The details of a delivery in the management API: who changed it, its request, its key and its preview.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, type Browser, setUpOwner } from '../harness/members.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const HOUR = 3_600_000

describe.each(databases)('the details of a delivery, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let owner: Browser
  let viewer: Browser
  let at: string
  beforeAll(async () => {
    test = await startTestService(kind)
    owner = await setUpOwner(test)
    tenant = await test.tenant()
    viewer = await addMember(test, tenant.workspace, 'viewer', 'vera@shop.example')
    at = `/workspaces/${tenant.workspace}/deliveries`
  })
  afterAll(() => test.stop())

  const send = async (more: object = {}) => {
    const { status, body } = await test.send(tenant.testKey, {
      recipient: { name: 'Ada', email: 'ada@example.com', locale: 'en' },
      template: 'hello',
      vars: { name: 'Ada' },
      ...more,
    })
    expect([status, body.message]).toEqual([202, undefined])
    return body.delivery_id as number
  }
  const inHours = (hours: number) => new Date(test.clock.now().getTime() + hours * HOUR).toISOString()
  const read = async (id: number, as = owner) => (await as.request('GET', `${at}/${id}`)).body

  it('the timeline names the member who rescheduled and the token that cancelled a delivery [D125]', async () => {
    const [first, second] = [inHours(1), inHours(2)]
    const id = await send({ scheduled_for: first })
    await owner.request('PATCH', `${at}/${id}`, { scheduled_for: second })
    await test.manage('POST', `${at}/${id}/cancel`)
    expect((await read(id)).changes).toEqual([
      {
        kind: 'rescheduled',
        at: expect.any(String),
        by: { kind: 'member', id: expect.any(Number), name: 'Ada' },
        from: first,
        to: second,
        delivery_id: null,
      },
      expect.objectContaining({
        kind: 'cancelled',
        by: expect.objectContaining({ kind: 'token', name: expect.stringMatching(/^Management token /) }),
      }),
    ])
  })

  it('a refused reschedule, cancellation or resend adds no change [D125]', async () => {
    const id = await send()
    await test.settled(tenant, id, 'sent')
    expect((await owner.request('PATCH', `${at}/${id}`, { scheduled_for: inHours(1) })).status).toBe(409)
    expect((await owner.request('POST', `${at}/${id}/cancel`)).status).toBe(409)
    const waiting = await send({ scheduled_for: inHours(1) })
    expect((await owner.request('POST', `${at}/${waiting}/resend`)).status).toBe(409)
    expect([(await read(id)).changes, (await read(waiting)).changes]).toEqual([[], []])
  })

  it('a resend is shown on both deliveries, with the member who resent it [D125]', async () => {
    const id = await send()
    await test.settled(tenant, id, 'sent')
    const { body } = await owner.request('POST', `${at}/${id}/resend`)
    const by = { kind: 'member', id: expect.any(Number), name: 'Ada' }
    expect(await read(id)).toMatchObject({
      changes: [{ kind: 'resent', by, delivery_id: body.delivery_id }],
      resent_from: null,
      key: { kind: 'api', hint: tenant.testKey.slice(-4) },
    })
    expect(await read(body.delivery_id)).toMatchObject({
      changes: [],
      resent_from: { delivery_id: id, by },
      key: null,
    })
  })

  it('the rebuilt request of a delivery is accepted and sends the same message [D126]', async () => {
    const id = await send({
      priority: 'high',
      subject: 'Hi {{name}}',
      actions: [{ slug: 'ok', label: 'OK', callback_url: 'https://app.example/ok?token=secret', payload: { a: 1 } }],
    })
    const { request, content } = await read(id)
    expect(request).toMatchObject({
      template: 'hello',
      channel: 'email',
      vars: { name: 'Ada' },
      priority: 'high',
      subject: 'Hi {{name}}',
    })
    const repeated = await send(request)
    const again = await read(repeated)
    expect(again.content).toMatchObject({ subject: 'Hi Ada', body: content.body, actions: content.actions })
    expect(again.recipient_id).toBe((await read(id)).recipient_id)
  })

  it('the rebuilt request has the category and quiet hours, so that the preference of the recipient is checked again [D126]', async () => {
    const workspace = `/workspaces/${tenant.workspace}`
    await owner.request('POST', `${workspace}/categories`, { slug: 'tips', name: 'Tips' })
    const id = await send({
      recipient: { email: 'tips@example.com', locale: 'en' },
      category: 'tips',
      quiet_hours: 'ignore',
      expires_after: '2h',
    })
    const { request, recipient_id } = await read(id)
    expect(request).toMatchObject({ category: 'tips', quiet_hours: 'ignore', expires_after: '2h' })
    expect(await read(await send(request))).toMatchObject({ category: 'tips' })
    const declined = await owner.request('PATCH', `${workspace}/recipients/${recipient_id}/preferences`, {
      tips: { allowed: false },
    })
    expect(declined.status).toBe(200)
    const { status, body } = await test.send(tenant.testKey, request)
    expect([status, Object.keys(body.details)]).toEqual([422, ['category']])
  })

  it('the request that a viewer reads has masks in place of secret values [D126]', async () => {
    await owner.request('POST', `/workspaces/${tenant.workspace}/templates`, {
      slug: 'code',
      name: 'Code',
      sensitive: ['code'],
      locales: { en: { subject: 'Your code', body: 'Code {{code}}' } },
    })
    const actions = [{ slug: 'ok', callback_url: 'https://app.example/ok?token=secret', payload: { pin: 'secret' } }]
    const id = await send({ template: 'code', vars: { code: '123456' }, actions })
    const { request } = await read(id, viewer)
    expect(request.vars).toEqual({ code: '••••' })
    expect(JSON.stringify(request)).not.toMatch(/secret|123456/)
    expect((await read(id)).request).toMatchObject({ vars: { code: '123456' } })
    const preview = await viewer.request('GET', `${at}/${id}/preview`)
    expect(preview.body.message.html).toContain('••••')
    expect(JSON.stringify(preview.body)).not.toContain('123456')
  })

  it('the preview shows a scheduled email with its layout and buttons before it is sent, without working links [D127]', async () => {
    const actions = [{ slug: 'confirm', label: 'Confirm', callback_url: 'https://app.example/ok' }]
    const id = await send({ scheduled_for: inHours(3), actions })
    const { status, body } = await owner.request('GET', `${at}/${id}/preview`)
    expect([status, body.status]).toEqual([200, 'queued'])
    expect(body.message).toMatchObject({
      subject: 'Hello Ada',
      address: 'ada@example.com',
      actions: [{ slug: 'confirm', label: 'Confirm', url: '#' }],
    })
    expect(body.message.html).toContain('Confirm')
    expect(body.message.html).not.toContain('/v1/callbacks/action/')
    expect(body.message.unsubscribe_url).toBeUndefined()
  })

  it('another workspace can read neither the preview nor the timeline of a delivery', async () => {
    const id = await send()
    const other = await test.tenant()
    for (const path of ['', '/preview'])
      expect((await test.manage('GET', `/workspaces/${other.workspace}/deliveries/${id}${path}`)).status).toBe(404)
  })
})
