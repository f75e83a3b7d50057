// Texts of 16 MB in the fields of a send request are refused in linear time, with the name of the field.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

/** V8 throws a RangeError for a text of this length in a regular expression with a repeated group. */
const LONG = 16_000_000

describe.each(databases)('long texts, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant()
  })
  afterAll(() => test.stop())

  const message = { recipient: { email: 'ada@example.com' }, template: 'hello', vars: { name: 'Ada' } }
  const fill = (part: string) => part.repeat(LONG / part.length)

  it.each([
    ['recipient.email', 'a.', (text: string) => ({ ...message, recipient: { email: text } })],
    ['recipient.locale', 'en-aa', (text: string) => ({ ...message, recipient: { id: 1, locale: text } })],
    ['recipient.whatsapp_phone', '1', (text: string) => ({ ...message, recipient: { whatsapp_phone: `+${text}` } })],
    [
      'actions.0.callback_url',
      '/a',
      (text: string) => ({ ...message, actions: [{ slug: 'ok', callback_url: `https://example.com${text}` }] }),
    ],
    ['media.url', '?b=', (text: string) => ({ ...message, media: { url: `https://example.com${text}` } })],
    [
      'attachments.0.mime_type',
      ';a',
      (text: string) => ({
        ...message,
        attachments: [{ filename: 'a.txt', content: 'aGk=', mime_type: `text/plain${text}` }],
      }),
    ],
    ['scheduled_for', '1T', (text: string) => ({ ...message, scheduled_for: text })],
    ['template', '{{a}}', (text: string) => ({ ...message, template: text })],
  ])('returns 422 with the name of the field for a text of 16 MB in %s', async (field, part, bodyOf) => {
    const { status, body } = await test.send(tenant.liveKey, bodyOf(fill(part)))
    expect([status, body.error]).toEqual([422, 'validation_failed'])
    expect(Object.keys(body.details)).toContain(field)
  })

  it('refuses attachment content of 200,000 base64 padding characters in linear time', async () => {
    const content = `${'='.repeat(200_000)}a`
    const before = process.cpuUsage()
    const { status, body } = await test.send(tenant.liveKey, {
      ...message,
      attachments: [{ filename: 'a.txt', content }],
    })
    const { user, system } = process.cpuUsage(before)
    expect([status, Object.keys(body.details)]).toEqual([422, ['attachments.0.content']])
    expect((user + system) / 1000).toBeLessThan(5_000)
  })
})
