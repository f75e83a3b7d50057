// The figures of a period: outcomes by time, channel and source, failure rate, times until sent, reasons, and the queue.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectHours } from '../../src/overview/figures/collect.ts'
import { createFigureCounts } from '../../src/overview/figures/counts.ts'
import { addMember, type Browser, setUpOwner } from '../harness/members.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

interface Stored {
  /** The time from which a worker may claim the message. Default: `at`. */
  due?: Date
  /** The time at which the message was accepted. */
  at: Date
  status?: string
  channel?: string
  source?: number
  mode?: string
  code?: string
  error?: string
  /** The number of milliseconds until the message was sent. */
  delay?: number
  scheduled?: Date
}

describe.each(databases)('figures of a period, %s', (kind) => {
  let test: TestService
  let owner: Browser
  let now: Date

  beforeAll(async () => {
    test = await startTestService(kind)
    owner = await setUpOwner(test)
    now = test.clock.now()
  })
  afterAll(() => test.stop())

  /** Stores messages with results, as if they had been accepted at these times. */
  async function store(tenant: Tenant, messages: Stored[]): Promise<number[]> {
    const rows = messages.map(({ at, delay = 1000, ...message }) => ({
      status: 'sent',
      channel: 'email',
      source: tenant.source,
      mode: 'live',
      ...message,
      at: at.toISOString(),
      sent_at: new Date((message.scheduled ?? at).getTime() + delay).toISOString(),
    }))
    const { rows: stored } = await test.service.db.query<{ id: number }>({
      text: `insert into deliveries (workspace_id, source_id, mode, lane, recipient_id, recipient_name, address, channel, template_slug, priority,
               status, ready, next_at, created_at, scheduled_for, expires_at, content, history, period, error_code, error_message)
             select $1, source, mode, -1, 1, 'Ada', 'ada@example.com', channel, 'hello', 1, status, false, coalesce(due, at), at, scheduled,
               case when status = 'queued' then at + interval '2 days' else at end,
               '{"body":"Hello","vars":{},"actions":[],"attachments":[]}',
               case when status in ('sent', 'delivered', 'read') then jsonb_build_array(jsonb_build_object('status', 'sent', 'at', sent_at)) else '[]' end,
               '2030-01-01', code, error
             from json_to_recordset($2::json) as r(at timestamptz, status text, channel text, source bigint, mode text, code text, error text,
               sent_at text, scheduled timestamptz, due timestamptz) order by r.at returning id`,
      values: [tenant.workspace, JSON.stringify(rows)],
    })
    return stored.map(({ id }) => id)
  }

  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const read = async (tenant: Tenant, query = '', as = owner) =>
    (await as.request('GET', `/workspaces/${tenant.workspace}/figures${query}`)).body

  it('counts live messages of the last day by their current status, and excludes cancelled messages from the failure rate', async () => {
    const shop = await test.tenant()
    await store(shop, [
      { at: ago(5 * HOUR) },
      { at: ago(4 * HOUR), status: 'delivered' },
      { at: ago(3 * HOUR), status: 'read', delay: 9000 },
      { at: ago(2 * HOUR), status: 'failed', code: 'permanent', error: 'No mailbox' },
      { at: ago(2 * HOUR), status: 'failed', code: 'cancelled' },
      { at: ago(HOUR), status: 'queued' },
      { at: ago(HOUR), mode: 'test' },
      { at: ago(2 * DAY) },
    ])
    const figures = await read(shop)
    expect(figures).toMatchObject({ unit: 'hour', time_zone: 'UTC', progress: 'complete', counted_from: null })
    expect(figures.total).toMatchObject({
      accepted: 6,
      sent: 3,
      delivered: 2,
      read: 1,
      failed: 1,
      cancelled: 1,
      pending: 1,
      failure_rate: 0.25,
    })
    expect(figures.buckets).toHaveLength(24)
    const sum = (name: string) => figures.buckets.reduce((all: number, bucket: never) => all + bucket[name], 0)
    expect([sum('sent'), sum('failed'), sum('cancelled'), sum('pending')]).toEqual([3, 1, 1, 1])
  })

  it('every number of the figures equals the number of deliveries in the list with the same time, channel and source', async () => {
    const shop = await test.tenant()
    const other = (await test.manage('POST', `/workspaces/${shop.workspace}/sources`, { name: 'Other' })).body.id
    await store(
      shop,
      Array.from({ length: 60 }, (_, index) => ({
        at: ago(index * 1.7 * HOUR),
        channel: index % 3 === 0 ? 'sms' : 'email',
        source: index % 2 === 0 ? shop.source : other,
        status: index % 5 === 0 ? 'failed' : 'sent',
        ...(index % 5 === 0 ? { code: 'permanent', error: 'No mailbox' } : {}),
      })),
    )
    const listed = async (query: string) =>
      (await owner.request('GET', `/workspaces/${shop.workspace}/deliveries?limit=100&${query}`)).body.data.length
    for (const filter of ['', '&channel=sms', `&source=${other}`, `&source=${other}&channel=email`]) {
      const { from, to, total, buckets } = await read(shop, `?period=week${filter}`)
      expect(total.accepted).toBe(await listed(`since=${from}&until=${to}${filter}`))
      expect(total.failed).toBe(await listed(`since=${from}&until=${to}&status=failed${filter}`))
      const last = buckets.at(-1)
      expect(last.accepted).toBe(await listed(`since=${last.from}&until=${last.to}${filter}`))
    }
    const { channels, sources } = await read(shop, '?period=week')
    expect(channels.map(({ channel, accepted }: never) => [channel, accepted])).toEqual([
      ['email', 40],
      ['sms', 20],
    ])
    expect(sources.map(({ name, accepted }: { name: string; accepted: number }) => [name, accepted])).toEqual(
      expect.arrayContaining([
        [expect.any(String), 30],
        ['Other', 30],
      ]),
    )
  })

  it('estimates the time from due to sent within a factor of 1.41, and counts a scheduled message from its time', async () => {
    const shop = await test.tenant()
    const delays = Array.from({ length: 100 }, (_, index) => (index + 1) * 100)
    await store(
      shop,
      delays.map((delay, index) => ({
        at: ago(3 * HOUR),
        delay,
        ...(index % 2 === 0 ? { scheduled: ago(2 * HOUR) } : {}),
      })),
    )
    const { p50_ms, p95_ms } = (await read(shop)).total
    expect(p50_ms).toBeGreaterThan(5000 / 1.42)
    expect(p50_ms).toBeLessThan(5000 * 1.42)
    expect(p95_ms).toBeGreaterThan(9500 / 1.42)
    expect(p95_ms).toBeLessThan(9500 * 1.42)
  })

  it('ranks the reasons of failures, counts errors that differ in numbers and addresses together, and returns the remedy', async () => {
    const shop = await test.tenant()
    const failed = (error: string, code = 'permanent', channel = 'email') => ({
      at: ago(2 * HOUR),
      status: 'failed',
      error,
      code,
      channel,
    })
    const ids = await store(shop, [
      failed('No mailbox ada@example.com (line 7)'),
      failed('No mailbox bo@example.com (line 19)'),
      failed('Too large'),
      failed('expired', 'expired', 'sms'),
      { at: ago(2 * HOUR), status: 'failed', code: 'cancelled' },
    ])
    await test.service.db.query({
      text: `insert into attempts (delivery_id, attempt, started_at, ended_at, outcome, reason, final_remedy)
             values ($1, 1, $2, $2, 'permanent', 'No mailbox', 'Correct the address.')`,
      values: [ids[1], now],
    })
    const { reasons } = await read(shop)
    expect(reasons).toEqual([
      {
        reason: 'permanent',
        channel: 'email',
        count: 3,
        errors: [
          {
            count: 2,
            message: 'No mailbox bo@example.com (line 19)',
            remedy: 'Correct the address.',
            delivery_id: ids[1],
          },
          { count: 1, message: 'Too large', remedy: null, delivery_id: ids[2] },
        ],
      },
      {
        reason: 'expired',
        channel: 'sms',
        count: 1,
        errors: [{ count: 1, message: 'expired', remedy: null, delivery_id: ids[3] }],
      },
    ])
  })

  it('hides an error that repeats a sensitive value from viewers', async () => {
    const shop = await test.tenant()
    await test.manage('PUT', `/workspaces/${shop.workspace}/templates/hello`, {
      name: 'Hello',
      sensitive: ['code'],
      locales: { en: { body: 'Your code is {{code}}' } },
    })
    const [id] = await store(shop, [
      { at: ago(HOUR), status: 'failed', code: 'permanent', error: 'refused: Your code is 482913' },
    ])
    await test.service.db.query({
      text: `update deliveries set content = content || '{"vars":{"code":"482913"},"sensitive":["code"]}' where id = $1`,
      values: [id],
    })
    const viewer = await addMember(test, shop.workspace, 'viewer', `viewer-${kind}@shop.example`)
    const errorOf = async (as: Browser) => (await read(shop, '', as)).reasons[0].errors[0].message
    expect(await errorOf(owner)).toContain('482913')
    expect(await errorOf(viewer)).toBe('••••')
  })

  it('a member of another workspace cannot read the figures, and the figures contain no message of another workspace', async () => {
    const [shop, neighbor] = [await test.tenant(), await test.tenant()]
    await store(neighbor, [{ at: ago(HOUR) }])
    expect((await read(shop)).total.accepted).toBe(0)
    const viewer = await addMember(test, shop.workspace, 'viewer', `other-${kind}@shop.example`)
    const refused = await viewer.request('GET', `/workspaces/${neighbor.workspace}/figures`)
    expect([403, 404]).toContain(refused.status)
  })

  it('counts many messages over several requests, and later counts only the new messages', async () => {
    const shop = await test.tenant()
    await store(
      shop,
      Array.from({ length: 950 }, (_, index) => ({ at: ago((index % 700) * HOUR + 60_000) })),
    )
    const { db } = test.service
    const limits = { segment: 100, statements: 3, segments: 1000 }
    const from = ago(40 * DAY)
    const counted = (cells: { counts: number[] }[]) => cells.reduce((all, { counts }) => all + (counts[0] ?? 0), 0)
    const totals: number[] = []
    for (let calls = 0; calls < 10; calls++) {
      const { cells, progress, countedFrom } = await collectHours(db, now, shop.workspace, from, limits)
      totals.push(counted(cells))
      expect(countedFrom === null).toBe(progress === 'complete')
      if (progress === 'complete') break
    }
    expect(totals).toEqual([300, 500, 700, 900, 950])
    // A single statement counts the new messages. The stored counts of the other messages are used again.
    await store(shop, [{ at: now }, { at: now }])
    let statements = 0
    const query: typeof db.query = (statement) => {
      if (statement.name === 'count-messages') statements++
      return db.query(statement)
    }
    expect(counted((await collectHours({ query }, now, shop.workspace, from, limits)).cells)).toBe(952)
    expect(statements).toBe(1)
  })

  it('counts a segment again after the statuses of its messages could have changed', async () => {
    const shop = await test.tenant()
    const { db } = test.service
    const limits = { segment: 10, statements: 3, segments: 1000 }
    const ids = await store(
      shop,
      Array.from({ length: 10 }, () => ({ at: now, status: 'queued', due: new Date(now.getTime() + DAY) })),
    )
    const collect = async (at: Date) => (await collectHours(db, at, shop.workspace, ago(DAY), limits)).cells[0]?.counts
    expect(await collect(now)).toEqual([0, 0, 0, 0, 0, 10])
    await db.query({ text: `update deliveries set status = 'sent' where id = any($1)`, values: [ids] })
    expect(await collect(new Date(now.getTime() + 5000))).toEqual([0, 0, 0, 0, 0, 10])
    expect(await collect(new Date(now.getTime() + 20_000))).toEqual([10, 0, 0, 0, 0, 0])
  })

  it('two processes that count the same messages do not count a message twice', async () => {
    const shop = await test.tenant()
    const { db } = test.service
    const limits = { segment: 20, statements: 10, segments: 1000 }
    const accept = (count: number) =>
      store(
        shop,
        Array.from({ length: count }, () => ({ at: ago(HOUR) })),
      )
    const total = async () =>
      (await collectHours(db, now, shop.workspace, ago(DAY), limits)).cells.reduce(
        (all, { counts }) => all + counts[0],
        0,
      )
    await accept(50)
    await total()
    // Another process has stored a segment that overlaps the segments of this process.
    await db.query({
      text: `insert into figure_segments select workspace_id, last_id - 3, after_id - 3, first_at, last_at, pending, counted_at, cells
             from figure_segments where workspace_id = $1`,
      values: [shop.workspace],
    })
    expect(await total()).toBe(50)
    await accept(30)
    expect(await Promise.all([total(), total()])).toEqual([80, 80])
    expect(await total()).toBe(80)
  })

  it('members who read the figures at the same time share one count', async () => {
    const shop = await test.tenant()
    const { db } = test.service
    let statements = 0
    const counts = createFigureCounts({
      query(statement) {
        if (statement.name === 'count-messages') statements++
        return db.query(statement)
      },
    })
    const range = { unit: 'hour', from: ago(DAY), to: now, starts: [] } as const
    await Promise.all(Array.from({ length: 20 }, () => counts.read(now, shop.workspace, { ...range, starts: [] })))
    expect(statements).toBe(1)
    await counts.read(new Date(now.getTime() + 5000), shop.workspace, { ...range, starts: [] })
    expect(statements).toBe(2)
  })

  it('counts pending messages that are due, that wait for another attempt, and whose connection is paused', async () => {
    const shop = await test.tenant()
    const connect = async (channel: string, paused: string | null) => {
      const { rows } = await test.service.db.query<{ id: number }>({
        text: `insert into connections (workspace_id, source_id, channel, settings, secrets, created_at, updated_at, paused_until)
               values ($1, $2, $3, '{}', '\\x00', now(), now(), $4) returning id`,
        values: [shop.workspace, shop.source, channel, paused],
      })
      return rows[0]!.id
    }
    const [email, sms] = [await connect('email', null), await connect('sms', 'infinity')]
    const queue = async (lane: number, channel: string, set: string) => {
      // Until the update, the message is not due, so that the worker does not claim it.
      const [id] = await store(shop, [{ at: ago(1000), status: 'queued', channel, due: ago(-HOUR) }])
      await test.service.db.query({ text: `update deliveries set lane = $2, ${set} where id = $1`, values: [id, lane] })
    }
    await queue(email, 'email', `next_at = created_at + interval '1 day', ready = false, error_code = 'retryable'`)
    await queue(sms, 'sms', 'parked = true, next_at = created_at')
    await queue(sms, 'sms', 'parked = true, next_at = created_at')
    const queued = await read(shop)
    expect(queued.queue).toEqual({ due: 0, retrying: 1, paused: 2, oldest_due_at: null })
    expect((await read(shop, '?channel=sms')).queue).toMatchObject({ retrying: 0, paused: 2 })
  })

  it.each([
    ['?period=hour', 'minute', 60],
    ['?period=day', 'hour', 24],
    ['?period=week', 'quarter_day', 28],
    ['?period=month', 'day', 30],
    ['?period=month&time_zone=Europe/Rome', 'day', 30],
  ])('divides the period %s into buckets of one %s', async (query, unit, buckets) => {
    const shop = await test.tenant()
    const figures = await read(shop, query)
    expect([figures.unit, figures.buckets.length]).toEqual([unit, buckets])
    expect(figures.buckets[0].from).toBe(figures.from)
    expect(figures.buckets.at(-1).to).toBe(figures.to)
    for (const [index, { to }] of figures.buckets.entries())
      if (index + 1 < buckets) expect(figures.buckets[index + 1].from).toBe(to)
  })

  it('starts days at midnight in the time zone of the workspace', async () => {
    const shop = await test.tenant()
    await test.manage('PATCH', `/workspaces/${shop.workspace}`, { time_zone: 'Asia/Tokyo' })
    const { from, time_zone } = await read(shop, '?period=month')
    expect(time_zone).toBe('Asia/Tokyo')
    expect(from).toMatch(/T15:00:00\.000Z$/)
    expect((await read(shop, '?period=month&time_zone=UTC')).from).toMatch(/T00:00:00\.000Z$/)
  })

  it('counts a message of the last hour in its minute', async () => {
    const shop = await test.tenant()
    await store(shop, [{ at: test.clock.now() }, { at: ago(30 * 60_000) }, { at: ago(2 * HOUR) }])
    const { total, buckets } = await read(shop, '?period=hour')
    expect(total.accepted).toBe(2)
    expect(buckets.filter(({ accepted }: never) => accepted > 0)).toHaveLength(2)
  })

  it.each([
    ['?time_zone=Mars/Olympus', 'time_zone'],
    ['?from=2030-01-01T00:00:00Z&to=2029-01-01T00:00:00Z', 'from'],
    ['?to=2020-01-01T00:00:00Z', 'from'],
    ['?from=2020-01-01T00:00:00Z&to=2021-01-01T00:00:00Z', 'from'],
    ['?from=2099-01-01T00:00:00Z&to=2099-01-02T00:00:00Z', 'from'],
    ['?from=yesterday', 'from'],
    ['?period=day&from=2020-01-01T00:00:00Z', 'period'],
    ['?period=year', 'period'],
  ])('refuses the query %s and names the field %s', async (query, field) => {
    const shop = await test.tenant()
    const { status, body } = await owner.request('GET', `/workspaces/${shop.workspace}/figures${query}`)
    expect(status).toBe(422)
    expect(Object.keys(body.error?.details ?? body.details)).toEqual([field])
  })
})
