// Events for inbound messages and contacts. Each event is emitted once, in order, with the recipient and the content.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type ReceivedEvent, type Subscriber, startSubscriber } from '../harness/subscriber.ts'
import { type BotServer, chatMessage, startBotServer } from '../harness/telegram.ts'

describe.each(databases)('events of inbound messages on %s', (kind) => {
  let test: TestService
  let bot: BotServer
  let tenant: Tenant
  let subscriber: Subscriber
  let post: (update: object) => Promise<unknown>
  let eventCount = 0
  beforeAll(async () => {
    test = await startTestService(kind, { PUBLIC_URL: 'https://carillon.example' })
    bot = await startBotServer()
    tenant = await test.tenant()
    const path = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/telegram`
    const { body } = await test.manage('PUT', path, { settings: { bot_token: '1:abc', api_base: bot.url } })
    const to = body.inbound_url.replace('https://carillon.example/v1', '')
    const secret = bot.webhook()!.secret_token
    let number = 100
    post = (update) =>
      test.call('POST', to, {
        body: { update_id: number++, ...update },
        headers: { 'x-telegram-bot-api-secret-token': secret },
      })
    subscriber = await startSubscriber(test, tenant, ['message.received', 'contact.created', 'contact.updated'])
  })
  afterAll(async () => {
    await test.stop()
    await bot.stop()
    await subscriber.receiver.stop()
  })

  /** Returns the next `count` events without skipping any. */
  const next = async (count: number): Promise<ReceivedEvent[]> => {
    const events = (await subscriber.waitForEvents(eventCount + count)).slice(eventCount)
    eventCount += count
    return events
  }

  it('emits contact.created once, and then message.received once, when an unknown person writes [EVT-16] [EVT-21] [EVT-26] [D28]', async () => {
    const update = { update_id: 10, ...chatMessage(801, 'Where is my order?') }
    await post(update)
    const [created, received] = await next(2)
    expect(created!.body).toMatchObject({
      type: 'contact.created',
      data: {
        origin: 'onboarding',
        contact: { name: 'Ada Lovelace', telegram_chat_id: '801', locale: 'en-GB', email: null },
      },
    })
    const { id } = created!.body.data.contact
    expect(received!.body).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: 'message.received',
      created_at: expect.any(String),
      workspace_id: String(tenant.workspace),
      data: {
        message_id: expect.stringMatching(/^\d+$/),
        channel: 'telegram',
        from: '801',
        body: 'Where is my order?',
        media: null,
        recipient: { id, name: 'Ada Lovelace' },
        conversation_id: expect.stringMatching(/^\d+$/),
      },
    })
    const { data } = (await test.manage('GET', `/workspaces/${tenant.workspace}/conversations`)).body
    expect(String(data[0].id)).toBe(received!.body.data.conversation_id)
    expect(received!.request.headers['x-service-mode']).toBe('live')
    // Repeat the request, then send a second message from the same chat.
    await post(update)
    await post(chatMessage(801, 'Hello?'))
    const [again] = await next(1)
    expect(again!.body.data).toMatchObject({ body: 'Hello?', recipient: { id } })
  })

  it("emits message.received for a picture, with the caption and with the provider's reference to the picture", async () => {
    const photo = [
      { file_id: 'small', width: 1, height: 1 },
      { file_id: 'large', width: 9, height: 9 },
    ]
    await post(chatMessage(801, undefined, { photo, caption: 'Broken' }))
    const [received] = await next(1)
    const { body, media } = received!.body.data
    expect(body).toBe('Broken')
    expect(media).toEqual({ type: 'image', ref: 'large', items: [{ type: 'image', ref: 'large' }] })
  })

  it('emits contact.updated when a known recipient opens the Telegram link that was created for this recipient', async () => {
    const at = `/workspaces/${tenant.workspace}/recipients`
    const { body: known } = await test.manage('POST', at, { name: 'Grace', email: 'grace@example.com' })
    await next(1)
    const { body: link } = await test.manage('POST', `${at}/${known.id}/telegram-link`, {})
    await post(chatMessage(802, `/start ${new URL(link.url).searchParams.get('start')}`))
    const [updated] = await next(1)
    expect(updated!.body).toMatchObject({
      type: 'contact.updated',
      data: { changed: ['telegram_chat_id'], contact: { id: known.id, name: 'Grace', telegram_chat_id: '802' } },
    })
  })
})
