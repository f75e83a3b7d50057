// The messages of every channel that receives are in an index of what comes back, and queries state that index's condition.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { channelNames } from '../../src/channels/index.ts'
import { providerOf } from '../../src/channels/providers.ts'
import { transaction } from '../../src/store/database.ts'
import { answeringOn } from '../../src/store/delivery/answering.ts'
import { startTestService, type TestService } from '../harness/service.ts'

let test: TestService
beforeAll(async () => {
  test = await startTestService('postgres', {}, 'api')
})
afterAll(() => test.stop())

const named = (text: string) => [...text.matchAll(/'(\w+)'/g)].map(([, name]) => name)
const indexes = ['deliveries_by_external_id', 'deliveries_in_conversation']

const namedIn = async (names: string[]) => {
  const { rows } = await test.service.db.query<{ definition: string }>({
    text: `select indexdef as definition from pg_indexes where indexname = any($1)`,
    values: [names],
  })
  return rows.map(({ definition }) => named(definition).filter((name) => name !== 'live'))
}

const first = named(answeringOn('pager').condition)

it('queries and indexes name exactly the receiving channels of version 0.1.0', async () => {
  const receiving = channelNames.filter((name) => first.includes(name) && providerOf(name).receiver).toSorted()
  for (const name of receiving) expect(named(answeringOn(name).condition)).toEqual(receiving)
  expect(await namedIn(indexes)).toEqual([receiving, receiving])
})

it('keeps the messages of a channel that 0.1.0 does not have in indexes of their own', async () => {
  const { condition } = answeringOn('pager')
  expect(condition).toMatch(/^channel not in/)
  expect(first).toEqual(['discord', 'email', 'messenger', 'push', 'slack', 'telegram', 'whatsapp'])
  const later = indexes.map((name) => `${name}_later`)
  expect(await namedIn(later)).toEqual([first, first])
})

it('finds a message of a later channel by the id of its provider through the index', async () => {
  const { rows } = await transaction(test.service.db, async (tx) => {
    await tx.query({ text: 'set local enable_seqscan = off' })
    return tx.query<{ 'QUERY PLAN': string }>({
      text: `explain select id from deliveries
             where lane = 1 and external_id = 'x' and workspace_id = 1 and ${answeringOn('pager').condition}`,
    })
  })
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('deliveries_by_external_id_later')
})
