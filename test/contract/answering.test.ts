// Each index for replies and receipts contains only deliveries of certain channels. A query that uses such an index must
// contain the condition of the index.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { channelNames } from '../../src/channels/index.ts'
import { providerOf, sendsWebhooks } from '../../src/channels/providers.ts'
import { transaction } from '../../src/store/database.ts'
import { answeringOn, reportedOn } from '../../src/store/delivery/answering.ts'
import { startTestService, type TestService } from '../harness/service.ts'

let test: TestService
beforeAll(async () => {
  test = await startTestService('postgres', {}, 'api')
})
afterAll(() => test.stop())

const namesIn = (text: string) => [...text.matchAll(/'(\w+)'/g)].map(([, name]) => name)
const indexes = ['deliveries_by_external_id', 'deliveries_in_conversation']

const namedIn = async (names: string[]) => {
  const { rows } = await test.service.db.query<{ definition: string }>({
    text: `select indexdef as definition from pg_indexes where indexname = any($1)`,
    values: [names],
  })
  return rows.map(({ definition }) => namesIn(definition).filter((name) => name !== 'live'))
}

const channelsOf010 = namesIn(answeringOn('pager').condition)

it('the 0.1.0 indexes for replies and receipts, and their queries, cover only the 0.1.0 channels with inbound webhooks', async () => {
  const receivingChannels = channelNames
    .filter((name) => channelsOf010.includes(name) && sendsWebhooks(providerOf(name)))
    .toSorted()
  for (const name of receivingChannels) expect(namesIn(answeringOn(name).condition)).toEqual(receivingChannels)
  expect(await namedIn(indexes)).toEqual([receivingChannels, receivingChannels])
})

it('puts messages of channels that were added after 0.1.0 into separate indexes for replies and receipts', async () => {
  const { condition } = answeringOn('pager')
  expect(condition).toMatch(/^channel not in/)
  expect(channelsOf010).toEqual(['discord', 'email', 'messenger', 'push', 'slack', 'telegram', 'whatsapp'])
  const later = indexes.map((name) => `${name}_later`)
  expect(await namedIn(later)).toEqual([channelsOf010, channelsOf010])
})

it.each([
  ['channels that were added after 0.1.0', 'pager', 'deliveries_by_external_id_later'],
  ['WhatsApp', 'whatsapp', 'deliveries_by_external_id'],
  ['email, without the messages that were sent by SMTP', 'email', 'deliveries_by_external_id_email'],
])('an index finds a message by the id that its provider assigned, on %s', async (_title, channel, index) => {
  const { rows } = await transaction(test.service.db, async (tx) => {
    await tx.query({ text: 'set local enable_seqscan = off' })
    return tx.query<{ 'QUERY PLAN': string }>({
      text: `explain select id from deliveries
             where lane = 1 and external_id = 'x' and workspace_id = 1 and ${reportedOn(channel).condition}`,
    })
  })
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(new RegExp(`using ${index} on`, 'i'))
})
