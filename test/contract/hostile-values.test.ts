// Sends one list of hostile variables through every channel:
// readers see the value as text, and only the author creates links.
import MarkdownIt from 'markdown-it'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutgoingMessage } from '../../src/channels/contract.ts'
import type { ChannelName } from '../../src/channels/index.ts'
import { providerOf } from '../../src/channels/providers.ts'
import { renderForChannel } from '../../src/channels/sandbox/sandbox.ts'
import { fillContent } from '../../src/templates/fill.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { discord } from './providers/discord.ts'
import { type ProviderFixture, sendCallTo } from './providers/fixture.ts'
import { messenger } from './providers/messenger.ts'
import { slackBot } from './providers/slack.ts'
import { telegram } from './providers/telegram.ts'
import { whatsapp } from './providers/whatsapp.ts'

const HOSTILE = [
  '[click](https://evil.example)',
  '[click]( https://evil.example "title" )',
  '[click](<https://evil.example>)',
  '![picture](https://evil.example/i.png)',
  '[click][1]',
  '](https://evil.example)[',
  'https://fine.example](https://evil.example',
  'https://fine.example/[x](https://evil.example)',
  '\\[click](https://evil.example)',
  '\\\\[click](https://evil.example)',
  '<https://evil.example|click>',
  '<https://evil.example>',
  '<a href="https://evil.example">click</a>',
  '&lt;https://evil.example|click&gt;',
  '&#91;click&#93;(https://evil.example)',
  '<!channel> <!here> <!subteam^S1> <@U1> <#C1|general>',
  '@everyone @here <@123456> <@&99> <#1> <t:0>',
  '<script>alert(1)</script>',
  '**bold** __line__ *star* _low_ ~~gone~~ ||hidden||',
  '`code` ```block```',
  '# heading',
  '> quote',
  '- item',
  '-# small',
  '{{other}}',
  'javascript:alert(1)',
  'order_17_a*b',
]

/**
 * Parsers that treat backslashes as each chat does. Discord decodes no HTML entities. In Slack a backslash does not
 * escape ~.
 */
const readers = {
  discord: new MarkdownIt('commonmark', { html: false }).enable(['strikethrough']).disable(['entity']),
  slack: new MarkdownIt('commonmark', { html: false }),
}

interface Read {
  /** The text that a reader sees. */
  text: string
  /** Targets of labeled links and pictures. */
  links: string[]
  /** The types of the parser's tokens, without plain text, paragraphs and links. */
  drawn: string[]
}

function readMarkdown(markdown: string, by: keyof typeof readers = 'discord'): Read {
  const blocks = readers[by].parse(markdown, {})
  const inside = blocks.flatMap(({ children }) => children ?? [])
  return {
    text: inside.map(({ type, content }) => (/^(text|text_special|code_inline)$/.test(type) ? content : '')).join(''),
    links: inside.flatMap((token) => [token.attrGet('href') ?? token.attrGet('src') ?? []].flat().map(String)),
    drawn: [...blocks, ...inside]
      .map(({ type }) => type)
      .filter(
        (type) => !/^(paragraph_(open|close)|inline|text|text_special|link_open|link_close|softbreak)$/.test(type),
      ),
  }
}

const unescaped = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

describe('hostile values', () => {
  let provider: Provider
  beforeAll(async () => {
    provider = await startProvider()
    provider.reply(() => ({
      body: { ok: true, id: '1', channel: 'C1', ts: '1.5', result: { message_id: 1, chat: { id: 1 } } },
    }))
  })
  afterAll(() => provider.stop())

  const filled = (channel: ChannelName, body: string, own: Record<string, unknown> | undefined, value: string) => {
    const { missing: _, ...text } = fillContent({ body, ...(own ? { own } : {}) }, channel, { v: value }, undefined)
    return text
  }
  /** Returns the request that the provider receives for a template with this body and this content for the channel. */
  const sent = async (fixture: ProviderFixture, body: string, value: string, own?: Record<string, unknown>) => {
    provider.received.length = 0
    const message = { own: undefined, ...filled(fixture.channel, body, own, value), vars: { v: value } }
    await providerOf(fixture.channel).send(sendCallTo(fixture, provider.url, message as Partial<OutgoingMessage>))
    return JSON.parse(provider.received.at(-1)!.text)
  }

  const SHOP = '[shop](https://shop.example)'

  it.each(HOSTILE)(
    'keeps the value %s as text in a Discord message, and keeps the links of the template',
    async (value) => {
      const { content, allowed_mentions } = await sent(discord, `Hi {{v}}, ${SHOP}`, value)
      expect(readMarkdown(content)).toEqual({ text: `Hi ${value}, shop`, links: ['https://shop.example'], drawn: [] })
      expect(content.replace(/\\./g, '')).not.toMatch(/[<|~]/)
      expect(allowed_mentions).toEqual({ parse: [] })
      expect(readMarkdown((await sent(discord, '{{v}}', value)).content)).toMatchObject({
        text: value,
        links: [],
        drawn: [],
      })
      const linked = readMarkdown((await sent(discord, '[{{v}}](https://shop.example)', value)).content)
      expect(linked.links).toEqual(['https://shop.example'])
    },
  )

  it.each(HOSTILE)(
    'keeps the value %s as text in a Discord embed, without backslashes in plain fields',
    async (value) => {
      const embed = {
        title: '{{v}}',
        description: `{{v}} ${SHOP}`,
        fields: [{ name: '{{v}}', value: '{{v}}' }],
        author: { name: '{{v}}' },
        footer: { text: '{{v}}' },
      }
      const [shown] = (await sent(discord, ' ', value, { embeds: [embed] })).embeds
      expect(readMarkdown(shown.description)).toEqual({
        text: `${value} shop`,
        links: ['https://shop.example'],
        drawn: [],
      })
      for (const text of [shown.title, shown.fields[0].name, shown.fields[0].value])
        expect(readMarkdown(text)).toEqual({ text: value, links: [], drawn: [] })
      expect([shown.author.name, shown.footer.text]).toEqual([value, value])
    },
  )

  it.each(HOSTILE)('keeps the value %s as text in a Markdown block of Slack', async (value) => {
    const own = { blocks: [{ type: 'markdown', text: `Hi {{v}}, ${SHOP}` }] }
    const [block] = (await sent(slackBot, ' ', value, own)).blocks
    expect(block.text).not.toMatch(/[<>]/)
    expect(readMarkdown(block.text, 'slack')).toEqual({
      text: `Hi ${value}, shop`,
      links: ['https://shop.example'],
      drawn: [],
    })
  })

  it.each(HOSTILE)("creates no link or mention from the value %s in Slack's own markup", async (value) => {
    const mrkdwn = { type: 'mrkdwn', text: 'Hi {{v}} <https://shop.example|shop>' }
    const header = { type: 'plain_text', text: '{{v}}' }
    const own = {
      blocks: [
        { type: 'section', text: mrkdwn, fields: [mrkdwn] },
        { type: 'header', text: header },
      ],
    }
    const { blocks } = await sent(slackBot, ' ', value, own)
    for (const { text } of [blocks[0].text, blocks[0].fields[0]]) {
      expect(text.match(/<[^>]*>/g)).toEqual(['<https://shop.example|shop>'])
      expect(unescaped(text)).toBe(`Hi ${value} <https://shop.example|shop>`)
    }
    expect(unescaped(blocks[1].text.text)).toBe(value)
    const { text, ...rest } = await sent(slackBot, 'Hi {{v}}', value)
    expect(text).not.toMatch(/[<>]/)
    expect(unescaped(text)).toBe(`Hi ${value}`)
    expect([rest.parse, rest.link_names, rest.unfurl_links]).toEqual([undefined, undefined, false])
  })

  it.each(HOSTILE)('keeps the value %s unchanged on Telegram, WhatsApp and Messenger', async (value) => {
    const chat = await sent(telegram, 'Hi {{v}}', value)
    expect([chat.text, chat.parse_mode, chat.entities]).toEqual([`Hi ${value}`, undefined, undefined])
    expect((await sent(whatsapp, 'Hi {{v}}', value)).text.body).toBe(`Hi ${value}`)
    expect((await sent(messenger, 'Hi {{v}}', value)).message.text).toBe(`Hi ${value}`)
  })

  /** Returns the message as the channel renders it. The recipient has no name, and the sender has a sample name. */
  const shown = (channel: ChannelName, body: string, value: string, own?: Record<string, unknown>) =>
    renderForChannel(channel, {
      ...filled(channel, body, own, value),
      vars: {},
      deliveryId: 1,
      address: '',
      recipientName: '',
      priority: 'normal',
      actions: [],
      attachments: [],
      ...(channel === 'email'
        ? { mail: { messageId: '', name: 'Shop', unsubscribeUrl: 'https://shop.example/u' } }
        : {}),
    })
  const partOf = (html: unknown) => /<div class="text">\n([\s\S]*?)<\/div>/.exec(String(html))![1]!
  const textOf = (html: string) =>
    html
      .replace(/<[^>]*>/g, '')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replace(/&lt;|&gt;|&amp;/g, unescaped)
      .trim()

  it.each(HOSTILE)(
    'keeps the value %s as text in plain and Markdown emails and in a push notification',
    async (value) => {
      const plain = partOf((await shown('email', 'Hi {{v}}', value)).html)
      expect(textOf(plain)).toBe(`Hi ${value}`)
      const rich = partOf((await shown('email', `Hi {{v}}, ${SHOP}`, value, { markdown: true })).html)
      expect(textOf(rich)).toBe(`Hi ${value}, shop`)
      for (const html of [plain, rich]) {
        const links = Array.from(html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g), ([, href, text]) => [
          decodeURI(textOf(href!)),
          textOf(text!),
        ])
        // A URL without a label becomes a link, but the reader sees its target.
        expect(links.filter(([href, text]) => href !== text)).toEqual(
          html === rich ? [['https://shop.example', 'shop']] : [],
        )
        expect(html.replace(/<\/?(p|a|br)\b[^>]*>/g, '')).not.toContain('<')
      }
      const { notification } = (await shown('push', 'Hi {{v}}', value)) as { notification: { body: string } }
      expect(notification.body).toBe(`Hi ${value}`)
    },
  )

  it('shows a URL in a value unchanged on Discord and Slack', async () => {
    const url = 'https://shop.example/o_17/a~b?x=1&y=_2_#top'
    expect((await sent(discord, 'See {{v}}', url)).content).toBe(`See ${url}`)
    const inside = `see ${url} now_or_never`
    expect((await sent(discord, '{{v}}', inside)).content).toBe(`see ${url} now\\_or\\_never`)
    const own = { blocks: [{ type: 'markdown', text: '{{v}}' }] }
    expect(unescaped((await sent(slackBot, ' ', url, own)).blocks[0].text)).toBe(url)
  })

  it('keeps the formatting characters of a value inside code, and creates no link there', async () => {
    expect((await sent(discord, 'Code: `{{v}}`', 'ABC_12*3')).content).toBe('Code: `ABC_12*3`')
    const own = { blocks: [{ type: 'markdown', text: 'Code: `{{v}}` and {{v}}' }] }
    expect((await sent(slackBot, ' ', 'A_1', own)).blocks[0].text).toBe('Code: `A_1` and A\\_1')
    for (const value of HOSTILE) {
      const { content } = await sent(discord, 'Code: `{{v}}`', value)
      expect([value, readMarkdown(content).links]).toEqual([value, []])
      const { content: stray } = await sent(discord, 'It`s {{v}}', value)
      expect([value, readMarkdown(stray).links]).toEqual([value, []])
    }
  })
})
