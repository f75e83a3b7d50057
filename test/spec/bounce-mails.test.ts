// Bounce mails: reports that arrive in an IMAP mailbox or at the SMTP listener, and mails that report nothing.
import { createConnection } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { messageIdOf } from '../../src/channels/email/message-ids.ts'
import { startBounceListener } from '../../src/inbound/bounce-listener.ts'
import { createLogger } from '../../src/lib/log.ts'
import { HOUR } from '../../src/limits.ts'
import { type Imap, startImap } from '../harness/imap.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type MailServer, startMailServer } from '../harness/smtp.ts'

const DOMAIN = 'bounce.shop.example'

/** A delivery status notification about one address. */
const bounceMail = (
  to: string,
  address: string,
  status: string,
  text: string,
  more: { date?: string; field?: string } = {},
) =>
  [
    'From: MAILER-DAEMON@mx.example.net',
    `To: ${to}`,
    `Date: ${more.date ?? 'Sun, 01 Mar 2026 10:00:00 +0000'}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    '',
    `Final-Recipient: rfc822; ${address}`,
    more.field ?? 'X-Field: none',
    'Action: failed',
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${text}`,
    '--b--',
    '',
  ].join('\r\n')

/** A feedback report. A mail provider may replace or omit the address of the recipient. */
const feedback = (to: string, type: string, address?: string) =>
  [
    'From: abuse@isp.example.net',
    `To: ${to}`,
    'Date: Sun, 01 Mar 2026 10:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary=b',
    '',
    '--b',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    ...(address === undefined ? [] : [`Original-Rcpt-To: ${address}`]),
    '--b--',
    '',
  ].join('\r\n')

const outOfOffice = (to: string) =>
  [
    'From: Ada <ada@example.com>',
    `To: ${to}`,
    'Subject: Out of office',
    'Auto-Submitted: auto-replied',
    '',
    'Away.',
    '',
  ].join('\r\n')

/** A reply that a person wrote. It quotes a report, and its recipient is a signed return path. */
const reply = (to: string) =>
  [
    'From: Ada <ada@example.com>',
    `To: ${to}`,
    `In-Reply-To: <${to}>`,
    'Subject: Re: 550 5.1.1 User unknown',
    '',
    '> Final-Recipient: rfc822; other@example.com',
    '> Action: failed',
    '> Status: 5.1.1',
    '',
  ].join('\r\n')

describe.each(databases)('bounce mails, %s', (kind) => {
  let test: TestService
  let mail: MailServer
  let imap: Imap
  let tenant: Tenant
  beforeAll(async () => {
    ;[test, mail, imap] = await Promise.all([
      startTestService(kind, { BOUNCE_SMTP_PORT: '0', BOUNCE_SMTP_HOST: '127.0.0.1' }),
      startMailServer(),
      startImap({ user: 'bounces', password: 'secret-token' }),
    ])
  })
  beforeEach(async () => {
    tenant = await test.tenant()
  })
  afterAll(() => Promise.all([test.stop(), mail.stop(), imap.stop()]))

  const connect = (more: object = {}) =>
    test.manage('PUT', `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/email`, {
      settings: { url: mail.url, from: 'hello@shop.example', ...more },
    })
  const mailbox = (more: object = {}) => ({
    mode: 'polling',
    bounce_mailbox: { host: '127.0.0.1', port: imap.port, user: 'bounces', password: 'secret-token', ...more },
  })
  const sendTo = async (email: string): Promise<number> => {
    const { body } = await test.send(tenant.liveKey, {
      recipient: { email },
      template: 'hello',
      vars: { name: 'Ada' },
      channel: 'email',
    })
    await test.settled(tenant, body.delivery_id, 'sent')
    return body.delivery_id
  }
  const pathOf = (id: number) => `bounces+${messageIdOf(test.service.seal, id)}@${DOMAIN}`
  const delivery = async (id: number) =>
    (await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)).body
  const suppressed = async (): Promise<string[]> =>
    (await test.manage('GET', `/workspaces/${tenant.workspace}/suppressions`)).body.data.map(
      ({ address, reason, origin }: Record<string, string>) => `${address} ${reason} ${origin}`,
    )
  const listening = () => test.until(async () => test.service.bouncePort())

  /** Sends a mail to the listener. Returns the code of the last reply. */
  const deliver = async (to: string, text: string, port?: number): Promise<number> => {
    const socket = createConnection(port ?? (await listening()), '127.0.0.1')
    const replies = socket[Symbol.asyncIterator]()
    const reply = async () => Number(String((await replies.next()).value).slice(0, 3))
    let code = await reply()
    const lines = ['EHLO mx.example.net', 'MAIL FROM:<>', `RCPT TO:<${to}>`, 'DATA', `${text}\r\n.`]
    for (const line of lines) {
      socket.write(`${line}\r\n`)
      code = await reply()
      if (code >= 400) break
    }
    socket.destroy()
    return code
  }

  it('a connection with bounce_domain gives each message its own signed return path', async () => {
    await connect({ bounce_domain: DOMAIN })
    const id = await sendTo('path@example.com')
    expect(mail.received.findLast(({ to }) => to[0] === 'path@example.com')?.from).toBe(pathOf(id))
  })

  it('a hard bounce at the listener suppresses the address, and a second copy of the mail changes nothing', async () => {
    await connect({ bounce_domain: DOMAIN })
    const id = await sendTo('hard@example.com')
    const report = bounceMail(pathOf(id), 'hard@example.com', '5.1.1', '550 5.1.1 User unknown')
    for (const _ of [1, 2]) expect(await deliver(pathOf(id), report)).toBe(250)
    expect(await delivery(id)).toMatchObject({
      status: 'failed',
      reason: 'bounced',
      refunded: true,
      bounces: [{ type: 'hard', origin: 'mail', code: '5.1.1', detail: '550 5.1.1 User unknown' }],
    })
    expect(await suppressed()).toEqual(['hard@example.com hard_bounce mail'])
  })

  it('a report about a member of a group or about a forwarding address is shown, and suppresses no address', async () => {
    await connect({ bounce_domain: DOMAIN })
    for (const field of ['Original-Recipient: rfc822; team@example.com', undefined]) {
      const id = await sendTo('team@example.com')
      const more = field === undefined ? {} : { field }
      const report = bounceMail(pathOf(id), 'left@example.net', '5.1.1', 'unknown', more)
      expect(await deliver(pathOf(id), report)).toBe(250)
      expect(await delivery(id)).toMatchObject({
        status: 'sent',
        refunded: false,
        bounces: [{ type: 'soft', origin: 'mail', code: '5.1.1' }],
      })
    }
    expect(await suppressed()).toEqual([])
  })

  it.each([
    ['the address', 'spam@example.com'],
    ['a hidden address', 'redacted-7f3a@example.com'],
    ['no address', undefined],
  ])('a feedback report with %s is a complaint about the message that it names', async (_, address) => {
    await connect({ bounce_domain: DOMAIN })
    const id = await sendTo('spam@example.com')
    expect(await deliver(pathOf(id), feedback(pathOf(id), 'abuse', address))).toBe(250)
    expect(await delivery(id)).toMatchObject({ status: 'sent', bounces: [{ type: 'complaint', origin: 'mail' }] })
    expect(await suppressed()).toEqual(['spam@example.com complaint mail'])
  })

  it('a feedback report of an opt-out adds an opt-out and no complaint', async () => {
    await connect({ bounce_domain: DOMAIN })
    const id = await sendTo('enough@example.com')
    expect(await deliver(pathOf(id), feedback(pathOf(id), 'opt-out', 'enough@example.com'))).toBe(250)
    expect(await delivery(id)).toMatchObject({ status: 'sent', bounces: [] })
    expect(await suppressed()).toEqual(['enough@example.com unsubscribed mail'])
  })

  it('repeated reports with other dates add at most 20 lines to a message, and no line is older than the message', async () => {
    await connect({ bounce_domain: DOMAIN })
    const id = await sendTo('often@example.com')
    const sentAt = Date.parse((await delivery(id)).created_at)
    test.clock.advance(HOUR)
    const later = Array.from({ length: 25 }, (_, i) => new Date(sentAt + 1000 * (i + 1)).toUTCString())
    const dates = ['Sat, 01 Jan 0000 00:00:00 +0000', ...later]
    for (const date of dates) {
      const report = bounceMail(pathOf(id), 'often@example.com', '5.2.2', 'mailbox full', { date })
      expect(await deliver(pathOf(id), report)).toBe(250)
    }
    const { bounces, created_at } = await delivery(id)
    expect(bounces).toHaveLength(20)
    expect(bounces[0].at).toBe(created_at)
    const hard = bounceMail(pathOf(id), 'often@example.com', '5.1.1', 'unknown')
    expect(await deliver(pathOf(id), hard)).toBe(250)
    expect(await suppressed()).toEqual(['often@example.com hard_bounce mail'])
  })

  it('the listener accepts a bounce mail for a test message, and this mail changes nothing', async () => {
    await connect({ bounce_domain: DOMAIN })
    const at = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/email/test`
    const sent = async () => {
      expect((await test.manage('POST', at, { to: 'proved@example.com' })).body).toMatchObject({ accepted: true })
      return mail.received.findLast(({ to }) => to[0] === 'proved@example.com')!.from
    }
    const path = await sent()
    expect(await sent()).not.toBe(path)
    expect(await deliver(path, bounceMail(path, 'proved@example.com', '5.1.1', 'unknown'))).toBe(250)
    expect(await suppressed()).toEqual([])
  })

  it('a soft bounce, an out-of-office reply and a mail from a person change no address', async () => {
    await connect({ bounce_domain: DOMAIN })
    const id = await sendTo('soft@example.com')
    expect(await deliver(pathOf(id), bounceMail(pathOf(id), 'soft@example.com', '5.2.2', 'mailbox full'))).toBe(250)
    expect(await deliver(pathOf(id), outOfOffice(pathOf(id)))).toBe(250)
    expect(await delivery(id)).toMatchObject({ status: 'sent', bounces: [{ type: 'soft', code: '5.2.2' }] })
    expect(await suppressed()).toEqual([])
  })

  it('while a message is being sent, the listener temporarily refuses a report about the message, and reports no error', async () => {
    await connect({ bounce_domain: DOMAIN })
    const id = await sendTo('early@example.com')
    const errors: unknown[] = []
    const { db, seal } = test.service
    const listener = startBounceListener({
      port: 0,
      host: '127.0.0.1',
      db,
      clock: test.clock,
      seal,
      process: 'listener',
      log: createLogger('silent'),
      onEventsRecorded: () => {},
      onError: (error) => void errors.push(error),
    })
    try {
      const port = await test.until(async () => listener.port())
      const report = bounceMail(pathOf(id), 'early@example.com', '5.1.1', 'unknown')
      await db.query({ text: `update deliveries set status = 'sending' where id = ${id}` })
      expect(await deliver(pathOf(id), report, port)).toBe(451)
      await db.query({ text: `update deliveries set status = 'sent' where id = ${id}` })
      expect(await deliver(pathOf(id), report, port)).toBe(250)
    } finally {
      await listener.stop()
    }
    expect(errors).toEqual([])
    expect(await suppressed()).toEqual(['early@example.com hard_bounce mail'])
  })

  it('the listener refuses other addresses, forged return paths and relaying', async () => {
    await connect({ bounce_domain: DOMAIN })
    const id = await sendTo('forged@example.com')
    const forged = `bounces+${id}.${'0'.repeat(20)}@${DOMAIN}`
    const report = bounceMail(forged, 'forged@example.com', '5.1.1', 'unknown')
    expect(await deliver(forged, report)).toBe(550)
    expect(await deliver(`bounces@${DOMAIN}`, report)).toBe(550)
    expect(await deliver('ada@example.org', report)).toBe(550)
    expect(await suppressed()).toEqual([])
  })

  it('reads the bounce mails of a mailbox full of other mails, and neither stores nor changes these other mails', async () => {
    await connect()
    const [hard, other] = [await sendTo('box@example.com'), await sendTo('other@example.com')]
    // More mails than one poll reads. These mails answer a message, but they are not reports.
    for (let i = 0; i < 30; i++) {
      imap.add(outOfOffice(pathOf(other)))
      imap.add(reply(pathOf(other)))
    }
    imap.add(bounceMail('hello@shop.example', 'other@example.com', '5.1.1', `no signature for ${other}`))
    imap.add(bounceMail(`hello@shop.example\r\nX-Original-To: ${pathOf(hard)}`, 'box@example.com', '5.1.1', 'unknown'))
    const { status, body } = await connect(mailbox())
    expect([status, body.details]).toEqual([200, undefined])
    expect(body.inbound_url).toBeNull()
    await test.until(async () => (await delivery(hard)).status === 'failed')
    expect(await suppressed()).toEqual(['box@example.com hard_bounce mail'])
    expect((await delivery(other)).status).toBe('sent')
    const { data } = (await test.manage('GET', `/workspaces/${tenant.workspace}/inbound-requests`)).body
    expect(data).toHaveLength(1)
    expect(imap.changes()).toEqual([])
    await connect()
  })

  it('the check of a connection reports a wrong password of the mailbox, but never shows the password', async () => {
    const check = async (settings: object) => {
      await connect(settings)
      return test.manage('POST', `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/email/check`)
    }
    const good = await check(mailbox())
    expect(JSON.stringify(good.body)).toContain('the bounce mailbox has')
    const wrong = await check(mailbox({ password: 'wrong-password' }))
    expect(JSON.stringify(wrong.body)).toContain('the mailbox refused the user or the password')
    expect(JSON.stringify(wrong.body)).not.toContain('wrong-password')
    await connect()
  })

  it('refuses the setting `bounce_mailbox` without `mode`, and `mode` without `bounce_mailbox`', async () => {
    const { bounce_mailbox, mode } = mailbox()
    expect(Object.keys((await connect({ bounce_mailbox })).body.details)).toEqual(['settings.mode'])
    expect(Object.keys((await connect({ mode })).body.details)).toEqual(['settings.bounce_mailbox'])
  })
})
