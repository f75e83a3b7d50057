// Failover between two email connections: a message that the first mail server cannot take is sent through the second.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeBreaker, openBreaker, readAvailability } from '../../src/store/delivery/breakers.ts'
import { checkInvariants } from '../harness/invariants.ts'
import { faults, type MailPair, mailSettings, startMailPair } from '../harness/mail-pair.ts'
import { readPrometheus } from '../harness/prometheus.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { startFaultyMailServer } from '../harness/smtp-faults.ts'

interface Attempt {
  outcome: string
  reason: string | null
  connection: { id: number; provider: string; title: string; position: number } | null
}

const TOKEN = 'a-token-to-read-metrics-with'

describe.each(databases)('failover between email connections, %s', (kind) => {
  let test: TestService
  let mail: MailPair
  let tenant: Tenant
  /** The ids of the first and the second connection. */
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
  afterEach(() => mail.stop())

  const channel = () => `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/email`
  const providers = () => `${channel()}/providers`
  const listed = async () => (await test.manage('GET', providers())).body.data
  const message = (more: object = {}) => {
    const recipient = { email: `failover${count++}@customer.example`, locale: 'en' }
    return { recipient, template: 'hello', vars: { name: 'Ada' }, ...more }
  }
  const accepted = async (more?: object): Promise<number> =>
    (await test.send(tenant.liveKey, message(more))).body.delivery_id
  const acceptedMany = async (most: number, more?: object): Promise<number[]> => {
    const messages = Array.from({ length: Math.min(most, 100) }, () => message(more))
    const { body } = await test.call('POST', '/send/batch', { key: tenant.liveKey, body: { messages } })
    const accepted = body.results.map(({ delivery_id: id }: { delivery_id: number }) => id)
    return most > 100 ? [...accepted, ...(await acceptedMany(most - 100, more))] : accepted
  }
  const timeline = async (id: number) =>
    (await test.manage('GET', `/workspaces/${tenant.workspace}/deliveries/${id}`)).body
  const attemptsOf = (id: number): Promise<Attempt[]> => timeline(id).then(({ attempts }) => attempts)
  const through = (attempts: Attempt[]) => attempts.map(({ outcome, connection }) => [outcome, connection?.id])
  const column = async <T>(name: string, from: string, messages: number[]): Promise<T[]> => {
    const text = `select ${name} as value from ${from} and delivery_id = any($1::bigint[])`
    const { rows } = await test.service.db.query<{ value: T }>({ text, values: [messages] })
    return rows.map(({ value }) => value)
  }
  const DELIVERIES = '(select *, id as delivery_id from deliveries) d where true'
  const idsIn = (status: string, messages: number[]) =>
    column<number>('id', `${DELIVERIES} and status = '${status}'`, messages)
  const addressesOf = (messages: number[]) => column<string>('address', DELIVERIES, messages)
  const ambiguousOf = (messages: number[]) =>
    column<number>('distinct delivery_id', `attempts where outcome = 'ambiguous'`, messages)
  const countIn = async (status: string, messages: number[]) => (await idsIn(status, messages)).length
  /** Counts the pending messages without an ambiguous attempt. */
  const pendingWithoutDoubt = async (messages: number[]) => {
    const doubtful = await ambiguousOf(messages)
    const pending = [...(await idsIn('queued', messages)), ...(await idsIn('sending', messages))]
    return pending.filter((id) => !doubtful.includes(id)).length
  }
  const allSent = (messages: number[]) => test.until(async () => (await countIn('sent', messages)) === messages.length)
  const untilOpen = () => test.until(async () => (await listed())[0].unavailable?.state === 'failing')
  const overview = async () =>
    (await test.manage('GET', `/workspaces/${tenant.workspace}/overview`)).body.conditions.filter(
      ({ kind: name }: { kind: string }) => name === 'connection_unavailable',
    )
  /** Makes the first connection fail for so many messages that its breaker opens. */
  const openFirst = async () => {
    await mail.fail('refuse')
    const messages = await acceptedMany(8)
    await allSent(messages)
    await untilOpen()
  }

  it('a message that the first mail server refuses is sent through the second in the same attempt, and the timeline names both connections [D95]', async () => {
    await mail.fail('refuse')
    const id = await accepted()
    const { attempts } = await test.settled(tenant, id, 'sent')
    expect(through(attempts)).toEqual([
      ['retryable', ids[0]],
      ['sent', ids[1]],
    ])
    expect(attempts[0].connection).toEqual({ id: ids[0], provider: 'smtp', title: 'SMTP', position: 1 })
    const { rows } = await test.service.db.query({ text: 'select tries from deliveries where id = $1', values: [id] })
    expect(rows).toEqual([{ tries: 1 }])
  })

  it('a round through all connections counts as one of the four attempts, and the next round begins with the first connection [D95b]', async () => {
    await mail.stop()
    const id = await accepted()
    const rounds = [ids, ids].flat()
    const failed = await test.until(async () => {
      const attempts = await attemptsOf(id)
      return attempts.length === 2 && attempts
    })
    expect(through(failed)).toEqual(ids.map((connection) => ['retryable', connection]))
    expect((await timeline(id)).remedy).toContain('Attempt 2 of 4 is due at')
    test.clock.advance(34_000)
    await test.until(async () => (await attemptsOf(id)).length === 4)
    expect(through(await attemptsOf(id))).toEqual(rounds.map((connection) => ['retryable', connection]))
    test.clock.advance(140_000)
    await test.until(async () => (await attemptsOf(id)).length === 6)
    test.clock.advance(700_000)
    const ended = await test.settled(tenant, id, 'failed')
    expect(ended.attempts).toHaveLength(8)
    expect(ended).toMatchObject({ reason: 'retryable', refunded: true })
  })

  it('after five failures in a row, messages skip the first connection, and the API, the overview and the metrics show it [D95c]', async () => {
    await openFirst()
    const messages = await acceptedMany(20)
    await allSent(messages)
    for (const id of messages) expect(through(await attemptsOf(id))).toEqual([['sent', ids[1]]])
    const [first, second] = await listed()
    expect(first.unavailable).toMatchObject({
      state: 'failing',
      reason: expect.stringMatching(/^5 attempts failed in a row\. The last: .*refused the connection/),
      remedy: expect.stringContaining('one message tests this connection'),
    })
    expect(second.unavailable).toBeNull()
    expect(await overview()).toMatchObject([
      { severity: 'warning', message: expect.stringMatching(/^Connection 1 \(SMTP\) of the channel Email/) },
    ])
    const metrics = await fetch(`${test.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    expect(readPrometheus(await metrics.text()).value('carillon_connections_failing')).toBeGreaterThan(0)
  })

  it('after 30 seconds one message tests the first connection, and after its success messages are sent through the first connection again [D95c]', async () => {
    await openFirst()
    test.clock.advance(31_000)
    const tests = await acceptedMany(20)
    await allSent(tests)
    const attempts = await Promise.all(tests.map(attemptsOf))
    expect(attempts.filter((all) => all.some(({ connection }) => connection?.id === ids[0]))).toHaveLength(1)
    expect((await listed())[0].unavailable.state).toBe('failing')

    await mail.recover()
    test.clock.advance(31_000)
    await test.settled(tenant, await accepted(), 'sent')
    await test.until(async () => (await listed())[0].unavailable === null)
    const messages = await acceptedMany(10)
    await allSent(messages)
    for (const id of messages) expect(through(await attemptsOf(id))).toEqual([['sent', ids[0]]])
  })

  it('a message that the first mail server may have received is repeated through the first connection only [D95d]', async () => {
    await mail.fail({ end: 'drop' })
    const id = await accepted()
    await test.until(async () => (await attemptsOf(id)).length === 1)
    expect(through(await attemptsOf(id))).toEqual([['ambiguous', ids[0]]])
    await mail.recover()
    test.clock.advance(34_000)
    await test.settled(tenant, id, 'sent')
    expect(through(await attemptsOf(id))).toEqual([
      ['ambiguous', ids[0]],
      ['sent', ids[0]],
    ])
    expect(mail.atSecondary()).toEqual([])
  })

  it('with "duplicates": "allow", the second connection takes a message that the first mail server may have received [D96b]', async () => {
    await mail.fail({ end: 'drop' })
    const id = await accepted({ duplicates: 'allow' })
    const { attempts } = await test.settled(tenant, id, 'sent')
    expect(through(attempts)).toEqual([
      ['ambiguous', ids[0]],
      ['sent', ids[1]],
    ])
  })

  it('with "duplicates": "never", a message that the first mail server may have received fails, is refunded and is not repeated [D96]', async () => {
    await mail.fail({ end: 'drop' })
    const id = await accepted({ duplicates: 'never' })
    const failed = await test.settled(tenant, id, 'failed')
    expect(through(failed.attempts)).toEqual([['ambiguous', ids[0]]])
    expect(failed).toMatchObject({ reason: 'ambiguous', refunded: true, content: { duplicates: 'never' } })
    expect(failed.remedy).toMatch(/^The request has "duplicates": "never".* Check whether the recipient/)
    expect(mail.atSecondary()).toEqual([])
  })

  it('while the breaker of the first connection is open, messages with "duplicates": "never" use the second connection and are never probes', async () => {
    await openFirst()
    test.clock.advance(31_000)
    const messages = await acceptedMany(5, { duplicates: 'never' })
    await allSent(messages)
    for (const id of messages) expect(through(await attemptsOf(id))).toEqual([['sent', ids[1]]])
  })

  it('refuses a value of duplicates that is not allow or never', async () => {
    const answer = await test.send(tenant.liveKey, message({ duplicates: 'sometimes' }))
    expect(answer).toMatchObject({ status: 422, body: { details: { duplicates: [expect.any(String)] } } })
  })

  it('refused credentials pause the first connection only, and saving its settings ends the pause', async () => {
    await mail.fail({ auth: '535 5.7.8 wrong password' })
    const { attempts } = await test.settled(tenant, await accepted(), 'sent')
    expect(through(attempts)).toEqual([
      ['misconfigured', ids[0]],
      ['sent', ids[1]],
    ])
    const [first] = await listed()
    expect(first.unavailable).toMatchObject({
      state: 'paused',
      until: null,
      remedy: expect.stringContaining('password'),
    })
    expect((await test.manage('GET', channel())).body.paused).toBe(false)
    await mail.recover()
    await test.manage('PUT', `${providers()}/${ids[0]}`, { settings: mailSettings(mail.primaryUrl) })
    expect((await listed())[0].unavailable).toBeNull()
    const resumed = await test.settled(tenant, await accepted(), 'sent')
    expect(through(resumed.attempts)).toEqual([['sent', ids[0]]])
  })

  it('the channel is paused when all its connections are paused, and resuming it ends the pauses of its connections', async () => {
    await mail.stop()
    const servers = [
      await startFaultyMailServer({ auth: '535 5.7.8 wrong' }),
      await startFaultyMailServer({ auth: '535 5.7.8 wrong' }),
    ]
    try {
      for (const [at, { url }] of servers.entries())
        await test.manage('PUT', `${providers()}/${ids[at]}`, {
          settings: mailSettings(url.replace('smtp://', 'smtp://user:secret@')),
        })
      const id = await accepted()
      await test.until(async () => (await test.manage('GET', channel())).body.paused)
      expect(through(await attemptsOf(id))).toEqual(ids.map((connection) => ['misconfigured', connection]))
      expect((await timeline(id)).remedy).toContain('sent as soon as the connection is saved or resumed')
      for (const server of servers) server.setScript({})
      expect((await test.manage('POST', `${channel()}/resume`)).status).toBe(204)
      expect((await listed()).map(({ unavailable }: { unavailable: unknown }) => unavailable)).toEqual([null, null])
      const { attempts } = await test.settled(tenant, id, 'sent')
      expect(through(attempts).at(-1)).toEqual(['sent', ids[0]])
    } finally {
      await Promise.all(servers.map((server) => server.stop()))
    }
  })

  it('a worker uses the breaker that another process opened or closed', async () => {
    await test.settled(tenant, await accepted(), 'sent')
    const { clock } = test
    const { db } = test.service
    const [first] = await readAvailability(db, [ids[0]])
    const probeAt = new Date(clock.now().getTime() + 3_600_000)
    const change = {
      id: ids[0],
      version: first!.version,
      probeAt,
      reason: 'another process found it',
      deliveryId: null,
    }
    await openBreaker(db, clock.now(), change)
    const sendsThrough = (connection: number) =>
      test.until(async () => {
        const { attempts } = await test.settled(tenant, await accepted(), 'sent')
        return attempts[0].connection.id === connection
      })
    await sendsThrough(ids[1])
    await closeBreaker(db, ids[0], first!.version)
    await sendsThrough(ids[0])
  })

  it('greylisting of one recipient is retried through the same connection and does not open the breaker', async () => {
    await mail.fail({ rcpt: '450 4.7.1 greylisted' })
    const messages = await acceptedMany(8)
    await test.until(async () => (await Promise.all(messages.map(attemptsOf))).every(({ length }) => length === 1))
    for (const id of messages) expect(through(await attemptsOf(id))).toEqual([['retryable', ids[0]]])
    expect((await listed())[0].unavailable).toBeNull()
    await mail.recover()
    test.clock.advance(34_000)
    await allSent(messages)
    expect(mail.atSecondary()).toEqual([])
  })

  it.each(Object.entries(faults))(
    'loses none of 320 messages, and repeats only those with an ambiguous attempt, when the first mail server %s [D95e]',
    async (_, fault) => {
      const before = await acceptedMany(100)
      await test.until(async () => (await countIn('sent', before)) > 20)
      await mail.fail(fault)
      const never = await acceptedMany(20, { duplicates: 'never' })
      const all = [...before, ...(await acceptedMany(200)), ...never]
      await test.until(async () => {
        // A mail server without answers is detected after three seconds.
        test.clock.advance(500)
        return (await listed())[0].unavailable !== null
      })
      // The messages that hang in the sessions of the first mail server end when the server works again.
      await test.until(async () => (await pendingWithoutDoubt(all)) <= 5)
      await mail.recover()
      await test.until(async () => (await pendingWithoutDoubt(all)) === 0)
      test.clock.advance(34_000)
      await test.until(async () => (await countIn('sending', all)) + (await countIn('queued', all)) === 0)

      const doubtful = await ambiguousOf(all)
      const failed = await idsIn('failed', all)
      expect(failed.filter((id) => !never.includes(id) || !doubtful.includes(id))).toEqual([])
      const addresses = [...mail.atPrimary(), ...mail.atSecondary()].map(({ to }) => to)
      const repeated = addresses.filter((address, at) => addresses.indexOf(address) !== at)
      const allowed = await addressesOf(doubtful.filter((id) => !never.includes(id)))
      expect(repeated.filter((address) => !allowed.includes(address))).toEqual([])
      const missing = (await addressesOf(await idsIn('sent', all))).filter((address) => !addresses.includes(address))
      expect(missing).toEqual([])
      expect((await checkInvariants(test.service.db)).mismatches).toEqual([])
    },
  )
})
