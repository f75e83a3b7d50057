// Encrypted values that were copied to another row cannot be decrypted there.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSeal } from '../../src/lib/seal.ts'
import { readSealed, type SealedColumn, sealedColumns } from '../../src/store/sealed.ts'
import { action, click, sendButtons } from '../harness/buttons.ts'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { type MailServer, startMailServer } from '../harness/smtp.ts'
import { startSubscriber } from '../harness/subscriber.ts'

const KEY = 'a master key of a test'

describe.each(databases)('sealed values in another row, %s', (kind) => {
  let test: TestService
  let provider: Provider
  let mail: MailServer
  let ours: Tenant
  let theirs: Tenant
  beforeAll(async () => {
    mail = await startMailServer()
    test = await startTestService(kind, { MASTER_KEY: KEY, SMTP_URL: mail.url, SMTP_FROM: 'a@shop.example' })
    provider = await startProvider()
    ours = await createConnectedTenant(test, provider)
    theirs = await createConnectedTenant(test, provider)
  })
  afterAll(async () => {
    await test.stop()
    await provider.stop()
    await mail.stop()
  })

  const sql = async <Row extends object>(text: string, ...values: unknown[]) =>
    (await test.service.db.query<Row>({ text, values })).rows
  /** Exchanges the values of one column between two rows. */
  const swap = (table: string, column: string, one: number, other: number) =>
    sql(
      `update ${table} a set ${column} = b.${column} from ${table} b where (a.id, b.id) in (($1, $2), ($2, $1))`,
      one,
      other,
    )
  const idsOf = async (table: string, where: string, ...values: unknown[]) =>
    (await sql<{ id: number }>(`select id from ${table} where ${where} order by id`, ...values)).map(({ id }) => id)
  const at = ({ workspace, source }: Tenant) => `/workspaces/${workspace}/sources/${source}`

  it('an encrypted value can be decrypted only in its row, its column and its workspace', async () => {
    const { path, receiver } = await startSubscriber(test, ours, ['message.sent'])
    await receiver.stop()
    await test.manage('POST', `${path}/rotate-secret`)
    // The mail server refuses the email temporarily, so that its row stays in the table.
    mail.refuse('rcpt', '450 4.2.0 come back later')
    await test.manage('POST', `/workspaces/${ours.workspace}/invitations`, {
      email: 'bob@shop.example',
      role: 'viewer',
    })
    const seal = createSeal(KEY)
    const seen: string[] = []
    for (const column of sealedColumns) {
      const rows = await readSealed(test.service.db, column, 0, 1000)
      for (const row of rows) {
        const opens = (where: SealedColumn, workspaceId: number | null, id: number) => {
          try {
            seal.openAt(row.sealed, where.at({ workspaceId, id }))
            return true
          } catch {
            return false
          }
        }
        expect(opens(column, row.workspaceId, row.id + 1)).toBe(false)
        expect(opens(column, (row.workspaceId ?? 0) + 1, row.id)).toBe(false)
        for (const other of sealedColumns.filter((candidate) => candidate !== column))
          expect(opens(other, row.workspaceId, row.id)).toBe(false)
      }
      if (rows.length > 0) seen.push(`${column.table}.${column.column}`)
    }
    expect(seen).toEqual([
      'keys.sealed',
      'connections.secrets',
      'provider_connections.secrets',
      'subscriptions.secret',
      'subscriptions.previous_secret',
      'letters.body',
    ])
  })

  it('refuses connection secrets that were copied from another workspace, and pauses the connection', async () => {
    const [one, other] = await idsOf('provider_connections', "channel = 'discord'")
    await swap('provider_connections', 'secrets', one!, other!)
    for (const tenant of [ours, theirs]) {
      const { body } = await test.manage('POST', `${at(tenant)}/connections/discord/check`)
      expect([body.ok, body.problems.settings.join()]).toEqual([
        false,
        expect.stringContaining("the connection's secrets can't be decrypted with this master key"),
      ])
    }
    const message = {
      recipient: { email: 'a@shop.example' },
      template: 'hello',
      vars: { name: 'Ada' },
      channel: 'discord',
    }
    const { body } = await test.send(ours.liveKey, message)
    await test.until(
      async () =>
        (await test.manage('GET', `${at(ours)}/connections/discord`)).body.paused_until === null &&
        (await test.manage('GET', `${at(ours)}/connections/discord`)).body.paused,
    )
    expect(provider.received).toEqual([])
    await test.manage('DELETE', `${at(ours)}/connections/discord`)
    await test.settled(ours, body.delivery_id, 'failed')
  })

  it('signs no callback with an API key that was moved from another row, and still sends the other callbacks', async () => {
    const receiver = await startProvider()
    receiver.reply(() => ({ status: 200 }))
    const keyIds = await idsOf('keys', "kind = 'api' and mode = 'test'")
    const third = await test.tenant()
    const moved = await sendButtons(test, ours.testKey, [action('moved', { callback_url: receiver.url })])
    const sound = await sendButtons(test, third.testKey, [action('sound', { callback_url: receiver.url })])
    await swap('keys', 'sealed', keyIds[0]!, keyIds[1]!)
    for (const { link } of [moved, sound]) await click(link)
    await test.until(async () => receiver.received.some(({ text }) => text.includes('sound')))
    const failed = await test.until(async () => {
      const { data } = (await test.manage('GET', `/workspaces/${ours.workspace}/callbacks`)).body
      const row = data.find(({ delivery_id }: { delivery_id: number }) => delivery_id === moved.id)
      return row?.status === 'failed' && row
    })
    const { body } = await test.manage('GET', `/workspaces/${ours.workspace}/callbacks/${failed.id}`)
    expect(JSON.stringify(body.attempts)).toContain("can't be decrypted with this master key")
    expect(receiver.received.filter(({ text }) => text.includes('moved'))).toEqual([])
    await receiver.stop()
  })

  it('signs no event if the secret was moved from another subscription, or copied from the column of the previous secret', async () => {
    const [one, other] = [
      await startSubscriber(test, ours, ['message.sent']),
      await startSubscriber(test, ours, ['message.sent']),
    ]
    await swap('subscriptions', 'secret', one.id, other.id)
    for (const { path } of [one, other]) {
      const { status, body } = await test.manage('POST', `${path}/test`)
      expect([status, body.message]).toEqual([409, expect.stringContaining('Rotate the secret')])
    }
    expect((await test.manage('POST', `${one.path}/rotate-secret`)).status).toBe(200)
    expect((await test.manage('POST', `${one.path}/rotate-secret`)).status).toBe(200)
    expect((await test.manage('POST', `${one.path}/test`)).body.received).toBe(true)
    await sql('update subscriptions set secret = previous_secret where id = $1', one.id)
    expect((await test.manage('POST', `${one.path}/test`)).status).toBe(409)
    for (const { receiver } of [one, other]) await receiver.stop()
  })

  it('signs no event for a dev listener whose secret was moved from another row, and asks to create another dev listener', async () => {
    const listeners = `/workspaces/${ours.workspace}/listeners`
    const [one, other] = [
      (await test.manage('POST', listeners, {})).body.id,
      (await test.manage('POST', listeners, {})).body.id,
    ]
    await swap('subscriptions', 'secret', one, other)
    const { status, body } = await test.manage('POST', `${listeners}/${one}/hear`, { wait: 0 })
    expect([status, body.message]).toEqual([409, expect.stringContaining('Delete the dev listener and create another')])
  })

  it('the getting-started steps show no test key whose encrypted value was moved from another row', async () => {
    const { body } = await test.manage('GET', `/workspaces/${ours.workspace}/getting-started`)
    expect(body.test_key).toBeNull()
  })
})

describe('the list of sealed columns', () => {
  it('the list of encrypted columns contains every bytea column that holds a secret', async () => {
    const test = await startTestService('embedded')
    try {
      const { rows } = await test.service.db.query<{ name: string }>({
        text: `select table_name || '.' || column_name as name from information_schema.columns
               where table_schema = 'public' and data_type = 'bytea' order by 1`,
      })
      const hashes = /(^|[._])(hash|key|body_hash|repeat_key|network)$/
      const open = [
        'attachments.bytes',
        'fallback_attachments.bytes',
        'inbound_requests.body',
        'installation.key_check',
      ]
      const rest = rows.map(({ name }) => name).filter((name) => !hashes.test(name) && !open.includes(name))
      expect(rest).toEqual(sealedColumns.map(({ table, column }) => `${table}.${column}`).sort())
    } finally {
      await test.stop()
    }
  })
})
