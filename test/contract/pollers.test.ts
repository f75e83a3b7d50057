// A lane has at most one poller. The first provider connection of the lane decides whether the lane has a poller.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { syncPollers } from '../../src/store/inbound/pollers.ts'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type TestService } from '../harness/service.ts'

describe.each(databases)('pollers of a channel with several connections, %s', (kind) => {
  let test: TestService
  let provider: Provider
  beforeAll(async () => {
    provider = await startProvider()
    // No worker runs: only the test synchronizes the pollers.
    test = await startTestService(kind, {}, 'api')
  })
  afterAll(async () => {
    await test.stop()
    await provider.stop()
  })

  it('polls a lane only once if two of its connections use polling, and does not poll a lane whose first connection uses webhooks', async () => {
    const { db } = test.service
    const { workspace } = await createConnectedTenant(test, provider)
    const { rows } = await db.query<{ id: number; channel: string }>({
      text: 'select id, channel from connections where workspace_id = $1',
      values: [workspace],
    })
    const laneOf = (name: string) => rows.find(({ channel }) => channel === name)?.id
    const setModes = async (lane: number | undefined, first: string, second: string) => {
      await db.query({
        text: 'update provider_connections set settings = $2 where lane = $1',
        values: [lane, { mode: first }],
      })
      await db.query({
        text: `insert into provider_connections (id, workspace_id, source_id, channel, lane, provider, position, settings, secrets, created_at, updated_at)
               select nextval(pg_get_serial_sequence('connections', 'id')), workspace_id, source_id, channel, lane, provider, position + 1, $2, secrets,
                 created_at, updated_at
               from provider_connections where lane = $1`,
        values: [lane, { mode: second }],
      })
    }
    await setModes(laneOf('discord'), 'polling', 'polling')
    await setModes(laneOf('whatsapp'), 'webhook', 'polling')
    for (let times = 0; times < 2; times++) await syncPollers(db)
    const pollers = await db.query({
      text: 'select connection_id from pollers where connection_id = any($1::bigint[])',
      values: [[laneOf('discord'), laneOf('whatsapp')]],
    })
    expect(pollers.rows).toEqual([{ connection_id: laneOf('discord') }])
  })
})
