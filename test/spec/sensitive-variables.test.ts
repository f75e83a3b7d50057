// Sensitive variables: admins and owners see one-time codes, viewers see a mask, and no log or excerpt keeps them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOTHING_MASKED, shownMessage } from '../../src/workspace/sensitive.ts'
import { click } from '../harness/buttons.ts'
import { type Browser, join, setUpOwner } from '../harness/members.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type BotServer, startBotServer, written } from '../harness/telegram.ts'

const MASK = '••••'
const CODE = 'Quartz-Plum'
/** Words, because ids and times have digits too. */
const CODE_PARTS = /Quartz|Plum/
const LOCALES = {
  en: {
    subject: 'Code {{code}} for {{name}}',
    body: 'Hello {{name}}, your code is {{code}}.',
    channels: {
      email: { markdown: 'Hello {{name}}, **{{code}}**' },
      discord: { embeds: [{ title: '{{name}}: {{code}}' }] },
    },
  },
}

describe.each(databases)('sensitive variables on %s', (kind) => {
  let test: TestService
  let bot: BotServer
  let receiver: Provider
  let tenant: Tenant
  let at: string
  let inboundPath: string
  const people = {} as Record<'viewer' | 'admin', Browser>
  let count = 0

  beforeAll(async () => {
    test = await startTestService(kind, { PUBLIC_URL: 'https://carillon.example' })
    bot = await startBotServer()
    receiver = await startProvider()
    tenant = await test.tenant()
    at = `/workspaces/${tenant.workspace}`
    await setUpOwner(test)
    for (const role of ['viewer', 'admin'] as const)
      people[role] = await join(test, tenant.workspace, role, `${role}@shop.example`)
    const connected = await test.manage('PUT', `${at}/sources/${tenant.source}/connections/telegram`, {
      settings: { bot_token: '1:abc', api_base: bot.url },
    })
    inboundPath = connected.body.inbound_url.replace('https://carillon.example/v1', '')
  })
  afterAll(async () => {
    await test.stop()
    await Promise.all([bot.stop(), receiver.stop()])
  })

  const newTemplate = async (fields: object = {}) => {
    const slug = `login-${count++}`
    const made = await test.manage('POST', `${at}/templates`, {
      slug,
      name: 'Login',
      sensitive: ['code'],
      locales: LOCALES,
      ...fields,
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    return slug
  }
  const send = async (template: string, more: object = {}, key = tenant.testKey) => {
    const { status, body } = await test.send(key, {
      recipient: { name: 'Ada', email: `ada${count++}@example.com`, locale: 'en' },
      template,
      vars: { name: 'Ada', code: CODE },
      channel: 'email',
      ...more,
    })
    expect(status, JSON.stringify(body)).toBe(202)
    return body.delivery_id as number
  }
  const seen = async (who: 'viewer' | 'admin', path: string) => {
    const { status, body } = await people[who].ask('GET', `${at}${path}`)
    expect(status, `${path}: ${JSON.stringify(body)}`).toBe(200)
    return body
  }
  /** Everything of a path that the reader gets, as one text. */
  const textOf = async (who: 'viewer' | 'admin', path: string) => JSON.stringify(await seen(who, path))
  const happens = async (update: object) => {
    const headers = { 'x-telegram-bot-api-secret-token': bot.webhook()!.secret_token }
    const { status } = await test.call('POST', inboundPath, { body: { update_id: ++count, ...update }, headers })
    expect(status).toBe(200)
  }

  it('shows viewers a mask in the variables and the rendered text of a delivery, and admins the values', async () => {
    const id = await send(await newTemplate())
    await test.settled(tenant, id, 'sent')
    const { content } = await seen('viewer', `/deliveries/${id}`)
    expect(content).toMatchObject({
      vars: { name: 'Ada', code: MASK },
      sensitive: ['code'],
      subject: `Code ${MASK} for Ada`,
      body: `Hello Ada, **${MASK}**`,
    })
    expect(content.own.markdown).toBe(`Hello Ada, **${MASK}**`)
    const full = (await seen('admin', `/deliveries/${id}`)).content
    expect(full).toMatchObject({
      vars: { code: CODE },
      subject: `Code ${CODE} for Ada`,
      body: `Hello Ada, **${CODE}**`,
    })
    expect(full).not.toHaveProperty('masked')
    expect(await textOf('viewer', `/deliveries/${id}`)).not.toMatch(CODE_PARTS)
  })

  it("shows viewers a mask in content of a channel's own", async () => {
    await test.manage('PUT', `${at}/sources/${tenant.source}/connections/discord`, {
      settings: { webhook_url: `${bot.url}/api/webhooks/1/secret` },
    })
    const id = await send(await newTemplate(), { channel: 'discord' })
    expect((await seen('viewer', `/deliveries/${id}`)).content.own).toEqual({ embeds: [{ title: `Ada: ${MASK}` }] })
    expect((await seen('admin', `/deliveries/${id}`)).content.own).toEqual({ embeds: [{ title: `Ada: ${CODE}` }] })
  })

  it('shows viewers a mask in the test inbox, in every part of the message', async () => {
    const id = await send(await newTemplate())
    await test.settled(tenant, id, 'sent')
    const { message } = await seen('viewer', `/test-inbox/${id}`)
    expect(message.subject).toBe(`Code ${MASK} for Ada`)
    expect(message.html).toContain(MASK)
    expect(message.text).toContain(MASK)
    expect(JSON.stringify(message)).not.toMatch(CODE_PARTS)
    const listed = await seen('viewer', '/test-inbox')
    expect(listed.data.find((entry: { id: number }) => entry.id === id).message).toEqual(message)
    const full = (await seen('admin', `/test-inbox/${id}`)).message
    expect(full.subject).toBe(`Code ${CODE} for Ada`)
    expect(full).not.toHaveProperty('masked')
  })

  it('hides the whole text of a message that was accepted before its template marked the variable', async () => {
    const slug = await newTemplate({ sensitive: [] })
    const id = await send(slug)
    await test.settled(tenant, id, 'sent')
    expect((await seen('viewer', `/deliveries/${id}`)).content.vars.code).toBe(CODE)
    await test.manage('PUT', `${at}/templates/${slug}`, { name: 'Login', locales: LOCALES, sensitive: ['code'] })
    const { content } = await seen('viewer', `/deliveries/${id}`)
    expect(content).toMatchObject({ body: MASK, vars: { name: 'Ada', code: MASK } })
    expect(content).not.toHaveProperty('subject')
    expect(content).not.toHaveProperty('own')
    expect((await seen('viewer', `/test-inbox/${id}`)).message.body).toBe(MASK)
    expect(await textOf('viewer', `/deliveries/${id}`)).not.toMatch(CODE_PARTS)
    expect(await textOf('viewer', `/test-inbox/${id}`)).not.toMatch(CODE_PARTS)
    expect(await textOf('admin', `/deliveries/${id}`)).toContain(CODE)
  })

  it('keeps masking a message whose template was removed', async () => {
    const slug = await newTemplate()
    const id = await send(slug)
    await test.settled(tenant, id, 'sent')
    await test.manage('DELETE', `${at}/templates/${slug}`)
    expect(await textOf('viewer', `/deliveries/${id}`)).not.toMatch(CODE_PARTS)
  })

  it('finds no delivery by the value of a variable', async () => {
    const id = await send(await newTemplate(), { vars: { name: 'Ada', code: 'Zebra8814' } })
    await test.settled(tenant, id, 'sent')
    for (const who of ['viewer', 'admin'] as const) {
      expect((await seen(who, '/deliveries?mode=test&q=Zebra8814')).data).toEqual([])
      expect((await seen(who, '/recipients?mode=test&q=Zebra8814')).data).toEqual([])
    }
  })

  it("shows viewers a mask in a conversation, and no body of a provider's request", async () => {
    const slug = await newTemplate()
    const recipient = { name: 'Bea', telegram_chat_id: '7001', locale: 'en' }
    const id = await send(slug, { recipient, channel: 'telegram' }, tenant.liveKey)
    await test.settled(tenant, id, 'sent')
    await happens(written(7001, 'Thanks', { reply_to_message: { message_id: 1, text: `your code is ${CODE}` } }))
    const [conversation] = await test.until(async () => {
      const { data } = await seen('viewer', '/conversations?channel=telegram')
      return data.length > 0 && data
    })
    const read = async (who: 'viewer' | 'admin') =>
      (await seen(who, `/conversations/${conversation.id}`)).messages.map(({ body }: { body: string }) => body).sort()
    expect(await read('viewer')).toEqual([`Hello Ada, your code is ${MASK}.`, 'Thanks'])
    expect(await read('admin')).toEqual([`Hello Ada, your code is ${CODE}.`, 'Thanks'])
    const [request] = (await seen('viewer', '/inbound-requests')).data
    expect((await seen('viewer', `/inbound-requests/${request.id}`)).body).toBe(MASK)
    expect((await seen('admin', `/inbound-requests/${request.id}`)).body).toContain(CODE)
  })

  it('shows viewers neither query nor payload of a callback, and no answer of its receiver', async () => {
    const { workspace } = tenant
    const events = `${receiver.url}/events?key=k-99887766`
    const made = await test.manage('POST', `/workspaces/${workspace}/subscriptions`, {
      url: events,
      events: ['delivery.action_taken'],
    })
    receiver.reply(() => ({ status: 200, body: { got: '99887766' } }))
    const action = {
      slug: 'confirm',
      label: 'Confirm',
      callback_url: `${receiver.url}/hook?otp=99887766#99887766`,
      payload: { otp: '99887766', deep: [{ pin: 99887766 }], none: null },
    }
    const id = await send('hello', { actions: [action] })
    await test.settled(tenant, id, 'sent')
    const inbox = (await seen('viewer', `/test-inbox/${id}`)).message
    await click(new URL(inbox.actions[0].url).pathname.replace(/^/, test.url))
    const callback = await test.until(async () => {
      const { data } = await seen('admin', `/callbacks?delivery=${id}`)
      return data[0]?.status === 'received' && data[0]
    })
    const event = await test.until(async () => {
      const { data } = await seen('admin', `/subscriptions/${made.body.id}/events?delivery=${id}`)
      return data[0]?.status === 'received' && data[0]
    })
    const paths = [
      `/deliveries/${id}`,
      `/callbacks?delivery=${id}`,
      `/callbacks/${callback.id}`,
      `/subscriptions/${made.body.id}`,
      `/subscriptions/${made.body.id}/events/${event.id}`,
      `/subscriptions/${made.body.id}/attempts`,
      '/subscriptions',
    ]
    for (const path of paths) {
      expect(await textOf('viewer', path), path).not.toContain('99887766')
      expect(await textOf('admin', path), path).toContain('99887766')
    }
    const { content } = await seen('viewer', `/deliveries/${id}`)
    expect(content.actions[0]).toMatchObject({
      callback_url: `${receiver.url}/hook?${MASK}`,
      payload: { otp: MASK, deep: [{ pin: MASK }], none: null },
    })
  })

  it('masks queries of media and attachment URLs for viewers in deliveries, the test inbox and conversations', async () => {
    const media = { url: 'https://files.example/a.png?code=66554433', type: 'image' }
    const attachments = [{ filename: 'a.pdf', url: 'https://files.example/a.pdf?code=66554433' }]
    const recipient = { name: 'Flo', telegram_chat_id: '7002', locale: 'en' }
    bot.answer('sendPhoto', () => ({ status: 200, body: { ok: true, result: { message_id: 900 } } }))
    const mailed = await send('hello', { vars: { name: 'Flo' }, media, attachments })
    const chatted = await send(
      'hello',
      { recipient, vars: { name: 'Flo' }, media, channel: 'telegram' },
      tenant.liveKey,
    )
    await test.settled(tenant, mailed, 'sent')
    await test.settled(tenant, chatted, 'sent')
    await happens(written(7002, 'Hi'))
    const { id } = await test.until(async () => {
      const { data } = await seen('viewer', '/conversations?channel=telegram')
      return data.find((found: { recipient: { name: string } }) => found.recipient.name === 'Flo')
    })
    for (const path of [
      `/deliveries/${mailed}`,
      `/test-inbox/${mailed}`,
      `/deliveries/${chatted}`,
      `/conversations/${id}`,
    ]) {
      expect(await textOf('viewer', path), path).not.toContain('66554433')
      expect(await textOf('viewer', path), path).toContain(`https://files.example/a.png?${MASK}`)
      expect(await textOf('admin', path), path).toContain('66554433')
    }
  })

  it('masks the query of the image in a push notification for viewers', async () => {
    const message = {
      channel: 'push',
      body: 'Hi',
      media: { url: 'https://files.example/a.png?code=1', type: 'image' as const },
      notification: { image: 'https://files.example/a.png?code=1' },
    }
    expect(shownMessage(message, 'masked', NOTHING_MASKED)).toMatchObject({
      media: { url: `https://files.example/a.png?${MASK}` },
      notification: { image: `https://files.example/a.png?${MASK}` },
    })
    expect(shownMessage(message, 'full', NOTHING_MASKED)).toEqual(message)
  })

  it('keeps no answer of a provider that repeats the value, in any usual escaping', async () => {
    const slug = await newTemplate()
    const secret = '59&31 "x" 77é20'
    const echoes = [
      secret,
      JSON.stringify(secret),
      encodeURIComponent(secret),
      '59&amp;31 &quot;x&quot; 77&#233;20',
      'code=59=2631=20=22x=22=2077=C3=A920',
    ]
    for (const [index, echo] of echoes.entries()) {
      bot.answer('sendMessage', () => ({
        status: 400,
        body: { ok: false, error_code: 400, description: `Bad Request: can't parse ${echo}` },
      }))
      const recipient = { name: 'Cleo', telegram_chat_id: `${8000 + index}`, locale: 'en' }
      const vars = { name: 'Cleo', code: secret }
      const id = await send(slug, { recipient, vars, channel: 'telegram' }, tenant.liveKey)
      await test.settled(tenant, id, 'failed')
      const { rows } = await test.service.db.query<{ text: string }>({
        text: `select concat_ws(' ', response, reason, remedy, d.error_message, d.error_code) as text
               from attempts a join deliveries d on d.id = a.delivery_id where d.id = $1`,
        values: [id],
      })
      expect(rows[0]!.text, echo).not.toMatch(/59|77/)
      expect(rows[0]!.text).toContain('repeat a sensitive variable')
    }
    bot.answer('sendMessage', undefined)
  })

  it('keeps what a provider said when it does not repeat the value', async () => {
    const slug = await newTemplate()
    bot.answer('sendMessage', () => ({
      status: 400,
      body: { ok: false, error_code: 400, description: 'Bad Request: message is weird' },
    }))
    const recipient = { name: 'Dora', telegram_chat_id: '8100', locale: 'en' }
    const id = await send(slug, { recipient, channel: 'telegram' }, tenant.liveKey)
    const { attempts } = await test.settled(tenant, id, 'failed')
    expect(attempts[0].response).toContain('message is weird')
    bot.answer('sendMessage', undefined)
  })

  it('keeps no value in the audit log', async () => {
    const slug = await newTemplate()
    const sent = await people.admin.ask('POST', `${at}/templates/${slug}/test-send`, {
      vars: { name: 'Ada', code: 'audit-5521' },
      actions: [
        { slug: 'go', label: 'Go', callback_url: 'https://example.com/?c=audit-5521', payload: { c: 'audit-5521' } },
      ],
    })
    expect(sent.status, JSON.stringify(sent.body)).toBe(202)
    const { rows } = await test.service.db.query<{ text: string }>({
      text: 'select to_jsonb(a)::text as text from audit_log a order by id desc limit 5',
    })
    expect(rows.some(({ text }) => text.includes('sendTestTemplate'))).toBe(true)
    expect(rows.filter(({ text }) => text.includes('5521'))).toEqual([])
  })

  it("masks variables in a viewer's preview and in automations", async () => {
    const slug = await newTemplate()
    const wanted = { channel: 'telegram', vars: { name: 'Ada', code: CODE } }
    const previewed = async (who: 'viewer' | 'admin') =>
      (await people[who].ask('POST', `${at}/templates/${slug}/preview`, wanted)).body.message.body
    expect(await previewed('viewer')).toBe(`Hello Ada, your code is ${MASK}.`)
    expect(await previewed('admin')).toBe(`Hello Ada, your code is ${CODE}.`)
    const made = await test.manage('POST', `${at}/automations`, {
      name: 'Login',
      trigger: { type: 'contact.tagged', tag: 'x' },
      source: tenant.source,
      template: slug,
      vars: { name: 'Ada', code: CODE },
    })
    expect((await seen('viewer', `/automations/${made.body.id}`)).vars).toEqual({ name: 'Ada', code: MASK })
    expect((await seen('admin', `/automations/${made.body.id}`)).vars).toEqual({ name: 'Ada', code: CODE })
    expect(await textOf('viewer', '/automations')).not.toContain(CODE)
  })

  it('keeps the marks of a template in versions, in a save that leaves them out, and in a restore', async () => {
    const slug = await newTemplate()
    const one = `${at}/templates/${slug}`
    expect((await test.manage('GET', one)).body.sensitive).toEqual(['code'])
    expect((await test.manage('PUT', one, { name: 'Two', locales: LOCALES })).body.sensitive).toEqual(['code'])
    expect((await test.manage('PUT', one, { name: 'Three', locales: LOCALES, sensitive: [] })).body.sensitive).toEqual(
      [],
    )
    expect((await test.manage('GET', `${one}/versions/1`)).body.sensitive).toEqual(['code'])
    expect((await test.manage('POST', `${one}/versions/1/restore`, {})).body).toMatchObject({
      version: 4,
      sensitive: ['code'],
    })
    await test.service.db.query({
      text: `update template_versions set sensitive = null where version = 3 and template_id = (select id from templates where slug = $1)`,
      values: [slug],
    })
    expect((await test.manage('GET', `${one}/versions/3`)).body.sensitive).toBeNull()
    expect((await test.manage('POST', `${one}/versions/3/restore`, {})).body.sensitive).toEqual(['code'])
    for (const wrong of [['a b'], ['{{x}}'], [''], ['code', 'code'], 'code', [1]])
      expect((await test.manage('PUT', one, { name: 'x', locales: LOCALES, sensitive: wrong })).status).toBe(422)
  })

  it('sends the values themselves, and a resend renders the mask again', async () => {
    const slug = await newTemplate()
    const recipient = { name: 'Eva', telegram_chat_id: '8200', locale: 'en' }
    const id = await send(slug, { recipient, channel: 'telegram' }, tenant.liveKey)
    await test.settled(tenant, id, 'sent')
    expect(bot.calls('sendMessage').at(-1)!.text).toContain(CODE)
    const again = await people.admin.ask('POST', `${at}/deliveries/${id}/resend`)
    await test.settled(tenant, again.body.delivery_id, 'sent')
    expect(bot.calls('sendMessage').at(-1)!.text).toContain(CODE)
    expect(await textOf('viewer', `/deliveries/${again.body.delivery_id}`)).not.toMatch(CODE_PARTS)
  })
})
