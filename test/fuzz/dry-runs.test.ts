// Fuzzes dry runs: on equal state, the verdict of a dry run equals the outcome of the send request.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { runs } from '../harness/fuzz.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'
import { describedBy, type Outcome, predictedBy, readStored, withNearExpiry } from './dry-run-outcomes.ts'
import { prepareWorkspace } from './dry-run-workspace.ts'
import { sendRequests } from './send-requests.ts'

describe.each(databases)('fuzzed dry runs on %s', (kind) => {
  let test: TestService
  let provider: Provider
  const known = new Set<number>()
  /** How many messages had each outcome. */
  const seen = new Map<string, number>()
  const senders: { key: string; ids: number[] }[] = []
  beforeAll(async () => {
    provider = await startProvider()
    provider.reply(() => ({ body: { ok: true, result: { message_id: 1 }, messages: [{ id: 'wamid.1' }] } }))
    // Without a worker, the state is equal for both requests. The embedded database has no process without a worker.
    const env = { MASTER_KEY: 'a master key for tests' }
    test = await startTestService(kind, env, kind === 'postgres' ? 'api' : 'start')
    const rich = await createConnectedTenant(test, provider)
    const poor = await createConnectedTenant(test, provider, { quota: 40, whatsapp_limit: 5 })
    await test.manage('POST', `/workspaces/${poor.workspace}/credits`, { amount: 60, note: 'test' })
    for (const tenant of [rich, poor]) await addSenders(tenant)
  })
  afterAll(async () => {
    await provider.stop()
    await test.stop()
  })

  const addSenders = async (tenant: Tenant) => {
    const ids = await prepareWorkspace(test, tenant)
    for (const id of [...ids.live, ...ids.test]) known.add(id)
    senders.push({ key: tenant.liveKey, ids: ids.live }, { key: tenant.testKey, ids: ids.test })
  }

  const request = (path: string, key: string, body: unknown) =>
    test.call('POST', path, {
      key,
      body: JSON.stringify(body ?? null),
      headers: { 'content-type': 'application/json' },
    })

  const count = ({ verdict, steps, deferred_until }: Outcome) => {
    const name = `${String(verdict)}${steps ? ' with steps' : ''}${deferred_until ? ' and deferred' : ''}`
    seen.set(name, (seen.get(name) ?? 0) + 1)
  }

  /** Makes the dry run and then the send request, and compares their outcomes. */
  const expectEqual = async (path: string, key: string, body: unknown) => {
    const dry = await request(`${path}?dry_run=true`, key, body)
    const real = await request(path, key, body)
    const stored = await readStored(test.service.db, real)
    const happened = describedBy(real, stored, known)
    const predicted = predictedBy(dry).map((outcome, index) => withNearExpiry(outcome, happened[index]))
    for (const outcome of happened) count(outcome)
    for (const { recipient } of stored.values()) known.add(recipient)
    expect(predicted, `${path}: ${JSON.stringify(body)?.slice(0, 4000)}`).toEqual(happened)
  }

  const message = (part: number) => {
    const { key, ids } = senders[part] ?? { key: '', ids: [] }
    return sendRequests(ids).map((body) => ({ key, body }))
  }
  const batch = (part: number) => {
    const { key, ids } = senders[part] ?? { key: '', ids: [] }
    return fc.array(sendRequests(ids), { minLength: 1, maxLength: 6 }).map((messages) => ({ key, body: { messages } }))
  }
  // The live key of the workspace without a limit sends half of the messages.
  const part = fc.constantFrom(0, 0, 0, 1, 1, 2, 3)
  // Each run changes the state, so a smaller request would not fail for the same reason.
  const options = (number: number) => ({ ...runs(number), endOnFailure: true })

  it('have the verdict of the send request, with its channel, steps, deferral, digest and price [D196]', async () => {
    await fc.assert(
      fc.asyncProperty(part.chain(message), ({ key, body }) => expectEqual('/send', key, body)),
      options(150),
    )
    await fc.assert(
      fc.asyncProperty(part.chain(batch), ({ key, body }) => expectEqual('/send/batch', key, body)),
      options(15),
    )
    if (process.env.FUZZ_TIMES) console.info(kind, Object.fromEntries([...seen].sort(([, a], [, b]) => b - a)))
    const common = ['accepted', 'accepted and deferred', 'accepted with steps', 'validation_failed', 'limit']
    expect([...seen.keys()]).toEqual(expect.arrayContaining(common))
  })
})
