// Applying the receipts of many messages takes as many statements as applying the receipt of one message.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { replaceReceivers, VALID_SIGNATURE } from '../harness/inbound-receivers.ts'
import { usesPgBouncer } from '../harness/pooling.ts'
import { type RecordingProxy, startRecordingProxy } from '../harness/postgres-recording.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { startTestService, type TestService } from '../harness/service.ts'

const MESSAGES = 60

// PgBouncer changes the names of prepared statements.
describe.skipIf(usesPgBouncer)('the statements of receipts', () => {
  const env = { MASTER_KEY: 'a master key that all processes share' }
  let provider: Provider
  let test: TestService
  let proxy: RecordingProxy
  let restoreReceivers: () => void
  beforeAll(async () => {
    restoreReceivers = replaceReceivers('whatsapp')
    provider = await startProvider()
    test = await startTestService('postgres', env, 'api')
    proxy = await startRecordingProxy(test.databaseUrl ?? '')
  })
  afterAll(async () => {
    restoreReceivers()
    await proxy.stop()
    await test.stop()
    await provider.stop()
  })

  it(`one transaction applies the receipts of ${MESSAGES} webhooks`, async () => {
    const tenant = await createConnectedTenant(test, provider)
    await test.manage('POST', `/workspaces/${tenant.workspace}/templates`, {
      slug: 'approved',
      name: 'Approved',
      locales: { it: { body: 'Ciao {{1}}', channels: { whatsapp: { template: 'ciao', language: 'it' } } } },
    })
    const connection = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/whatsapp`
    const at = (await test.manage('GET', connection)).body.inbound_url.replace(/^.*\/v1/, '')
    const numbers = Array.from({ length: MESSAGES }, (_, index) => index)
    provider.reply(({ text }) => ({ body: { messages: [{ id: `wamid.${JSON.parse(text).to}` }] } }))
    const phoneOf = (n: number) => `39333${String(1_000_000 + n)}`
    const sender = await startTestService('postgres', { ...env, DATABASE_URL: test.databaseUrl ?? '' }, 'worker')
    const ids = await Promise.all(
      numbers.map(async (n) => {
        const recipient = { whatsapp_phone: `+${phoneOf(n)}` }
        const message = { recipient, template: 'approved', vars: { 1: 'Ada' }, channel: 'whatsapp' }
        return (await test.send(tenant.liveKey, message)).body.delivery_id as number
      }),
    )
    for (const id of ids) await test.settled(tenant, id, 'sent')
    await sender.stop()

    for (const n of numbers) {
      const events = [{ kind: 'receipt', externalId: `wamid.${phoneOf(n)}`, status: 'delivered', at: new Date() }]
      await test.call('POST', at, { body: JSON.stringify(events), headers: VALID_SIGNATURE })
    }
    const worker = await startTestService('postgres', { ...env, DATABASE_URL: proxy.url }, 'worker')
    try {
      for (const id of ids) await test.settled(tenant, id, 'delivered')
      const names = proxy.take().map(({ statement }) => statement)
      const ofReceipts = ['mark-applied', 'keep-receipts', 'advance-deliveries-delivered', 'receipts-applied']
      expect(names.filter((name) => ofReceipts.includes(name)).sort()).toEqual(ofReceipts.toSorted())
    } finally {
      await worker.stop()
    }
  })
})
