// With a million deliveries, no statement behind a list reads more than 1,000 database buffers, for any filter.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliveryOf } from '../../src/delivery/deliveries.ts'
import { changesOf, deliveriesOf } from '../../src/delivery/list/listed.ts'
import { testInboxOf } from '../../src/delivery/list/test-inbox.ts'
import { callbacksOf } from '../../src/events/callback-list.ts'
import { endpointFigures } from '../../src/events/figures.ts'
import { eventsOf } from '../../src/events/list.ts'
import { conversationOf, conversationsOf } from '../../src/inbound/conversations.ts'
import { auditLogOf } from '../../src/members/audit.ts'
import { gettingStarted } from '../../src/overview/getting-started.ts'
import { overviewOf } from '../../src/overview/overview.ts'
import { recipientsOf } from '../../src/recipients/recipients.ts'
import type { Connection, Database } from '../../src/store/database.ts'
import {
  countOutcomes,
  countPending,
  listLaneAttempts,
  searchLane,
} from '../../src/store/delivery/connection-activity.ts'
import { ledgerOf } from '../../src/workspaces/workspaces.ts'
import { measureBuffers } from '../harness/query-costs.ts'
import { startTestService, type TestService } from '../harness/service.ts'

const MOST = 1000
/**
 * Buffer limit for a connection that keeps failing but sends few messages. The scan reads the latest 10,000 messages of
 * the workspace. Each message is on a different page of the table.
 */
const MOST_OF_FAILING = 12_000
/**
 * Buffer limit for the activity of a connection. In addition to the latest 10,000 messages, it reads the attempts of
 * 1,000 messages through the index of the table `attempts`.
 */
const MOST_OF_ACTIVITY = 16_000
const ROWS = 1_000_000
const TOP = Number.MAX_SAFE_INTEGER
const page = { before: TOP, limit: 51 }
/** This recipient receives every third message and has written nearly all replies. */
const TALKER = 50_000
const now = new Date('2030-06-01T00:00:00Z')
const health = {
  status: 'healthy',
  worker: 'active',
  worker_last_activity: null,
  queue_depth: 0,
  last_hour: { sent: 0, delivered: 0, failed: 0 },
  timestamp: now.toISOString(),
} as const

describe('lists at a million deliveries', () => {
  let test: TestService
  let measured: Connection
  /** Statements that read too many buffers, each with the number of buffers. */
  let expensive: { buffers: number; text: string }[] = []

  beforeAll(async () => {
    test = await startTestService('postgres', {}, 'api')
    await fill(test.service.db)
    measured = measureBuffers(test.service.db, MOST, (statement) => expensive.push(statement))
  })
  afterAll(() => test.stop())

  const cheap = async <T>(work: Promise<T>): Promise<T> => {
    expensive = []
    const answer = await work
    expect(expensive).toEqual([])
    return answer
  }
  const measureList = (workspace: number, filter: object) =>
    cheap(deliveriesOf(measured, workspace, { mode: 'live', now, ...page, ...filter }, 'masked'))

  it.each([
    ['no filter', {}],
    ['a frequent status', { status: 'sent' }],
    ['a rare status', { status: 'failed' }],
    ['an unused status', { status: 'read' }],
    ['failed messages that were not cancelled', { states: ['failed'] as const }],
    ['an unused state', { states: ['cancelled', 'read'] as const }],
    ['a state of queued messages', { states: ['paused', 'retrying'] as const }],
    ['an unused reason', { reason: 'none' }],
    ['an unused tag', { tag: 'none' }],
    ['words that no text contains', { words: ['no', 'such', 'words'] }],
    ['an unused channel', { channel: 'slack' }],
    ['an unused source', { source: 999 }],
    ['a rare template', { template: 'rare' }],
    ['the unused mode', { mode: 'test' as const }],
    ['one recipient', { recipient: 77 }],
    ['a past month', { since: new Date('2030-01-01T00:00Z'), until: new Date('2030-02-01T00:00Z') }],
    [
      'a past day and a rare template',
      { since: new Date('2030-01-05T00:00Z'), until: new Date('2030-01-06T00:00Z'), template: 'rare' },
    ],
    ['a part of an unused name', { q: 'no such name' }],
    ['a whole address', { q: 'person-77@example.com' }],
    ['a delivery id', { q: '500001' }],
    ['the middle of the list', { before: 500_000 }],
    [
      'all filters at once',
      { status: 'failed', channel: 'slack', source: 2, template: 'rare', q: 'x', since: new Date('2030-01-02T00:00Z') },
    ],
  ])('reads at most 1,000 buffers for a delivery list with %s', async (_title, filter) => {
    // Every twentieth row is in the second workspace, so that no two of its rows share a page of the table.
    await measureList(1, filter)
    await measureList(2, filter)
  })

  it('a list returns matching deliveries, or the id of the last scanned delivery if no delivery matches', async () => {
    const failed = await measureList(1, { status: 'failed' })
    expect(failed.rows).toHaveLength(51)
    const january = await measureList(1, { since: new Date('2030-01-01T00:00Z'), until: new Date('2030-02-01T00:00Z') })
    expect(january.rows).toHaveLength(51)
    expect(january.rows[0]!.created_at < '2030-02-01' && january.rows[0]!.created_at > '2030-01-31').toBe(true)
    const noMatch = await measureList(1, { q: 'no such name' })
    expect(noMatch).toEqual({ rows: [], reached: { id: expect.any(Number), at: expect.any(Date) } })
    expect(ROWS - noMatch.reached!.id).toBeGreaterThan(5000)
    const next = await measureList(1, { q: 'no such name', before: noMatch.reached!.id })
    expect(next.reached!.id).toBeLessThan(noMatch.reached!.id)
    expect((await measureList(1, { q: '500001' })).rows.map(({ id }) => id)).toEqual([500_001])
    const ofOneRecipient = await measureList(1, { q: 'PERSON-77@example.com' })
    expect(new Set(ofOneRecipient.rows.map(({ recipient_id }) => recipient_id))).toEqual(new Set([77]))
    const end = await measureList(1, { before: 100, template: 'rare' })
    expect(end.reached).toBeUndefined()
  })

  it('reads at most 1,000 buffers for a conversation with 333,333 messages and for a rare channel', async () => {
    const talks = async (channel: string) =>
      (await cheap(conversationsOf(measured, 1, { recipient: TALKER, channel, limit: 51 }))).data.at(-1)!.id
    const long = await talks('telegram')
    const pages = [await cheap(conversationOf(measured, now, 1, long, { limit: 100 }, 'masked'))]
    pages.push(
      await cheap(conversationOf(measured, now, 1, long, { limit: 100, cursor: pages[0]!.next_cursor! }, 'masked')),
    )
    const middle = Buffer.from(`${Date.parse('2030-03-01T00:00:00Z')}.out.1`).toString('base64url')
    pages.push(await cheap(conversationOf(measured, now, 1, long, { limit: 100, cursor: middle }, 'masked')))
    const lines = pages.flatMap(({ messages }) => messages)
    expect(new Set(lines.map(({ direction }) => direction))).toEqual(new Set(['in', 'out']))
    expect(new Set(lines.map(({ direction, id }) => `${direction}${id}`)).size).toBe(300)
    expect(lines.map(({ at }) => at)).toEqual(
      lines
        .map(({ at }) => at)
        .toSorted()
        .reverse(),
    )
    const rare = await cheap(conversationOf(measured, now, 1, await talks('whatsapp'), { limit: 51 }, 'masked'))
    expect(rare.messages.map(({ direction }) => direction)).toEqual(['out'])
    expect((await cheap(conversationsOf(measured, 1, { channel: 'whatsapp', limit: 51 }))).data).toHaveLength(1)
  })

  it('reads at most 1,000 buffers for every other list of the portal [D43]', async () => {
    const watched = new Map(Array.from({ length: 100 }, (_, index) => [ROWS - index, 'sent'] as const))
    await cheap(changesOf(measured, 1, watched, { mode: 'live', now, template: 'rare' }, 'masked'))
    await cheap(deliveryOf(measured, new Date(), 1, 500_001, 'masked'))
    await cheap(testInboxOf(measured, now, 1, { before: TOP, limit: 51 }, 'masked'))
    await cheap(testInboxOf(measured, now, 1, { before: TOP, limit: 51, q: 'no such text', channel: 'email' }, 'full'))
    for (const filter of [{}, { q: 'unused' }, { tag: 'none' }, { q: 'person-77@example.com' }])
      await cheap(recipientsOf(measured, 1, { mode: 'live', after: TOP, limit: 51, ...filter }, 'masked'))
    for (const filter of [{}, { status: 'failed' as const }, { event: 'none' }, { delivery: 500_001 }])
      await cheap(eventsOf(measured, { workspaceId: 1, id: 1 }, { ...page, ...filter }))
    for (const filter of [{}, { status: 'failed' as const }, { delivery: 7 }])
      await cheap(callbacksOf(measured, 1, { ...page, ...filter }, 'masked'))
    for (const filter of [{}, { channel: 'messenger' as const }, { channel: 'whatsapp' as const }, { recipient: 77 }])
      await cheap(conversationsOf(measured, 1, { limit: 51, ...filter }))
    await cheap(conversationOf(measured, now, 1, 77, { limit: 51 }, 'masked'))
    await cheap(overviewOf(measured, now, 1, health, 'masked'))
    await cheap(gettingStarted(measured, now, test.service.seal, 1, true))
    for (const filter of [{}, { action: 'none' }, { member: 9 }, { workspaceId: undefined, object: 'none' }])
      await cheap(auditLogOf(measured, { workspaceId: 1, ...page, ...filter }))
    await cheap(ledgerOf(measured, 1, TOP, 51))
  })

  it('the activity of a connection and the figures of an endpoint read a limited number of buffers [D129]', async () => {
    await addAttempts(test.service.db)
    const expensiveReads: { buffers: number; text: string }[] = []
    const within = measureBuffers(test.service.db, MOST_OF_ACTIVITY, (statement) => expensiveReads.push(statement))
    for (const workspaceId of [1, 2]) {
      const place = { workspaceId, lane: 1 }
      expect(await cheap(countPending(measured, place))).toEqual([])
      expect(await searchLane(within, place)).toMatchObject({ searched: 10_000, more: true, own: 1000 })
      expect(await countOutcomes(within, place)).toMatchObject([{ outcome: 'sent', count: 1000 }, { count: 1000 }])
      expect(await listLaneAttempts(within, place, { id: 1, isAlone: true })).toHaveLength(50)
    }
    expect(expensiveReads).toEqual([])
    const figures = await cheap(endpointFigures(measured, now, 1, 1))
    expect(figures).toMatchObject([{ attempts: 1000, received: 1000, p50_ms: 20 }])
  })

  it.each([
    ['the first attempt of a message failed', 1, MOST],
    ['the second attempt of a message failed', 2, MOST_OF_FAILING],
  ])(
    'the overview reads few buffers when %s on a connection that sends few messages',
    async (_title, attempts, most) => {
      await addFailing(test.service.db, attempts)
      const expensiveOverview: { buffers: number; text: string }[] = []
      const within = measureBuffers(test.service.db, most, (statement) => expensiveOverview.push(statement))
      for (const workspace of [1, 2]) {
        const { conditions } = await overviewOf(within, now, workspace, health, 'masked')
        expect(conditions.map(({ kind }) => kind)).toEqual(attempts === 1 ? [] : ['attempts_failing'])
      }
      expect(expensiveOverview).toEqual([])
    },
  )
})

/**
 * Inserts a connection and a queued message into each workspace. The message uses this connection, and its last attempt
 * failed. A second call of this function only changes the number of attempts.
 */
async function addFailing(db: Database, attempts: number): Promise<void> {
  await db.query({
    text: `insert into connections (id, workspace_id, source_id, channel, settings, secrets, created_at, updated_at)
           overriding system value select 10 + i, i, i, 'email', '{}', '\\x00', now(), now() from generate_series(1, 2) i
           on conflict do nothing`,
  })
  await db.query({
    text: `insert into deliveries (id, workspace_id, source_id, mode, lane, recipient_id, recipient_name, address, channel, template_slug,
             priority, status, ready, tries, error_code, next_at, created_at, expires_at, content, history, period)
           overriding system value select ${ROWS} + i, i, i, 'live', 10 + i, 1, 'Person 1', 'person-1@example.com', 'email', 'welcome',
             1, 'queued', false, $1, 'retryable', '2031-01-01', now(), '2032-01-01', '{}', '[]', '2030-01-01' from generate_series(1, 2) i
           on conflict (id) do update set tries = excluded.tries`,
    values: [attempts],
  })
}

/** Inserts an attempt for each of the latest deliveries, and attempts at the endpoint. */
async function addAttempts(db: Database): Promise<void> {
  await db.query({
    text: `insert into attempts (delivery_id, attempt, started_at, ended_at, outcome, connection_id)
           select id, 1, created_at, created_at + interval '1 second', 'sent', 1 from deliveries where id > ${ROWS - 25_000}`,
  })
  await db.query({
    text: `insert into outgoing_attempts (outgoing_id, lane, attempt, started_at, ended_at, received, status)
           select i, 1, 1, $1::timestamptz, $1::timestamptz + interval '20 ms', true, 200 from generate_series(1, 50000) i`,
    values: [now],
  })
  await db.query({ text: 'analyze attempts, outgoing_attempts' })
}

/**
 * Creates a million deliveries over five months, with their related rows. One delivery in ten thousand has failed.
 * Indexes are created afterwards.
 */
async function fill(db: Database): Promise<void> {
  const run = (text: string) => db.query({ text })
  const tables = ['deliveries', 'recipients', 'outgoing', 'audit_log', 'conversations', 'messages']
  const { rows: indexes } = await db.query<{ name: string; definition: string }>({
    text: `select i.indexname as name, i.indexdef as definition from pg_indexes i
           where i.tablename = any($1) and not exists (select from pg_constraint c where c.conname = i.indexname)`,
    values: [tables],
  })
  for (const { name } of indexes) await run(`drop index ${name}`)
  await run('alter table messages drop constraint messages_conversation_id_fkey')
  for (const table of ['message_limits', 'preferences']) await run(`alter table ${table} set unlogged`)
  for (const table of tables) await run(`alter table ${table} set unlogged`)
  await run(
    `insert into workspaces (name, plan, created_at) values ('Big', 'unlimited', now()), ('Spread', 'unlimited', now())`,
  )
  await run(
    `insert into sources (workspace_id, name, rate_limit, created_at) values (1, 'App', 100, now()), (2, 'App', 100, now())`,
  )
  await run(`insert into subscriptions (workspace_id, url, events, secret, created_at, updated_at)
             values (1, 'https://receiver.example/', '{message.sent}', '\\x00', now(), now())`)
  await run(`insert into recipients (workspace_id, mode, name, email, created_at, updated_at)
             select 1, 'live', 'Person ' || i, 'person-' || i || '@example.com', '2030-01-01'::timestamptz + i * interval '1 minute', now()
             from generate_series(1, 50000) i`)
  await run(`insert into deliveries (id, workspace_id, source_id, mode, lane, recipient_id, recipient_name, address, channel, template_slug,
               priority, status, ready, next_at, created_at, expires_at, content, history, period)
             select i, case when i % 20 = 0 then 2 else 1 end, case when i % 20 = 0 then 2 else 1 end, 'live', 1, person,
               'Person ' || person, 'person-' || person || '@example.com', case when i = 1 then 'whatsapp' else 'telegram' end,
               case when i % 100000 = 7 then 'rare' else 'welcome' end, 1, case when i % 10000 < 2 then 'failed' else 'sent' end, false,
               t, t, t, '{"body":"Hello","vars":{},"actions":[],"attachments":[]}', '[]', '2030-01-01'
             from (select i, case when i % 3 = 1 then ${TALKER} else 1 + i % 50000 end as person,
                     '2030-01-01'::timestamptz + i * interval '13 seconds' as t from generate_series(1, ${ROWS}) i) g`)
  await run(`insert into outgoing (kind, workspace_id, lane, subscription_id, subject, event, event_id, mode, body, status, ready, next_at, created_at)
             select case when i % 10 = 0 then 'callback' else 'event' end, 1, 1, 1, 'delivery/' || i, 'message.sent', 'evt', 'live', '{}', 'received', false, now(), now()
             from generate_series(1, 50000) i`)
  await run(`insert into audit_log (workspace_id, at, actor_kind, actor_name, action, says, done)
             select 1, now(), 'token', 'A token', 'changeSource', 'Change a source', true from generate_series(1, 50000)`)
  await run(`insert into conversations (workspace_id, recipient_id, channel, connection_id, last_inbound_at, created_at)
             select 1, 1 + i % ${TALKER}, 'telegram', 1 + i / ${TALKER}, '2030-01-01'::timestamptz + i * interval '1 minute', now()
             from generate_series(0, 200000) i`)
  await run(`insert into conversations (workspace_id, recipient_id, channel, connection_id, last_inbound_at, created_at)
             values (1, ${TALKER}, 'whatsapp', 1, '2030-01-01', now())`)
  await run(`insert into messages (workspace_id, conversation_id, connection_id, provider_id, body, at, received_at)
             select 1, case when i % 15 = 1 then 1 + i % 200000 else ${TALKER} end, 1, 'm' || i, 'Thank you',
               '2030-01-01'::timestamptz + i * interval '39 seconds', now() from generate_series(1, ${ROWS / 3}) i`)
  for (const { definition } of indexes) await run(definition)
  await run(`analyze ${tables.join(', ')}`)
}
