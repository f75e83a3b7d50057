// E-mail from the API to the mailbox: a real SMTP server takes it and an independent parser reads it.
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type MailServer, parsed, startMailServer } from '../harness/smtp.ts'

describe.each(databases)('e-mail on %s', (kind) => {
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

  const connect = (of: Tenant, settings: object) =>
    test.manage('PUT', `/workspaces/${of.workspace}/sources/${of.source}/connections/email`, { settings })
  const message = (more: object = {}) => ({
    recipient: { name: 'Ada', email: 'ada@example.com', locale: 'en' },
    template: 'hello',
    vars: { name: 'Ada' },
    ...more,
  })
  /** Sends with the live key and answers the delivery once it is sent, and the message as it was parsed. */
  const arrive = async (body: object) => {
    const before = mail.arrived.length
    const { status, body: accepted } = await test.send(tenant.liveKey, body)
    expect(status, JSON.stringify(accepted)).toBe(202)
    const delivery = await test.settled(tenant, accepted.delivery_id, 'sent', 'failed')
    expect(delivery.error_message).toBeNull()
    const arrived = mail.arrived.slice(before).find(({ raw }) => raw.includes(`<${accepted.delivery_id}.`))!
    return { delivery, arrived, email: await parsed(arrived) }
  }

  it('carries subject, text, HTML and headers; acceptance is sent [EMAIL-03] [EMAIL-06] [D30]', async () => {
    const { delivery, arrived, email } = await arrive(message())
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

  it.each([0, 1, 10 * 1024 * 1024])('an attachment of %d bytes arrives byte for byte [EMAIL-01]', async (size) => {
    const bytes = randomBytes(size)
    const { email } = await arrive(
      message({ attachments: [{ filename: 'caffè "1".bin', content: bytes.toString('base64') }] }),
    )
    expect(email.attachments).toHaveLength(1)
    expect(email.attachments[0]!.filename).toBe('caffè "1".bin')
    expect(Buffer.compare(Buffer.from(email.attachments[0]!.content as ArrayBuffer), bytes)).toBe(0)
  })
})
