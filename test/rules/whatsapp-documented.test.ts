// Reads the WhatsApp webhooks in Meta's documentation. The test is skipped if the documents are not available.
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { providerOf } from '../../src/channels/providers.ts'
import { graphSettings } from '../harness/graph.ts'
import { oraclesDir, oracleText } from '../harness/oracles.ts'

const settings = graphSettings('http://127.0.0.1:1')
const receiver = providerOf('whatsapp').receiver!
const received = new Date('2030-02-01T00:00:00Z')

describe.skipIf(!oraclesDir)('documented WhatsApp webhooks', () => {
  it("reads all webhooks of Meta's WhatsApp documentation", () => {
    const webhooks = noticesIn(parse(oracleText('whatsapp/business-messaging-api_v23.0.yaml')))
    const read = webhooks.map((notice) => {
      const [change] = notice.entry[0]!.changes
      const own = { ...settings.whatsapp, phone_number_id: change!.value.metadata.phone_number_id }
      return receiver.read(notice, own, received)
    })
    expect(read.flat().map(({ kind }) => kind)).toEqual([...Array(12).fill('message'), 'moved'])
    // Webhooks about groups have no meaning for the service.
    expect(read.filter((events) => events.length === 0)).toHaveLength(3)
  })
})

interface Notice {
  entry: { changes: { value: { metadata: { phone_number_id: string } } }[] }[]
}

function noticesIn(value: unknown): Notice[] {
  if (typeof value !== 'object' || value === null) return []
  if ((value as { object?: unknown }).object === 'whatsapp_business_account') return [value as Notice]
  return Object.values(value).flatMap(noticesIn)
}
