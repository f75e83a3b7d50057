// The number of statements that claim expired messages does not grow with the number of messages.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnectionCache } from '../../src/delivery/connections.ts'
import { readyToSend } from '../../src/delivery/ready.ts'
import { later } from '../../src/lib/clock.ts'
import { createSeal } from '../../src/lib/seal.ts'
import type { Connection } from '../../src/store/database.ts'
import { claimExpired, excludePausedLanes } from '../../src/store/delivery/queue.ts'
import { createConnectedTenant, queueMessages } from '../harness/connected-tenant.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type TestService } from '../harness/service.ts'

const MESSAGES = 40

describe.each(databases)('claims of expired messages, %s', (kind) => {
  let test: TestService
  let provider: Provider
  beforeAll(async () => {
    provider = await startProvider()
    // No worker runs: only the test claims deliveries.
    test = await startTestService(kind, {}, 'api')
  })
  afterAll(async () => {
    await test.stop()
    await provider.stop()
  })

  it('reads the pause reasons of 40 expired messages with as many statements as for one expired message', async () => {
    const { db } = test.service
    const tenant = await createConnectedTenant(test, provider)
    await test.manage('POST', `/workspaces/${tenant.workspace}/templates`, {
      slug: 'login',
      name: 'Login',
      sensitive: ['name'],
      locales: { en: { body: 'Hello {{name}}' } },
    })
    await queueMessages(test, tenant, MESSAGES)
    await db.query({
      text: `update connections set paused_until = 'infinity', pause_reason = 'no Ada here' where workspace_id = $1`,
      values: [tenant.workspace],
    })
    const end = later(test.clock.now(), 48 * 3_600_000)
    await excludePausedLanes(db, test.clock.now(), MESSAGES)
    const rows = await claimExpired(db, end, later(end, 55_000), MESSAGES)
    expect(rows).toHaveLength(MESSAGES)
    let statements = 0
    const counting: Connection = {
      query(statement) {
        statements++
        return db.query(statement)
      },
    }
    const cache = createConnectionCache(createSeal('0123456789abcdef'.repeat(4)))
    const statementsFor = async (count: number) => {
      statements = 0
      const claimed = await readyToSend(counting, end, cache, rows.slice(0, count))
      expect(claimed.map(({ delay }) => delay)).toEqual(
        Array(count).fill('the Discord connection of the source "App" is paused'),
      )
      return statements
    }
    // The first call fills the cache of connections.
    await statementsFor(1)
    const forOne = await statementsFor(1)
    expect(await statementsFor(MESSAGES)).toBe(forOne)
  })
})
