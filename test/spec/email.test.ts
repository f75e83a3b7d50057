// Email from the API to the mailbox. A real SMTP server receives each email, and an independent parser reads it.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type MailServer, parseMail, startMailServer } from '../harness/smtp.ts'

describe.each(databases)('email on %s', (kind) => {
  let test: TestService
  let mail: MailServer
  let tenant: Tenant
  beforeAll(async () => {
    ;[test, mail] = await Promise.all([
      startTestService(kind, { PUBLIC_URL: 'https://notify.example' }),
      startMailServer(),
    ])
    tenant = await test.tenant()
    const { status } = await connect(tenant, { url: mail.url, from: 'Shop <hello@shop.example>' })
    expect(status).toBe(200)
  })
  afterAll(async () => {
    await test.stop()
    await mail.stop()
  })

  const connect = (owner: Tenant, settings: object) =>
    test.manage('PUT', `/workspaces/${owner.workspace}/sources/${owner.source}/connections/email`, { settings })
  const message = (more: object = {}) => ({
    recipient: { name: 'Ada', email: 'ada@example.com', locale: 'en' },
    template: 'hello',
    vars: { name: 'Ada' },
    ...more,
  })
  /** Sends an email with the live key. Returns the sent delivery, the received message and the parsed email. */
  const sendAndParse = async (body: object) => {
    const before = mail.received.length
    const { status, body: accepted } = await test.send(tenant.liveKey, body)
    expect(status, JSON.stringify(accepted)).toBe(202)
    const delivery = await test.settled(tenant, accepted.delivery_id, 'sent', 'failed')
    expect(delivery.error_message).toBeNull()
    const arrived = mail.received.slice(before).find(({ raw }) => raw.includes(`<${accepted.delivery_id}.`))!
    return { delivery, arrived, email: await parseMail(arrived) }
  }

  it('sends an email with subject, text, HTML and headers, and reports it as sent when the server accepts it [EMAIL-03] [EMAIL-06] [D30]', async () => {
    const { delivery, arrived, email } = await sendAndParse(message())
    expect(delivery.status).toBe('sent')
    expect(arrived).toMatchObject({ from: 'hello@shop.example', to: ['ada@example.com'] })
    expect(email.from).toMatchObject({ name: 'Shop', address: 'hello@shop.example' })
    expect(email.to).toMatchObject([{ name: 'Ada', address: 'ada@example.com' }])
    expect(email.subject).toBe('Hello Ada')
    expect(email.text).toContain('Hello Ada')
    expect(email.html).toContain('<p>Hello Ada</p>')
    expect(email.messageId).toBe(delivery.external_id)
    const header = (key: string) => email.headers.find((line) => line.key === key)?.value
    expect(header('list-unsubscribe')).toMatch(/^<https:\/\/notify\.example\/v1\/svc\/unsubscribe\/[\w-]+>$/)
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(email.text).toContain(header('list-unsubscribe')!.slice(1, -1))
  })

  it.each([0, 1, 1024 * 1024, 10 * 1024 * 1024])(
    'delivers an email attachment of %d bytes unchanged [EMAIL-01]',
    async (size) => {
      const bytes = randomBytes(size)
      const { email } = await sendAndParse(
        message({ attachments: [{ filename: 'caffè "1".bin', content: bytes.toString('base64') }] }),
      )
      expect(email.attachments).toHaveLength(1)
      expect(email.attachments[0]!.filename).toBe('caffè "1".bin')
      expect(Buffer.compare(Buffer.from(email.attachments[0]!.content as ArrayBuffer), bytes)).toBe(0)
    },
  )

  it('an email has the subject of the request, otherwise the subject of the template, and the placeholders of the subject are filled [EMAIL-04] [EMAIL-05]', async () => {
    expect((await sendAndParse(message({ subject: 'Re: {{name}}, {{ name }}' }))).email.subject).toBe('Re: Ada, Ada')
    expect((await sendAndParse(message())).email.subject).toBe('Hello Ada')
    await template('quiet', { body: 'Just text' }, 'The quiet one')
    expect((await sendAndParse(message({ template: 'quiet', vars: {} }))).email.subject).toBe('The quiet one')
    const missing = await test.send(tenant.liveKey, message({ subject: '{{unknown}}' }))
    expect(missing.status).toBe(422)
    expect(missing.body.details).toHaveProperty(['vars.unknown'])
  })

  it('adds the actions of an email as links to the HTML part and the text part', async () => {
    const actions = [
      { slug: 'ok', label: 'Yes <please>', callback_url: 'https://shop.example/cb' },
      { slug: 'no', callback_url: 'https://shop.example/cb' },
    ]
    const { email, delivery } = await sendAndParse(message({ actions }))
    const urls = [...email.html!.matchAll(/href="(https:\/\/notify\.example\/v1\/svc\/action\/[A-Za-z0-9]{64})"/g)]
    expect(urls).toHaveLength(2)
    expect(email.html).toContain('>Yes &lt;please&gt;</a>')
    for (const [index, label] of ['Yes <please>', 'no'].entries())
      expect(email.text).toContain(`${label}: ${urls[index]![1]}`)
    expect(delivery.status).toBe('sent')
  })

  it('renders Markdown in the text of a template if the template enables Markdown, but never renders Markdown in values', async () => {
    await template('rich', {
      subject: 's',
      body: '# Hi {{name}}\n\n- [Track]({{url}})\n\n{{url}}',
      channels: { email: { markdown: true } },
    })
    const vars = { name: '[x](https://evil.example) <b>*bold*</b>', url: 'https://shop.example/o/1_2_3?a=b' }
    const rich = (await sendAndParse(message({ template: 'rich', vars }))).email
    expect(rich.html).toContain('<h1>Hi [x](https://evil.example) &lt;b&gt;*bold*&lt;/b&gt;</h1>')
    expect(rich.html).toContain('<a href="https://shop.example/o/1_2_3?a=b">Track</a>')
    expect(rich.html).toContain('<a href="https://shop.example/o/1_2_3?a=b">https://shop.example/o/1_2_3?a=b</a>')
    expect(rich.html).toContain(
      'opacity:0">Hi [x](https://evil.example) &lt;b&gt;*bold*&lt;/b&gt; Track https://shop.example/o/1_2_3?a=b</div>',
    )
    expect(rich.text).toContain('# Hi [x](https://evil.example) <b>*bold*</b>')
    await template('own', { subject: 's', body: 'short', channels: { email: { markdown: '**{{name}}** wins' } } })
    const own = (await sendAndParse(message({ template: 'own', vars: { name: 'Ada' } }))).email
    expect(own.html).toContain('<strong>Ada</strong> wins')
    expect(own.text).toContain('**Ada** wins')
    await template('parts', { subject: 's', body: '- {{name}}\n- `{{code}}`', channels: { email: { markdown: true } } })
    const lines = { name: 'Via Roma 1\n\n- Torino', code: 'AB-1`2*' }
    const parts = (await sendAndParse(message({ template: 'parts', vars: lines }))).email
    expect(parts.html).toContain('<li>Via Roma 1<br>\n<br>\n- Torino</li>\n<li><code>AB-1`2*</code></li>')
    const plain = (await sendAndParse(message({ vars: { name: '*Ada* # <i>' } }))).email
    expect(plain.html).toContain('Hello *Ada* # &lt;i&gt;')
  })

  it('shows the brand of the workspace in an email, and writes the standard sentences in the language of the message', async () => {
    await test.manage('PATCH', `/workspaces/${tenant.workspace}`, {
      brand: { name: 'Bottega', color: '#ffcc00', logo_url: 'https://shop.example/logo.png' },
    })
    const italian = await sendAndParse(message({ recipient: { email: 'luca@example.com', locale: 'it' } }))
    expect(italian.email.html).toContain('<html lang="it"')
    expect(italian.email.html).toContain('src="https://shop.example/logo.png" alt="Bottega"')
    expect(italian.email.text).toContain('Ricevi questo messaggio da Bottega.')
    expect(italian.email.to).toMatchObject([{ name: '', address: 'luca@example.com' }])
  })

  it('a line break in a value of a request adds no header to the email', async () => {
    const evil = 'x\r\nBcc: victim@example.com\r\n\r\nbody'
    const { email, arrived } = await sendAndParse(
      message({
        recipient: { name: `Ada${evil}`, email: 'evil@example.com', locale: 'en' },
        subject: `Hi {{name}}`,
        vars: { name: evil },
        attachments: [{ filename: `a${evil}.txt`, content: 'aGk=', mime_type: 'text/plain' }],
      }),
    )
    expect(arrived.to).toEqual(['evil@example.com'])
    expect(email.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(email.subject).toBe('Hi x Bcc: victim@example.com body')
    expect(email.attachments).toMatchObject([{ mimeType: 'text/plain' }])
    expect(email.attachments[0]!.filename).not.toMatch(/[\r\n]/)
  })

  it('retries an email with the Message-ID of the first attempt, and does not retry when the mailbox no longer exists', async () => {
    mail.refuse('data', '451 4.3.0 try again')
    const { body: first } = await test.send(tenant.liveKey, message({ recipient: { email: 'retry@example.com' } }))
    await test.until(async () => {
      const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${first.delivery_id}`)
      return body.attempts.length === 1 && body.status === 'queued'
    })
    mail.refuse('data', undefined)
    test.clock.advance(40_000)
    const delivery = await test.settled(tenant, first.delivery_id, 'sent')
    expect(delivery.attempts.map((attempt: { outcome: string }) => attempt.outcome)).toEqual(['retryable', 'sent'])
    expect(delivery.attempts[0]).toMatchObject({
      provider_status: '451',
      response: expect.stringContaining('try again'),
    })
    expect(delivery.external_id).toMatch(new RegExp(`^<${first.delivery_id}\\.[0-9a-f]{20}@shop\\.example>$`))

    mail.refuse('rcpt', '550 5.1.1 no such user')
    const gone = { ...message(), recipient: { email: 'gone@example.com' } }
    const { body: second } = await test.send(tenant.liveKey, gone)
    expect(await test.settled(tenant, second.delivery_id, 'failed')).toMatchObject({
      reason: 'recipient_gone',
      error_message: expect.stringContaining('mailbox does not exist'),
    })
    mail.refuse('rcpt', undefined)
    const again = await test.send(tenant.liveKey, { ...gone, channel: 'email' })
    expect(again.status).toBe(422)
    expect(again.body.details['recipient.email'][0]).toContain('has been unreachable')
  })

  it('pauses an email connection when the server refuses its password, and loses no message', async () => {
    const other = await test.tenant()
    await connect(other, { url: mail.url.replace('//', '//user:wrong@'), from: 'hello@shop.example' })
    const { body } = await test.send(other.liveKey, message())
    const at = `/workspaces/${other.workspace}/sources/${other.source}/connections/email`
    const paused = await test.until(async () => {
      const connection = (await test.manage('GET', at)).body
      return connection.paused && connection
    })
    expect(paused).toMatchObject({ paused_until: null, pause_reason: expect.stringContaining('user and password') })
    await connect(other, { url: mail.url.replace('//', '//user:secret@'), from: 'hello@shop.example' })
    expect(await test.settled(other, body.delivery_id, 'sent')).toMatchObject({ error_message: null })
    expect(mail.received.at(-1)!.user).toBe('user')
  })

  it('refuses attachments over 10 MB and requests over 30 MB, and the error contains the limit', async () => {
    const file = (bytes: number) => ({ filename: 'a.bin', content: Buffer.alloc(bytes).toString('base64') })
    const large = await test.send(tenant.liveKey, message({ attachments: [file(6_000_000), file(6_000_000)] }))
    expect(large.status).toBe(422)
    expect(large.body.details.attachments[0]).toMatch(/12000000 bytes.*10485760 \(10 MB\)/)
    const messages = Array.from({ length: 4 }, () => message({ attachments: [file(9_000_000)] }))
    const huge = await test.call('POST', '/send/batch', { key: tenant.liveKey, body: { messages } })
    expect(huge.status).toBe(413)
    expect(huge.body.message).toContain('30 MB')
  })

  const template = async (slug: string, en: object, name = slug) => {
    const { status, body } = await test.manage('POST', `/workspaces/${tenant.workspace}/templates`, {
      slug,
      name,
      locales: { en },
    })
    expect(status, JSON.stringify(body)).toBe(201)
  }
})
