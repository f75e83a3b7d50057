// Slack: blocks, links in place of buttons, escaping, and the channel of a message.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Content, OutgoingMessage } from '../../src/channels/contract.ts'
import { channelOf } from '../../src/channels/index.ts'
import { providerOf } from '../../src/channels/providers.ts'
import { fillContent } from '../../src/templates/fill.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { type ProviderFixture, sendCallTo } from './providers/fixture.ts'
import { slackBot, slackWebhook } from './providers/slack.ts'

const channel = channelOf('slack')
const slack = providerOf('slack')
const actionUrl = `https://example.com/${'a'.repeat(60)}`
const misfits = (given: Content) => channel.misfits(given, actionUrl)
const content = (change: Partial<Content>): Content => ({
  body: 'Hello',
  vars: {},
  actions: [],
  attachments: [],
  ...change,
})
const blocks = (...list: unknown[]) => content({ own: { blocks: list } })
const x = (length: number) => 'x'.repeat(length)
const linked = (length: number) =>
  content({ body: x(length), actions: [{ slug: 'a', label: 'Yes', callback_url: 'https://example.com' }] })
const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } })
const image = { type: 'image', image_url: 'https://example.com/i.png', alt_text: 'A picture' }
const actions = [1, 2].map((index) => ({
  slug: `a${index}`,
  label: `Yes & <no> ${index}`,
  token: 'T',
  url: `https://example.com/${index}?a=1&b=2`,
}))

describe('slack messages', () => {
  let provider: Provider
  beforeAll(async () => {
    provider = await startProvider()
  })
  beforeEach(() => {
    provider.received.length = 0
  })
  afterAll(() => provider.stop())
  const send = async (message: Partial<OutgoingMessage>, fixture: ProviderFixture = slackBot) => {
    provider.reply(() =>
      fixture === slackBot ? { body: { ok: true, channel: 'C0123456789', ts: '1.5' } } : { text: 'ok' },
    )
    const outcome = await slack.send(sendCallTo(fixture, provider.url, message))
    return { outcome, request: provider.received.at(-1)!, body: JSON.parse(provider.received.at(-1)!.text) }
  }
  const quiet = { unfurl_links: false, unfurl_media: false }

  it("posts with the Slack bot token to the recipient's channel [SLACK-02, SLACK-04]", async () => {
    const { outcome, request, body } = await send({ body: 'a < b && c > d <!channel>' })
    expect(outcome).toMatchObject({ class: 'sent', externalId: 'C0123456789:1.5' })
    expect(request).toMatchObject({
      path: '/api/chat.postMessage',
      headers: { authorization: 'Bearer xoxb-secret-token' },
    })
    expect(body).toEqual({ channel: 'C0123456789', text: 'a &lt; b &amp;&amp; c &gt; d &lt;!channel&gt;', ...quiet })
  })

  it('posts to an incoming Slack webhook, which returns no message id [SLACK-01]', async () => {
    const { outcome, request, body } = await send({}, slackWebhook)
    expect(outcome).toMatchObject({ class: 'sent', externalId: null })
    expect(request.path).toBe('/services/T000/B000/secret-token')
    expect(body).toEqual({ text: 'Hello', ...quiet })
  })

  it('shows actions on Slack as links in a section below the text [SLACK-06]', async () => {
    const { body } = await send({ actions })
    expect(body.text).toBe('Hello')
    expect(body.blocks).toEqual([
      section('Hello'),
      section(
        '<https://example.com/1?a=1&amp;b=2|Yes &amp; &lt;no&gt; 1>  ·  <https://example.com/2?a=1&amp;b=2|Yes &amp; &lt;no&gt; 2>',
      ),
    ])
  })

  it('shows an image on Slack as a block, and links a document or a video', async () => {
    const url = 'https://example.com/a|b<c>.png'
    expect((await send({ media: { url, type: 'image', caption: 'A & B' } })).body.blocks).toEqual([
      section('Hello'),
      { type: 'image', image_url: url, alt_text: 'A & B', title: { type: 'plain_text', text: 'A & B' } },
    ])
    expect((await send({ media: { url, type: 'image' } })).body.blocks[1]).toEqual({
      type: 'image',
      image_url: url,
      alt_text: 'image',
    })
    expect((await send({ media: { url, type: 'document', filename: 'f.pdf' } })).body.blocks[1]).toEqual(
      section('<https://example.com/a%7Cb%3Cc%3E.png|f.pdf>'),
    )
  })

  it('sends a long Slack text completely, with the links below it', async () => {
    const { body } = await send({
      body: x(3001),
      actions,
      media: { url: 'https://example.com/v', type: 'video', caption: 'V' },
    })
    expect(body.blocks).toBeUndefined()
    expect(body.text.split('\n')).toEqual([
      x(3001),
      '<https://example.com/v|V>',
      expect.stringContaining('Yes &amp; &lt;no&gt; 1>'),
      expect.stringContaining('Yes &amp; &lt;no&gt; 2>'),
    ])
  })

  it('sends the Slack blocks of the template, and its text for notifications [SLACK-03]', async () => {
    const own = {
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'Order 17' } },
        { ...section('*Shipped*'), accessory: image },
        {
          type: 'section',
          fields: [
            { type: 'mrkdwn', text: 'a' },
            { type: 'plain_text', text: 'b' },
          ],
        },
        { type: 'divider' },
        image,
        { type: 'context', elements: [image, { type: 'mrkdwn', text: 'small' }] },
        {
          type: 'actions',
          elements: [{ type: 'button', text: { type: 'plain_text', text: 'Open' }, url: 'https://example.com' }],
        },
        { type: 'markdown', text: '**bold**' },
      ],
    }
    expect(misfits(content({ own, body: ' ' }))).toEqual([])
    const { body } = await send({
      own,
      body: ' ',
      actions: actions.slice(0, 1),
      media: { url: 'https://example.com/i', type: 'image' },
    })
    expect(body.text).toBe('Order 17')
    expect(body.blocks.slice(0, own.blocks.length)).toEqual(own.blocks)
    expect(body.blocks.slice(own.blocks.length).map(({ type }: { type: string }) => type)).toEqual(['image', 'section'])
    expect((await send({ own })).body.text).toBe('Hello')
  })

  it('escapes variables in Slack blocks, so that they create no links or mentions', () => {
    const own = { blocks: [section('Hello {{name}} <{{url}}|here>'), { ...image, image_url: '{{url}}' }] }
    const vars = { name: '<!channel> & co', url: 'https://example.com/?a=1&b=2' }
    const filled = fillContent({ body: '{{name}}', own }, 'slack', vars, undefined)
    expect(filled.own).toEqual({
      blocks: [
        section('Hello &lt;!channel&gt; &amp; co <https://example.com/?a=1&amp;b=2|here>'),
        { ...image, image_url: 'https://example.com/?a=1&b=2' },
      ],
    })
  })

  const many = (count: number) => Array.from({ length: count }, () => ({ type: 'divider' }))
  it.each<[string, Content]>([
    ['the longest text', content({ body: x(40_000) })],
    ['a long text with the link of an action', linked(39_913)],
    ['50 blocks', blocks(...many(50))],
    [
      '48 blocks, media and actions',
      { ...blocks(...many(48)), media: { url: 'https://example.com/i', type: 'image' } },
    ],
    [
      'the longest header and section',
      blocks({ type: 'header', text: { type: 'plain_text', text: x(150) } }, section(x(3000))),
    ],
    ['13000 characters', blocks(...[3000, 3000, 3000, 3000, 1000].map((length) => section(x(length))))],
  ])('accepts a Slack message with %s', async (_title, fitting) => {
    expect(misfits(fitting)).toEqual([])
    const actions = fitting.actions.map((each) => ({ ...each, token: 'T', url: actionUrl }))
    expect((await send({ ...fitting, actions })).outcome.class).toBe('sent')
  })

  it.each<[string, Content, string]>([
    ['a text of 40001 characters', content({ body: x(40_001) }), 'has 40001 characters; slack takes 40000'],
    [
      'a text that escaping makes too long',
      content({ body: '&'.repeat(8001) }),
      'has 40005 characters; slack takes 40000',
    ],
    ['a text that is too long with the link of an action', linked(39_914), 'has 40001 characters; slack takes 40000'],
    ['an empty text', content({ body: '\n' }), 'is empty'],
    ['51 blocks', blocks(...many(51)), 'blocks has 51 entries; slack takes 50'],
    [
      '50 blocks and media',
      { ...blocks(...many(50)), media: { url: 'https://example.com/i', type: 'image' } },
      'has 50 blocks, and media and actions make 1 more; slack takes 50',
    ],
    [
      'a header of 151 characters',
      blocks({ type: 'header', text: { type: 'plain_text', text: x(151) } }),
      'blocks.0.text.text has 151 characters; slack takes 150',
    ],
    ['a header in mrkdwn', blocks({ type: 'header', text: { type: 'mrkdwn', text: 'a' } }), 'blocks.0.text.type'],
    [
      'a section of 3001 characters',
      blocks(section(x(3001))),
      'blocks.0.text.text has 3001 characters; slack takes 3000',
    ],
    ['a section without a text', blocks({ type: 'section' }), 'blocks.0 requires a text or fields'],
    ['an empty section', blocks(section('')), 'blocks.0.text.text is empty'],
    [
      '11 fields',
      blocks({ type: 'section', fields: Array.from({ length: 11 }, () => ({ type: 'mrkdwn', text: 'a' })) }),
      'blocks.0.fields has 11 entries; slack takes 10',
    ],
    [
      'an image without alt_text',
      blocks({ type: 'image', image_url: 'https://example.com/i' }),
      'blocks.0.alt_text is required',
    ],
    [
      'a button without a URL',
      blocks({ type: 'actions', elements: [{ type: 'button', text: { type: 'plain_text', text: 'a' }, value: 'v' }] }),
      'blocks.0.elements.0.url is required',
    ],
    [
      'a button of 76 characters',
      blocks({
        type: 'actions',
        elements: [{ type: 'button', text: { type: 'plain_text', text: x(76) }, url: 'https://example.com' }],
      }),
      'has 76 characters; slack takes 75',
    ],
    [
      'an interactive block',
      blocks({ type: 'input' }),
      'blocks.0.type is input; the permitted types are header, section',
    ],
    ['a type named constructor', blocks({ type: 'constructor' }), 'blocks.0.type is constructor'],
    ['a block that is not an object', blocks(7), 'blocks.0 must be object'],
    ['a string in place of the blocks', content({ own: { blocks: 'x' } }), 'blocks must be array'],
    ['a misspelled name of the blocks', content({ own: { block: [] } }), 'did you mean blocks'],
    [
      '13001 characters',
      blocks(...[3000, 3000, 3000, 3000, 1001].map((length) => section(x(length)))),
      'blocks have 13001 characters together; slack takes 13000',
    ],
  ])('refuses a Slack message with %s', (_title, wrong, message) => {
    expect(misfits(wrong)).toContainEqual({ field: 'template', message: expect.stringContaining(message) })
  })
})
