// Masks in URLs, payloads and responses. These texts may contain codes. Therefore viewers see masks in them even if no
// variable is marked as sensitive.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOTHING_MASKED } from '../../src/redaction/sensitive.ts'
import { shownMessage } from '../../src/redaction/shown-message.ts'
import { click } from '../harness/buttons.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { MASK, type SensitiveTest, startSensitiveTest } from '../harness/sensitive.ts'
import { databases } from '../harness/service.ts'
import { chatMessage } from '../harness/telegram.ts'

describe.each(databases)('URLs and payloads with codes, %s', (kind) => {
  let s: SensitiveTest
  let receiver: Provider

  beforeAll(async () => {
    s = await startSensitiveTest(kind)
    receiver = await startProvider()
  })
  afterAll(async () => {
    await s.stop()
    await receiver.stop()
  })

  it('viewers see masks in the URL query and the payload of a callback, and in the response of its receiver', async () => {
    const { test, tenant, send, readAs, textAs } = s
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
    const inbox = (await readAs('admin', `/test-inbox/${id}`)).message
    await click(new URL(inbox.actions[0].url).pathname.replace(/^/, test.url))
    const callback = await test.until(async () => {
      const { data } = await readAs('admin', `/callbacks?delivery=${id}`)
      return data[0]?.status === 'received' && data[0]
    })
    const event = await test.until(async () => {
      const { data } = await readAs('admin', `/subscriptions/${made.body.id}/events?delivery=${id}`)
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
      expect(await textAs('viewer', path), path).not.toContain('99887766')
      expect(await textAs('admin', path), path).toContain('99887766')
    }
    const { content } = await readAs('viewer', `/deliveries/${id}`)
    expect(content.actions[0]).toMatchObject({
      callback_url: `${receiver.url}/hook?${MASK}`,
      payload: { otp: MASK, deep: [{ pin: MASK }], none: null },
    })
  })

  it('viewers see masks in the queries of media and attachment URLs, in deliveries, the test inbox and conversations', async () => {
    const { test, bot, tenant, send, readAs, textAs, sendUpdate } = s
    const media = { url: 'https://files.example/a.png?code=66554433', type: 'image' }
    const attachments = [{ filename: 'a.pdf', url: 'https://files.example/a.pdf?code=66554433' }]
    const recipient = { name: 'Flo', telegram_chat_id: '7002', locale: 'en' }
    bot.setReply('sendPhoto', () => ({ status: 200, body: { ok: true, result: { message_id: 900 } } }))
    const mailed = await send('hello', { vars: { name: 'Flo' }, media, attachments })
    const chatted = await send(
      'hello',
      { recipient, vars: { name: 'Flo' }, media, channel: 'telegram' },
      tenant.liveKey,
    )
    await test.settled(tenant, mailed, 'sent')
    await test.settled(tenant, chatted, 'sent')
    await sendUpdate(chatMessage(7002, 'Hi'))
    const { id } = await test.until(async () => {
      const { data } = await readAs('viewer', '/conversations?channel=telegram')
      return data.find((found: { recipient: { name: string } }) => found.recipient.name === 'Flo')
    })
    for (const path of [
      `/deliveries/${mailed}`,
      `/test-inbox/${mailed}`,
      `/deliveries/${chatted}`,
      `/conversations/${id}`,
    ]) {
      expect(await textAs('viewer', path), path).not.toContain('66554433')
      expect(await textAs('viewer', path), path).toContain(`https://files.example/a.png?${MASK}`)
      expect(await textAs('admin', path), path).toContain('66554433')
    }
  })

  it('viewers see a mask in the query of the image URL of a push notification', async () => {
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

  it('viewers do not see the action links and unsubscribe links of messages in the test inbox', async () => {
    const { test, tenant, send, readAs, textAs } = s
    const action = { slug: 'confirm', label: 'Confirm', callback_url: `${receiver.url}/hook` }
    const id = await send('hello', { vars: { name: 'Kim' }, actions: [action] })
    await test.settled(tenant, id, 'sent')
    const { message: full } = await readAs('admin', `/test-inbox/${id}`)
    const links = [full.actions[0].url, full.unsubscribe_url]
    for (const link of links) expect(link).toMatch(/^https:\/\/carillon\.example\//)
    const { message } = await readAs('viewer', `/test-inbox/${id}`)
    expect(message.actions).toEqual([{ slug: 'confirm', label: 'Confirm' }])
    expect(message).not.toHaveProperty('unsubscribe_url')
    expect(message.text).toContain('Confirm: #')
    expect(message.html).toContain('<a href="#"')
    const listed = await test.manage('POST', '/tokens', { name: 'reader', scope: 'read' })
    const headers = { authorization: `Bearer ${listed.body.token}` }
    const byToken = await test.call('GET', `/manage${s.at}/test-inbox/${id}`, { headers })
    expect(byToken.body.message).toEqual(message)
    for (const path of [`/test-inbox/${id}`, '/test-inbox', `/deliveries/${id}`])
      for (const link of links) expect(await textAs('viewer', path), path).not.toContain(link.split('/').at(-1))
  })

  it('viewers do not see the links in the actions of a push notification', () => {
    const url = 'https://carillon.example/v1/wh/action/token'
    const message = {
      channel: 'push',
      body: 'Hi',
      actions: [{ slug: 'go', label: 'Go', url }],
      notification: { actions: [{ action: 'go', title: 'Go', url }] },
    }
    expect(shownMessage(message, 'masked', NOTHING_MASKED)).toEqual({
      channel: 'push',
      body: 'Hi',
      actions: [{ slug: 'go', label: 'Go' }],
      notification: { actions: [{ action: 'go', title: 'Go', url: '#' }] },
    })
  })

  it('masks a link that is written with HTML entities, and a link that begins with another masked link', () => {
    const url = 'https://carillon.example/a?b=1&c=2'
    const message = {
      body: `See ${url}9`,
      html: '<a href="https://carillon.example/a?b=1&amp;c=29">Go</a>',
      actions: [{ slug: 'go', label: 'Go', url }],
      unsubscribe_url: `${url}9`,
    }
    expect(shownMessage(message, 'masked', NOTHING_MASKED)).toEqual({
      body: 'See #',
      html: '<a href="#">Go</a>',
      actions: [{ slug: 'go', label: 'Go' }],
    })
  })
})
