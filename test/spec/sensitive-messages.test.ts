// Messages with sensitive variables. Viewers see a mask. Admins and owners see the value.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODE, CODE_PARTS, MASK, type SensitiveTest, startSensitiveTest } from '../harness/sensitive.ts'
import { databases } from '../harness/service.ts'
import { chatMessage } from '../harness/telegram.ts'

describe.each(databases)('messages with sensitive variables, %s', (kind) => {
  let s: SensitiveTest

  beforeAll(async () => {
    s = await startSensitiveTest(kind)
  })
  afterAll(() => s.stop())

  it('shows viewers a mask in the variables and the text of a delivery, and shows admins the values', async () => {
    const { test, tenant, newTemplate, send, readAs, textAs } = s
    const id = await send(await newTemplate())
    await test.settled(tenant, id, 'sent')
    const { content } = await readAs('viewer', `/deliveries/${id}`)
    expect(content).toMatchObject({
      vars: { name: 'Ada', code: MASK },
      sensitive: ['code'],
      subject: `Code ${MASK} for Ada`,
      body: `Hello Ada, **${MASK}**`,
    })
    expect(content.own.markdown).toBe(`Hello Ada, **${MASK}**`)
    const full = (await readAs('admin', `/deliveries/${id}`)).content
    expect(full).toMatchObject({
      vars: { code: CODE },
      subject: `Code ${CODE} for Ada`,
      body: `Hello Ada, **${CODE}**`,
    })
    expect(full).not.toHaveProperty('masked')
    expect(await textAs('viewer', `/deliveries/${id}`)).not.toMatch(CODE_PARTS)
  })

  it('shows viewers a mask in the parts of a message that only one channel uses', async () => {
    const { test, bot, tenant, at, newTemplate, send, readAs } = s
    await test.manage('PUT', `${at}/sources/${tenant.source}/connections/discord`, {
      settings: { webhook_url: `${bot.url}/api/webhooks/1/secret` },
    })
    const id = await send(await newTemplate(), { channel: 'discord' })
    expect((await readAs('viewer', `/deliveries/${id}`)).content.own).toEqual({ embeds: [{ title: `Ada: ${MASK}` }] })
    expect((await readAs('admin', `/deliveries/${id}`)).content.own).toEqual({ embeds: [{ title: `Ada: ${CODE}` }] })
  })

  it('shows viewers a mask in every part of a message in the test inbox', async () => {
    const { test, tenant, newTemplate, send, readAs } = s
    const id = await send(await newTemplate())
    await test.settled(tenant, id, 'sent')
    const { message } = await readAs('viewer', `/test-inbox/${id}`)
    expect(message.subject).toBe(`Code ${MASK} for Ada`)
    expect(message.html).toContain(MASK)
    expect(message.text).toContain(MASK)
    expect(JSON.stringify(message)).not.toMatch(CODE_PARTS)
    const listed = await readAs('viewer', '/test-inbox')
    expect(listed.data.find((entry: { id: number }) => entry.id === id).message).toEqual(message)
    const full = (await readAs('admin', `/test-inbox/${id}`)).message
    expect(full.subject).toBe(`Code ${CODE} for Ada`)
    expect(full).not.toHaveProperty('masked')
  })

  it('shows viewers a mask in a conversation, and hides the bodies of inbound webhooks from viewers', async () => {
    const { test, tenant, newTemplate, send, readAs, sendUpdate } = s
    const slug = await newTemplate()
    const recipient = { name: 'Bea', telegram_chat_id: '7001', locale: 'en' }
    const id = await send(slug, { recipient, channel: 'telegram' }, tenant.liveKey)
    await test.settled(tenant, id, 'sent')
    await sendUpdate(chatMessage(7001, 'Thanks', { reply_to_message: { message_id: 1, text: `your code is ${CODE}` } }))
    const [conversation] = await test.until(async () => {
      const { data } = await readAs('viewer', '/conversations?channel=telegram')
      return data.length > 0 && data
    })
    const read = async (role: 'viewer' | 'admin') =>
      (await readAs(role, `/conversations/${conversation.id}`)).messages
        .map(({ body }: { body: string }) => body)
        .sort()
    expect(await read('viewer')).toEqual([`Hello Ada, your code is ${MASK}.`, 'Thanks'])
    expect(await read('admin')).toEqual([`Hello Ada, your code is ${CODE}.`, 'Thanks'])
    const [request] = (await readAs('viewer', '/inbound-requests')).data
    expect((await readAs('viewer', `/inbound-requests/${request.id}`)).body).toBe(MASK)
    expect((await readAs('admin', `/inbound-requests/${request.id}`)).body).toContain(CODE)
  })

  it('a search for the value of a sensitive variable finds no delivery and no recipient', async () => {
    const { test, tenant, newTemplate, send, readAs } = s
    const id = await send(await newTemplate(), { vars: { name: 'Ada', code: 'Zebra8814' } })
    await test.settled(tenant, id, 'sent')
    for (const role of ['viewer', 'admin'] as const) {
      expect((await readAs(role, '/deliveries?mode=test&q=Zebra8814')).data).toEqual([])
      expect((await readAs(role, '/recipients?mode=test&q=Zebra8814')).data).toEqual([])
    }
  })

  it('masks sensitive variables for viewers in template previews and automations', async () => {
    const { test, tenant, at, browsers, newTemplate, readAs, textAs } = s
    const slug = await newTemplate()
    const previewBody = { channel: 'telegram', vars: { name: 'Ada', code: CODE } }
    const previewed = async (role: 'viewer' | 'admin') =>
      (await browsers[role].request('POST', `${at}/templates/${slug}/preview`, previewBody)).body.message.body
    expect(await previewed('viewer')).toBe(`Hello Ada, your code is ${MASK}.`)
    expect(await previewed('admin')).toBe(`Hello Ada, your code is ${CODE}.`)
    const made = await test.manage('POST', `${at}/automations`, {
      name: 'Login',
      trigger: { type: 'contact.tagged', tag: 'x' },
      source: tenant.source,
      template: slug,
      vars: { name: 'Ada', code: CODE },
    })
    expect((await readAs('viewer', `/automations/${made.body.id}`)).vars).toEqual({ name: 'Ada', code: MASK })
    expect((await readAs('admin', `/automations/${made.body.id}`)).vars).toEqual({ name: 'Ada', code: CODE })
    expect(await textAs('viewer', '/automations')).not.toContain(CODE)
  })

  it('sends the values of sensitive variables, also in a resend, and masks the resent message for viewers', async () => {
    const { test, bot, tenant, at, browsers, newTemplate, send, textAs } = s
    const slug = await newTemplate()
    const recipient = { name: 'Eva', telegram_chat_id: '8200', locale: 'en' }
    const id = await send(slug, { recipient, channel: 'telegram' }, tenant.liveKey)
    await test.settled(tenant, id, 'sent')
    expect(bot.calls('sendMessage').at(-1)!.text).toContain(CODE)
    const again = await browsers.admin.request('POST', `${at}/deliveries/${id}/resend`)
    await test.settled(tenant, again.body.delivery_id, 'sent')
    expect(bot.calls('sendMessage').at(-1)!.text).toContain(CODE)
    expect(await textAs('viewer', `/deliveries/${again.body.delivery_id}`)).not.toMatch(CODE_PARTS)
  })

  it('stores no variable value of a test send in the audit log', async () => {
    const { test, at, browsers, newTemplate } = s
    const slug = await newTemplate()
    const sent = await browsers.admin.request('POST', `${at}/templates/${slug}/test-send`, {
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
})
