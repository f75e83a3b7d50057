// A full database disk: requests get a 503. Results of attempts are stored when there is space again, so that no
// message is sent twice.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('full disk under %s', (kind) => {
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  beforeAll(async () => {
    provider = await startProvider()
    provider.reply(() => ({ body: { ok: true, result: { message_id: 1, chat: { id: 2 } } } }))
    test = await startTestService(kind)
    tenant = await createConnectedTenant(test, provider)
    // Raises the error that PostgreSQL reports when no file can grow.
    // A sequence counts the refusals, because a rollback does not reset it.
    await test.service.db.query({ text: 'create sequence refusals' })
    await test.service.db.query({
      text: `create function no_room() returns trigger language plpgsql as
             $$ begin perform nextval('refusals'); raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
    })
  })
  afterAll(async () => {
    await test.stop()
    await provider.stop()
  })

  const message = { recipient: { telegram_chat_id: '5' }, template: 'hello', vars: { name: 'Ada' } }
  /** Creates a trigger that makes statements fail as on a full disk. The returned function removes the trigger. */
  const fill = async (when: string) => {
    await test.service.db.query({ text: `create trigger full_disk before ${when} execute function no_room()` })
    return () => test.service.db.query({ text: 'drop trigger full_disk on deliveries' })
  }

  const refusals = async () =>
    (await test.service.db.query<{ count: number }>({ text: 'select last_value as count from refusals' })).rows[0]!
      .count

  it('answers 503 with Retry-After on a full disk and accepts messages again when there is space', async () => {
    const makeRoom = await fill('insert on deliveries for each row')
    const { status, headers, body } = await test.send(tenant.liveKey, message)
    expect([status, body.error, headers.get('retry-after')]).toEqual([503, 'unavailable', '5'])
    await makeRoom()
    expect((await test.send(tenant.liveKey, message)).status).toBe(202)
  })

  it('keeps the results of attempts in memory until the disk has space, and sends no message twice', async () => {
    await test.until(async () => provider.received.length === 1)
    const makeRoom = await fill("update on deliveries for each row when (new.status = 'sent')")
    const before = await refusals()
    const { body } = await test.send(tenant.liveKey, message)
    await test.until(async () => (await refusals()) > before)
    await makeRoom()
    await test.settled(tenant, body.delivery_id, 'sent')
    expect(provider.received).toHaveLength(2)
  })
})
