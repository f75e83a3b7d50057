// The bytes of an email: they equal those that nodemailer writes through its streams.
import MailComposer from 'nodemailer/lib/mail-composer'
import { expect, it } from 'vitest'
import { mimeBytes } from '../../src/channels/email/mime-bytes.ts'

const file = (filename: string, bytes: Buffer) => ({
  filename,
  content: bytes,
  contentType: 'application/octet-stream',
  contentTransferEncoding: 'base64' as const,
})
const everyByte = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 256))

it.each([
  ['short ASCII texts', 'Hello\r\n', '<p>Hello</p>\r\n', []],
  ['lines of 5,000 characters', `${'word '.repeat(1000)}end`, `<p>${'x'.repeat(5000)}</p>`, []],
  [
    'accents, emoji and spaces before line breaks',
    'perch\u00e9 \u20ac \t\r\n.\r\n'.repeat(50),
    '<p>\u{1f514} = ok </p> \r\n',
    [],
  ],
  ['a text in another script', '\u3053\u3093\u306b\u3061\u306f\r\n'.repeat(40), '<p>\u3053\u3093</p>\r\n', []],
  [
    'files',
    'Hello',
    '<p>Hello</p>',
    [file('all.bin', everyByte), file('empty.txt', Buffer.alloc(0)), file('na\u00efve.pdf', everyByte)],
  ],
])('composes an email with %s as nodemailer does', async (_title, text, html, attachments) => {
  const node = new MailComposer({
    from: { name: 'Sh\u00f6p', address: 'hello@shop.example' },
    to: { name: '', address: 'j\u00f6rg@example.com' },
    subject: 'Your order \u20ac',
    messageId: '<1@shop.example>',
    date: new Date('2030-01-31T09:00:00Z'),
    text,
    html,
    attachments,
  }).compile()
  expect(mimeBytes(node).toString()).toBe((await node.build()).toString())
})
