// Faults while digests are released: an error that only one digest causes, and a cancellation at the wrong moment.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDigestTest } from '../harness/digests.ts'
import { databases, type Tenant, type TestService } from '../harness/service.ts'
import { startSubscriber } from '../harness/subscriber.ts'

const MINUTE = 60_000

describe.each(databases)('faults of digests on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let at: string
  beforeAll(async () => {
    ;({ test, tenant, at } = await startDigestTest(kind))
    const locales = { en: { subject: 'New', body: '{% for item in items %}{{ item.author }},{% endfor %}' } }
    const made = await test.manage('POST', `${at}/templates`, { slug: 'news', name: 'News', engine: 'liquid', locales })
    expect(made.status).toBe(201)
  })
  afterAll(() => test.stop())

  const send = async (name: string, author: string, key = tenant.testKey): Promise<number> => {
    const { status, body } = await test.send(key, {
      recipient: { email: `${name}@customer.example`, locale: 'en' },
      template: 'news',
      vars: { author },
      digest: { key: 'news', wait: '10m' },
    })
    expect([status, body.message]).toEqual([202, undefined])
    return body.delivery_id
  }
  const quotaUsed = async () => (await test.call('GET', '/usage', { key: tenant.liveKey })).body.quota.used

  /** Runs `statements` of PL/pgSQL before each update of the rows that satisfy `when`, until the result is called. */
  const onUpdate = async (table: string, when: string, statements: string) => {
    const { db } = test.service
    await db.query({
      text: `create function fault() returns trigger language plpgsql as $$ begin ${statements} return new; end $$`,
    })
    await db.query({
      text: `create trigger fault before update on ${table} for each row when (${when}) execute function fault()`,
    })
    return () => db.query({ text: 'drop function fault cascade' })
  }

  it('a digest that causes an error holds up no other digest, and fails and is refunded after five errors [D183]', async () => {
    const before = await quotaUsed()
    const broken = await send('broken', 'Ada', tenant.liveKey)
    const others = [await send('bob', 'Bob'), await send('cy', 'Cy'), await send('di', 'Di')]
    const repair = await onUpdate('deliveries', `new.id = ${broken} and new.ready`, `raise exception 'broken';`)
    test.clock.advance(11 * MINUTE)
    for (const id of others) await test.settled(tenant, id, 'sent')
    const failures = async () => {
      const { rows } = await test.service.db.query<{ failures: number }>({
        text: 'select failures from digests where delivery_id = $1',
        values: [broken],
      })
      return rows[0]?.failures
    }
    for (const [count, minutes] of [1, 2, 4, 8, 16].entries()) {
      await test.until(async () => (await failures()) === count + 1)
      // The digest waits longer after each error, so it is not the first of the queue all the time.
      test.clock.advance((minutes - 0.5) * MINUTE)
      const next = await send('next', `Eve${minutes}`)
      await test.manage('POST', `${at}/deliveries/${next}/digest/close`)
      test.clock.advance(2000)
      await test.settled(tenant, next, 'sent')
      expect(await failures()).toBe(count + 1)
      test.clock.advance(MINUTE)
    }
    const failed = await test.settled(tenant, broken, 'failed')
    await repair()
    expect(failed).toMatchObject({ refunded: true, reason: 'digest_failed' })
    expect(failed.content.items).toEqual({ list: [{ vars: { author: 'Ada' } }], count: 1 })
    expect(await quotaUsed()).toBe(before)
  })

  it('a cancellation while the digest is rendered emits no digest.closed, and a resend sends all of its messages', async () => {
    const subscriber = await startSubscriber(test, tenant, ['digest.closed'])
    const id = await send('late', 'Ada')
    await send('late', 'Bob')
    const cancel = `update deliveries set status = 'failed', error_code = 'cancelled' where id = ${id};`
    const repair = await onUpdate('digests', `new.delivery_id = ${id} and new.released_at is not null`, cancel)
    test.clock.advance(11 * MINUTE)
    const { content } = await test.settled(tenant, id, 'failed')
    await repair()
    expect(content.items.count).toBe(2)
    const resent = await test.manage('POST', `${at}/deliveries/${id}/resend`)
    expect([resent.status, resent.body.message]).toEqual([202, undefined])
    expect((await test.settled(tenant, resent.body.delivery_id, 'sent')).content.body).toBe('Ada,Bob,')
    const other = await send('event', 'Cy')
    test.clock.advance(11 * MINUTE)
    await test.settled(tenant, other, 'sent')
    await subscriber.waitForEvents(1)
    const closed = subscriber.events().map(({ body }) => body.data.message_id)
    expect(closed).toEqual([String(other)])
    await test.manage('DELETE', subscriber.path)
    await subscriber.receiver.stop()
  })
})
