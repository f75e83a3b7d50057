// Reading bounce mails: a corpus of reports and ordinary mails, and mails that resemble a report.
import { describe, expect, it } from 'vitest'
import { readBounceMail } from '../../src/channels/email/bounce-mail/read.ts'
import { reportOf } from '../../src/channels/email/bounce-mail/report.ts'
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

describe.skipIf(oraclesDir === undefined)('the corpus of bounce mails', () => {
  it.each(corpus)('classifies $file as expected', async ({ file, kind, original_message_id, recipients }) => {
    const mail = await readBounceMail(Buffer.from(oracleText(`bounces/${file}`)))
    expect(mail.kind).toBe(kind)
    expect(mail.originalMessageId).toBe(original_message_id)
    expect(mail.recipients).toMatchObject(
      recipients.map(({ class: verdict, reason: cause, ...rest }) => ({ verdict, cause, ...rest })),
    )
    if (recipients.length > 0) expect(mail.traces.join('\n')).toContain('bounce.shop.example.com')
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
  ])('with status %s and the text "%s" is a %s bounce', async (status, text, verdict) => {
    const fields = ['Final-Recipient: rfc822; ada@example.com', 'Action: failed', `Status: ${status}`]
    const { recipients } = await readBounceMail(report([...fields, `Diagnostic-Code: smtp; ${text}`]))
    expect(recipients).toMatchObject([{ address: 'ada@example.com', verdict }])
  })

  it('without a status uses the status in its text', async () => {
    const fields = ['Final-Recipient: rfc822; ada@example.com', 'Diagnostic-Code: smtp; 550 5.1.1 no', ' such user']
    const { recipients } = await readBounceMail(report(fields))
    expect(recipients).toMatchObject([{ status: '5.1.1', verdict: 'hard', text: '550 5.1.1 no such user' }])
  })

  it('inside a forwarded message reports nothing', async () => {
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
    expect(await readBounceMail(forwarded)).toMatchObject({ kind: 'other', recipients: [] })
  })
})

it('a person who copies the text of a mail server reports nothing', async () => {
  const text = [
    'Hi. This is the qmail-send program at mx.example.net.',
    '',
    '<ada@example.com>:',
    '550 5.1.1 unknown user',
  ]
  const header = ['From: Joe <joe@example.org>', 'Return-Path: <joe@example.org>', 'To: b@bounce.shop.example', '']
  expect(await readBounceMail(mailOf(...header, ...text))).toMatchObject({ kind: 'other', recipients: [] })
  const fromServer = ['From: MAILER-DAEMON@mx.example.net', 'Return-Path: <>', 'To: b@bounce.shop.example', '']
  expect(await readBounceMail(mailOf(...fromServer, ...text))).toMatchObject({
    kind: 'dsn',
    recipients: [{ address: 'ada@example.com', verdict: 'hard' }],
  })
})

it('a feedback report about authentication is no complaint', async () => {
  const mail = mailOf(
    'From: abuse@isp.example.net',
    'To: b@bounce.shop.example',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary=b',
    '',
    '--b',
    'Content-Type: message/feedback-report',
    '',
    'Feedback-Type: auth-failure',
    'Original-Rcpt-To: ada@example.com',
    '--b--',
    '',
  )
  expect(await readBounceMail(mail)).toMatchObject({ kind: 'arf', recipients: [{ verdict: 'none' }] })
})

const FAILED = {
  address: 'ada@example.com',
  verdict: 'hard',
  status: '5.1.1',
  cause: 'unknown_user',
  text: '',
} as const

describe('the signed name of a delivery', () => {
  const seal = createSeal('a master key for this test')

  it('is found in a return path and in a message id, in any case', () => {
    const name = messageIdOf(seal, 42)
    const named = (trace: string) =>
      reportOf({ kind: 'dsn', recipients: [FAILED], originalMessageId: null, date: null, traces: ['', trace] })
        ?.names ?? []
    expect(signedDeliveryIn(seal, named(`rfc822; bounces+${name}@bounce.shop.example`))).toBe(42)
    expect(signedDeliveryIn(seal, named(`<${name.toUpperCase()}@shop.example>`))).toBe(42)
    expect(named('bounces@bounce.shop.example')).toEqual([])
  })

  it('is refused if its signature is wrong or was made for another delivery', () => {
    const [, signature] = messageIdOf(seal, 42).split('.')
    expect(signedDeliveryIn(seal, [`43.${signature}`])).toBeUndefined()
    expect(signedDeliveryIn(seal, [`142.${signature}`])).toBeUndefined()
    expect(signedDeliveryIn(seal, [`42.${'0'.repeat(20)}`])).toBeUndefined()
    const other = messageIdOf(createSeal('the master key of another service'), 42)
    expect(signedDeliveryIn(seal, [`${other}`])).toBeUndefined()
  })

  it('stays valid while the master key is being replaced', () => {
    const next = createSeal('the next master key', ['a master key for this test'])
    expect(signedDeliveryIn(next, [`${messageIdOf(seal, 42)}`])).toBe(42)
  })
})
