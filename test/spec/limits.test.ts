// The limits of a send request. A value at the limit is accepted, and a value that exceeds the limit by one is refused.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('limits of send requests, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  const ada = { name: 'Ada', email: 'ada@example.com' }
  const message = { recipient: ada, template: 'hello', vars: { name: 'Ada' } }
  const action = { slug: 'ok', callback_url: 'https://example.com/cb' }
  const media = { url: 'https://example.com/a.png' }
  const chars = (length: number) => 'x'.repeat(length)
  const times = <T>(length: number, make: (index: number) => T) => Array.from({ length }, (_, index) => make(index))
  const megabytes = (size: number, extra = 0) => Buffer.alloc(size * 1024 * 1024 + extra).toString('base64')
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant()
    const templates = `/workspaces/${tenant.workspace}/templates`
    await test.manage('POST', templates, { slug: chars(100), name: 'Long', locales: { it: { body: 'x' } } })
    await test.manage('POST', templates, { slug: 'raw', name: 'Raw', locales: { it: { body: '{{text}}' } } })
    const often = { it: { body: '{{a}}{{a}}{{a}}{{a}}{{b}}' } }
    await test.manage('POST', templates, { slug: 'often', name: 'Often', locales: often })
    const tooOften = { it: { body: '{{a}}'.repeat(20_000) } }
    await test.manage('POST', templates, { slug: 'too-often', name: 'Too often', locales: tooOften })
  })
  afterAll(() => test.stop())

  const send = (body: object) => test.send(tenant.testKey, { ...message, ...body })

  it.each<[string, (size: number) => object, number, string]>([
    ['length of the template slug [LIM-01, LIM-02]', (n) => ({ template: chars(n) }), 100, 'template'],
    ['length of the idempotency key [LIM-03, LIM-04]', (n) => ({ idempotency_key: chars(n) }), 128, 'idempotency_key'],
    [
      'number of actions [LIM-05, LIM-06]',
      (n) => ({ actions: times(n, (i) => ({ ...action, slug: `s${i}` })) }),
      5,
      'actions',
    ],
    [
      'length of an action slug [LIM-07, LIM-08]',
      (n) => ({ actions: [{ ...action, slug: chars(n) }] }),
      50,
      'actions.0.slug',
    ],
    [
      'length of an action label [LIM-09, LIM-10]',
      (n) => ({ actions: [{ ...action, label: chars(n) }] }),
      30,
      'actions.0.label',
    ],
    [
      'length of callback_url [LIM-11, LIM-12]',
      (n) => ({ actions: [{ ...action, callback_url: `https://example.com/${chars(n - 20)}` }] }),
      1000,
      'actions.0.callback_url',
    ],
    [
      'number of attachments [LIM-13, LIM-14]',
      (n) => ({ attachments: times(n, () => ({ filename: 'a', content: 'aGk=' })) }),
      5,
      'attachments',
    ],
    [
      'length of an attachment filename [LIM-15, LIM-16]',
      (n) => ({ attachments: [{ filename: chars(n), content: 'aGk=' }] }),
      255,
      'attachments.0.filename',
    ],
    [
      'length of mime_type [LIM-17, LIM-18]',
      (n) => ({ attachments: [{ filename: 'a', content: 'aGk=', mime_type: `a/${chars(n - 2)}` }] }),
      100,
      'attachments.0.mime_type',
    ],
    [
      'length of a media caption [LIM-19, LIM-20]',
      (n) => ({ media: { ...media, caption: chars(n) } }),
      1000,
      'media.caption',
    ],
    [
      'length of a recipient name [LIM-21, LIM-22]',
      (n) => ({ recipient: { ...ada, name: chars(n) } }),
      255,
      'recipient.name',
    ],
    [
      'length of telegram_chat_id [LIM-23, LIM-24]',
      (n) => ({ recipient: { telegram_chat_id: chars(n) } }),
      255,
      'recipient.telegram_chat_id',
    ],
    [
      'length of a locale [LIM-27, LIM-28]',
      (n) => ({ recipient: { ...ada, locale: `it-${'x'.repeat(n - 6)}-xx` } }),
      10,
      'recipient.locale',
    ],
    [
      'length of a Discord message [LIM-33, LIM-34]',
      (n) => ({ channel: 'discord', template: 'raw', vars: { text: chars(n) } }),
      2000,
      'template',
    ],
    ['length of a variable [D54b]', (n) => ({ template: 'raw', vars: { text: chars(n) } }), 65_536, 'vars.text'],
    [
      'total length of all variables [D54b]',
      (n) => ({
        vars: { name: 'Ada', ...Object.fromEntries(times(4, (one) => [one, chars(65_000)])), rest: chars(n - 260_003) },
      }),
      262_144,
      'vars',
    ],
    [
      'length of the text of an email [D54c]',
      (n) => ({ template: 'often', vars: { a: chars(65_000), b: chars(n - 260_000) } }),
      262_144,
      'template',
    ],
  ])(
    'accepts a send at the maximum and returns 422 when the maximum is exceeded by one: %s',
    async (_name, body, limit, field) => {
      const at = await send(body(limit))
      expect([at.status, at.body.details]).toEqual([202, undefined])
      const past = await send(body(limit + 1))
      expect([past.status, past.body.error]).toEqual([422, 'validation_failed'])
      expect(Object.keys(past.body.details)).toEqual([field])
    },
  )

  it('accepts a message with 10,000 values, counted at all depths, and returns 422 for 10,001 values [D54]', async () => {
    const counted = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? Object.values(value).reduce<number>((sum, one) => sum + 1 + counted(one), 0)
        : 0
    const holding = (n: number) => {
      const rest = n - counted({ ...message, vars: { name: 'Ada' } })
      return { vars: Object.fromEntries([['name', 'Ada'], ...times(rest, (i) => [`v${i}`, ''] as const)]) }
    }
    expect(counted({ ...message, ...holding(10_000) })).toBe(10_000)
    expect((await send(holding(10_000))).status).toBe(202)
    const past = await send(holding(10_001))
    expect([past.status, past.body.error]).toEqual([422, 'validation_failed'])
    expect(past.body.message).toContain('at most 10000')
    const batch = {
      messages: [
        { ...message, ...holding(10_000) },
        { ...message, ...holding(10_001) },
      ],
    }
    const { status, body } = await test.call('POST', '/send/batch', { key: tenant.testKey, body: batch })
    expect([status, body.results[0].status, body.results[1].error]).toEqual([202, 'queued', 'validation_failed'])
  })

  it('returns 422 for an email whose template repeats a long variable 20,000 times, without rendering the whole email', async () => {
    const { status, body } = await send({ template: 'too-often', vars: { a: chars(65_536) } })
    expect([status, Object.keys(body.details)]).toEqual([422, ['template']])
  })

  it('accepts the longest E.164 phone number, and returns 422 for a phone number with one more digit or with 33 characters [LIM-25, LIM-26]', async () => {
    const phone = (digits: number) => send({ recipient: { whatsapp_phone: `+${'3'.repeat(digits)}` } })
    expect((await phone(15)).status).toBe(202)
    for (const digits of [16, 32]) {
      const { status, body } = await phone(digits)
      expect([status, Object.keys(body.details)]).toEqual([422, ['recipient.whatsapp_phone']])
    }
  })

  it('accepts 10 MB of decoded attachments in a message, and returns 422 with the size for one more byte [D35]', async () => {
    const half = { filename: 'half.bin', content: megabytes(5) }
    expect((await send({ attachments: [half, half] })).status).toBe(202)
    const past = await send({ attachments: [half, { ...half, content: megabytes(5, 1) }] })
    expect([past.status, past.body.details.attachments[0]]).toEqual([422, expect.stringContaining('10485761')])
  })

  it('accepts 30 MB of attachments in a batch request and returns 413 for more [D35b, D4j]', async () => {
    const batch = (...contents: string[]) => {
      const messages = contents.map((content) => ({ ...message, attachments: [{ filename: 'a.bin', content }] }))
      return test.call('POST', '/send/batch', { key: tenant.testKey, body: { messages } })
    }
    const whole = await batch(megabytes(10), megabytes(10), megabytes(10))
    expect([whole.status, whole.body.queued]).toEqual([202, 3])
    const past = await batch(megabytes(10), megabytes(10), megabytes(10), 'AA==')
    expect([past.status, past.body.error]).toEqual([413, 'payload_too_large'])
    expect(past.body.message).toContain('30 MB')
    expect((await batch(...times(5, () => megabytes(10)))).body.error).toBe('payload_too_large')
    expect((await send({})).status).toBe(202)
  })

  it('permits 100 requests per hour and API key by default, then returns 429 with rate limit headers until the hour has passed [LIM-35, LIM-36, ERR-09, ERR-10, ERR-11, D4l, D8, D8c]', async () => {
    const sources = `/workspaces/${tenant.workspace}/sources`
    const source = (await test.manage('POST', sources, { name: 'By default' })).body.id
    const { key } = (await test.manage('POST', `${sources}/${source}/api-keys`, { mode: 'test' })).body
    const answers = await Promise.all(times(100, () => test.call('GET', '/usage', { key })))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    const left = answers.map(({ headers }) => Number(headers.get('x-ratelimit-remaining'))).sort((a, b) => a - b)
    expect(left).toEqual(times(100, (index) => index))
    const refused = await test.call('GET', '/usage', { key })
    expect([refused.status, refused.body.error]).toEqual([429, 'rate_limited'])
    expect([refused.headers.get('x-ratelimit-limit'), refused.headers.get('x-ratelimit-remaining')]).toEqual([
      '100',
      '0',
    ])
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(3500)
    expect(wait).toBeLessThanOrEqual(3600)
    test.clock.advance(wait * 1000)
    const again = await test.call('GET', '/usage', { key })
    expect([again.status, again.headers.get('x-ratelimit-remaining')]).toEqual([200, '99'])
  })

  it('applies the rate limit of the source and counts a batch or a refused request as one request [LIM-37, D8b]', async () => {
    const limited = await test.tenant({ rate_limit: 4 })
    const { testKey: key } = limited
    const remaining = async (method: string, path: string, body?: unknown) =>
      (await test.call(method, path, { key, body })).headers.get('x-ratelimit-remaining')
    expect(await remaining('POST', '/send/batch', { messages: [message, message, message] })).toBe('3')
    expect(await remaining('POST', '/send', { template: 7 })).toBe('2')
    expect(await remaining('POST', '/send', '{"recipient":')).toBe('1')
    expect(await remaining('GET', '/usage')).toBe('0')
    expect((await test.send(key, message)).body.error).toBe('rate_limited')
  })
})
