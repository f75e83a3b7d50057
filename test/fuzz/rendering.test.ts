// Fuzzes templates and values. A value never becomes markup in a text, in HTML or in Markdown, and never becomes a
// header of an email.
import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import type { OutgoingMessage } from '../../src/channels/contract.ts'
import { emailTexts, renderBody } from '../../src/channels/email/body.ts'
import { emailHtml } from '../../src/channels/email/layout.ts'
import { composeEmail } from '../../src/channels/email/message.ts'
import { channelNames } from '../../src/channels/index.ts'
import type { MailFrame } from '../../src/channels/mail-frame.ts'
import { slackBody } from '../../src/channels/slack/message.ts'
import { createBudget, createFilling, fillPlaceholders, placeholdersIn } from '../../src/lib/text/placeholders.ts'
import { fillContent } from '../../src/templates/fill.ts'
import { anyJson, runs } from '../harness/fuzz.ts'

const marks = [
  '{{',
  '}}',
  '{{a}}',
  '{{ b }}',
  '{',
  '}',
  '$&',
  '$1',
  '\n',
  '\n\n',
  '    ',
  '\t',
  '\\',
  'a',
  'b',
  ' ',
  '.',
]
const html = [
  '<script>',
  '</div>',
  '<!--',
  '-->',
  ']]>',
  '"',
  "'",
  '&',
  '&lt;',
  '<',
  '>',
  '<img src=x onerror=a>',
  ' style=',
]
const markdown = [
  '*',
  '_',
  '#',
  '# ',
  '- ',
  '1. ',
  '> ',
  '```',
  '`',
  '![a](b)',
  '[a](javascript:b)',
  '<https://a.it>',
  '~~',
  '|',
  '---',
  '===',
]
const chat = ['<!channel>', '<@U1>', '<https://a.it|b>', '@everyone', 'https://a.it/b?c=d']
const piece = (pieces: string[]) => fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme', maxLength: 4 }))
const textOf = (...pieces: string[][]) => fc.array(piece(pieces.flat()), { maxLength: 10 }).map((all) => all.join(''))
const value = textOf(marks, html, markdown, chat)

const frame = { messageId: 'm1', name: 'Shop', unsubscribeUrl: 'https://notify.example/u' }
const outgoing = (change: Partial<OutgoingMessage>): OutgoingMessage => ({
  ...{ deliveryId: 1, address: 'ada@example.com', recipientName: 'Ada', priority: 'normal', body: '', vars: {} },
  ...{ actions: [], attachments: [], mail: frame, ...change },
})
/** Returns every tag with the names of its attributes, except tags for line breaks and links. */
const tagsOf = (page: string) =>
  Array.from(page.matchAll(/<(\/?[a-z!][^\s>]*)([^>]*)>/gi), ([, name, rest]) => {
    return `${name} ${Array.from(rest!.matchAll(/\s([a-z-]+)="[^"]*"/g), ([, attribute]) => attribute).join(' ')}`
  }).filter((tag) => !/^(br|\/?p|a href|\/a) $|^(br|\/?p|a|\/a) (href)?$/.test(tag))

/** Returns the visible text without white space. */
const wordsOf = (page: string) =>
  page
    .replace(/<style>.*?<\/style>|<div style="display:none.*?<\/div>|<!--.*?-->|<[^>]*>/gs, '')
    .replace(
      /&(amp|lt|gt|quot|#39);/g,
      (_whole, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name]!,
    )
    .replace(/\s+/g, '')

const fillingOf = (values: Record<string, string>) => createFilling(values, createBudget(1_000_000))

describe('placeholders', () => {
  /** Fills placeholders character by character. Tests compare the result with the result of the service. */
  const filledByHand = (text: string, values: Record<string, string>) => {
    let out = ''
    for (let at = 0; at < text.length; ) {
      const end = text.startsWith('{{', at) ? text.indexOf('}}', at + 2) : -1
      const name = end < 0 ? '' : text.slice(at + 2, end).trim()
      if (name !== '' && !/[\s{}]/.test(name) && Object.hasOwn(values, name)) {
        out += values[name]
        at = end + 2
      } else out += text[at++]
    }
    return out
  }

  it('replaces each placeholder once, and does not use inherited properties such as toString', () => {
    fc.assert(
      fc.property(textOf(marks, ['{{toString}}', '{{__proto__}}', '{{c.d}}']), value, value, (text, a, b) => {
        expect(fillPlaceholders(fillingOf({ a, b }), text)).toBe(filledByHand(text, { a, b }))
      }),
      runs(2000),
    )
  })

  it('fills every placeholder that has a value, and lists the placeholders that have no value', () => {
    fc.assert(
      fc.property(textOf(marks, html), (text) => {
        const names = placeholdersIn(text)
        const nothing = fillingOf({})
        fillPlaceholders(nothing, text)
        expect([...nothing.missing]).toEqual(names)
        const values = Object.fromEntries(names.map((name) => [name, '']))
        const all = fillingOf(values)
        fillPlaceholders(all, text)
        expect([...all.missing]).toEqual([])
      }),
      runs(500),
    )
  })
})

const pageOf = (message: OutgoingMessage, mail: MailFrame) => emailHtml(message, mail, renderBody(emailTexts(message)))

describe('fuzzed values', () => {
  it('no value adds a tag to the HTML of an email', () => {
    const parts = { body: value, name: value, label: value, subject: value, shop: value }
    fc.assert(
      fc.property(fc.record(parts), ({ body, name, label, subject, shop }) => {
        const page = (all: { body: string; label: string; subject: string; shop: string }) =>
          pageOf(
            outgoing({
              body: all.body,
              recipientName: name,
              subject: all.subject,
              actions: [{ slug: 'ok', label: all.label, token: 't', url: 'https://notify.example/a' }],
            }),
            { ...frame, name: all.shop },
          )
        expect(tagsOf(page({ body, label, subject, shop }))).toEqual(
          tagsOf(page({ body: 'x', label: 'x', subject: 'x', shop: 'x' })),
        )
      }),
      runs(300),
    )
  })

  it('no value adds markup to Markdown', () => {
    const source = (text: string) => ({ body: text, subject: undefined, own: { markdown: true } }) as never
    const page = (text: string, name: string) => {
      const { own, body } = fillContent(source(text), 'email', { name }, undefined)
      return pageOf(outgoing({ body, own }), frame)
    }
    const texts = [
      'Hello {{name}}!',
      '# {{name}}',
      '- {{name}}\n- b',
      '**{{name}}** and `{{name}}`',
      '```\n{{name}}\n```',
      '{{name}}',
      '[{{name}}](https://a.it)',
    ]
    fc.assert(
      fc.property(fc.constantFrom(...texts), value, (text, name) => {
        fc.pre(name.trim() !== '')
        const context = `${text} with ${JSON.stringify(name)}`
        expect(tagsOf(page(text, name)), context).toEqual(tagsOf(page(text, 'x')))
        expect(wordsOf(page(text, name)), context).toBe(
          wordsOf(page(text, 'QQQ')).replaceAll('QQQ', () => name.replace(/\s+/g, '')),
        )
      }),
      runs(500),
    )
  })

  it('no value adds a link or a mention to a Slack message', () => {
    fc.assert(
      fc.property(value, value, (body, label) => {
        const actions = [{ label, url: 'https://notify.example/a' }]
        const slackJson = JSON.stringify(slackBody({ body, own: undefined, media: undefined, actions } as never))
        const links = Array.from(slackJson.matchAll(/<([^|>]*)/g), ([, to]) => to)
        expect(links).toEqual(links.filter((to) => to === 'https://notify.example/a'))
      }),
      runs(500),
    )
  })

  it('no value adds a header, an address or a part to an email', async () => {
    const parts = { subject: value, name: value, filename: value, mimeType: value, text: value }
    const headersOf = async (all: { [key in keyof typeof parts]: string }) => {
      const file = { filename: all.filename, mimeType: all.mimeType, bytes: Buffer.from('hi') }
      const message = outgoing({ body: all.text, subject: all.subject, recipientName: all.name })
      const mail = await composeEmail(message, [file], { from: 'Shop <hello@shop.example>' }, new Date(0))
      const { headers, to, from, attachments } = await new PostalMime().parse(mail.raw)
      const contents = attachments.map(({ content }) => Buffer.from(content as ArrayBuffer).toString())
      const names = headers.map(({ key }) => key).filter((key) => key !== 'subject')
      return {
        names,
        to: to?.map(({ address }) => address),
        from: from?.address,
        file: contents,
        envelope: mail.envelope,
      }
    }
    const plain = await headersOf({ subject: 'x', name: 'x', filename: 'x', mimeType: 'text/plain', text: 'x' })
    await fc.assert(
      fc.asyncProperty(fc.record(parts), async (all) => {
        expect(await headersOf(all)).toEqual(plain)
      }),
      runs(120),
    )
  })
})

it('fills and checks channel-specific template content of any form without throwing', async () => {
  const { channelOf } = await import('../../src/channels/index.ts')
  fc.assert(
    fc.property(
      fc.constantFrom(...channelNames),
      fc.dictionary(fc.constantFrom('markdown', 'blocks', 'embeds', 'template', 'language', 'header', 'x'), anyJson),
      value,
      (channel, own, name) => {
        const filled = fillContent(
          { body: 'Hello {{name}}', subject: 'x', own } as never,
          channel,
          { name },
          '{{name}}',
        )
        const problems = channelOf(channel).ownMisfits?.(own, true) ?? []
        expect(problems.every(({ field, message }) => typeof field === 'string' && message !== '')).toBe(true)
        expect(typeof filled.body).toBe('string')
      },
    ),
    runs(500),
  )
})
