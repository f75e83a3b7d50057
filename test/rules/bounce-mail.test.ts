// Reading bounce mails: a corpus of reports and ordinary mails, and mails that resemble a report.
import { describe, expect, it } from 'vitest'
import { readBounceMail } from '../../src/channels/email/bounce-mail/read.ts'
import { reportOf } from '../../src/channels/email/bounce-mail/report.ts'
import type { ReportedRecipient } from '../../src/channels/email/bounce-mail/verdict.ts'
import { messageIdOf, signedDeliveryIn } from '../../src/channels/email/message-ids.ts'
import { createSeal } from '../../src/lib/seal.ts'
import { oraclesDir, oracleText } from '../harness/oracles.ts'

interface Expected {
  file: string
  kind: string
  original_message_id: string | null
  recipients: { address: string | null; class: string; status: string | null; reason: string; action?: string }[]
}

const corpus: Expected[] = oraclesDir === undefined ? [] : JSON.parse(oracleText('bounces/expected.json')).mails

/** Matches the words with which mail servers report an unknown recipient, if they give no precise status. */
const UNKNOWN =
  /unknown (?:user|recipient|address)|(?:user|recipient|mailbox|address) (?:is )?(?:unknown|not found|does not exist|doesn't exist|unavailable)|no such (?:user|recipient|address|mailbox|person)|no mailbox|not a valid (?:user|mailbox|recipient)|invalid (?:recipient|mailbox)/i

/** Returns the cause in one word, as the corpus states it. */
function causeOf({ verdict, status, text }: ReportedRecipient): string {
  // The explanation of a feedback report is its type, such as not-spam.
  if (verdict === 'none' && /^[a-z-]+$/.test(text)) return text.replaceAll('-', '_')
  if (verdict === 'none') return status?.startsWith('2') ? 'delivered' : 'delayed'
  if (verdict === 'complaint') return text
  if (status === null || status === '5.0.0') return UNKNOWN.test(text) ? 'unknown_user' : 'other'
  if (status === '5.4.4' || status === '5.1.2') return 'bad_domain'
  if (/^5\.1\./.test(status)) return 'unknown_user'
  if (/^[45]\.2\.2$/.test(status)) return 'mailbox_full'
  if (/^[45]\.4\./.test(status)) return 'unreachable'
  if (/^[45]\.7\.2\d$/.test(status)) return 'policy'
  if (/relay/i.test(text)) return 'relay_denied'
  return /block|unavailable/i.test(text) ? 'blocked' : 'policy'
}

describe.skipIf(oraclesDir === undefined)('the corpus of bounce mails', () => {
  it.each(corpus)('classifies $file as expected', async ({ file, original_message_id, recipients }) => {
    const mail = await readBounceMail(Buffer.from(oracleText(`bounces/${file}`)))
    if (recipients.length === 0) return expect(mail).toBeUndefined()
    expect(mail?.originalMessageId).toBe(original_message_id)
    expect(mail?.recipients.map((one) => ({ ...one, cause: causeOf(one) }))).toMatchObject(
      recipients.map(({ address, class: verdict, status, reason: cause }) => ({ address, verdict, status, cause })),
    )
    expect(mail?.traces.join('\n')).toContain('bounce.shop.example.com')
  })
})

const mailOf = (...lines: string[]) => Buffer.from(lines.join('\r\n'))

/** A delivery status notification with one recipient. */
const report = (fields: string[], header: string[] = []) =>
  mailOf(
    'From: MAILER-DAEMON@mx.example.net',
    'To: bounces@bounce.shop.example',
    ...header,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    '',
    ...fields,
    '--b--',
    '',
  )

describe('a delivery status notification', () => {
  it.each([
    ['5.1.1', '550 5.1.1 unknown', 'hard'],
    ['5.1.2', 'bad destination system', 'hard'],
    ['5.1.7', "bad sender's address", 'soft'],
    ['5.1.8', 'bad sender domain', 'soft'],
    ['5.0.0', '550 user unknown', 'hard'],
    ['5.0.0', '554 user unknown', 'soft'],
    ['5.0.0', '550 rejected as spam', 'soft'],
    ['5.3.4', 'message too big', 'soft'],
    ['4.1.1', '450 4.1.1 unverified address', 'soft'],
  ])(
    'a delivery status notification with status %s and the text "%s" is a %s bounce',
    async (status, text, verdict) => {
      const fields = ['Final-Recipient: rfc822; ada@example.com', 'Action: failed', `Status: ${status}`]
      const mail = await readBounceMail(report([...fields, `Diagnostic-Code: smtp; ${text}`]))
      expect(mail?.recipients).toMatchObject([{ address: 'ada@example.com', verdict }])
    },
  )

  it('uses the status in the text of a delivery status notification that has no status field', async () => {
    const fields = ['Final-Recipient: rfc822; ada@example.com', 'Diagnostic-Code: smtp; 550 5.1.1 no', ' such user']
    const mail = await readBounceMail(report(fields))
    expect(mail?.recipients).toMatchObject([{ status: '5.1.1', verdict: 'hard', text: '550 5.1.1 no such user' }])
  })

  it.each([
    ['failed (no such mailbox)', 'hard'],
    ['Failed', 'hard'],
    ['delayed (will retry)', 'none'],
    ['expanded', 'none'],
  ])('a delivery status notification with the action "%s" has the verdict %s', async (action, verdict) => {
    const fields = ['Final-Recipient: rfc822; ada@example.com', `Action: ${action}`, 'Status: 5.1.1']
    expect(await readBounceMail(report(fields))).toMatchObject({ recipients: [{ verdict }] })
  })

  it('a delivery status notification inside a forwarded message reports nothing', async () => {
    const inner = report(['Final-Recipient: rfc822; ada@example.com', 'Action: failed', 'Status: 5.1.1']).toString()
    const forwarded = mailOf(
      'From: Joe <joe@example.org>',
      'To: bounces@bounce.shop.example',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=outer',
      '',
      '--outer',
      'Content-Type: text/plain',
      '',
      'See below.',
      '--outer',
      'Content-Type: message/rfc822',
      '',
      inner,
      '--outer--',
      '',
    )
    expect(await readBounceMail(forwarded)).toBeUndefined()
  })
})

it('a mail in which a person copies the text of a mail server reports nothing', async () => {
  const text = [
    'Hi. This is the qmail-send program at mx.example.net.',
    '',
    '<ada@example.com>:',
    '550 5.1.1 unknown user',
  ]
  const header = ['From: Joe <joe@example.org>', 'Return-Path: <joe@example.org>', 'To: b@bounce.shop.example', '']
  expect(await readBounceMail(mailOf(...header, ...text))).toBeUndefined()
  const fromServer = ['From: MAILER-DAEMON@mx.example.net', 'Return-Path: <>', 'To: b@bounce.shop.example', '']
  expect(await readBounceMail(mailOf(...fromServer, ...text))).toMatchObject({
    recipients: [{ address: 'ada@example.com', verdict: 'hard' }],
  })
})

it.each([
  ['abuse', 'complaint'],
  ['fraud', 'complaint'],
  ['opt-out', 'opt_out'],
  ['opt-out-list', 'opt_out'],
  ['auth-failure', 'none'],
  ['virus', 'none'],
  ['other', 'none'],
  ['not-spam', 'none'],
])('a feedback report of the type %s has the verdict %s', async (type, verdict) => {
  const mail = mailOf(
    'From: abuse@isp.example.net',
    'To: b@bounce.shop.example',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary=b',
    '',
    '--b',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'Original-Rcpt-To: ada@example.com',
    '--b--',
    '',
  )
  expect(await readBounceMail(mail)).toMatchObject({ recipients: [{ verdict }] })
})

const FAILED = {
  address: 'ada@example.com',
  verdict: 'hard',
  status: '5.1.1',
  text: '',
} as const

/** A delivery status notification about `joe@example.com`, with the copy of the message that was not delivered. */
const returned = (to: string, original: string[], about: string[] = []) =>
  mailOf(
    'From: MAILER-DAEMON@mx.example.net',
    `To: ${to}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    ...about,
    '',
    'Final-Recipient: rfc822; joe@example.com',
    'Action: failed',
    'Status: 5.1.1',
    '--b',
    'Content-Type: message/rfc822',
    '',
    ...original,
    '--b--',
    '',
  )

describe('the names in a bounce mail', () => {
  const name = `42.${'a'.repeat(20)}`
  const namesIn = async (mail: Buffer) => {
    const read = await readBounceMail(mail)
    return read && (reportOf(read)?.names ?? [])
  }

  it.each([
    ['Message-ID of the returned message', [`Message-ID: <${name}@shop.example>`], []],
    ['folded Message-ID of the returned message', ['Message-ID:', ` <${name}@shop.example>`], []],
    ['return path of the returned message', [`Return-Path: <bounces+${name}@bounce.shop.example>`], []],
    ['Message-ID in the report', [], [`X-Original-Message-ID: <${name}@shop.example>`]],
    ['sender in the report', [], [`X-Postfix-Sender: rfc822; bounces+${name}@bounce.shop.example`]],
  ])('finds the name of the message in the %s', async (_, original, about) => {
    expect(await namesIn(returned('shop@shop.example', [...original, 'Subject: Order', '', 'Hello'], about))).toEqual([
      name,
    ])
  })

  it('ignores the names of messages that the returned message answers or quotes, in a report with parts and in a plain report', async () => {
    const answer = [
      'From: Colleague <colleague@shop.example>',
      'Cc: joe@example.com',
      'Message-ID: <human-1@shop.example>',
      `In-Reply-To: <${name}@shop.example>`,
      `References: <${name}@shop.example> <reply-1@example.com>`,
      '',
      `> Message-ID: <${name}@shop.example>`,
      `> Return-Path: <bounces+${name}@bounce.shop.example>`,
      `Message-ID: <${name}@shop.example>`,
    ]
    const diagnostic = `Diagnostic-Code: smtp; 550 <${name}@shop.example>`
    expect(await namesIn(returned('colleague@shop.example', answer, [diagnostic]))).toEqual([])
    const plain = [
      'From: MAILER-DAEMON@mx.example.net',
      'Return-Path: <>',
      'To: colleague@shop.example',
      '',
      'Hi. This is the qmail-send program at mx.example.net.',
      '',
      '<joe@example.com>:',
      `550 5.1.1 <${name}@shop.example>`,
      '',
      '--- Below this line is a copy of the message.',
      '',
    ]
    expect(await namesIn(mailOf(...plain, ...answer))).toEqual([])
    expect(await namesIn(mailOf(...plain, `Message-ID: <${name}@shop.example>`, '', 'Hello'))).toEqual([name])
  })
})

describe('the signed name of a delivery', () => {
  const seal = createSeal('a master key for this test')

  it('finds the signed name of a delivery in a return path and in a message id, in upper or lower case', () => {
    const name = messageIdOf(seal, 42)
    const named = (trace: string) =>
      reportOf({ recipients: [FAILED], originalMessageId: null, date: null, traces: ['', trace] })?.names ?? []
    expect(signedDeliveryIn(seal, named(`rfc822; bounces+${name}@bounce.shop.example`))).toBe(42)
    expect(signedDeliveryIn(seal, named(`<${name.toUpperCase()}@shop.example>`))).toBe(42)
    expect(named('bounces@bounce.shop.example')).toEqual([])
  })

  it('refuses the signed name of a delivery if its signature is wrong or was made for another delivery', () => {
    const [, signature] = messageIdOf(seal, 42).split('.')
    expect(signedDeliveryIn(seal, [`43.${signature}`])).toBeUndefined()
    expect(signedDeliveryIn(seal, [`142.${signature}`])).toBeUndefined()
    expect(signedDeliveryIn(seal, [`42.${'0'.repeat(20)}`])).toBeUndefined()
    const other = messageIdOf(createSeal('the master key of another service'), 42)
    expect(signedDeliveryIn(seal, [`${other}`])).toBeUndefined()
  })

  it('accepts the signed name of a delivery while the master key is being replaced', () => {
    const next = createSeal('the next master key', ['a master key for this test'])
    expect(signedDeliveryIn(next, [`${messageIdOf(seal, 42)}`])).toBe(42)
  })
})
