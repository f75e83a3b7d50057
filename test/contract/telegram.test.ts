// Telegram: media before the text, groups that moved, and the scope of a flood pause.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutgoingMessage, SendCall } from '../../src/channels/contract.ts'
import { providerOf } from '../../src/channels/providers.ts'
import { createRateLimitTracker } from '../../src/channels/telegram/rate-limits.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { sendCallTo } from './providers/fixture.ts'
import { telegram } from './providers/telegram.ts'

const taken = (chat: number, id = 1) => ({ body: { ok: true, result: { message_id: id, chat: { id: chat } } } })
const actions = [{ slug: 'ok', label: 'Va bene\n👍', token: 'T'.repeat(64), url: 'https://example.com/a' }]
const media = { url: 'https://example.com/a.png', type: 'image' as const, caption: 'A <picture>' }

describe('Telegram messages', () => {
  let provider: Provider
  beforeAll(async () => {
    provider = await startProvider()
  })
  beforeEach(() => {
    provider.received.length = 0
  })
  afterAll(() => provider.stop())

  const send = (message: Partial<OutgoingMessage>, change: Partial<SendCall> = {}) =>
    providerOf('telegram').send(sendCallTo(telegram, provider.url, { address: '2', ...message }, change))
  const sentCalls = () => provider.received.map(({ path, text }) => [path.split('/').at(-1), JSON.parse(text)])

  it('sends media to Telegram as a separate message first, and not again on a retry [TG-03, TG-04]', async () => {
    provider.reply(({ path }) => (path.endsWith('/sendPhoto') ? taken(2) : { status: 500, body: { ok: false } }))
    const first = await send({ media, actions })
    expect(first).toMatchObject({ class: 'retryable', progress: { media: '2:1' } })
    await send({ media, actions }, { progress: first.progress! })
    const text = {
      chat_id: '2',
      text: 'Hello',
      link_preview_options: { is_disabled: true },
      reply_markup: { inline_keyboard: [[{ text: 'Va bene 👍', callback_data: 'T'.repeat(64) }]] },
    }
    expect(sentCalls()).toEqual([
      ['sendPhoto', { chat_id: '2', photo: media.url, caption: 'A <picture>' }],
      ['sendMessage', text],
      ['sendMessage', text],
    ])
  })

  it.each([
    ['document', 'sendDocument'],
    ['video', 'sendVideo'],
  ] as const)('sends a %s to Telegram with %s', async (type, method) => {
    provider.reply(() => taken(2))
    await send({ media: { url: 'https://example.com/a', type } })
    expect(sentCalls()[0]).toEqual([method, { chat_id: '2', [type]: 'https://example.com/a' }])
  })

  it('sends no text when Telegram refuses the media, and reports the media as the reason', async () => {
    const description = 'Bad Request: failed to get HTTP URL content'
    provider.reply(() => ({ status: 400, body: { ok: false, error_code: 400, description } }))
    expect(await send({ media })).toMatchObject({ class: 'permanent', reason: 'Telegram could not use the media' })
    expect(provider.received).toHaveLength(1)
  })

  it('reports that a recipient never started the Telegram bot [TG-01]', async () => {
    const description = "Forbidden: bot can't initiate conversation with a user"
    provider.reply(() => ({ status: 403, body: { ok: false, error_code: 403, description } }))
    expect(await send({})).toMatchObject({ class: 'recipient_gone', reason: 'the recipient never started the bot' })
  })

  it('when a Telegram group has moved, repeats the message once, with the new id of the group', async () => {
    provider.reply(({ text }) =>
      JSON.parse(text).chat_id === '-5'
        ? {
            status: 400,
            body: {
              ok: false,
              error_code: 400,
              description: 'Bad Request: group chat was upgraded to a supergroup chat',
              parameters: { migrate_to_chat_id: -1005 },
            },
          }
        : taken(-1005, 9),
    )
    expect(await send({ address: '-5', media })).toMatchObject({
      class: 'sent',
      externalId: '-1005:9',
      movedTo: '-1005',
    })
    expect(sentCalls().map(([method, { chat_id }]) => `${method} ${chat_id}`)).toEqual([
      'sendPhoto -5',
      'sendPhoto -1005',
      'sendMessage -1005',
    ])
  })

  it('stops after one repeat when a Telegram group moves again', async () => {
    provider.reply(({ text }) => ({
      status: 400,
      body: {
        ok: false,
        error_code: 400,
        description: 'Bad Request: group chat was upgraded',
        parameters: { migrate_to_chat_id: Number(JSON.parse(text).chat_id) - 1 },
      },
    }))
    expect(await send({ address: '-5' })).toMatchObject({ class: 'recipient_gone' })
    expect(provider.received).toHaveLength(2)
  })

  it.each([{ ok: true }, { ok: true, result: 5 }, { ok: true, result: { message_id: {} } }])(
    'reports the unknown success answer %j of Telegram as sent, without a message id',
    async (body) => {
      provider.reply(() => ({ body }))
      expect(await send({})).toMatchObject({ class: 'sent', externalId: null })
    },
  )

  it.each([{ ok: false }, { ok: false, description: {}, parameters: [] }, { ok: 'no', error_code: {} }])(
    'reports the unknown error answer %j of Telegram as a permanent error',
    async (body) => {
      provider.reply(() => ({ status: 400, body }))
      expect(await send({})).toMatchObject({ class: 'permanent' })
    },
  )
})

describe('moved Telegram groups', () => {
  let provider: Provider
  let test: TestService
  beforeAll(async () => {
    provider = await startProvider()
    test = await startTestService('embedded')
  })
  afterAll(async () => {
    await test.stop()
    await provider.stop()
  })

  it('stores the new id of a moved Telegram group and sends pending messages to it [TG-02]', async () => {
    provider.reply(({ text }) =>
      JSON.parse(text).chat_id === '-7'
        ? {
            status: 400,
            body: {
              ok: false,
              error_code: 400,
              description: 'Bad Request: group chat was upgraded',
              parameters: { migrate_to_chat_id: -1007 },
            },
          }
        : taken(-1007, 3),
    )
    const tenant = await test.tenant()
    const at = `/workspaces/${tenant.workspace}`
    await test.manage('PUT', `${at}/sources/${tenant.source}/connections/telegram`, {
      settings: telegram.http!.settings(provider.url),
    })
    const message = { recipient: { telegram_chat_id: '-7' }, template: 'hello', vars: { name: 'Ada' } }
    const later = new Date(test.clock.now().getTime() + 86_400_000).toISOString()
    const waiting = await test.send(tenant.liveKey, { ...message, scheduled_for: later })
    const { body } = await test.send(tenant.liveKey, message)
    const delivery = await test.settled(tenant, body.delivery_id, 'sent')
    expect(delivery.attempts).toHaveLength(1)
    expect(delivery.external_id).toBe('-1007:3')
    const { data } = (await test.manage('GET', `${at}/recipients`)).body
    expect(data).toMatchObject([{ telegram_chat_id: '-1007' }])
    // The pending message is sent to the new id immediately.
    const before = provider.received.length
    test.clock.advance(86_400_000)
    await test.settled(tenant, waiting.body.delivery_id, 'sent')
    expect(provider.received.slice(before).map(({ text }) => JSON.parse(text).chat_id)).toEqual(['-1007'])
  })
})

describe('Telegram flood limits', () => {
  it('pauses one throttled Telegram chat, and the whole bot when several of its chats are throttled at once', () => {
    const rateLimits = createRateLimitTracker()
    expect(rateLimits.scopeOf('bot', 'a', 0, 10)).toBe('recipient')
    expect(rateLimits.scopeOf('bot', 'a', 1, 10)).toBe('recipient')
    expect(rateLimits.scopeOf('bot', 'b', 2, 10)).toBe('recipient')
    expect(rateLimits.scopeOf('other', 'c', 3, 10)).toBe('recipient')
    expect(rateLimits.scopeOf('bot', 'c', 3, 10)).toBe('connection')
  })
  it('ignores Telegram flood limits that have expired', () => {
    const rateLimits = createRateLimitTracker()
    for (const [index, chat] of ['a', 'b', 'c', 'd'].entries())
      expect(rateLimits.scopeOf('bot', chat, index * 20, index * 20 + 10)).toBe('recipient')
  })
})
