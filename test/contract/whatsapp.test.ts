// Requests to WhatsApp: approved templates filled by position or name, and free-form messages within their limits.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Media, OutgoingMessage } from '../../src/channels/contract.ts'
import { actionToken, createActions, graphSettings, sendToGraph, whatsappAccepted } from '../harness/graph.ts'
import { oracleProblems } from '../harness/oracles.ts'
import { type Provider, startProvider } from '../harness/provider.ts'

const image: Media = { url: 'https://shop.example/a.png', type: 'image' }

describe('messages to WhatsApp', () => {
  let provider: Provider
  beforeAll(async () => {
    // Load the schema before a connection is open. Loading blocks the event loop, so an open connection could time out.
    await oracleProblems('/v23.0/10/messages', { messaging_product: 'whatsapp' })
    provider = await startProvider()
    provider.reply(() => whatsappAccepted)
  })
  afterAll(() => provider.stop())

  /** Returns the request body after WhatsApp's schema has accepted it. */
  const sent = async (change: Partial<OutgoingMessage>) => {
    expect(await sendToGraph('whatsapp', provider, change)).toMatchObject({ class: 'sent', externalId: 'wamid.1' })
    const { path, text } = provider.received.at(-1)!
    const body = JSON.parse(text)
    expect((await oracleProblems(path, body)) ?? [], text).toEqual([])
    return body
  }
  const components = async (change: Partial<OutgoingMessage>) => (await sent(change)).template.components
  const interactive = async (change: Partial<OutgoingMessage>) => (await sent(change)).interactive

  it('sends to the WhatsApp number, with the delivery id that WhatsApp returns in its statuses', async () => {
    const { headers, path } = await sent({}).then(() => provider.received.at(-1)!)
    expect([path, headers.authorization]).toEqual(['/v23.0/10/messages', 'Bearer secret-token'])
    expect(await sent({})).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '393331234567',
      biz_opaque_callback_data: '7',
      type: 'text',
      text: { body: 'Hello', preview_url: false },
    })
  })

  it('sends to the WhatsApp id of a person without a visible number, also through a gateway', async () => {
    const settings = { ...graphSettings(provider.url).whatsapp, api_base: `${provider.url}/gateway/` }
    await sendToGraph('whatsapp', provider, { address: 'IT.1234abcd' }, undefined, { settings })
    const { path, text } = provider.received.at(-1)!
    const body = JSON.parse(text)
    expect([path, body.recipient, body.to]).toEqual(['/gateway/v23.0/10/messages', 'IT.1234abcd', undefined])
  })

  describe('approved WhatsApp templates', () => {
    it('fills the variables of an approved template in numeric order, and sends each value on one line [WA-07]', async () => {
      const vars = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [String(index + 1), `v${index + 1}`]))
      const body = await sent({
        own: { template: 'order', language: 'en_US' },
        vars: { ...vars, 2: ' a\r\n\tb     c', name: 'x' },
      })
      expect(body.template).toMatchObject({ name: 'order', language: { policy: 'deterministic', code: 'en_US' } })
      expect(body.template.components[0].parameters.map(({ text }: { text: string }) => text)).toEqual([
        'v1',
        'a b   c',
        ...Array.from({ length: 9 }, (_, index) => `v${index + 3}`),
      ])
    })

    it('sends a template that has no variables, header or buttons, and uses the language of the text', async () => {
      const { template } = await sent({ own: { template: 'hello_world' }, locale: 'pt-BR' })
      expect([template.components, template.language.code]).toEqual([[], 'pt_BR'])
    })

    it('sends only the approved variables of a template, by name if they have names', async () => {
      const approved = { variables: ['order', 'name'], buttons: [] }
      expect(
        await components({ own: { template: 'order' }, approved, vars: { name: 'Ada', order: '7', 1: 'x' } }),
      ).toEqual([
        {
          type: 'body',
          parameters: [
            { type: 'text', parameter_name: 'order', text: '7' },
            { type: 'text', parameter_name: 'name', text: 'Ada' },
          ],
        },
      ])
    })

    it.each<[Media, object]>([
      [image, { link: image.url }],
      [{ url: 'https://shop.example/a.mp4', type: 'video' }, { link: 'https://shop.example/a.mp4' }],
      [
        { url: 'https://shop.example/a.pdf', type: 'document', filename: 'Bill.pdf' },
        { link: 'https://shop.example/a.pdf', filename: 'Bill.pdf' },
      ],
    ])('puts media into the header of the template: $type [WA-05, SEND-46]', async (media, file) => {
      expect(await components({ own: { template: 'order', header: media.type }, media })).toEqual([
        { type: 'header', parameters: [{ type: media.type, [media.type]: file }] },
      ])
    })

    it('fills the variable in the text header of an approved template', async () => {
      expect(await components({ own: { template: 'order', header: { text: 'Order 7' } } })).toEqual([
        { type: 'header', parameters: [{ type: 'text', text: 'Order 7' }] },
      ])
    })

    it('sends action tokens as payloads of quick replies and as suffixes of template links [WA-03]', async () => {
      const actions = createActions('Yes', 'No')
      const payload = (index: string, letter: string) => ({
        type: 'button',
        sub_type: 'quick_reply',
        index,
        parameters: [{ type: 'payload', payload: actionToken(letter) }],
      })
      const suffix = (index: string, text: string) => ({
        type: 'button',
        sub_type: 'url',
        index,
        parameters: [{ type: 'text', text }],
      })
      expect(await components({ own: { template: 'order' }, actions })).toEqual([payload('0', 'A'), payload('1', 'B')])
      expect(await components({ own: { template: 'order', buttons: ['quick_reply', 'url'] }, actions })).toEqual([
        payload('0', 'A'),
        suffix('1', actionToken('B')),
      ])
      const approved = { variables: [], buttons: ['url' as const, 'fixed' as const, 'quick_reply' as const] }
      expect(await components({ own: { template: 'order' }, approved, actions })).toEqual([
        suffix('0', actionToken('A')),
        payload('2', 'B'),
      ])
      const own = { template: 'order', buttons: [{ url: 'orders/7' }] }
      expect(await components({ own, approved, actions: createActions('Yes') })).toEqual([
        suffix('0', 'orders/7'),
        payload('2', 'A'),
      ])
    })
  })

  describe('free-form messages inside the 24 hours', () => {
    it.each([1, 2, 3])('sends %i WhatsApp buttons whose ids are action tokens', async (count) => {
      const { type, action, body } = await interactive({
        actions: createActions(...['Yes', 'No', 'Later'].slice(0, count)),
      })
      expect([type, body.text]).toEqual(['button', 'Hello'])
      expect(
        action.buttons.map(({ reply }: { reply: { id: string; title: string } }) => [reply.id, reply.title]),
      ).toEqual(
        [
          [actionToken('A'), 'Yes'],
          [actionToken('B'), 'No'],
          [actionToken('C'), 'Later'],
        ].slice(0, count),
      )
    })

    it.each([
      [4, 'it', 'Scegli'],
      [5, 'de-AT', 'Auswählen'],
      [5, 'xx', 'Choose'],
    ])('sends %i actions as a WhatsApp list in the language %s, with the button %s', async (count, locale, opens) => {
      const labels = ['Yes', 'No', 'Later', 'Never at all, thank you so much', 'Call me'].slice(0, count)
      const { type, action } = await interactive({ actions: createActions(...labels), locale })
      expect([type, action.button, action.sections[0].rows.length]).toEqual(['list', opens, count])
      expect(action.sections[0].rows[0]).toEqual({ id: actionToken('A'), title: 'Yes' })
      expect(action.sections[0].rows[3]).toEqual({
        id: actionToken('D'),
        title: 'Never at all, thank you…',
        description: 'Never at all, thank you so much',
      })
    })

    it('shortens WhatsApp labels without cutting a character, and keeps them distinct', async () => {
      const family = '👨‍👩‍👧‍👦'
      const labels = ['Confirm the appointment A', 'Confirm the appointment B', `Familien ${family}${family}`]
      const { action } = await interactive({ actions: createActions(...labels) })
      expect(action.buttons.map(({ reply }: { reply: { title: string } }) => reply.title)).toEqual([
        'Confirm the appoint…',
        'Confirm the appoi… 2',
        `Familien…`,
      ])
    })

    it.each<Media['type']>(['image', 'video', 'document'])(
      'sends media (%s) to WhatsApp with the text as its caption [D33b]',
      async (type) => {
        const media: Media = { url: 'https://shop.example/a', type, filename: 'a.pdf', caption: 'Caption' }
        const file = { link: media.url, ...(type === 'document' ? { filename: 'a.pdf' } : {}) }
        const body = await sent({ media })
        expect([body.type, body[type]]).toEqual([type, { ...file, caption: 'Caption\n\nHello' }])
        const withButtons = await interactive({ media, actions: createActions('Yes') })
        expect([withButtons.header, withButtons.body.text]).toEqual([{ type, [type]: file }, 'Caption\n\nHello'])
      },
    )

    it('sends a link button in place of action buttons to WhatsApp', async () => {
      const own = { link: { label: 'Open the order of today', url: 'https://shop.example/7' } }
      expect(await interactive({ own, media: image })).toEqual({
        type: 'cta_url',
        header: { type: 'image', image: { link: image.url } },
        body: { text: 'Hello' },
        action: {
          name: 'cta_url',
          parameters: { display_text: 'Open the order of t…', url: 'https://shop.example/7' },
        },
      })
    })

    it('sends the longest permitted texts to WhatsApp', async () => {
      await sent({ body: 'x'.repeat(4096) })
      await sent({ body: 'x'.repeat(1024), media: image })
      await sent({ body: 'x'.repeat(1024), actions: createActions('x'.repeat(30), 'y'.repeat(30), 'z') })
      await sent({
        body: 'x'.repeat(1024),
        actions: createActions(...'abcde'.split('').map((letter) => letter.repeat(30))),
      })
    })
  })
})
