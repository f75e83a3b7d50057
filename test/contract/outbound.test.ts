// Requests to Telegram, Discord and Slack with the largest permitted content, validated against the providers' schemas.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Content, Outcome, OutgoingMessage } from '../../src/channels/contract.ts'
import { channelOf } from '../../src/channels/index.ts'
import { providerOf } from '../../src/channels/providers.ts'
import { oracleProblems, oraclesDir } from '../harness/oracles.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { discord } from './providers/discord.ts'
import { sendCallTo } from './providers/fixture.ts'
import { slackBot, slackWebhook } from './providers/slack.ts'
import { telegram } from './providers/telegram.ts'

const action = (index: number) => ({
  slug: `a${index}`,
  label: `Label ${index} <b> & c`,
  token: `${index}`.repeat(64),
  url: `https://example.com/v1/svc/action/${`${index}`.repeat(64)}?a=1&b=2`,
})
const buttons = (count: number) => Array.from({ length: count }, (_, index) => action(index + 1))
const media = (type: 'image' | 'document' | 'video') => ({
  url: 'https://example.com/files/a.bin?size=1&kind=2',
  type,
  filename: 'a.bin',
  caption: 'A <caption> & more',
})
const content = (change: Partial<Content>): Content => ({
  body: 'Hello',
  vars: {},
  actions: [],
  attachments: [],
  ...change,
})

describe.each([
  ['telegram', telegram],
  ['discord', discord],
  ['slack by bot', slackBot],
  ['slack by webhook', slackWebhook],
] as const)('%s', (_name, fixture) => {
  const channel = channelOf(fixture.channel)
  const limit = { telegram: 4096, discord: 2000, slack: 40_000 }[fixture.channel as 'telegram']
  let provider: Provider
  beforeAll(async () => {
    provider = await startProvider()
  })
  beforeEach(() => {
    provider.received.length = 0
  })
  // Throws if any request of this file violated the provider's schema.
  afterAll(() => provider.stop())

  const send = (message: Partial<OutgoingMessage>): Promise<Outcome> => {
    const result = { message_id: 7, chat: { id: 42 } }
    provider.reply(() => ({ body: { ok: true, id: '1', channel: 'C1', ts: '1.2', result } }))
    return providerOf(fixture.channel).send(sendCallTo(fixture, provider.url, message))
  }
  const bodies = () => provider.received.map(({ text }) => JSON.parse(text))

  it("sends a text in a request that matches the provider's schema", async () => {
    expect((await send({ body: 'Ciao & <b>tutti</b> @everyone' })).class).toBe('sent')
    expect(bodies()).toHaveLength(1)
  })

  it.each(fixture.channel === 'discord' ? [] : [1, 2, 3, 4, 5])('sends all %d buttons of a message', async (count) => {
    await send({ actions: buttons(count) })
    const json = JSON.stringify(bodies())
    for (const { token } of buttons(count)) expect(json).toContain(token)
  })

  it.each(['image', 'document', 'video'] as const)('sends media (%s) with its caption', async (type) => {
    await send({ media: media(type), actions: fixture.channel === 'discord' ? [] : buttons(5) })
    const json = JSON.stringify(bodies())
    expect(json).toContain('https://example.com/files/a.bin')
    expect(json).toMatch(/A (<|&lt;)caption/)
  })

  it('accepts the longest text, and refuses a longer text with an error that names the channel, the limit and the length', async () => {
    const longest = '\u{1F600}'.repeat(10) + 'x'.repeat(limit - 10)
    expect(channel.misfits(content({ body: longest }), action(1).url)).toEqual([])
    await send({ body: longest })
    const [wrong] = channel.misfits(content({ body: `${longest}x` }), action(1).url)
    expect(wrong).toMatchObject({ field: 'template' })
    for (const part of [channel.name, limit + 1, limit]) expect(wrong!.message).toContain(String(part))
  })

  it.skipIf(!oraclesDir || fixture.channel === 'slack')(
    "the text limit of the channel equals the limit in the provider's schema",
    async () => {
      await send({ body: 'x'.repeat(limit) })
      const { path, text } = provider.received[0]!
      expect(await oracleProblems(path, JSON.parse(text.replace('"xx', '"xxx')))).not.toEqual([])
      expect(await oracleProblems(path, JSON.parse(text))).toEqual([])
    },
  )
})
