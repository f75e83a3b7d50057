// Tickets of push messages: the receipts that Expo returns for them, the effects of receipts on messages and devices,
// and faults during the requests for receipts.
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rowsOf } from '../../src/store/rows.ts'
import { type Apple, appleSettings, startApple } from '../harness/apple.ts'
import { answerAsExpo, expoToken, isReceiptRequest, refusedTicket } from '../harness/expo.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { pushConnectionOf as connectionOf, createPushClient, phone, tablet } from '../harness/push-client.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const second = { kind: 'expo', token: expoToken('second') }

describe.each(databases)('tickets of push messages on %s', (kind) => {
  let test: TestService
  let expo: Provider
  let apple: Apple
  beforeAll(async () => {
    test = await startTestService(kind)
    expo = await startProvider()
    apple = await startApple()
  })
  beforeEach(() => {
    answerAsExpo(expo)
    expo.received.length = 0
  })
  afterAll(async () => {
    await test.stop()
    for (const server of [expo, apple]) await server.stop()
  })

  const byExpo = () => ({ access_token: 'secret-token', api_base: expo.url })
  const { connected, tokenFor, register, devicesOf, send, sent, read } = createPushClient(() => test)
  const receiptRequests = () => expo.received.filter(isReceiptRequest)
  const change = (text: string, ...values: unknown[]) => test.service.db.query({ text, values })
  /** Returns the tickets of a workspace, with the seconds between the message and the next request. */
  const tickets = ({ workspace }: Tenant) =>
    rowsOf<{ ticket: string; after: number }>(test.service.db, {
      text: 'select ticket, extract(epoch from due_at - sent_at)::int as after from tickets where workspace_id = $1 order by id',
      values: [workspace],
    })
  /** Sends a message to the devices, and answers the later requests for receipts. */
  const started = async (receipts: (ids: string[]) => object, devices: object[] = [tablet]) => {
    const tenant = await connected({ expo: byExpo(), apns: appleSettings(apple.url) })
    await register(tenant, ...devices)
    const { id, status } = await sent(tenant)
    expect(status).toBe('sent')
    answerAsExpo(expo, { receipts })
    return { tenant, id: id as number }
  }
  const gone = (ids: string[]) => Object.fromEntries(ids.map((id) => [id, refusedTicket('DeviceNotRegistered')]))

  it('requests the receipts 15 minutes after the message, and keeps the status `sent` if the receipt reports success', async () => {
    const { tenant, id } = await started((ids) => Object.fromEntries(ids.map((ticket) => [ticket, { status: 'ok' }])))
    expect(await tickets(tenant)).toMatchObject([{ after: 15 * 60 }])
    expect(receiptRequests()).toHaveLength(0)
    test.clock.advance(16 * MINUTE)
    await test.until(async () => (await tickets(tenant)).length === 0)
    expect(receiptRequests().length).toBeGreaterThan(0)
    expect((await read(tenant, id)).status).toBe('sent')
  })

  it('fails the message and removes the device when the only receipt reports that the device is gone', async () => {
    const { tenant, id } = await started(gone)
    test.clock.advance(16 * MINUTE)
    const failed = await test.settled(tenant, id, 'failed')
    expect(failed).toMatchObject({ status: 'failed', error_message: expect.stringContaining('was removed') })
    expect(failed.receipts).toMatchObject([{ status: 'failed', code: 'DeviceNotRegistered', applied: true }])
    expect(await devicesOf(tenant)).toEqual([])
    expect((await send(tenant)).status).toBe(422)
  })

  it('the failed receipt of one device does not fail the message, but failed receipts of all devices do', async () => {
    let isLate = false
    const { tenant, id } = await started(
      (ids) => {
        const known = isLate ? ids : ids.filter((ticket) => ticket.includes('tablet'))
        return gone(known)
      },
      [tablet, second],
    )
    test.clock.advance(16 * MINUTE)
    await test.until(async () => (await devicesOf(tenant)).length === 1)
    expect((await read(tenant, id)).status).toBe('sent')
    isLate = true
    test.clock.advance(31 * MINUTE)
    const failed = await test.settled(tenant, id, 'failed')
    expect(failed.receipts).toMatchObject([{ applied: false }, { applied: true }])
    expect(await devicesOf(tenant)).toEqual([])
  })

  it('a failed receipt does not fail a message that a device without receipts has also accepted', async () => {
    const { tenant, id } = await started(gone, [tablet, phone])
    test.clock.advance(16 * MINUTE)
    await test.until(async () => (await tickets(tenant)).length === 0)
    expect(await read(tenant, id)).toMatchObject({ status: 'sent', receipts: [{ status: 'failed', applied: false }] })
    expect(await devicesOf(tenant)).toMatchObject([phone])
  })

  it('keeps a device that registered again after the message', async () => {
    const { tenant, id } = await started(gone)
    test.clock.advance(MINUTE)
    await register(tenant, tablet)
    test.clock.advance(16 * MINUTE)
    await test.settled(tenant, id, 'failed')
    expect(await devicesOf(tenant)).toMatchObject([tablet])
  })

  it('requests receipts again after an error of Expo, and stops a day after the message', async () => {
    const { tenant, id } = await started(() => ({}))
    expo.reply(() => ({ status: 503, body: {} }))
    test.clock.advance(16 * MINUTE)
    await test.until(async () => receiptRequests().length >= 1)
    expect(await tickets(tenant)).toHaveLength(1)
    answerAsExpo(expo, { receipts: () => ({}) })
    test.clock.advance(24 * HOUR)
    await test.until(async () => (await tickets(tenant)).length === 0)
    expect((await read(tenant, id)).status).toBe('sent')
  })

  it('forgets the tickets of a removed connection and of a removed recipient', async () => {
    const { tenant } = await started(gone)
    const { tenant: other } = await started(gone)
    expect([await tickets(tenant), await tickets(other)].map(({ length }) => length)).toEqual([1, 1])
    const { id } = (await tokenFor(other)).recipient
    expect((await test.manage('DELETE', `/workspaces/${other.workspace}/recipients/${id}`)).status).toBe(204)
    expect(await tickets(other)).toEqual([])
    await test.manage('DELETE', connectionOf(tenant))
    const before = receiptRequests().length
    test.clock.advance(16 * MINUTE)
    await test.until(async () => (await tickets(tenant)).length === 0)
    expect(receiptRequests()).toHaveLength(before)
  })

  describe('faults', () => {
    const unread = async (tenant: Tenant) => (await tickets(tenant)).length

    it('sends at most four requests for 9,000 tickets while the server returns errors', async () => {
      const { tenant } = await started(() => ({}))
      await change(
        `insert into tickets (workspace_id, lane, provider, delivery_id, recipient_id, ticket, device, decisive, sent_at, due_at)
         select workspace_id, lane, provider, delivery_id, recipient_id, ticket || n, device, decisive, sent_at, due_at
         from tickets, generate_series(1, 8999) n where workspace_id = $1`,
        tenant.workspace,
      )
      expo.reply(() => ({ status: 503, body: {} }))
      test.clock.advance(16 * MINUTE)
      await test.until(async () => (await tickets(tenant)).every(({ after }) => after > 40 * 60))
      expect(await unread(tenant)).toBe(9000)
      // Four requests may begin before the answer to the first one.
      expect(receiptRequests().length).toBeLessThanOrEqual(4)
      test.clock.advance(24 * HOUR)
      await test.until(async () => (await unread(tenant)) === 0)
    })

    it('reads the results of other connections while one server does not answer', async () => {
      const { tenant: slow } = await started(() => ({}), [second])
      const { tenant: other } = await started(() => ({}))
      const releases: (() => void)[] = []
      expo.reply(async ({ text }) => {
        const { ids } = JSON.parse(text) as { ids: string[] }
        if (ids.some((id) => id.includes('second'))) await new Promise<void>((resolve) => releases.push(resolve))
        return { body: { data: Object.fromEntries(ids.map((id) => [id, { status: 'ok' }])) } }
      })
      test.clock.advance(16 * MINUTE)
      await test.until(async () => releases.length > 0 && (await unread(other)) === 0)
      expect(await unread(slow)).toBe(1)
      for (const release of releases) release()
      await test.until(async () => (await unread(slow)) === 0)
    })

    it.runIf(kind === 'postgres')(
      'reads the results of other connections while another process claims tickets',
      async () => {
        const { tenant: claimed } = await started(() => ({}))
        const { tenant: other } = await started((ids) => Object.fromEntries(ids.map((id) => [id, { status: 'ok' }])))
        const client = new pg.Client({ connectionString: test.databaseUrl })
        await client.connect()
        await client.query('begin')
        await client.query('select from tickets where workspace_id = $1 for update', [claimed.workspace])
        test.clock.advance(16 * MINUTE)
        await test.until(async () => (await unread(other)) === 0)
        await client.query('rollback')
        await client.end()
        expect(await unread(claimed)).toBe(1)
        test.clock.advance(MINUTE)
        await test.until(async () => (await unread(claimed)) === 0)
      },
    )

    it('deletes tickets after a day if the secrets of their connection cannot be decrypted', async () => {
      const { tenant } = await started(gone)
      await change(
        `with broken as (update provider_connections set secrets = '\\x00' where workspace_id = $1)
         update connections set secrets = '\\x00', version = version + 1 where workspace_id = $1`,
        tenant.workspace,
      )
      test.clock.advance(16 * MINUTE)
      await test.until(async () => (await tickets(tenant)).every(({ after }) => after > 40 * 60))
      test.clock.advance(24 * HOUR)
      await test.until(async () => (await unread(tenant)) === 0)
      expect(receiptRequests()).toEqual([])
    })

    it('replaces a NUL character in an error text of Expo, because PostgreSQL cannot store this character', async () => {
      const { tenant, id } = await started((ids) =>
        Object.fromEntries(ids.map((ticket) => [ticket, refusedTicket('DeveloperError', 'a\0b')])),
      )
      test.clock.advance(16 * MINUTE)
      expect((await test.settled(tenant, id, 'failed')).error_message).toContain(': a\ufffdb')
    })

    it('applies the other results if the result of one ticket cannot be stored, and asks for this ticket again', async () => {
      const { tenant, id } = await started(gone, [tablet, second])
      const [{ ticket } = { ticket: '' }] = await tickets(tenant)
      await change(`alter table receipts add constraint refused check (external_id <> '${ticket}') not valid`)
      test.clock.advance(16 * MINUTE)
      await test.until(async () => (await tickets(tenant)).every(({ after }) => after > 40 * 60))
      expect(await devicesOf(tenant)).toMatchObject([tablet])
      await change('alter table receipts drop constraint refused')
      test.clock.advance(31 * MINUTE)
      await test.settled(tenant, id, 'failed')
      expect(await devicesOf(tenant)).toEqual([])
    })

    it.runIf(kind === 'postgres')('removes a recipient while a result of one of its tickets is stored', async () => {
      const { tenant } = await started(() => ({}))
      const { id } = (await tokenFor(tenant)).recipient
      const client = new pg.Client({ connectionString: test.databaseUrl })
      await client.connect()
      await client.query('begin')
      await client.query('select from tickets where workspace_id = $1 for update', [tenant.workspace])
      const removed = test.manage('DELETE', `/workspaces/${tenant.workspace}/recipients/${id}`)
      await test.until(async () => {
        const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        return (await client.query(waiting)).rowCount === 1
      })
      await client.query('select from recipients where id = $1 for update', [id])
      await client.query('commit')
      await client.end()
      expect((await removed).status).toBe(204)
      expect(await unread(tenant)).toBe(0)
    })
  })
})
