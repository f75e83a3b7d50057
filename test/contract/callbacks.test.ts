// Callbacks use the event queue. They are signed with an API key, retried with the same id, and marked as failed if the
// source has no key.
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CallbackRequest, recordCallbacks } from '../../src/events/callbacks.ts'
import { transaction } from '../../src/store/database.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('callbacks on %s', (kind) => {
  let test: TestService
  let receiver: Provider
  let tenant: Tenant
  beforeAll(async () => {
    receiver = await startProvider()
    test = await startTestService(kind)
    tenant = await test.tenant()
  })
  afterAll(async () => {
    await test.stop()
    await receiver.stop()
  })

  const keys = async () =>
    (await test.manage('GET', `/workspaces/${tenant.workspace}/sources/${tenant.source}/api-keys`)).body.data as {
      id: number
      mode: string
    }[]
  const record = (callback: Partial<CallbackRequest>) =>
    transaction(test.service.db, async (tx) =>
      recordCallbacks(tx, test.clock.now(), [
        {
          workspaceId: tenant.workspace,
          sourceId: tenant.source,
          keyId: null,
          mode: 'live',
          deliveryId: 7,
          slug: 'confirm',
          url: `${receiver.url}/back`,
          body: { delivery_id: 7, action: 'confirm' },
          ...callback,
        },
      ]),
    )
  const requestTo = (path: string) => test.until(async () => receiver.received.find((request) => request.path === path))

  it('signs a callback with the API key of the send request and sends the id of that key', async () => {
    const key = (await keys()).find(({ mode }) => mode === 'live')!
    await record({ keyId: key.id, url: `${receiver.url}/own` })
    const { headers, text } = await requestTo('/own')
    expect(JSON.parse(text)).toEqual({ delivery_id: 7, action: 'confirm' })
    expect(headers['x-service-key-id']).toBe(String(key.id))
    expect(headers['x-service-signature']).toBe(
      `sha256=${createHmac('sha256', tenant.liveKey).update(text).digest('hex')}`,
    )
    expect(Math.abs(Number(headers['x-service-timestamp']) - test.clock.now().getTime() / 1000)).toBeLessThan(60)
    expect(Object.keys(headers).filter((name) => name.startsWith('webhook-'))).toEqual([])
  })

  it('signs a callback with the newest active API key of the same mode when the original key no longer exists', async () => {
    await record({ keyId: 999_999, mode: 'test', url: `${receiver.url}/newest` })
    const { headers, text } = await requestTo('/newest')
    expect(headers['x-service-signature']).toBe(
      `sha256=${createHmac('sha256', tenant.testKey).update(text).digest('hex')}`,
    )
  })

  it('sends a failed callback again after a minute, with the same id', async () => {
    let failed = false
    receiver.reply(() => {
      const status = failed ? 200 : 500
      failed = true
      return { status }
    })
    await record({ url: `${receiver.url}/again` })
    const first = await requestTo('/again')
    await test.until(async () => (await attemptsOf('/again')).length === 1)
    test.clock.advance(61_000)
    const all = await test.until(async () => {
      const requests = receiver.received.filter(({ path }) => path === '/again')
      return requests.length === 2 && requests
    })
    expect(all[1]!.headers['x-service-delivery-id']).toBe(first.headers['x-service-delivery-id'])
    receiver.reply(() => ({}))
  })

  const attemptsOf = async (path: string) =>
    (
      await test.service.db.query<{ reason: string | null }>({
        text: `select a.reason from outgoing_attempts a join outgoing o on o.id = a.outgoing_id where o.url like $1`,
        values: [`%${path}`],
      })
    ).rows

  it('marks a callback as failed when the source has no key to sign it', async () => {
    const { body: source } = await test.manage('POST', `/workspaces/${tenant.workspace}/sources`, { name: 'Keyless' })
    await record({ sourceId: source.id, url: `${receiver.url}/unsigned` })
    const [attempt] = await test.until(async () => {
      const attempts = await attemptsOf('/unsigned')
      return attempts.length > 0 && attempts
    })
    expect(attempt!.reason).toContain('no active API key')
    expect(receiver.received.some(({ path }) => path === '/unsigned')).toBe(false)
  })
})
