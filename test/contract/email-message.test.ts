// The email provider: reused sessions, TLS, layout, and headers that resist injection.
import { afterEach, describe, expect, it } from 'vitest'
import { createEmailSender } from '../../src/channels/email/sending.ts'
import { createMailCall, shortTimeouts } from '../harness/mail-call.ts'
import { type MailServer, parseMail, startMailServer } from '../harness/smtp.ts'
import { startFaultyMailServer } from '../harness/smtp-faults.ts'

describe('email delivery', () => {
  const servers: MailServer[] = []
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()))
  })
  const server = async (options?: Parameters<typeof startMailServer>[0]) => {
    const started = await startMailServer(options)
    servers.push(started)
    return started
  }
  const calm = { ...shortTimeouts, queue: 5000, whole: 8000 }
  const lastOf = (mail: MailServer) => parseMail(mail.received.at(-1)!)

  it('sends emails over at most five reused SMTP sessions and closes them when idle', async () => {
    const mail = await server()
    const { send } = createEmailSender({ ...calm, idle: 1000 })
    for (const _ of [1, 2, 3]) expect(await send(createMailCall(mail.url))).toMatchObject({ class: 'sent' })
    expect(new Set(mail.received.map(({ session }) => session)).size).toBe(1)
    await Promise.all(Array.from({ length: 40 }, () => send(createMailCall(mail.url))))
    expect(mail.received).toHaveLength(43)
    expect(mail.mostSessions()).toBeLessThanOrEqual(5)
    await expect.poll(() => mail.sessions(), { timeout: 6000 }).toBe(0)
    expect(await send(createMailCall(mail.url))).toMatchObject({ class: 'sent' })
  })

  it('opens a new SMTP session when the mail server closed the old one', async () => {
    const mail = await server({ socketTimeout: 400 })
    const { send } = createEmailSender({ ...calm, idle: 60_000 })
    await send(createMailCall(mail.url))
    await expect.poll(() => mail.sessions(), { timeout: 3000 }).toBe(0)
    expect(await send(createMailCall(mail.url))).toMatchObject({ class: 'sent' })
    expect(new Set(mail.received.map(({ session }) => session)).size).toBe(2)
  })

  it.each(['421 4.4.2 idle for too long', 'drop'])(
    'sends over a new SMTP session when the server answers %j in the reused session',
    async (goodbye) => {
      let messages = 0
      const faulty = await startFaultyMailServer({ mail: () => (++messages === 2 ? goodbye : '250 2.1.0 ok') })
      const { send } = createEmailSender({ ...calm, idle: 60_000 })
      for (const _ of [1, 2]) expect(await send(createMailCall(faulty.url))).toMatchObject({ class: 'sent' })
      expect(faulty.messages).toHaveLength(2)
      await faulty.stop()
    },
  )

  it('reuses an SMTP session after the mail server refused a message', async () => {
    const mail = await server()
    const { send } = createEmailSender({ ...calm, idle: 60_000 })
    mail.refuse('rcpt', '550 5.1.1 unknown')
    expect(await send(createMailCall(mail.url))).toMatchObject({ class: 'recipient_gone' })
    mail.refuse('rcpt', undefined)
    expect(await send(createMailCall(mail.url))).toMatchObject({ class: 'sent' })
    expect(mail.sessions()).toBe(1)
  })

  it('opens another SMTP session after the settings of the connection changed', async () => {
    const mail = await server()
    const { send } = createEmailSender(calm)
    await send(createMailCall(mail.url))
    const call = createMailCall(mail.url.replace('//', '//user:secret@'))
    expect(await send(call)).toMatchObject({ class: 'sent' })
    expect(mail.received.map(({ user }) => user)).toEqual([undefined, 'user'])
  })

  it.each<[string, object, string, boolean]>([
    ['STARTTLS when the mail server offers it', { disabledCommands: [] }, '', true],
    ['no TLS with tls=off', { disabledCommands: [] }, '?tls=off', false],
    ['TLS from the start with smtps://', { secure: true }, 's', true],
    ['TLS with any certificate with tls=unverified', { disabledCommands: [] }, '?tls=unverified', true],
  ])('delivers an email when the connection uses %s', async (_title, options, change, secure) => {
    const mail = await server(options)
    const url = change === 's' ? mail.url.replace('smtp:', 'smtps:') : mail.url + change
    expect(await createEmailSender(calm).send(createMailCall(url))).toMatchObject({ class: 'sent' })
    expect(mail.received[0]!.secure).toBe(secure)
  })

  it('encodes international names and domains so that every mail server accepts them', async () => {
    const mail = await server()
    const call = createMailCall(mail.url, { recipientName: 'Жанна Ćosić', subject: 'Перший лист 🎉' })
    const outcome = await createEmailSender(calm).send({
      ...call,
      settings: { url: mail.url, from: 'Büchér <post@bücher.example>' },
    })
    expect(outcome).toMatchObject({ class: 'sent', externalId: '<7.abc@xn--bcher-kva.example>' })
    expect(mail.received[0]!.raw.toString('latin1')).toContain('<post@xn--bcher-kva.example>')
    expect(mail.received[0]!.raw.every((byte) => byte < 0x80)).toBe(true)
    const { from, to, subject } = await lastOf(mail)
    expect({ from: from?.name, to: to?.[0]?.name, subject }).toEqual({
      from: 'Büchér',
      to: 'Жанна Ćosić',
      subject: 'Перший лист 🎉',
    })
  })

  it('refuses an untrusted certificate of the mail server when TLS is required', async () => {
    const mail = await server({ disabledCommands: [] })
    expect(await createEmailSender(calm).send(createMailCall(`${mail.url}?tls=required`))).toMatchObject({
      class: 'misconfigured',
      reason: expect.stringContaining('certificate'),
    })
    expect(mail.received).toEqual([])
  })

  it('does not send an email that exceeds the size announced by the mail server', async () => {
    const mail = await server({ size: 2000 })
    expect(await createEmailSender(calm).send(createMailCall(mail.url, { body: 'x'.repeat(5000) }))).toMatchObject({
      class: 'permanent',
      reason: expect.stringContaining('2000'),
    })
  })

  it('an email has an accessible HTML layout for light and dark mode and for narrow and wide screens', async () => {
    const mail = await server()
    await createEmailSender(calm).send(
      createMailCall(mail.url, {
        locale: 'en',
        body: 'First line\nsecond line\n\nhttps://shop.example/a?b=1&c=2 and <script>alert(1)</script> 2*3*4',
        actions: [{ slug: 'ok', label: 'Confirm', token: 'T', url: 'https://notify.example/a?x=1&y="2"' }],
      }),
    )
    const { html = '', text = '' } = await lastOf(mail)
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toContain('@media(prefers-color-scheme:dark)')
    expect(html).toContain('@media(max-width:480px)')
    expect(html).toContain('<meta name="viewport"')
    expect(html).toMatch(/<html lang="en" dir="auto">/)
    expect(html).toContain('<title>Your order</title>')
    expect([...html.matchAll(/<table(?! role="presentation")/g)]).toEqual([])
    expect([...html.matchAll(/<img(?![^>]* alt=)/g)]).toEqual([])
    expect(html).toContain('First line<br>')
    expect(html).toContain('<a href="https://shop.example/a?b=1&amp;c=2">')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; 2*3*4')
    expect(html).toContain('href="https://notify.example/a?x=1&amp;y=&quot;2&quot;"')
    expect(html).not.toMatch(/<script|javascript:|<link|@import/)
    expect(html).toContain('href="https://notify.example/u/1"')
    expect(text).toContain('First line\nsecond line\n\nhttps://shop.example/a?b=1&c=2')
    expect(text).toContain('Confirm: https://notify.example/a?x=1&y="2"')
    expect(text).toContain('Unsubscribe: https://notify.example/u/1')
  })

  it.each([
    ['javascript:alert(1)', '[x](javascript:alert(1))'],
    ['a data address', '[x](data:text/html,hi)'],
    ['markup', '<img src=x onerror=alert(1)>'],
  ])('removes %s from Markdown in an email', async (_title, markdown) => {
    const mail = await server()
    await createEmailSender(calm).send(createMailCall(mail.url, { own: { markdown } }))
    expect((await lastOf(mail)).html).not.toMatch(/href="(javascript|data):|<img/)
  })

  it('strips line breaks and control characters from names, subjects and file names in headers', async () => {
    const mail = await server()
    const evil = '\r\nBcc: victim@example.com\r\n\r\n\u2028\u0000x'
    const call = createMailCall(mail.url, {
      recipientName: `"Ada, the ${evil}" <victim@example.com>`,
      subject: `Hi ${evil}`,
      attachments: [
        {
          filename: `../../etc/pass${evil}wd`,
          mime_type: `text/plain\r\n;${evil}`,
          read: async () => Buffer.from('a\r\n.\r\nb'),
        },
        { filename: 'part.eml', mime_type: 'message/rfc822', read: async () => Buffer.from('Subject: x\n\nbody\n') },
        {
          filename: 'x\u202etxt.exe',
          mime_type: 'multipart/mixed; boundary=x',
          read: async () => Buffer.from('--x--'),
        },
      ],
    })
    expect(await createEmailSender(calm).send(call)).toMatchObject({ class: 'sent' })
    expect(mail.received[0]!.to).toEqual(['ada@example.com'])
    const { headers, to, subject, attachments } = await lastOf(mail)
    expect(headers.map(({ key }) => key)).not.toContain('bcc')
    expect(to).toMatchObject([{ address: 'ada@example.com' }])
    expect(subject).toMatch(/^Hi +Bcc: victim@example\.com x$/)
    expect(attachments.map(({ filename }) => filename)).toEqual([
      expect.stringMatching(/^\.\._\.\._etc_pass Bcc: victim@example\.com xwd$/),
      'part.eml',
      'xtxt.exe',
    ])
    expect(attachments.map(({ content }) => Buffer.from(content as ArrayBuffer).toString())).toEqual([
      'a\r\n.\r\nb',
      'Subject: x\n\nbody\n',
      '--x--',
    ])
  })
})
