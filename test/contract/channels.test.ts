// Connectors against a provider on loopback: what each answer is taken to mean.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutgoingMessage, SendCall } from '../../src/channels/contract.ts'
import { type ChannelName, channelOf } from '../../src/channels/index.ts'
import { type Provider, type Reply, startProvider } from '../harness/provider.ts'

describe('connectors', () => {
  let provider: Provider
  beforeAll(async () => {
    provider = await startProvider()
  })
  afterAll(() => provider.stop())

  const settingsOf = (url: string): Record<string, Record<string, unknown>> => ({
    discord: { webhook_url: `${url}/api/webhooks/1/secret-token` },
    telegram: { bot_token: '1:secret-token', api_base: url },
    whatsapp: {
      phone_number_id: '10',
      access_token: 'secret-token',
      app_secret: 'a',
      verify_token: 'b',
      api_base: url,
    },
  })
  const message: OutgoingMessage = {
    deliveryId: 1,
    address: '+393331234567',
    recipientName: 'Ada',
    priority: 'normal',
    body: 'Hello',
    own: { template: 'hello', language: 'it' },
    vars: { 1: 'a\nb' },
    actions: [{ slug: 'ok', label: 'OK', token: 'T'.repeat(64), url: 'https://example.com/a' }],
    attachments: [],
  }
  const send = (channel: ChannelName, reply: Reply, change: Partial<SendCall> = {}, url = provider.url) => {
    provider.reply(() => reply)
    return channelOf(channel).connector!.send({
      message,
      settings: settingsOf(url)[channel]!,
      signal: AbortSignal.timeout(1000),
      now: new Date(),
      progress: {},
      allowPrivateNetwork: true,
      ...change,
    })
  }
  const telegramSays = (error_code: number, description: string, parameters = {}): Reply => ({
    status: error_code,
    body: { ok: false, error_code, description, parameters },
  })
  const graphSays = (code: number): Reply => ({ status: 400, body: { error: { message: 'm', code } } })

  it.each<[ChannelName, string, Reply, string]>([
    ['discord', 'a message', { body: { id: '9' } }, 'sent'],
    [
      'discord',
      'a deleted webhook',
      { status: 404, body: { code: 10015, message: 'Unknown Webhook' } },
      'misconfigured',
    ],
    ['discord', 'an invalid form', { status: 400, body: { code: 50035 } }, 'permanent'],
    ['discord', 'a rate limit', { status: 429, body: { retry_after: 1.5 } }, 'throttled'],
    ['discord', 'a server error', { status: 502, body: {} }, 'retryable'],
    ['telegram', 'a message', { body: { ok: true, result: { message_id: 5, chat: { id: 6 } } } }, 'sent'],
    ['telegram', 'a block', telegramSays(403, 'Forbidden: bot was blocked by the user'), 'recipient_gone'],
    ['telegram', 'an unknown chat', telegramSays(400, 'Bad Request: chat not found'), 'recipient_gone'],
    ['telegram', 'a bad token', telegramSays(401, 'Unauthorized'), 'misconfigured'],
    ['telegram', 'a flood', telegramSays(429, 'Too Many Requests: retry after 9', { retry_after: 9 }), 'throttled'],
    ['telegram', 'a bad text', telegramSays(400, "Bad Request: can't parse entities"), 'permanent'],
    ['whatsapp', 'a message', { body: { messages: [{ id: 'wamid.1' }] } }, 'sent'],
    ['whatsapp', 'an expired token', graphSays(190), 'misconfigured'],
    ['whatsapp', 'an unreachable number', graphSays(131026), 'recipient_gone'],
    ['whatsapp', 'a closed window', graphSays(131047), 'permanent'],
    ['whatsapp', 'a wrong template', graphSays(132001), 'permanent'],
    ['whatsapp', 'throughput', graphSays(130429), 'throttled'],
    ['whatsapp', 'an overload', graphSays(131016), 'retryable'],
  ])('%s: %s', async (channel, _what, reply, expected) => {
    const outcome = await send(channel, reply)
    expect(outcome.class).toBe(expected)
    if ('reason' in outcome) expect([outcome.reason, outcome.remedy].every((text) => text.length > 5)).toBe(true)
    expect(JSON.stringify(outcome)).not.toContain('secret-token')
  })

  it.each<ChannelName>(['discord', 'telegram', 'whatsapp'])(
    '%s: no answer is ambiguous, nobody there is retryable',
    async (channel) => {
      expect((await send(channel, { hang: true }, { signal: AbortSignal.timeout(200) })).class).toBe('ambiguous')
      expect((await send(channel, {}, {}, 'http://127.0.0.1:1')).class).toBe('retryable')
    },
  )

  it.each<[string, Reply, number]>([
    ['nothing', { status: 429, headers: { 'retry-after': '0' } }, 1000],
    ['a date gone by', { status: 429, headers: { 'retry-after': 'Mon, 01 Jan 2001 00:00:00 GMT' } }, 1000],
    ['nonsense', { status: 429, headers: { 'retry-after': 'soon' } }, 5000],
    ['an age', { status: 429, headers: { 'retry-after': '9e300' } }, 86_400_000],
  ])('a provider that asks for %s is waited for a sensible time', async (_what, reply, expected) => {
    const now = new Date()
    for (const channel of ['discord', 'telegram', 'whatsapp'] as const) {
      const outcome = await send(channel, reply, { now })
      expect(outcome.class === 'throttled' && outcome.until.getTime() - now.getTime()).toBe(expected)
    }
  })

  it('telegram sends media first, and not again on a retry', async () => {
    const media = { url: 'https://example.com/a.png', type: 'image' as const }
    const with_ = { message: { ...message, media } }
    provider.received.length = 0
    provider.reply((request) =>
      request.path.endsWith('/sendPhoto')
        ? { body: { ok: true, result: { message_id: 1, chat: { id: 2 } } } }
        : { status: 500, body: { ok: false } },
    )
    const connector = channelOf('telegram').connector!
    const call = {
      ...with_,
      settings: settingsOf(provider.url).telegram!,
      signal: AbortSignal.timeout(1000),
      now: new Date(),
      progress: {},
      allowPrivateNetwork: true,
    }
    const first = await connector.send(call)
    expect(first).toMatchObject({ class: 'retryable', progress: { media: '2:1' } })
    await connector.send({ ...call, progress: first.progress! })
    expect(provider.received.map(({ path }) => path.split('/').at(-1))).toEqual([
      'sendPhoto',
      'sendMessage',
      'sendMessage',
    ])
    expect(JSON.parse(provider.received.at(-1)!.text).reply_markup.inline_keyboard[0][0].callback_data).toBe(
      'T'.repeat(64),
    )
  })

  it('whatsapp fills an approved template by position, without line breaks', async () => {
    await send('whatsapp', { body: { messages: [{ id: 'wamid.1' }] } })
    const { to, template } = JSON.parse(provider.received.at(-1)!.text)
    expect(to).toBe('393331234567')
    expect(template.components[0]).toEqual({ type: 'body', parameters: [{ type: 'text', text: 'a b' }] })
  })

  it('discord disarms mentions and waits for the message', async () => {
    await send('discord', { body: { id: '1' } })
    expect(provider.received.at(-1)!.path).toContain('wait=true')
    expect(JSON.parse(provider.received.at(-1)!.text).allowed_mentions).toEqual({ parse: [] })
  })
})
