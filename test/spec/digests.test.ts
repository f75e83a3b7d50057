// The field `digest` of a send request: messages with the same key are collected and sent as one delivery.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const COMMENTS = {
  subject: '{{ items_count }} comments on {{ post }}',
  body: '{% for item in items %}{{ item.author }}: {{ item.data.text }}\n{% endfor %}{% if more > 0 %}and {{ more }} more{% endif %}',
}

describe.each(databases)('digest on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let at: string
  let count = 0
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant({ quota: 100_000 })
    at = `/workspaces/${tenant.workspace}`
    const settings = { url: 'smtp://127.0.0.1:1', from: 'a@shop.example' }
    await test.manage('PUT', `${at}/sources/${tenant.source}/connections/email`, { settings })
    const liquid = { slug: 'comments', name: 'Comments', engine: 'liquid', locales: { en: COMMENTS } }
    expect((await test.manage('POST', `${at}/templates`, liquid)).status).toBe(201)
    const plain = {
      slug: 'plain',
      name: 'Plain',
      locales: { en: { subject: 'News', body: '{{author}} and others wrote {{items_count}} comments' } },
    }
    expect((await test.manage('POST', `${at}/templates`, plain)).status).toBe(201)
  })
  afterAll(() => test.stop())

  const newRecipient = () => ({ email: `digest${++count}@customer.example`, locale: 'en' })
  const hourly = { key: 'post:9', wait: '10m', at_most: '1h' }
  const message = (recipient: object, author: string, more: object = {}) => ({
    recipient,
    template: 'comments',
    vars: { author, post: 'Cats' },
    data: { text: `Text of ${author}` },
    digest: hourly,
    ...more,
  })
  const send = async (recipient: object, author: string, more: object = {}, key = tenant.testKey) => {
    const { status, body } = await test.send(key, message(recipient, author, more))
    expect([status, body.message]).toEqual([202, undefined])
    return body
  }
  const dry = (body: object, key = tenant.liveKey) => test.call('POST', '/send?dry_run=true', { key, body })
  const read = async (id: number, key = tenant.testKey) => (await test.call('GET', `/deliveries/${id}`, { key })).body
  const contentOf = async (id: number) => (await test.manage('GET', `${at}/deliveries/${id}`)).body.content
  const quotaUsed = async () => (await test.call('GET', '/usage', { key: tenant.liveKey })).body.quota.used

  it('sends messages with the same key as one delivery, whose template renders over all of them [D178]', async () => {
    const recipient = newRecipient()
    const first = await send(recipient, 'Ada')
    expect(first.digest).toEqual({ items: 1 })
    test.clock.advance(MINUTE)
    const second = await send(recipient, 'Bob')
    expect([second.delivery_id, second.digest, second.overage]).toEqual([first.delivery_id, { items: 2 }, null])
    const open = await read(first.delivery_id)
    expect(open).toMatchObject({ status: 'queued', digest: { key: 'post:9', items: 2, closed_at: null } })
    test.clock.advance(9 * MINUTE)
    expect((await read(first.delivery_id)).status).toBe('queued')
    test.clock.advance(2 * MINUTE)
    await test.settled(tenant, first.delivery_id, 'sent')
    expect(await contentOf(first.delivery_id)).toMatchObject({
      subject: '2 comments on Cats',
      body: 'Ada: Text of Ada\nBob: Text of Bob\n',
    })
    const { digest } = await read(first.delivery_id)
    expect(digest).toMatchObject({ items: 2, closes_at: null, closed_at: expect.any(String) })
    const next = await send(recipient, 'Cy')
    expect(next.delivery_id).not.toBe(first.delivery_id)
    expect(next.digest).toEqual({ items: 1 })
  })

  it('closes at the latest after at_most, also while messages arrive', async () => {
    const recipient = newRecipient()
    const digest = { key: 'k', wait: '10m', at_most: '20m' }
    const { delivery_id } = await send(recipient, 'A', { digest })
    test.clock.advance(9 * MINUTE)
    expect((await send(recipient, 'B', { digest })).delivery_id).toBe(delivery_id)
    test.clock.advance(9 * MINUTE)
    expect((await send(recipient, 'C', { digest })).delivery_id).toBe(delivery_id)
    test.clock.advance(2 * MINUTE)
    const next = await send(recipient, 'D', { digest })
    expect(next.delivery_id).not.toBe(delivery_id)
    await test.settled(tenant, delivery_id, 'sent')
    expect((await contentOf(delivery_id)).items.count).toBe(3)
  })

  it('keeps recipients, templates, channels, keys and modes apart', async () => {
    const [ada, bob] = [newRecipient(), newRecipient()]
    const ids = [
      await send(ada, 'A'),
      await send(bob, 'A'),
      await send(ada, 'A', { digest: { ...hourly, key: 'post:10' } }),
      await send(ada, 'A', { template: 'plain', data: undefined }),
      await send(ada, 'A', {}, tenant.liveKey),
    ].map(({ delivery_id }) => delivery_id)
    expect(new Set(ids).size).toBe(5)
    expect((await send(ada, 'B')).delivery_id).toBe(ids[0])
  })

  it('charges the message that opens a digest, and no message that joins it', async () => {
    const recipient = newRecipient()
    const before = await quotaUsed()
    for (const author of ['A', 'B', 'C']) await send(recipient, author, {}, tenant.liveKey)
    expect((await quotaUsed()) - before).toBe(1)
    const body = { messages: ['D', 'E'].map((author) => message(newRecipientOnce, author)) }
    const batch = await test.call('POST', '/send/batch', { key: tenant.liveKey, body })
    expect(batch.body.results.map((one: { digest: object }) => one.digest)).toEqual([{ items: 1 }, { items: 2 }])
    expect((await quotaUsed()) - before).toBe(2)
  })
  const newRecipientOnce = { email: 'batch@customer.example', locale: 'en' }

  it('a replayed idempotency key adds no message to the digest, and returns its delivery', async () => {
    const recipient = newRecipient()
    const { delivery_id } = await send(recipient, 'A', { idempotency_key: `open-${kind}` })
    await send(recipient, 'B', { idempotency_key: `join-${kind}` })
    for (const [author, key] of [
      ['A', 'open'],
      ['B', 'join'],
    ] as const) {
      const answer = await test.send(tenant.testKey, message(recipient, author, { idempotency_key: `${key}-${kind}` }))
      expect([answer.status, answer.body]).toEqual([
        200,
        { status: 'queued', delivery_id, idempotency_key: `${key}-${kind}`, replayed: true },
      ])
    }
    expect((await read(delivery_id)).digest.items).toBe(2)
  })

  it('refuses fields that a digest cannot have, with a reason for each [D180]', async () => {
    const { status, body } = await test.send(tenant.testKey, {
      ...message(newRecipient(), 'A'),
      actions: [{ slug: 'ok', callback_url: 'https://shop.example/a' }],
      media: { url: 'https://shop.example/a.png' },
      attachments: [{ filename: 'a.txt', content: 'YQ==' }],
      scheduled_for: new Date(test.clock.now().getTime() + HOUR).toISOString(),
    })
    expect(status).toBe(422)
    expect(Object.keys(body.details).sort()).toEqual(['actions', 'attachments', 'media', 'scheduled_for'])
    for (const digest of [
      { key: 'a', wait: '2d' },
      { key: 'a', wait: '1h', at_most: '1m' },
      { key: 'a', wait: '1h', at_most: '8d' },
    ]) {
      const refused = await test.send(tenant.testKey, message(newRecipient(), 'A', { digest }))
      expect([refused.status, Object.keys(refused.body.details).length]).toEqual([422, 1])
    }
    const reserved = await test.send(
      tenant.testKey,
      message(newRecipient(), 'A', { vars: { items: 'x', author: 'A', post: 'B' } }),
    )
    expect(reserved.body.details).toHaveProperty(['vars.items'])
  })

  it('validates each message when it is accepted, also when it would join an open digest', async () => {
    const recipient = newRecipient()
    const { delivery_id } = await send(recipient, 'A')
    const refused = await test.send(tenant.testKey, message(recipient, 'B', { vars: { post: 'Cats' } }))
    expect(refused.status).toBe(422)
    expect((await read(delivery_id)).digest.items).toBe(1)
  })

  it('gives a template with placeholders the values of the first message and the number of messages', async () => {
    const recipient = newRecipient()
    const plain = { template: 'plain', data: undefined }
    const { delivery_id } = await send(recipient, 'Ada', plain)
    await send(recipient, 'Bob', plain)
    test.clock.advance(11 * MINUTE)
    await test.settled(tenant, delivery_id, 'sent')
    expect((await contentOf(delivery_id)).body).toBe('Ada and others wrote 2 comments')
  })

  it('keeps the first hundred messages of a digest and counts the rest', async () => {
    const recipient = newRecipient()
    const body = { messages: Array.from({ length: 100 }, (_, index) => message(recipient, `A${index}`)) }
    const ids = new Set<number>()
    for (let round = 0; round < 2; round++) {
      const { body: answer } = await test.call('POST', '/send/batch', { key: tenant.testKey, body })
      for (const one of answer.results) ids.add(one.delivery_id)
      expect(answer.results.at(-1).digest).toEqual({ items: 100 * (round + 1) })
    }
    const [id = 0] = ids
    expect(ids.size).toBe(1)
    test.clock.advance(11 * MINUTE)
    await test.settled(tenant, id, 'sent')
    const { subject, body: text } = await contentOf(id)
    expect([subject, text.split('\n').length, text.split('\n').at(-1)]).toEqual([
      '200 comments on Cats',
      101,
      'and 100 more',
    ])
  })

  it('cancelling the delivery ends the digest and refunds it', async () => {
    const recipient = newRecipient()
    const before = await quotaUsed()
    const { delivery_id } = await send(recipient, 'A', {}, tenant.liveKey)
    await send(recipient, 'B', {}, tenant.liveKey)
    expect((await test.manage('POST', `${at}/deliveries/${delivery_id}/cancel`)).status).toBeLessThan(300)
    expect(await quotaUsed()).toBe(before)
    const next = await send(recipient, 'C', {}, tenant.liveKey)
    expect([next.delivery_id === delivery_id, next.digest]).toEqual([false, { items: 1 }])
    expect((await read(delivery_id, tenant.liveKey)).status).toBe('failed')
  })

  it('an open digest cannot be rescheduled', async () => {
    const { delivery_id } = await send(newRecipient(), 'A')
    const scheduled_for = new Date(test.clock.now().getTime() + HOUR).toISOString()
    const moved = await test.manage('PATCH', `${at}/deliveries/${delivery_id}`, { scheduled_for })
    expect([moved.status, moved.body.error]).toEqual([409, 'conflict'])
  })

  it('fails and refunds the delivery when its template was deleted before the digest closed', async () => {
    await test.manage('POST', `${at}/templates`, {
      slug: `gone-${kind}`,
      name: 'Gone',
      locales: { en: { subject: 'x', body: '{{items_count}}' } },
    })
    const before = await quotaUsed()
    const { delivery_id } = await send(
      newRecipient(),
      'A',
      { template: `gone-${kind}`, data: undefined },
      tenant.liveKey,
    )
    expect((await test.manage('DELETE', `${at}/templates/gone-${kind}`)).status).toBeLessThan(300)
    test.clock.advance(11 * MINUTE)
    const failed = await test.settled(tenant, delivery_id, 'failed')
    expect(failed).toMatchObject({ refunded: true })
    expect(await read(delivery_id, tenant.liveKey)).toMatchObject({
      reason: 'digest_failed',
      error_message: `The template "gone-${kind}" was deleted.`,
    })
    expect(await quotaUsed()).toBe(before)
  })

  it('expires_after counts from the closing of the digest', async () => {
    const { delivery_id } = await send(newRecipient(), 'A', { expires_after: '2m' })
    test.clock.advance(11 * MINUTE)
    await test.settled(tenant, delivery_id, 'sent')
    const { digest, expires_at } = await read(delivery_id)
    expect(Date.parse(expires_at) - Date.parse(digest.closed_at)).toBeGreaterThanOrEqual(2 * MINUTE)
    expect(Date.parse(expires_at) - Date.parse(digest.closed_at)).toBeLessThan(3 * MINUTE)
  })

  it('a message that joins a digest does not count toward its limit', async () => {
    const recipient = newRecipient()
    const limit = { key: 'a', most: 1, per: '1d' }
    const { delivery_id } = await send(recipient, 'A', { limit })
    expect((await send(recipient, 'B', { limit })).delivery_id).toBe(delivery_id)
    test.clock.advance(11 * MINUTE)
    await test.settled(tenant, delivery_id, 'sent')
    const over = await test.send(tenant.testKey, message(recipient, 'C', { limit }))
    expect([over.status, over.body.suppressed_by]).toEqual([200, 'limit'])
    expect((await send(recipient, 'D')).digest).toEqual({ items: 1 })
  })

  it('a dry run states whether the message would open a digest or join one [D181]', async () => {
    const recipient = newRecipient()
    const opens = await dry(message(recipient, 'A'))
    expect(opens.body).toMatchObject({ digest: { result: 'opens', items: 1 }, price: { account: 'quota' } })
    const { delivery_id } = await send(recipient, 'A', {}, tenant.liveKey)
    const joins = await dry(message(recipient, 'B'))
    expect(joins.body).toMatchObject({ digest: { result: 'joins', items: 2 }, price: { account: null, credits: 0 } })
    expect((await read(delivery_id, tenant.liveKey)).digest.items).toBe(1)
  })

  it('sends the messages of a deleted recipient, and a resend renders over the same messages', async () => {
    const recipient = newRecipient()
    const first = await send(recipient, 'A')
    await send(recipient, 'B')
    await test.manage('DELETE', `${at}/recipients/${first.recipient.id}`)
    test.clock.advance(11 * MINUTE)
    await test.settled(tenant, first.delivery_id, 'sent')
    expect((await contentOf(first.delivery_id)).subject).toBe('2 comments on Cats')
    const other = await send(newRecipient(), 'A')
    test.clock.advance(11 * MINUTE)
    await test.settled(tenant, other.delivery_id, 'sent')
    const resent = await test.manage('POST', `${at}/deliveries/${other.delivery_id}/resend`)
    expect([resent.status, resent.body.message]).toEqual([202, undefined])
    expect((await contentOf(resent.body.delivery_id)).body).toBe('A: Text of A\n')
  })
})
