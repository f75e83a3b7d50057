// A message without optional fields runs the same statements as before these fields existed: a feature costs nothing
// for messages that do not use it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { usesPgBouncer } from '../harness/pooling.ts'
import { type RecordingProxy, startRecordingProxy } from '../harness/postgres-recording.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

const BEGIN = 'begin; set local idle_in_transaction_session_timeout = 10000'

/** The statements of one request, in their order. */
const ADMISSION = [
  BEGIN,
  'gate-keys',
  'find-recipients',
  'enroll',
  'last-inbound',
  'insert-deliveries',
  'gate-count-within',
  'add-usage-within',
  'write-commit-mark',
  'commit',
]

/** The statements that deliver a message, in alphabetical order: the claim, the settlement and the figures. */
const DELIVERY = [
  'add-activity',
  'add-channel-counts',
  'add-usage-days',
  'add-workspace-activity',
  'claim-ready',
  'settle-sent',
  'suppressions-of-deliveries',
]

/** Statements that an idle worker repeats within seconds. */
const REGULAR = ['promote-due', 'find-lanes', 'lock-lost', 'claim-runs', 'claim-import']

// PgBouncer changes the names of prepared statements.
describe.skipIf(usesPgBouncer)('the statements of a message without optional fields', () => {
  const env = { MASTER_KEY: 'a master key that all processes share' }
  let provider: Provider
  let test: TestService
  let proxy: RecordingProxy
  let tenant: Tenant
  beforeAll(async () => {
    provider = await startProvider()
    provider.reply(() => ({ body: { ok: true, result: { message_id: 1 } } }))
    test = await startTestService('postgres', env, 'api')
    proxy = await startRecordingProxy(test.databaseUrl ?? '')
    tenant = await createConnectedTenant(test, provider)
  })
  afterAll(async () => {
    await proxy.stop()
    await test.stop()
    await provider.stop()
  })

  const sendThrough = async (through: TestService, more: object = {}): Promise<number> => {
    const body = { recipient: { telegram_chat_id: '1' }, template: 'hello', vars: { name: 'Ada' }, ...more }
    const { status, body: answer } = await through.send(tenant.liveKey, body)
    expect(status).toBe(202)
    return answer.delivery_id
  }

  const startBehindProxy = (role: 'api' | 'worker') =>
    startTestService('postgres', { ...env, DATABASE_URL: proxy.url }, role)

  it('are the same when the message is accepted', async () => {
    const api = await startBehindProxy('api')
    try {
      // The first message reads the template and the connection, which later messages find in the cache.
      await sendThrough(api)
      await sendThrough(api)
      proxy.take()
      await sendThrough(api)
      const recorded = proxy.take()
      const set = recorded.find(({ statement }) => statement === 'gate-keys')
      const own = recorded.filter(({ connection }) => connection === set?.connection)
      expect(own.map(({ statement }) => statement)).toEqual(ADMISSION)
    } finally {
      await api.stop()
    }
  })

  it('are the same when the message is delivered', async () => {
    const worker = await startBehindProxy('worker')
    try {
      await isSent(await sendThrough(test))
      proxy.take()
      const background = await recordUntil((seen) => REGULAR.every((name) => (seen.get(name) ?? 0) > 1))
      const recordMessage = async () => {
        await isSent(await sendThrough(test))
        return recordUntil((seen) => DELIVERY.every((name) => seen.has(name)))
      }
      // Statements of rare jobs are recorded with only one of the two messages.
      const [first, second] = [await recordMessage(), await recordMessage()]
      const ofMessages = [...first].filter((name) => second.has(name))
      const others = [...background, BEGIN, 'commit'].filter((name) => !DELIVERY.includes(name))
      expect(ofMessages.filter((name) => !others.includes(name)).sort()).toEqual(DELIVERY)
    } finally {
      await worker.stop()
    }
  })

  it('concern no digest when the message is cancelled', async () => {
    const [api, worker] = [await startBehindProxy('api'), await startBehindProxy('worker')]
    const at = `/workspaces/${tenant.workspace}`
    const sendLater = () => sendThrough(test, { scheduled_for: new Date(Date.now() + 3_600_000).toISOString() })
    const ofDigests = (name: string) => ['close-digests-of', 'find-collecting', 'cancel-digests'].includes(name)
    try {
      const [one, ...others] = [await sendLater(), await sendLater(), await sendLater()]
      proxy.take()
      expect((await api.manage('POST', `${at}/deliveries/${one}/cancel`)).status).toBe(200)
      const bulk = await test.manage('POST', `${at}/bulk-operations`, { action: 'cancel', mode: 'live', ids: others })
      await test.manage('POST', `${at}/bulk-operations/${bulk.body.id}/start`)
      for (const id of others) await test.settled(tenant, id, 'failed')
      const names = proxy.take().map(({ statement }) => statement)
      expect(names).toEqual(expect.arrayContaining(['fail-delivery-cancelled', 'cancel-messages']))
      expect(names.filter(ofDigests)).toEqual([])
    } finally {
      await api.stop()
      await worker.stop()
    }
  })

  const isSent = (delivery: number) =>
    test.until(async () => {
      const { body } = await test.call('GET', `/deliveries/${delivery}`, { key: tenant.liveKey })
      return body.status === 'sent' || undefined
    })

  /** Records statements until the condition holds for the counts of their names. */
  const recordUntil = async (isEnough: (seen: Map<string, number>) => boolean): Promise<Set<string>> => {
    const seen = new Map<string, number>()
    await test.until(async () => {
      for (const { statement } of proxy.take()) seen.set(statement, (seen.get(statement) ?? 0) + 1)
      return isEnough(seen)
    })
    return new Set(seen.keys())
  }
})
