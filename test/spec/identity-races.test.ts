// Recipients that change between lookup and write. Admission then repeats all send requests of its transaction with a
// new lookup (decision 56).
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const PHONE = '+393330000001'
const message = {
  recipient: { name: 'Figlia', email: 'figlia@example.com', whatsapp_phone: PHONE },
  template: 'hello',
  vars: { name: 'x' },
}

// Runs on PostgreSQL only. The embedded database has one connection, so no other transaction can run between lookup and
// write.
describe('sends during another transaction, postgres', () => {
  let test: TestService
  let tenant: Tenant
  let other: pg.Client
  beforeAll(async () => {
    test = await startTestService('postgres')
    tenant = await test.tenant()
    other = new pg.Client({ connectionString: test.databaseUrl })
    await other.connect()
  })
  afterAll(async () => {
    await other.end()
    await test.stop()
  })

  const at = () => `/workspaces/${tenant.workspace}/recipients`
  const read = async (id: number) => (await test.manage('GET', `${at()}/${id}`)).body
  const untilLockWait = () =>
    test.until(async () => {
      const { rows } = await test.service.db.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    })
  /**
   * Sends a message while an open transaction has changed a row. Commits that transaction when the send waits for it.
   */
  const sendDuringUpdate = async (sql: string, values: unknown[]): Promise<Answer> => {
    await other.query('begin')
    await other.query(sql, values)
    const sent = test.send(tenant.testKey, message)
    await untilLockWait()
    await other.query('commit')
    return sent
  }

  it('creates a new recipient when the recipient found by phone gets another email address during the send [D56]', async () => {
    const { body: home } = await test.manage('POST', at(), { name: 'Casa', whatsapp_phone: PHONE, mode: 'test' })
    const { status, body } = await sendDuringUpdate(`update recipients set email = 'mamma@example.com' where id = $1`, [
      home.id,
    ])
    expect([status, body.recipient.name]).toEqual([202, 'Figlia'])
    expect(await read(body.recipient.id)).toMatchObject({ email: 'figlia@example.com', whatsapp_phone: null })
    expect(await read(home.id)).toMatchObject({ name: 'Casa', email: 'mamma@example.com', whatsapp_phone: PHONE })
    await test.manage('DELETE', `${at()}/${home.id}`)
    await test.manage('DELETE', `${at()}/${body.recipient.id}`)
  })

  it('creates a new recipient without a phone if another transaction gives the phone in the request to another recipient during the send [D56]', async () => {
    const { status, body } = await sendDuringUpdate(
      `insert into recipients (workspace_id, mode, name, email, whatsapp_phone, created_at, updated_at)
       values ($1, 'test', 'Mamma', 'mamma@example.com', $2, now(), now())`,
      [tenant.workspace, PHONE],
    )
    expect([status, body.recipient.name]).toEqual([202, 'Figlia'])
    expect(await read(body.recipient.id)).toMatchObject({ email: 'figlia@example.com', whatsapp_phone: null })
  })
})
