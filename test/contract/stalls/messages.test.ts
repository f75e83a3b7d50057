// The largest permitted messages do not block the main thread, neither at admission nor when they are sent.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  MAX_BLOCKED_MILLISECONDS,
  MB,
  startWatchedService,
  type WatchedService,
  type WatchedTenant,
} from '../../harness/watched-service.ts'

const ada = { email: 'ada@example.com' }
const message = { recipient: ada, template: 'hello', vars: { name: 'Ada' } }
const base64 = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64')
const text = 'x'.repeat(65_536)
const heavy = { recipient: ada, template: 'four', vars: { a: text, b: text, c: text, d: text } }
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`v${at}`, '']))
const actions = Array.from({ length: 5 }, (_, at) => ({
  slug: `s${at}`,
  callback_url: 'https://example.com/x',
  payload: { text: 'y'.repeat(16_000) },
}))
const batchOf = (count: number, sendRequest: object) => ({ messages: Array.from({ length: count }, () => sendRequest) })
const attached = (...sizes: number[]) =>
  sizes.map((size, at) => ({ filename: `${at}.bin`, content: base64(size * MB) }))

describe('main thread with large messages', () => {
  let service: WatchedService
  let tenant: WatchedTenant
  const createTemplate = (slug: string, it: object) =>
    service.manage('POST', `/workspaces/${tenant.ws}/templates`, { slug, name: slug, locales: { it } })

  beforeAll(async () => {
    service = await startWatchedService()
    tenant = await service.newTenant()
    await createTemplate('four-marked', { body: '{{a}}{{b}}{{c}}{{d}}', channels: { email: { markdown: true } } })
  })
  afterAll(() => service?.stop())

  const blockedFor = async (at: string, body: object) => {
    const sent = JSON.stringify(body)
    return service.longestBlock(() => service.sendAndWait(tenant, at, sent))
  }

  it.each<[string, string, object]>([
    ['10 MB of attachments', '/v1/send', { ...message, attachments: attached(5, 5) }],
    ['10 MB under an idempotency key', '/v1/send', { ...message, idempotency_key: 'a', attachments: attached(10) }],
    ['30 MB of attachments', '/v1/send/batch', batchOf(3, { ...message, attachments: attached(10) })],
    ['variables of 262,144 characters', '/v1/send', heavy],
    ['a hundred messages with variables of 262,144 characters', '/v1/send/batch', batchOf(100, heavy)],
    ['10,000 values', '/v1/send', { ...message, vars: { ...many(9_900), name: 'Ada' } }],
    ['100,000 values', '/v1/send/batch', batchOf(100, { ...message, vars: { ...many(980), name: 'Ada' } })],
    ['five payloads of 16 KB in a hundred messages', '/v1/send/batch', batchOf(100, { ...message, actions })],
  ])('does not block the main thread while the service accepts and sends %s', async (_title, at, body) => {
    expect(await blockedFor(at, body)).toBeLessThan(MAX_BLOCKED_MILLISECONDS)
  })

  const units = ['http://a ', 'xn--', '![', '<', '[', 'a\n\n', '**a** ']
  it.each(units)('does not block the main thread with an email of %j as plain text or as Markdown', async (unit) => {
    const value = unit.repeat(65_536 / unit.length)
    const vars = { a: value, b: value, c: value, d: value }
    const slug = `markdown-${units.indexOf(unit)}`
    await createTemplate(slug, { body: 'x', channels: { email: { markdown: unit.repeat(99_000 / unit.length) } } })
    for (const body of [
      { recipient: ada, template: 'four', vars },
      { recipient: ada, template: slug, vars: {} },
      { recipient: ada, template: 'four-marked', vars },
    ])
      expect(await blockedFor('/v1/send', body), body.template).toBeLessThan(MAX_BLOCKED_MILLISECONDS)
  })
})
