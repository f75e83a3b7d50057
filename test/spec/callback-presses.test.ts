// Button presses in chats. Each pressed button causes one signed callback and one event. Both contain the name of the
// person who pressed the button.
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type Subscriber, startSubscriber } from '../harness/subscriber.ts'
import { type BotServer, startBotServer } from '../harness/telegram.ts'

const PHONE = '393331234567'

describe.each(databases)('button presses in chats on %s', (kind) => {
  let test: TestService
  let receiver: Provider
  let graph: Provider
  let bot: BotServer
  let tenant: Tenant
  let subscriber: Subscriber
  let inbound: { telegram: string; whatsapp: string }
  beforeAll(async () => {
    test = await startTestService(kind, { PUBLIC_URL: 'https://carillon.example' })
    ;[receiver, graph, bot] = await Promise.all([startProvider(), startProvider(), startBotServer()])
    receiver.reply(() => ({ body: {} }))
    graph.reply(() => ({ body: { messages: [{ id: 'wamid.1' }] } }))
    tenant = await test.tenant()
    subscriber = await startSubscriber(test, tenant, ['delivery.queued', 'delivery.sent', 'delivery.action_taken'])
    inbound = {
      telegram: await connectChannel('telegram', { bot_token: '1:abc', api_base: bot.url }),
      whatsapp: await connectChannel('whatsapp', {
        phone_number_id: '10',
        access_token: 'token',
        app_secret: 'app secret',
        verify_token: 'v',
        api_base: graph.url,
      }),
    }
  })
  afterAll(async () => {
    await test.stop()
    await Promise.all([receiver.stop(), subscriber.receiver.stop(), graph.stop(), bot.stop()])
  })

  /** Connects the channel. Returns the path of its inbound webhook. */
  const connectChannel = async (channel: string, settings: object): Promise<string> => {
    const at = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/${channel}`
    const { status, body } = await test.manage('PUT', at, { settings })
    expect([status, body.message]).toEqual([200, undefined])
    return body.inbound_url.replace('https://carillon.example/v1', '')
  }
  const sendTo = async (recipient: object): Promise<number> => {
    const { status, body } = await test.send(tenant.liveKey, {
      recipient: { name: 'Ada', locale: 'en', ...recipient },
      template: 'hello',
      vars: { name: 'Ada' },
      actions: [{ slug: 'confirm', label: 'Confirm', callback_url: `${receiver.url}/pressed`, payload: { order: 17 } }],
    })
    expect([status, body.message]).toEqual([202, undefined])
    await test.settled(tenant, body.delivery_id, 'sent')
    return body.delivery_id
  }
  const callbackOf = (deliveryId: number) =>
    test.until(async () => receiver.received.find(({ text }) => JSON.parse(text).delivery_id === deliveryId))
  const expectCallback = async (deliveryId: number, actor: object) => {
    const { text, headers } = await callbackOf(deliveryId)
    expect(JSON.parse(text)).toMatchObject({ action: 'confirm', action_slug: 'confirm', payload: { order: 17 }, actor })
    expect(headers['x-service-signature']).toBe(
      `sha256=${createHmac('sha256', tenant.liveKey).update(text).digest('hex')}`,
    )
    const { data } = (await test.manage('GET', `/workspaces/${tenant.workspace}/callbacks?delivery=${deliveryId}`)).body
    expect(data).toHaveLength(1)
    const events = await test.until(async () => {
      const events = subscriber.events().filter(({ body }) => body.delivery.id === deliveryId)
      return events.length >= 3 && events
    })
    expect(events.map(({ name }) => name)).toEqual(['delivery.queued', 'delivery.sent', 'delivery.action_taken'])
    expect(events[2]!.body).toMatchObject({ action: { slug: 'confirm', payload: { order: 17 } }, actor })
  }

  it('sends one callback for a Telegram inline button that is pressed three times [CB-01]', async () => {
    const id = await sendTo({ telegram_chat_id: '77' })
    const { reply_markup } = bot.calls('sendMessage').at(-1) as {
      reply_markup: { inline_keyboard: { callback_data: string }[][] }
    }
    const data = reply_markup.inline_keyboard[0]![0]!.callback_data
    for (const n of [1, 2, 3]) {
      const { status } = await test.call('POST', inbound.telegram, {
        headers: { 'x-telegram-bot-api-secret-token': bot.webhook()!.secret_token },
        body: {
          update_id: 100 + n,
          callback_query: {
            id: `press-${n}`,
            from: { id: 78, is_bot: false, first_name: 'Bea' },
            message: { message_id: 1, date: 1, chat: { id: 77, type: 'private', first_name: 'Ada' }, reply_markup },
            chat_instance: '1',
            data,
          },
        },
      })
      expect(status).toBe(200)
    }
    await test.until(async () => bot.calls('answerCallbackQuery').length === 3)
    await expectCallback(id, { name: 'Bea', channel: 'telegram' })
  })

  it('sends one callback for a WhatsApp quick reply that is pressed twice [CB-02]', async () => {
    const from = async (message: object) => {
      const value = {
        messaging_product: 'whatsapp',
        metadata: { display_phone_number: '1', phone_number_id: '10' },
        contacts: [{ wa_id: PHONE, profile: { name: 'Ada' } }],
        messages: [{ from: PHONE, timestamp: String(Math.floor(test.clock.now().getTime() / 1000)), ...message }],
      }
      const body = JSON.stringify({
        object: 'whatsapp_business_account',
        entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
      })
      const signature = createHmac('sha256', 'app secret').update(body).digest('hex')
      const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }
      expect((await test.call('POST', inbound.whatsapp, { body, headers })).status).toBe(200)
    }
    // This recipient has just written. Free-form messages to this recipient are therefore permitted.
    await from({ id: 'wamid.in', type: 'text', text: { body: 'hello' } })
    await test.until(async () => {
      const { data } = (await test.manage('GET', `/workspaces/${tenant.workspace}/conversations`)).body
      return data.some(({ channel }: { channel: string }) => channel === 'whatsapp')
    })
    const id = await sendTo({ whatsapp_phone: `+${PHONE}` })
    const { interactive } = JSON.parse(graph.received.at(-1)!.text)
    const { reply } = interactive.action.buttons[0]
    for (const n of [1, 2]) {
      const button_reply = { id: reply.id, title: reply.title }
      await from({ id: `wamid.press${n}`, type: 'interactive', interactive: { type: 'button_reply', button_reply } })
    }
    await expectCallback(id, { name: 'Ada', channel: 'whatsapp' })
    // After each press, the service sends the result to the chat, as a reply to the message that reported the press.
    const answers = await test.until(async () => {
      const replies = graph.received.map(({ text }) => JSON.parse(text)).filter(({ context }) => context !== undefined)
      return replies.length === 2 && replies
    })
    expect(Object.fromEntries(answers.map(({ context, text }) => [context.message_id, text.body]))).toEqual({
      'wamid.press1': 'Done: Confirm',
      'wamid.press2': 'Already done: Confirm',
    })
  })
})
