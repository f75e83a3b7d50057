// Each provider connection of a channel whose setting `mode` is polling has its own poller.
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

  it('polls each connection whose mode is polling, and stops after the mode of the connection was removed', async () => {
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
    /** Returns the positions of the polled connections. */
    const polled = async (lane: number | undefined) => {
      const { rows } = await db.query<{ position: number }>({
        text: 'select position from provider_connections where lane = $1 and id in (select connection_id from pollers) order by position',
        values: [lane],
      })
      return rows.map(({ position }) => position)
    }
    await setModes(laneOf('discord'), 'polling', 'polling')
    await setModes(laneOf('whatsapp'), 'webhook', 'polling')
    for (let times = 0; times < 2; times++) await syncPollers(db)
    expect(await polled(laneOf('discord'))).toEqual([1, 2])
    expect(await polled(laneOf('whatsapp'))).toEqual([2])
    await db.query({
      text: `update provider_connections set settings = '{}' where lane = $1`,
      values: [laneOf('discord')],
    })
    await syncPollers(db)
    expect(await polled(laneOf('discord'))).toEqual([])
  })
})
