// The report of the SMS of a month reads only the messages of this month.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countSms } from '../../src/store/workspaces/sms-usage.ts'
import { measureBuffers } from '../harness/query-costs.ts'
import { startTestService, type TestService } from '../harness/service.ts'

const OLD = 30_000
const NEW = 50
const lane = 1

describe('costs of the SMS report', () => {
  let test: TestService
  beforeAll(async () => {
    test = await startTestService('postgres', {}, 'api')
    const run = (text: string) => test.service.db.query({ text })
    await run(`insert into deliveries (id, workspace_id, source_id, mode, lane, recipient_id, recipient_name, address, channel,
                 template_slug, priority, status, ready, tries, next_at, created_at, expires_at, content, history, period, external_id)
               overriding system value
               select i, 1, 1, 'live', ${lane}, 1, 'Ada', '+393331234567', 'sms', 'hello', 1, 'sent', false, 1, now(), now(), now(),
                 '{"segments":{"segments":2}}', '[]', case when i % ${(OLD + NEW) / NEW} = 0 then '2030-02-01' else '2030-01-01' end::date, 'SM' || i
               from generate_series(1, ${OLD + NEW}) i`)
    await run(`insert into attempts (delivery_id, attempt, started_at, ended_at, outcome)
               select id, 1, now(), now(), 'sent' from deliveries`)
    await run('analyze deliveries, attempts')
  })
  afterAll(() => test.stop())

  it('reads at most 500 buffers for a month with 50 messages, although an earlier month has 30,000', async () => {
    const expensive: { buffers: number; text: string }[] = []
    const measured = measureBuffers(test.service.db, 500, (statement) => expensive.push(statement))
    const found = await countSms(measured, { workspaceId: 1, lanes: [lane], period: '2030-02-01' }, [
      { connectionId: lane, prefix: '+39' },
    ])
    expect(found).toEqual([{ connection_id: lane, prefix: '+39', messages: NEW, segments: 2 * NEW }])
    expect(expensive).toEqual([])
  })

  it('counts one month at a time, so that reports do not take all database connections', async () => {
    const tenant = await test.tenant()
    const path = `/workspaces/${tenant.workspace}/usage/sms`
    const session = new pg.Client({ connectionString: test.databaseUrl })
    await session.connect()
    const waiting = async () => {
      const { rowCount } = await test.service.db.query({
        text: `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%with priced%'`,
      })
      return rowCount
    }
    await session.query('begin; lock table attempts in access exclusive mode')
    const months = ['2030-01', '2030-02', '2030-03']
    const reports = Promise.all(months.map((month) => test.manage('GET', `${path}?month=${month}`)))
    await test.until(async () => (await waiting()) === 1)
    // The service answers this later request, so it has received all requests for reports.
    expect((await test.manage('GET', `/workspaces/${tenant.workspace}`)).status).toBe(200)
    expect(await waiting()).toBe(1)
    await session.query('rollback')
    await session.end()
    expect((await reports).map(({ status }) => status)).toEqual([200, 200, 200])
  })
})
