// Provider connections that messages skip: their metrics and checks, changes of the list of connections, and messages
// whose worker died.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { transaction } from '../../src/store/database.ts'
import { claimProbe, openBreaker, pausePart, readAvailability } from '../../src/store/delivery/breakers.ts'
import { type MailPair, mailSettings, startMailPair } from '../harness/mail-pair.ts'
import { readPrometheus } from '../harness/prometheus.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const TOKEN = 'a-token-to-read-metrics-with'

describe.each(databases)('provider connections that messages skip, %s', (kind) => {
  let test: TestService
  let mail: MailPair
  let tenant: Tenant
  let ids: [number, number]
  let count = 0

  beforeAll(async () => {
    test = await startTestService(kind, { METRICS_TOKEN: TOKEN })
  })
  afterAll(() => test.stop())
  beforeEach(async () => {
    mail = await startMailPair()
    tenant = await test.tenant()
    const { body: first } = await test.manage('POST', providers(), { settings: mailSettings(mail.primaryUrl) })
    const { body: second } = await test.manage('POST', providers(), { settings: mailSettings(mail.secondaryUrl) })
    ids = [first.id, second.id]
  })
  afterEach(async () => {
    await test.manage('DELETE', channel())
    await mail.stop()
  })

  const channel = () => `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/email`
  const providers = () => `${channel()}/providers`
  const listed = async () => (await test.manage('GET', providers())).body.data
  const send = async (more: object = {}): Promise<number> => {
    const recipient = { email: `skipped${count++}@customer.example`, locale: 'en' }
    return (await test.send(tenant.liveKey, { recipient, template: 'hello', vars: { name: 'Ada' }, ...more })).body
      .delivery_id
  }
  /** Returns the outcome and the connection of each attempt of a message. */
  const through = async (id: number) => {
    const { body } = await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)
    return body.attempts.map(({ outcome, connection }: { outcome: string; connection: { id: number } | null }) => [
      outcome,
      connection?.id,
    ])
  }
  const versionOf = async (id: number) =>
    (await readAvailability(test.service.db, [ids[0]])).find((row) => row.id === id)!.version
  const openFirst = async () => {
    const now = test.clock.now()
    const probeAt = new Date(now.getTime() + 3_600_000)
    const change = { id: ids[0], version: await versionOf(ids[0]), probeAt, reason: 'no answer', deliveryId: null }
    await openBreaker(test.service.db, now, change)
  }
  /** Waits until the metric counts this number of connections. A process reads the figures at most once a second. */
  const untilSkipped = (expected: number) =>
    test.until(async () => {
      const metrics = await fetch(`${test.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
      return readPrometheus(await metrics.text()).value('carillon_connections_failing') === expected
    })

  it('if only one connection remains, its breaker closes, and the metric counts no connection', async () => {
    await openFirst()
    await untilSkipped(1)
    expect((await test.manage('DELETE', `${providers()}/${ids[1]}`)).status).toBe(204)
    await untilSkipped(0)
    await test.manage('POST', providers(), { settings: mailSettings(mail.secondaryUrl) })
    expect((await listed())[0].unavailable).toBeNull()
  })

  it('a change of the order closes the breakers of the channel', async () => {
    await openFirst()
    await test.manage('PUT', `${providers()}/order`, { order: [ids[1], ids[0]] })
    expect((await listed()).map(({ unavailable }: { unavailable: unknown }) => unavailable)).toEqual([null, null])
  })

  it('the metric counts a paused connection, and the check of the connection reports the pause until a member resumes the connection', async () => {
    await mail.fail({ auth: '535 5.7.8 wrong password' })
    await test.settled(tenant, await send(), 'sent')
    await untilSkipped(1)
    await mail.recover()
    const check = async () => (await test.manage('POST', `${providers()}/${ids[0]}/check`)).body
    const reason = expect.stringMatching(/does not accept the user and password.*\. Put the correct user/)
    expect(await check()).toMatchObject({ ok: false, problems: {}, paused: true, pause_reason: reason })
    expect((await test.manage('POST', `${channel()}/check`)).body).toMatchObject({ ok: false, paused: true })
    await test.manage('POST', `${channel()}/resume`)
    expect(await check()).toMatchObject({ ok: true, paused: false, pause_reason: null })
    await untilSkipped(0)
  })

  it('the check of a connection with an open breaker reports that messages skip the connection', async () => {
    await openFirst()
    const { body } = await test.manage('POST', `${providers()}/${ids[0]}/check`)
    expect(body).toMatchObject({
      ok: false,
      paused: false,
      problems: { connection: [expect.stringMatching(/^no answer\. .*one message tests this connection/)] },
    })
    expect((await test.manage('POST', `${providers()}/${ids[1]}/check`)).body.ok).toBe(true)
  })

  it('if all connections are paused, the channel shows the end and the reason of the pause that ends first', async () => {
    const { db } = test.service
    const now = test.clock.now()
    const soon = new Date(now.getTime() + 600_000)
    const pause = async (id: number, until: Date | 'infinity', reason: string) => {
      const part = { lane: ids[0], id, version: await versionOf(id) }
      return transaction(db, (tx) => pausePart(tx, now, { ...part, until, reason, remedy: null, deliveryId: null }))
    }
    expect(await pause(ids[1], soon, 'too many messages')).toBeNull()
    expect(await pause(ids[0], 'infinity', 'wrong password')).toMatchObject({
      until: soon,
      reason: 'too many messages',
    })
  })

  it('if two processes claim the probe of a connection at the same time, only one process gets it', async () => {
    await openFirst()
    const { db } = test.service
    const due = new Date(test.clock.now().getTime() + 3_600_000)
    const next = new Date(due.getTime() + 30_000)
    const claims = await Promise.all([claimProbe(db, due, ids[0], next), claimProbe(db, due, ids[0], next)])
    expect(claims.sort()).toEqual([false, true])
  })

  it('a message first waits for a mail server that throttles, and uses the next connection if the throttling lasts more than a minute', async () => {
    await mail.fail({ greeting: '421 4.3.2 the service is shutting down' })
    const id = await send()
    await test.until(async () => (await through(id)).length === 1)
    test.clock.advance(31_000)
    await test.settled(tenant, id, 'sent')
    expect(await through(id)).toEqual([
      ['throttled', ids[0]],
      ['throttled', ids[0]],
      ['sent', ids[1]],
    ])
    expect((await listed())[0].unavailable).toMatchObject({ state: 'paused', until: expect.any(String) })
  })

  it('a probe whose attempt is ambiguous is repeated only through the same connection', async () => {
    await openFirst()
    test.clock.advance(3_601_000)
    await mail.fail({ end: 'drop' })
    const id = await send()
    await test.until(async () => (await through(id)).length === 1)
    expect(await through(id)).toEqual([['ambiguous', ids[0]]])
    const other = await send()
    await test.settled(tenant, other, 'sent')
    expect(await through(other)).toEqual([['sent', ids[1]]])
    await mail.recover()
    test.clock.advance(34_000)
    await test.settled(tenant, id, 'sent')
    expect((await through(id)).at(-1)).toEqual(['sent', ids[0]])
    await test.until(async () => (await listed())[0].unavailable === null)
  })

  it.each([
    ['another connection repeats a message', undefined, 'sent'],
    ['a message with "duplicates": "never" fails', 'never', 'failed'],
  ])('%s whose worker died while the first connection sent it', async (_, duplicates, status) => {
    await mail.fail({ end: 'hang' })
    const id = await send(duplicates === undefined ? {} : { duplicates })
    await test.until(async () => mail.atPrimary().length === 1)
    await test.manage('PUT', `${providers()}/order`, { order: [ids[1], ids[0]] })
    await test.service.db.query({
      text: `update deliveries set lease_until = $2 where id = $1`,
      values: [id, new Date(test.clock.now().getTime() - 1000)],
    })
    await test.settled(tenant, id, status)
    const repeated = duplicates === undefined ? [['sent', ids[1]]] : []
    expect(await through(id)).toEqual([['ambiguous', undefined], ...repeated])
  })
})
