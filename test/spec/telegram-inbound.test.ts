// Inbound events of Telegram: started bots, messages, button presses, blocked and unblocked bots, and moved groups.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { action } from '../harness/buttons.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type BotServer, chatMessage, startBotServer } from '../harness/telegram.ts'

describe.each(databases)('inbound events of Telegram, %s', (kind) => {
  let test: TestService
  let bot: BotServer
  let tenant: Tenant
  let at: string
  let update = 0
  beforeAll(async () => {
    test = await startTestService(kind, { PUBLIC_URL: 'https://carillon.example' })
    bot = await startBotServer()
    tenant = await test.tenant()
    const { body } = await test.manage(
      'PUT',
      `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/telegram`,
      { settings: { bot_token: '1:abc', api_base: bot.url } },
    )
    at = body.inbound_url.replace('https://carillon.example/v1', '')
  })
  afterAll(async () => {
    await test.stop()
    await bot.stop()
  })

  const receiveUpdate = async (content: object) => {
    const headers = { 'x-telegram-bot-api-secret-token': bot.webhook()!.secret_token }
    const { status } = await test.call('POST', at, { body: { update_id: ++update, ...content }, headers })
    expect(status).toBe(200)
    await test.until(async () => {
      const { rows } = await test.service.db.query<{ n: number }>({
        text: `select count(*)::int as n from inbound_requests where state = 'waiting'`,
      })
      return rows[0]!.n === 0
    })
  }
  const people = async (q = ''): Promise<Record<string, unknown>[]> =>
    (await test.manage('GET', `/workspaces/${tenant.workspace}/recipients?q=${q}`)).body.data
  const person = async (id: number) =>
    (await test.manage('GET', `/workspaces/${tenant.workspace}/recipients/${id}`)).body
  const create = async (fields: object) =>
    (await test.manage('POST', `/workspaces/${tenant.workspace}/recipients`, fields)).body.id as number
  const link = async (id: number, body: object = {}) =>
    test.manage('POST', `/workspaces/${tenant.workspace}/recipients/${id}/telegram-link`, body)
  const payloadOf = (url: string) => new URL(url).searchParams.get('start')!
  const conversations = async (id: number) =>
    (await test.manage('GET', `/workspaces/${tenant.workspace}/conversations?recipient=${id}`)).body.data
  const send = async (recipient: object, more: object = {}) => {
    const { status, body } = await test.send(tenant.liveKey, {
      recipient,
      template: 'hello',
      vars: { name: 'Ada' },
      channel: 'telegram',
      ...more,
    })
    expect(status, JSON.stringify(body)).toBe(202)
    return body.delivery_id as number
  }

  describe('starts of the bot', () => {
    it('a person who starts the bot becomes one recipient with name and language, even if the start is repeated', async () => {
      await receiveUpdate(chatMessage(100, '/start'))
      await receiveUpdate(chatMessage(100, '/start'))
      await receiveUpdate(chatMessage(100, '/start shop-window'))
      const found = await people('100')
      expect(found).toHaveLength(1)
      expect(found[0]).toMatchObject({ name: 'Ada Lovelace', telegram_chat_id: '100', locale: 'en-GB' })
    })

    it('a person who opens a Telegram link connects the chat to the recipient of the link [D12b]', async () => {
      const id = await create({ name: 'Bea', email: 'bea@example.com' })
      const { status, body } = await link(id)
      expect(status).toBe(201)
      expect(body.url).toMatch(/^https:\/\/t\.me\/ShopBot\?start=[A-Za-z0-9_-]{1,64}$/)
      expect(Date.parse(body.expires_at)).toBeGreaterThan(test.clock.now().getTime() + 29 * 86_400_000)
      await receiveUpdate(chatMessage(101, `/start ${payloadOf(body.url)}`))
      expect(await person(id)).toMatchObject({ name: 'Bea', telegram_chat_id: '101', email: 'bea@example.com' })
    })

    it('a used Telegram link does not connect the chat of another person to the recipient of the link', async () => {
      const id = await create({ name: 'Cleo' })
      const { url } = (await link(id)).body
      await receiveUpdate(chatMessage(102, `/start ${payloadOf(url)}`))
      await receiveUpdate(chatMessage(103, `/start ${payloadOf(url)}`))
      expect((await person(id)).telegram_chat_id).toBe('102')
      expect(await people('103')).toHaveLength(1)
      // The same person may follow the link again. A new link moves the recipient to another chat.
      await receiveUpdate(chatMessage(102, `/start ${payloadOf(url)}`))
      expect((await person(id)).telegram_chat_id).toBe('102')
      await receiveUpdate(chatMessage(104, `/start ${payloadOf((await link(id)).body.url)}`))
      expect((await person(id)).telegram_chat_id).toBe('104')
    })

    it('a Telegram link that is expired, altered or from another workspace connects no chat', async () => {
      const id = await create({ name: 'Dora' })
      const payload = payloadOf((await link(id)).body.url)
      const changed = `${payload.slice(0, 20)}${payload[20] === 'A' ? 'B' : 'A'}${payload.slice(21)}`
      await receiveUpdate(chatMessage(105, `/start ${changed}`))
      const elsewhere = await test.tenant()
      const other = await test.manage('POST', `/workspaces/${elsewhere.workspace}/recipients`, { name: 'Eve' })
      const theirBot = await startBotServer()
      await test.manage('PUT', `/workspaces/${elsewhere.workspace}/sources/${elsewhere.source}/connections/telegram`, {
        settings: { bot_token: '2:def', api_base: theirBot.url },
      })
      const foreign = await test.manage(
        'POST',
        `/workspaces/${elsewhere.workspace}/recipients/${other.body.id}/telegram-link`,
        {},
      )
      await theirBot.stop()
      await receiveUpdate(chatMessage(106, `/start ${payloadOf(foreign.body.url)}`))
      test.clock.advance(31 * 86_400_000)
      await receiveUpdate(chatMessage(107, `/start ${payload}`))
      expect((await person(id)).telegram_chat_id).toBeNull()
      for (const chat of ['105', '106', '107']) expect(await people(chat), chat).toHaveLength(1)
    })

    it('a Telegram link moves the earlier conversation of an unknown person to the recipient of the link', async () => {
      await receiveUpdate(chatMessage(108, 'I wrote before'))
      const [stranger] = await people('108')
      const id = await create({ name: 'Fay' })
      await receiveUpdate(chatMessage(108, `/start ${payloadOf((await link(id)).body.url)}`))
      expect((await person(id)).telegram_chat_id).toBe('108')
      expect((await person(stranger!.id as number)).telegram_chat_id).toBeNull()
      expect(await conversations(stranger!.id as number)).toEqual([])
      const [conversation] = await conversations(id)
      expect(conversation.last_message).toBe('I wrote before')
    })

    it('refuses to create a Telegram link for a test recipient, for an unknown recipient, or without a bot that receives updates', async () => {
      const id = await create({ name: 'Gus' })
      const test_ = await create({ name: 'Test', mode: 'test' })
      expect((await link(test_)).status).toBe(409)
      expect((await link(999_999)).status).toBe(404)
      expect((await link(id, { source: 999_999 })).body.details.source[0]).toContain('no telegram connection')
      expect((await link(id, { source: tenant.source })).status).toBe(201)
      bot.setReply('getMe', () => ({ status: 401, body: { ok: false, error_code: 401, description: 'Unauthorized' } }))
      expect((await link(id)).body.details.source[0]).toContain('bot token is not valid')
      bot.setReply('getMe', undefined)
      const at = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/telegram`
      const settings = { bot_token: '1:abc', api_base: bot.url }
      await test.manage('PUT', at, { settings: { ...settings, mode: 'off' } })
      expect((await link(id)).body.details.source[0]).toContain('receives no updates')
      await test.manage('PUT', at, { settings })
    })
  })

  describe('conversations', () => {
    it('a Telegram conversation contains the received messages with their media, and the sent deliveries', async () => {
      await receiveUpdate(chatMessage(110, 'Hello?'))
      const [{ id }] = (await people('110')) as [{ id: number }]
      const delivery = await send({ id })
      const sent = await test.settled(tenant, delivery, 'sent')
      const message = Number(sent.external_id.split(':')[1])
      await receiveUpdate(chatMessage(110, 'Thank you', { reply_to_message: { message_id: message } }))
      const photo = [{ file_id: 'small' }, { file_id: 'large' }]
      await receiveUpdate(chatMessage(110, undefined, { photo, caption: 'My cat' }))
      await receiveUpdate(chatMessage(110, undefined, { location: { latitude: 45.5, longitude: 9.25 } }))
      const [conversation] = await conversations(id)
      const { status, body } = await test.manage(
        'GET',
        `/workspaces/${tenant.workspace}/conversations/${conversation.id}`,
      )
      expect(status).toBe(200)
      const received = body.messages.filter(({ direction }: { direction: string }) => direction === 'in')
      expect(
        received.map(({ body: text, media, delivery_id }: Record<string, unknown>) => [text, media, delivery_id]),
      ).toEqual([
        [null, [{ type: 'location', ref: '45.5,9.25' }], null],
        ['My cat', [{ type: 'image', ref: 'large' }], null],
        ['Thank you', [], delivery],
        ['Hello?', [], null],
      ])
      const sentMessages = body.messages.filter(({ direction }: { direction: string }) => direction === 'out')
      expect(sentMessages).toMatchObject([
        {
          delivery_id: delivery,
          status: 'sent',
          state: 'sent',
          attempts_made: 1,
          body: 'Hello Ada',
          template_slug: 'hello',
        },
      ])
    })

    it('returns a conversation in pages with each entry once', async () => {
      for (let i = 0; i < 5; i++) await receiveUpdate(chatMessage(111, `line ${i}`))
      const [{ id }] = (await people('111')) as [{ id: number }]
      await send({ id })
      const [conversation] = await conversations(id)
      const seen: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const { body }: { body: { messages: { body: string }[]; next_cursor: string | null } } = await test.manage(
          'GET',
          `/workspaces/${tenant.workspace}/conversations/${conversation.id}?limit=2${cursor && `&cursor=${cursor}`}`,
        )
        seen.push(...body.messages.map((entry) => entry.body))
        cursor = body.next_cursor
      }
      expect(seen.toSorted()).toEqual(['Hello Ada', 'line 0', 'line 1', 'line 2', 'line 3', 'line 4'])
      const wrong = await test.manage('GET', `/workspaces/${tenant.workspace}/conversations?cursor=x`)
      expect(wrong.status).toBe(422)
    })

    it('lists each conversation of the requested channel once across pages', async () => {
      for (const chat of [112, 113, 114]) await receiveUpdate(chatMessage(chat, `from ${chat}`))
      const list = async (query: string) =>
        (await test.manage('GET', `/workspaces/${tenant.workspace}/conversations?channel=telegram&${query}`)).body
      const first = await list('limit=2')
      expect(first.data).toHaveLength(2)
      const next = await list(`limit=2&cursor=${first.next_cursor}`)
      const ids = [...first.data, ...next.data].map(({ id }: { id: number }) => id)
      expect(new Set(ids).size).toBe(4)
      expect((await list('limit=100')).data.slice(0, 4).map(({ id }: { id: number }) => id)).toEqual(ids)
      expect(
        (await test.manage('GET', `/workspaces/${tenant.workspace}/conversations?channel=push`)).body.data,
      ).toEqual([])
    })

    it('deletes the conversation and its messages together with the recipient', async () => {
      await receiveUpdate(chatMessage(115, 'forget me'))
      const [{ id }] = (await people('115')) as [{ id: number }]
      const [conversation] = await conversations(id)
      await test.manage('DELETE', `/workspaces/${tenant.workspace}/recipients/${id}`)
      const gone = await test.manage('GET', `/workspaces/${tenant.workspace}/conversations/${conversation.id}`)
      expect(gone.status).toBe(404)
      const { rows } = await test.service.db.query({ text: `select id from messages where body = 'forget me'` })
      expect(rows).toEqual([])
    })

    it('messages of all members of a Telegram group belong to one recipient, the group', async () => {
      const chat = { id: -200, type: 'group', title: 'Book club' }
      await receiveUpdate(chatMessage(116, 'Hi all', { chat }))
      await receiveUpdate(chatMessage(117, 'Hi', { chat }))
      await receiveUpdate(chatMessage(117, undefined, { chat, new_chat_members: [{ id: 5 }] }))
      const found = await people('-200')
      expect(found).toMatchObject([{ name: 'Book club', telegram_chat_id: '-200', locale: 'it' }])
      const [conversation] = await conversations(found[0]!.id as number)
      const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/conversations/${conversation.id}`)
      expect(body.messages).toHaveLength(2)
    })
  })

  describe('blocks of the bot', () => {
    const member = (chat: number, status: string, type = 'private') => ({
      my_chat_member: {
        chat: { id: chat, type },
        from: { id: 1, first_name: 'Ada' },
        date: Math.floor(test.clock.now().getTime() / 1000),
        old_chat_member: { status: 'member' },
        new_chat_member: { status },
      },
    })

    it('refuses a send to a recipient who blocked the bot, and accepts sends after the recipient unblocked the bot', async () => {
      await receiveUpdate(chatMessage(120, 'hello'))
      const [{ id }] = (await people('120')) as [{ id: number }]
      await receiveUpdate(member(120, 'kicked'))
      expect((await person(id)).unusable.telegram).toMatchObject({
        address: '120',
        reason: 'the recipient blocked us on Telegram',
      })
      const refused = await test.send(tenant.liveKey, {
        recipient: { id },
        template: 'hello',
        vars: { name: 'A' },
        channel: 'telegram',
      })
      expect(refused.status).toBe(422)
      await receiveUpdate(member(120, 'member'))
      expect((await person(id)).unusable).toEqual({})
      await test.settled(tenant, await send({ id }), 'sent')
    })

    it('a recipient who blocked the bot becomes reachable again by writing to the bot', async () => {
      await receiveUpdate(chatMessage(121, 'hello'))
      const [{ id }] = (await people('121')) as [{ id: number }]
      await receiveUpdate(member(121, 'kicked'))
      await receiveUpdate(chatMessage(121, '/start'))
      expect((await person(id)).unusable).toEqual({})
    })

    it('a block by an unknown person creates no recipient', async () => {
      await receiveUpdate(member(122, 'kicked'))
      await receiveUpdate(member(123, 'administrator', 'channel'))
      expect([...(await people('122')), ...(await people('123'))]).toEqual([])
    })
  })

  describe('groups that become supergroups', () => {
    it('a Telegram group that becomes a supergroup keeps its recipient, and its scheduled messages go to the new chat', async () => {
      const id = await create({ name: 'Choir', telegram_chat_id: '-300' })
      const later = new Date(test.clock.now().getTime() + 3_600_000).toISOString()
      const waiting = await send({ id }, { scheduled_for: later })
      const gone = await test.settled(tenant, await send({ id }), 'sent')
      // A message in the new group arrives before the report of the move. Telegram reports the move in both groups.
      await receiveUpdate(chatMessage(1, 'we moved', { chat: { id: -100300, type: 'supergroup', title: 'Choir' } }))
      await receiveUpdate(
        chatMessage(1, undefined, { chat: { id: -300, title: 'Choir' }, migrate_to_chat_id: -100300 }),
      )
      await receiveUpdate(
        chatMessage(1, undefined, { chat: { id: -100300, title: 'Choir' }, migrate_from_chat_id: -300 }),
      )
      expect(await person(id)).toMatchObject({ telegram_chat_id: '-100300', unusable: {} })
      expect(await people('-300')).toEqual([])
      const read = async (delivery: number) =>
        (await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${delivery}`)).body
      expect((await read(waiting)).address).toBe('-100300')
      expect((await read(gone.id)).address).toBe('-300')
      expect((await conversations(id))[0].last_message).toBe('we moved')
    })
  })

  describe('button presses', () => {
    const pressUpdate = (id: string, chat: number, data: string, messageId: number, keyboard: object[][]) => ({
      callback_query: {
        id,
        from: { id: chat, is_bot: false, first_name: 'Ada', language_code: 'en' },
        message: {
          message_id: messageId,
          date: 1,
          chat: { id: chat, type: 'private', first_name: 'Ada' },
          reply_markup: { inline_keyboard: keyboard },
        },
        chat_instance: '1',
        data,
      },
    })
    const button = { ...action('confirm'), label: 'Confirm' }
    const sentTo = async (chat: string) => {
      const id = await send({ telegram_chat_id: chat, name: 'Ada', locale: 'it' }, { actions: [button] })
      await test.settled(tenant, id, 'sent')
      const message = bot.calls('sendMessage').at(-1) as {
        reply_markup: { inline_keyboard: { text: string; callback_data: string }[][] }
      }
      return {
        id,
        keyboard: message.reply_markup.inline_keyboard,
        data: message.reply_markup.inline_keyboard[0]![0]!.callback_data,
      }
    }
    const answerTo = (id: string) =>
      test.until(async () => bot.calls('answerCallbackQuery').find((call) => call.callback_query_id === id))

    it('a button press uses the action, gets a confirmation in the language of the recipient and updates the buttons [TG-03]', async () => {
      const { data, keyboard } = await sentTo('130')
      expect(data).toHaveLength(64)
      await receiveUpdate(pressUpdate('first', 130, data, 7, keyboard))
      expect((await answerTo('first')).text).toBe('Fatto: Confirm')
      const settled = await test.until(async () =>
        bot.calls('editMessageReplyMarkup').find((call) => call.chat_id === 130),
      )
      expect(settled).toEqual({
        chat_id: 130,
        message_id: 7,
        reply_markup: { inline_keyboard: [[{ text: '✓ Confirm', callback_data: data }]] },
      })
      await receiveUpdate(pressUpdate('second', 130, data, 7, [[{ text: '✓ Confirm', callback_data: data }]]))
      expect((await answerTo('second')).text).toBe('Già fatto: Confirm')
    })

    it('confirms a button press as done when the worker stops unexpectedly between the use of the action and the confirmation', async () => {
      const { id, data, keyboard } = await sentTo('136')
      await receiveUpdate(pressUpdate('before', 136, data, 12, keyboard))
      await answerTo('before')
      const callsBefore = bot.calls('answerCallbackQuery').length
      // The state after a worker stopped unexpectedly. The action was used, but no event of the webhook was marked as
      // applied.
      await test.service.db.query({
        text: `update inbound_requests set state = 'waiting', applied = '{}', next_at = $1
               where id = (select max(id) from inbound_requests where workspace_id = $2)`,
        values: [test.clock.now(), tenant.workspace],
      })
      await test.until(async () => bot.calls('answerCallbackQuery').length > callsBefore)
      expect(bot.calls('answerCallbackQuery').at(-1)).toEqual({
        callback_query_id: 'before',
        text: 'Fatto: Confirm',
      })
      const callbacks = await test.manage('GET', `/workspaces/${tenant.workspace}/callbacks?delivery=${id}`)
      expect(callbacks.body.data).toHaveLength(1)
    })

    it('shows a notice when a person presses a button whose action is expired, and removes the buttons', async () => {
      const { data, keyboard } = await sentTo('131')
      test.clock.advance(73 * 3_600_000)
      await receiveUpdate(pressUpdate('late', 131, data, 8, keyboard))
      expect((await answerTo('late')).text).toBe('Scaduto: Confirm')
      const settled = await test.until(async () =>
        bot.calls('editMessageReplyMarkup').find((call) => call.chat_id === 131),
      )
      expect(settled).toMatchObject({ reply_markup: { inline_keyboard: [] } })
    })

    it('refuses the press of a button that another program created or that has a forged token, and keeps the buttons', async () => {
      const { data } = await sentTo('132')
      const forged = data.slice(0, -1) + (data.endsWith('a') ? 'b' : 'a')
      for (const [id, what] of [
        ['menu', 'menu:1'],
        ['forged', forged],
      ] as const) {
        await receiveUpdate(pressUpdate(id, 132, what, 9, [[{ text: 'Menu', callback_data: what }]]))
        expect((await answerTo(id)).text).toBe('This button is not valid.')
      }
      expect(bot.calls('editMessageReplyMarkup').filter((call) => call.chat_id === 132)).toEqual([])
    })

    it('retries the confirmation of a button press when the first request to Telegram fails', async () => {
      const { data, keyboard } = await sentTo('133')
      let attempts = 0
      bot.setReply('answerCallbackQuery', () =>
        ++attempts === 1 ? { status: 502, body: {} } : { body: { ok: true, result: true } },
      )
      await receiveUpdate(pressUpdate('again', 133, data, 10, keyboard))
      await test.until(async () => attempts === 2)
      bot.setReply('answerCallbackQuery', undefined)
    })

    it('a confirmation that hangs at Telegram does not delay other updates', async () => {
      const { data, keyboard } = await sentTo('134')
      bot.setReply('answerCallbackQuery', () => ({ hang: true }))
      const callsBefore = bot.calls('answerCallbackQuery').length
      await receiveUpdate(pressUpdate('hangs', 134, data, 11, keyboard))
      await test.until(async () => bot.calls('answerCallbackQuery').length > callsBefore)
      await receiveUpdate(chatMessage(135, 'still received'))
      expect(await people('135')).toHaveLength(1)
      bot.setReply('answerCallbackQuery', undefined)
    })
  })
})
