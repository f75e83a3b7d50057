// Discord: the permitted content of a template, its limits, and the requests that the service sends.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Content, OutgoingMessage } from '../../src/channels/contract.ts'
import { channelOf } from '../../src/channels/index.ts'
import { providerOf } from '../../src/channels/providers.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { discord as fixture } from './providers/discord.ts'
import { sendCallTo } from './providers/fixture.ts'

const channel = channelOf('discord')
const discord = providerOf('discord')
const misfits = (given: Content) => channel.misfits(given, 'https://example.com/a')
const content = (change: Partial<Content>): Content => ({
  body: 'Hello',
  vars: {},
  actions: [],
  attachments: [],
  ...change,
})
const embeds = (...list: unknown[]) => content({ own: { embeds: list } })
const fields = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `n${index}`, value: 'v' }))
const x = (length: number) => 'x'.repeat(length)

describe('discord messages', () => {
  let provider: Provider
  beforeAll(async () => {
    provider = await startProvider()
  })
  afterAll(() => provider.stop())
  const send = async (message: Partial<OutgoingMessage>, settings: Record<string, unknown> = {}) => {
    provider.reply(() => ({ body: { id: '1' } }))
    const call = sendCallTo(fixture, provider.url, message)
    const outcome = await discord.send({ ...call, settings: { ...call.settings, ...settings } })
    expect(outcome).toMatchObject({ class: 'sent', externalId: '1' })
    const { path, text } = provider.received.at(-1)!
    return { path, body: JSON.parse(text) }
  }

  it('posts to the Discord webhook, requests the created message in the answer, and disables mentions [DISC-01]', async () => {
    const { path, body } = await send(
      { body: 'Hi @everyone' },
      { username: 'Shop', avatar_url: 'https://example.com/a.png' },
    )
    expect(path).toBe('/api/webhooks/1/secret-token?wait=true')
    expect(body).toEqual({
      content: 'Hi @everyone',
      username: 'Shop',
      avatar_url: 'https://example.com/a.png',
      allowed_mentions: { parse: [] },
    })
  })

  it('posts to a thread in Discord, and to a URL below the path of a Discord gateway', async () => {
    const webhook_url = 'https://discord.com/api/webhooks/1/secret-token?thread_id=77'
    const { path } = await send({}, { webhook_url, api_base: `${provider.url}/discord/` })
    expect(path).toBe('/discord/api/webhooks/1/secret-token?thread_id=77&wait=true')
  })

  it('sends Discord embeds with color, title and fields [DISC-02]', async () => {
    const given = {
      color: '#5865F2',
      title: 'Order',
      description: 'On its way',
      url: 'https://example.com/o',
      fields: [{ name: 'Number', value: '17', inline: true }],
      image: { url: 'https://example.com/i.png' },
      footer: { text: 'Shop' },
    }
    const { body } = await send({ own: { embeds: [given, { colour: 255, title: 'b' }] } })
    expect(body.embeds).toEqual([
      { ...given, color: 0x5865f2 },
      { title: 'b', color: 255 },
    ])
  })

  it('accepts a Discord message with embeds and no text', async () => {
    expect(misfits({ ...embeds({ title: 'a' }), body: ' ' })).toEqual([])
    expect((await send({ body: ' ', own: { embeds: [{ title: 'a' }] } })).body).not.toHaveProperty('content')
    expect(misfits(content({ body: ' ' }))).toHaveLength(1)
  })

  it('shows an image in a Discord embed and links a document or a video below the text', async () => {
    const url = 'https://example.com/f'
    expect((await send({ media: { url, type: 'image', caption: 'C' } })).body.embeds).toEqual([
      { image: { url }, description: 'C' },
    ])
    const linked = await send({ media: { url, type: 'document', filename: 'f.pdf' } })
    expect(linked.body.content).toBe('Hello\nf.pdf\nhttps://example.com/f')
    expect((await send({ media: { url, type: 'video', caption: 'C' } })).body.content).toBe(
      'Hello\nC\nhttps://example.com/f',
    )
  })

  it.each<[string, Content]>([
    ['the longest texts', embeds({ title: x(256), description: x(4096), footer: { text: x(1600) } })],
    ['25 fields', embeds({ fields: fields(25) })],
    ['the longest field', embeds({ fields: [{ name: x(256), value: x(1024) }] })],
    ['10 embeds', embeds(...Array.from({ length: 10 }, () => ({ title: 'a' })))],
    ['6000 characters', embeds({ description: x(4096) }, { description: x(1904) })],
    [
      'a text and a link of 2000 together',
      content({ body: x(1978), media: { url: 'https://example.com/f', type: 'video' } }),
    ],
  ])('accepts a Discord message with %s', async (_title, fitting) => {
    expect(misfits(fitting)).toEqual([])
    await send({ ...fitting, actions: [] })
  })

  it.each<[string, Content, string, string]>([
    [
      'a title of 257 characters',
      embeds({ title: x(257) }),
      'template',
      'embeds.0.title has 257 characters; discord takes 256',
    ],
    [
      'a description of 4097 characters',
      embeds({ description: x(4097) }),
      'template',
      'has 4097 characters; discord takes 4096',
    ],
    [
      'a footer of 2049 characters',
      embeds({ footer: { text: x(2049) } }),
      'template',
      'embeds.0.footer.text has 2049 characters; discord takes 2048',
    ],
    [
      'a field name of 257 characters',
      embeds({ fields: [{ name: x(257), value: 'v' }] }),
      'template',
      'embeds.0.fields.0.name has 257',
    ],
    [
      'a field value of 1025 characters',
      embeds({ fields: [{ name: 'n', value: x(1025) }] }),
      'template',
      'has 1025 characters; discord takes 1024',
    ],
    ['an empty field', embeds({ fields: [{ name: 'n', value: '' }] }), 'template', 'embeds.0.fields.0.value is empty'],
    ['26 fields', embeds({ fields: fields(26) }), 'template', 'embeds.0.fields has 26 entries; discord takes 25'],
    [
      '11 embeds',
      embeds(...Array.from({ length: 11 }, () => ({ title: 'a' }))),
      'template',
      'embeds has 11 entries; discord takes 10',
    ],
    [
      'an image as the 11th embed',
      {
        ...embeds(...Array.from({ length: 10 }, () => ({ title: 'a' }))),
        media: { url: 'https://example.com/i', type: 'image' },
      },
      'media',
      'embed 11 of the message; discord takes 10',
    ],
    [
      '6001 characters',
      embeds({ description: x(4096) }, { description: x(1905) }),
      'template',
      'have 6001 characters together; discord takes 6000',
    ],
    [
      'a text and a link of 2001 characters together',
      content({ body: x(1979), media: { url: 'https://example.com/f', type: 'video' } }),
      'media',
      'have 2001 characters together; discord takes 2000',
    ],
    [
      'a color name',
      embeds({ title: 'a', color: 'red' }),
      'template',
      'embeds.0.color must have a format such as #5865f2',
    ],
    ['a color out of range', embeds({ title: 'a', color: 16_777_216 }), 'template', 'embeds.0.color'],
    [
      'an image that is not a URL',
      embeds({ image: { url: 'i.png' } }),
      'template',
      'embeds.0.image.url must have a format such as https://',
    ],
    ['a misspelled field', embeds({ titel: 'a' }), 'template', 'did you mean title'],
    ['an empty embed', embeds({}), 'template', 'embeds.0'],
    ['a string in place of the embeds', content({ own: { embeds: 'none' } }), 'template', 'embeds must be array'],
    ['an embed that is not an object', embeds(null, 5), 'template', 'embeds.0 must be object'],
    [
      'a misspelled name of the embeds',
      content({ own: { embed: [] } }),
      'template',
      'embed is not a known field; did you mean embeds',
    ],
    [
      'buttons',
      content({ actions: [{ slug: 'a', label: 'A', callback_url: 'https://example.com' }] }),
      'actions',
      'no buttons',
    ],
  ])('refuses a Discord message with %s', (_title, wrong, field, message) => {
    expect(misfits(wrong)).toContainEqual({ field, message: expect.stringContaining(message) })
  })

  it('reports problems in the embeds of a template unless the value of a variable could fix them', () => {
    const own = { embeds: [{ title: `{{title}}${x(300)}`, color: '{{colour}}', url: '{{url}}' }] }
    expect(channel.ownMisfits!(own, false)).toEqual([])
    expect(channel.ownMisfits!(own, true).map(({ field }) => field)).toEqual([
      'embeds.0.title',
      'embeds.0.url',
      'embeds.0.color',
    ])
    expect(
      channel.ownMisfits!({ embeds: [{ title: x(300), colr: 1 }] }, false)
        .map(({ field }) => field)
        .sort(),
    ).toEqual(['embeds.0.colr', 'embeds.0.title'])
  })
})

describe('discord connections', () => {
  const { problems } = discord
  const hook = 'https://discord.com/api/webhooks/123/abc-DEF_1'
  it.each([
    [hook],
    ['https://discordapp.com/api/webhooks/123/abc'],
    ['https://canary.discord.com/api/v10/webhooks/123/abc?thread_id=9'],
  ])('accepts the Discord webhook URL %s', (webhook_url) => expect(problems!({ webhook_url }, false)).toEqual({}))

  it.each([
    ['https://discord.com.evil.example/api/webhooks/123/abc', 'must be a URL of discord.com'],
    ['https://evildiscord.com/api/webhooks/123/abc', 'must be a URL of discord.com'],
    ['https://discord.com:8443/api/webhooks/123/abc', 'must be a URL of discord.com'],
    ['https://discord.com/api/webhooks/123/abc/slack', 'must be the URL that Discord shows'],
    ['https://discord.com/channels/1/2', 'must be the URL that Discord shows'],
  ])('refuses the Discord webhook URL %s', (webhook_url, problem) => {
    expect(problems!({ webhook_url }, false)).toEqual({ webhook_url: expect.stringContaining(problem) })
  })

  it('accepts a Discord webhook on another host if that host is the gateway or if private networks are permitted, and refuses a webhook URL with another path', () => {
    const elsewhere = 'http://127.0.0.1:9/api/webhooks/1/x'
    expect(problems!({ webhook_url: elsewhere }, true)).toEqual({})
    expect(
      problems!({ webhook_url: 'https://gate.example/api/webhooks/1/x', api_base: 'https://gate.example' }, false),
    ).toEqual({})
    expect(problems!({ webhook_url: 'http://127.0.0.1:9/else' }, true)).toHaveProperty('webhook_url')
  })

  it('limits a Discord webhook to 4 concurrent messages, and sets no limit behind a gateway', () => {
    const { atOnce } = discord
    expect(atOnce!({ webhook_url: hook })).toBe(4)
    expect(atOnce!({ webhook_url: hook, api_base: 'https://gate.example' })).toBeUndefined()
  })

  it('refuses a Discord username that contains Discord', () => {
    expect(problems!({ webhook_url: hook, username: 'My Discord' }, false)).toEqual({
      username: expect.stringContaining('Discord'),
    })
  })

  it('checks a Discord connection by reading its webhook, without sending a message', async () => {
    const provider = await startProvider()
    const settings = fixture.http!.settings(provider.url)
    provider.reply(() => ({ body: { id: '1', name: 'Orders' } }))
    expect(await discord.check!(settings, true, new Date())).toEqual({
      found: ['the webhook Orders exists'],
      problems: {},
    })
    expect(provider.received).toMatchObject([{ method: 'GET', path: '/api/webhooks/1/secret-token' }])
    provider.reply(() => ({ status: 404, body: { code: 10015, message: 'Unknown Webhook' } }))
    expect(await discord.check!(settings, true, new Date())).toEqual({
      found: [],
      problems: { webhook_url: expect.stringMatching(/deleted.*Create a webhook/) },
    })
    await provider.stop()
  })
})
