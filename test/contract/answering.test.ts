// The channels whose messages stand in the indexes of what comes back are those from which something does.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { channelNames } from '../../src/channels/index.ts'
import { providerOf } from '../../src/channels/providers.ts'
import { ANSWERING } from '../../src/store/delivery/answering.ts'
import { startTestService, type TestService } from '../harness/service.ts'

let test: TestService
beforeAll(async () => {
  test = await startTestService('postgres', {}, 'api')
})
afterAll(() => test.stop())

const named = (text: string) => [...text.matchAll(/'(\w+)'/g)].map(([, name]) => name)

it('every channel that receives, and no other, in the queries and in the indexes alike', async () => {
  const receiving = channelNames.filter((name) => providerOf(name).receiver).toSorted()
  expect(named(ANSWERING)).toEqual(receiving)
  const { rows } = await test.service.db.query<{ definition: string }>({
    text: `select indexdef as definition from pg_indexes where indexname = any($1)`,
    values: [['deliveries_by_external_id', 'deliveries_in_conversation']],
  })
  expect(rows.map(({ definition }) => named(definition).filter((name) => name !== 'live'))).toEqual([
    receiving,
    receiving,
  ])
})
