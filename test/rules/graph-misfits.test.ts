// Limits of WhatsApp and Messenger content: the longest permitted texts, texts that are one character longer, and the
// error messages.
import { describe, expect, it } from 'vitest'
import type { Content, Media } from '../../src/channels/contract.ts'
import { channelOf } from '../../src/channels/index.ts'

const actions = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    slug: `s${index}`,
    label: 'x'.repeat(30),
    callback_url: 'https://shop.example/callback',
  }))
const image: Media = { url: 'https://shop.example/a.png', type: 'image' }
const misfits = (channel: 'whatsapp' | 'messenger', change: Partial<Content>) =>
  channelOf(channel).misfits(
    { body: 'Hello', vars: {}, actions: [], attachments: [], ...change },
    'https://shop.example/a',
  )

describe('free-form WhatsApp messages', () => {
  it.each<[string, (length: number) => Partial<Content>, number, string]>([
    ['a text', (length) => ({ body: 'x'.repeat(length) }), 4096, 'the text has 4097 characters; whatsapp takes 4096'],
    ['a text of emoji', (length) => ({ body: '🎉'.repeat(length) }), 4096, 'the text has 4097 characters'],
    [
      'a text with buttons',
      (length) => ({ body: 'x'.repeat(length), actions: actions(3) }),
      1024,
      'the text with buttons has 1025 characters; whatsapp takes 1024',
    ],
    [
      'a text with a list',
      (length) => ({ body: 'x'.repeat(length), actions: actions(5) }),
      1024,
      'with buttons has 1025',
    ],
    ['a caption', (length) => ({ body: 'x'.repeat(length), media: image }), 1024, 'the text as a caption has 1025'],
    [
      'a separate caption',
      (length) => ({ body: 'x'.repeat(length - 9), media: { ...image, caption: 'Caption' } }),
      1024,
      'the text as a caption has 1025',
    ],
    [
      'a text with a link',
      (length) => ({ body: 'x'.repeat(length), own: { link: { label: 'Open', url: 'https://shop.example' } } }),
      1024,
      'the text with a link button has 1025',
    ],
  ])('limits the length of %s in a WhatsApp message', (_title, content, limit, misfitsOf) => {
    expect(misfits('whatsapp', content(limit))).toEqual([])
    expect(misfits('whatsapp', content(limit + 1))).toEqual([
      { field: 'template', message: expect.stringContaining(misfitsOf) },
    ])
  })

  it('permits media in a WhatsApp message with three buttons, but not in a message with a list', () => {
    expect(misfits('whatsapp', { media: image, actions: actions(3) })).toEqual([])
    expect(misfits('whatsapp', { media: image, actions: actions(4) })).toEqual([
      { field: 'actions', message: 'whatsapp permits at most 3 buttons with media; the message has 4' },
    ])
  })

  it('permits a link or buttons on WhatsApp, but not both', () => {
    const own = { link: { label: 'Open', url: 'https://shop.example' } }
    expect(misfits('whatsapp', { own, actions: actions(1) })).toEqual([
      { field: 'actions', message: expect.stringContaining('not both') },
    ])
  })

  it('requires a text in a free-form WhatsApp message', () => {
    for (const body of ['', ' \n']) expect(misfits('whatsapp', { body })[0]).toMatchObject({ field: 'template' })
  })
})

describe('WhatsApp messages with an approved template', () => {
  const own = { template: 'order' }

  it('does not limit the text of a WhatsApp template, because Meta stores that text', () => {
    expect(misfits('whatsapp', { own, body: 'x'.repeat(5000) })).toEqual([])
  })

  it('permits 60 characters in the header of a WhatsApp template', () => {
    const header = (length: number) => misfits('whatsapp', { own: { ...own, header: { text: 'x'.repeat(length) } } })
    expect(header(60)).toEqual([])
    expect(header(61)).toEqual([{ field: 'template', message: expect.stringContaining('the message has 61') }])
    expect(header(0)).toEqual([{ field: 'template', message: expect.stringContaining('is empty') }])
  })

  it.each(['location', 'product'])('refuses a WhatsApp template with a header of type %s', (header) => {
    const approved = { header, variables: [], buttons: [] }
    expect(misfits('whatsapp', { own, approved })).toEqual([
      { field: 'template', message: expect.stringContaining(`header of type ${header}`) },
    ])
  })

  it('requires a value for the variable in an approved text header of a WhatsApp template', () => {
    const approved = { header: 'text', variables: [], buttons: [] }
    expect(misfits('whatsapp', { own, approved })).toEqual([
      { field: 'template', message: expect.stringContaining('"header"') },
    ])
    expect(misfits('whatsapp', { own: { ...own, header: { text: 'Hi' } }, approved })).toEqual([])
  })

  it('refuses a value for a part of an approved WhatsApp template if this part has no variable', () => {
    const approved = { variables: [], buttons: ['quick_reply' as const, 'url' as const] }
    const misfitsOf = (change: object) => misfits('whatsapp', { own: { ...own, ...change }, approved, actions: [] })
    expect(misfitsOf({ buttons: ['quick_reply', { url: 'x' }] })).toEqual([])
    expect(misfitsOf({ buttons: [{ url: 'x' }, { url: 'x' }] })).toEqual([
      { field: 'template', message: 'button 1 of the approved template is not a link that ends in a variable' },
    ])
    expect(misfitsOf({ buttons: ['fixed', { url: 'x' }, { url: 'x' }] })[0]!.message).toContain('button 3')
    expect(misfitsOf({ header: { text: 'x' }, buttons: ['fixed', { url: 'x' }] })).toEqual([
      { field: 'template', message: expect.stringContaining('no variable in its header') },
    ])
  })

  it('refuses media with a WhatsApp template that declares no media header [D33]', () => {
    expect(misfits('whatsapp', { own, media: image })).toEqual([
      { field: 'media', message: 'the approved template has no image header; whatsapp shows media only in the header' },
    ])
    expect(misfits('whatsapp', { own: { ...own, header: 'image' }, media: image })).toEqual([])
  })

  it.each<[unknown]>([[null], [5], [['image']], ['gif'], [{ text: 5 }], [{ text: '' }], [{}]])(
    'refuses the WhatsApp template header %j with a reason',
    (header) => {
      expect(misfits('whatsapp', { own: { ...own, header } })).toEqual([
        { field: 'template', message: expect.stringMatching(/^header\S* /) },
      ])
    },
  )

  it.each<[unknown]>([[null], ['url'], [[null]], [['reply']], [[{ url: 5 }]], [Array(11).fill('url')]])(
    'refuses the WhatsApp template buttons %j with a reason',
    (buttons) => {
      expect(misfits('whatsapp', { own: { ...own, buttons } })).toEqual([
        { field: 'template', message: expect.stringMatching(/^buttons\S* /) },
      ])
    },
  )
})

describe('Messenger messages', () => {
  it('permits 2000 characters in a Messenger message, with or without buttons or media', () => {
    for (const change of [{}, { actions: actions(5) }, { media: image }]) {
      expect(misfits('messenger', { ...change, body: 'x'.repeat(2000) })).toEqual([])
      expect(misfits('messenger', { ...change, body: 'x'.repeat(2001) })).toEqual([
        { field: 'template', message: 'the text has 2001 characters; messenger takes 2000' },
      ])
    }
    expect(misfits('messenger', { media: { ...image, caption: 'x' }, body: 'x'.repeat(1998) })).toHaveLength(1)
    expect(misfits('messenger', { body: ' ' })).toHaveLength(1)
  })

  it('permits three kinds of Messenger buttons', () => {
    for (const buttons of ['quick_reply', 'postback', 'url'])
      expect(misfits('messenger', { own: { buttons } })).toEqual([])
    for (const buttons of ['links', null, ['url']])
      expect(misfits('messenger', { own: { buttons } }).at(-1)).toEqual({
        field: 'template',
        message: 'buttons must be one of quick_reply, postback, url',
      })
  })
})
