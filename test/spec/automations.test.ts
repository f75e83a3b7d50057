// Automations. A contact receives a template once when the contact is created, gets a tag, or replies with a keyword.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { importFile } from '../harness/imports.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type Subscriber, startSubscriber } from '../harness/subscriber.ts'
import { type BotServer, chatMessage, startBotServer } from '../harness/telegram.ts'

describe.each(databases)('automations on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let base: string
  const open: Subscriber[] = []
  beforeAll(async () => {
    test = await startTestService(kind, { PUBLIC_URL: 'https://carillon.example' })
  })
  afterEach(async () => {
    await Promise.all(open.splice(0).map(({ receiver }) => receiver.stop()))
  })
  afterAll(() => test.stop())

  const useNewTenant = async () => {
    tenant = await test.tenant()
    base = `/workspaces/${tenant.workspace}`
  }
  const rule = async (trigger: object, more: object = {}) => {
    const fields = { name: 'Rule', trigger, source: tenant.source, template: 'hello', ...more }
    const { status, body } = await test.manage('POST', `${base}/automations`, fields)
    expect([status, body.details]).toEqual([201, undefined])
    return body.id as number
  }
  const contact = async (body: object) =>
    (await test.manage('POST', `${base}/recipients`, { mode: 'test', ...body })).body.id as number
  /** Waits for `count` finished runs of the automation. Returns them, oldest first. */
  const runs = async (id: number, count: number) =>
    test.until(async () => {
      const { data } = (await test.manage('GET', `${base}/automations/${id}/runs?limit=100`)).body
      const finished = data.filter(({ state }: { state: string }) => state !== 'waiting')
      return finished.length >= count && finished.reverse()
    })

  it('sends a template to a created contact once and emits automation.triggered with the message id [EVT-23]', async () => {
    await useNewTenant()
    const subscriber = await startSubscriber(test, tenant, ['automation.triggered', 'message.sent'])
    open.push(subscriber)
    const id = await rule({ type: 'contact.created' }, { name: 'Welcome', vars: { name: '{{name}} ({{plan}})' } })
    const contactId = await contact({ name: 'Ada', email: 'ada@example.com', metadata: { plan: 'pro' }, locale: 'en' })
    const [run] = await runs(id, 1)
    expect(run).toMatchObject({
      contact: { id: contactId, name: 'Ada' },
      mode: 'test',
      trigger: { type: 'contact.created' },
      state: 'sent',
      code: null,
      reason: null,
    })
    const events = await subscriber.waitForEvents(2)
    const triggered = events.find(({ name }) => name === 'automation.triggered')!
    expect(triggered.request.headers['x-service-mode']).toBe('test')
    expect(triggered.body).toMatchObject({
      type: 'automation.triggered',
      workspace_id: String(tenant.workspace),
      data: {
        automation: { id: String(id), name: 'Welcome' },
        trigger: { type: 'contact.created' },
        contact: { id: contactId, name: 'Ada', email: 'ada@example.com' },
        message_id: String(run.delivery_id),
      },
    })
    const { message } = (await test.manage('GET', `${base}/test-inbox/${run.delivery_id}`)).body
    expect(JSON.stringify(message)).toContain('Hello Ada (pro)')
    expect((await test.manage('GET', `${base}/automations/${id}`)).body.runs).toEqual({
      waiting: 0,
      sent: 1,
      refused: 0,
    })
  })

  it('runs a contact.created automation once for each contact, whatever kind of request creates the contact, and the messages of the automation start no further run', async () => {
    await useNewTenant()
    const id = await rule({ type: 'contact.created' })
    const message = (email: string) => ({ recipient: { name: 'N', email }, template: 'hello', vars: { name: 'N' } })
    const byHand = await contact({ name: 'Hand', email: 'hand@example.com' })
    await test.send(tenant.testKey, message('sent@example.com'))
    await test.send(tenant.testKey, message('sent@example.com'))
    await test.call('POST', '/push/tokens', { key: tenant.testKey, body: { recipient: { email: 'push@example.com' } } })
    await importFile(test, tenant, 'email\nfile@example.com\nsent@example.com\n', 'mode=test')
    const finished = await runs(id, 4)
    expect(finished.map(({ state }: { state: string }) => state)).toEqual(['sent', 'sent', 'sent', 'sent'])
    expect(finished[0].contact.id).toBe(byHand)
    const { data } = (await test.manage('GET', `${base}/deliveries?mode=test&limit=100`)).body
    // Four messages of the automation, and the two messages that this test sent.
    expect(data).toHaveLength(6)
    expect(await runs(id, 4)).toHaveLength(4)
  })

  it('runs a contact.tagged automation once for each contact that gets the tag, whatever kind of request adds the tag', async () => {
    await useNewTenant()
    const early = await contact({ name: 'Early', email: 'early@example.com', tags: ['vip'] })
    const id = await rule({ type: 'contact.tagged', tag: 'vip' })
    const other = await rule({ type: 'contact.tagged', tag: 'VIP' })
    // This contact had the tag before the automation existed. Adding another tag starts no run.
    await test.manage('PATCH', `${base}/recipients/${early}`, { tags: ['vip', 'new'] })
    const born = await contact({ name: 'Born', email: 'born@example.com', tags: ['x', 'vip'] })
    const later = await contact({ name: 'Later', email: 'later@example.com' })
    await test.manage('PATCH', `${base}/recipients/${later}`, { tags: ['vip'] })
    await test.manage('PATCH', `${base}/recipients/${later}`, { tags: [] })
    await test.manage('PATCH', `${base}/recipients/${later}`, { tags: ['vip'] })
    const file = await contact({ name: 'File', email: 'file@example.com' })
    await importFile(test, tenant, 'email,tags\nfile@example.com,vip\nearly@example.com,vip\n', 'mode=test')
    const finished = await runs(id, 3)
    expect(finished.map((run: { contact: { id: number } }) => run.contact.id)).toEqual([born, later, file])
    expect(finished[0].trigger).toEqual({ type: 'contact.tagged', tag: 'vip' })
    expect((await test.manage('GET', `${base}/automations/${other}/runs`)).body.data).toEqual([])
  })

  it('records why a run of an automation sent nothing, and emits automation.triggered with message_id null', async () => {
    await useNewTenant()
    const subscriber = await startSubscriber(test, tenant, ['automation.triggered'])
    open.push(subscriber)
    const id = await rule({ type: 'contact.created' })
    await contact({ name: 'Mute' })
    await contact({ name: 'Wide', email: 'wide@example.com' })
    const [mute, wide] = await runs(id, 2)
    expect([mute.state, mute.delivery_id, mute.code]).toEqual(['refused', null, 'validation_failed'])
    expect(mute.reason).toMatch(/no channel reaches this recipient/)
    expect(wide.state).toBe('sent')
    const events = await subscriber.waitForEvents(2)
    expect(new Set(events.map(({ body }) => body.data.message_id))).toEqual(new Set([String(wide.delivery_id), null]))
    await test.manage('PATCH', `${base}/automations/${id}`, { vars: { name: 'from {{city}}' } })
    await contact({ name: 'Nowhere', email: 'nowhere@example.com', metadata: { city: 'Rome' } })
    await contact({ name: 'Lost', email: 'lost@example.com' })
    const [, , rome, lost] = await runs(id, 4)
    expect([rome.state, lost.state, lost.code]).toEqual(['sent', 'refused', 'validation_failed'])
    expect(lost.reason).toMatch(/^vars\.name: /)
    await test.manage('DELETE', `${base}/templates/hello`)
    await contact({ name: 'Late', email: 'late@example.com' })
    const late = (await runs(id, 5))[4]
    expect([late.state, late.code]).toEqual(['refused', 'template_not_found'])
    const refused = await test.manage('GET', `${base}/automations/${id}/runs?state=refused&limit=1`)
    expect(refused.body.data).toMatchObject([{ id: late.id }])
    expect(refused.body.next_cursor).not.toBeNull()
  })

  it('does not run a disabled automation, and returns 404 for a removed automation', async () => {
    await useNewTenant()
    const id = await rule({ type: 'contact.created' }, { enabled: false })
    await test.send(tenant.testKey, {
      recipient: { name: 'N', email: 'one@example.com' },
      template: 'hello',
      vars: { name: 'N' },
    })
    const on = await test.manage('PATCH', `${base}/automations/${id}`, { enabled: true, name: 'On', channel: 'email' })
    expect(on.body).toMatchObject({ enabled: true, name: 'On', channel: 'email', trigger: { type: 'contact.created' } })
    await test.send(tenant.testKey, {
      recipient: { name: 'N', email: 'two@example.com' },
      template: 'hello',
      vars: { name: 'N' },
    })
    expect(await runs(id, 1)).toHaveLength(1)
    expect((await test.manage('DELETE', `${base}/automations/${id}`)).status).toBe(204)
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/runs'],
      ['DELETE', ''],
      ['PATCH', ''],
    ] as const)
      expect(
        (await test.manage(method, `${base}/automations/${id}${path}`, method === 'PATCH' ? {} : undefined)).status,
      ).toBe(404)
  })

  it.each([
    [{}, ['name', 'trigger', 'source', 'template']],
    [{ name: 'x', trigger: { type: 'contact.moved' }, source: 1, template: 'hello' }, ['trigger.type']],
    [{ name: 'x', trigger: { type: 'contact.tagged' }, source: 0, template: '' }, ['source', 'template']],
    [{ name: 'x', trigger: { type: 'contact.created' }, channel: 'fax' }, ['channel']],
    [{ trigger: { type: 'contact.created', tags: 'x' } }, ['trigger.tags']],
    [{ vars: { a: 1 } }, ['vars.a']],
  ])('returns 422 for the invalid automation %j', async (body, fields) => {
    if (!tenant) await useNewTenant()
    const whole = { name: 'x', trigger: { type: 'contact.created' }, source: tenant.source, template: 'hello' }
    const fullRule = fields.length === 4 ? body : { ...whole, ...body }
    const answer = await test.manage('POST', `${base}/automations`, fullRule)
    expect([answer.status, Object.keys(answer.body.details)]).toEqual([422, fields])
  })

  it.each([
    [{ trigger: { type: 'contact.tagged' } }, ['trigger.tag']],
    [{ trigger: { type: 'contact.created', tag: 'x' } }, ['trigger.tag']],
    [{ trigger: { type: 'message.received' } }, ['trigger.keyword']],
    [{ trigger: { type: 'message.received', keyword: ' ?! ' } }, ['trigger.keyword']],
    [{ trigger: { type: 'contact.tagged', tag: 'x', keyword: 'y' } }, ['trigger.keyword']],
    [{ source: 999_999 }, ['source']],
    [{ template: 'nowhere' }, ['template']],
  ])('refuses to create or change an automation with inconsistent fields: %j', async (body, fields) => {
    await useNewTenant()
    const whole = { name: 'x', trigger: { type: 'contact.created' }, source: tenant.source, template: 'hello' }
    const answer = await test.manage('POST', `${base}/automations`, { ...whole, ...body })
    expect([answer.status, Object.keys(answer.body.details)]).toEqual([422, fields])
    const id = await rule({ type: 'contact.created' })
    const changed = await test.manage('PATCH', `${base}/automations/${id}`, body)
    expect([changed.status, Object.keys(changed.body.details)]).toEqual([422, fields])
  })

  describe('keyword automations', () => {
    let bot: BotServer
    beforeAll(async () => {
      bot = await startBotServer()
    })
    afterAll(() => bot.stop())

    it('runs a keyword automation once for a contact whose reply begins with the keyword, whatever its case and punctuation', async () => {
      await useNewTenant()
      const path = `${base}/sources/${tenant.source}/connections/telegram`
      const { body } = await test.manage('PUT', path, { settings: { bot_token: '1:abc', api_base: bot.url } })
      const to = body.inbound_url.replace('https://carillon.example/v1', '')
      const secret = bot.webhook()!.secret_token
      let number = 100
      const post = (update: object) =>
        test.call('POST', to, {
          body: { update_id: number++, ...update },
          headers: { 'x-telegram-bot-api-secret-token': secret },
        })
      const id = await rule({ type: 'message.received', keyword: ' Info! ' }, { channel: 'telegram' })
      for (const [chat, text] of [
        [901, 'info please'],
        [902, '¡INFO! '],
        [903, 'information'],
        [902, 'info'],
        [904, 'Info'],
      ] as const)
        expect((await post(chatMessage(chat, text))).status).toBe(200)
      const finished = await runs(id, 2)
      expect(finished.map(({ state, mode }: { state: string; mode: string }) => [state, mode])).toEqual([
        ['sent', 'live'],
        ['sent', 'live'],
      ])
      expect(finished[0].trigger).toEqual({ type: 'message.received', keyword: 'info', message_id: expect.any(String) })
      const chats = await test.until(async () => {
        const calls = bot.calls('sendMessage')
        return calls.length >= 2 && calls.map(({ chat_id }) => String(chat_id))
      })
      expect(chats.sort()).toEqual(['902', '904'])
    })
  })
})
