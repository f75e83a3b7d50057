// The activity of connections in the management API: pending messages, outcomes, and the latest attempts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { addMember, type Browser, setUpOwner } from '../harness/members.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const HOUR = 3_600_000

describe.each(databases)('the activity of a connection, %s', (kind) => {
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  let viewer: Browser
  let at: string
  beforeAll(async () => {
    test = await startTestService(kind)
    provider = await startProvider()
    await setUpOwner(test)
    tenant = await createConnectedTenant(test, provider)
    viewer = await addMember(test, tenant.workspace, 'viewer', 'vera@shop.example')
    at = `/workspaces/${tenant.workspace}/sources/${tenant.source}/connections/telegram`
  })
  afterAll(async () => {
    await provider.stop()
    await test.stop()
  })

  const send = async (chat: string, more: object = {}) => {
    const recipient = { name: `Chat ${chat}`, telegram_chat_id: chat }
    const answer = await test.send(tenant.liveKey, { recipient, template: 'hello', vars: { name: 'Ada' }, ...more })
    expect(answer.status).toBe(202)
    return answer.body.delivery_id as number
  }
  const activity = async () => (await test.manage('GET', `${at}/activity`)).body

  it('counts outcomes of live messages, lists attempts, and counts pending messages by their reason [D129]', async () => {
    const success = { body: { ok: true, result: { message_id: 7, chat: { id: 42 } } } }
    provider.reply(() => success)
    await test.settled(tenant, await send('1'), 'sent')
    provider.reply(() => ({ status: 400, body: { ok: false, error_code: 400, description: 'Bad Request: x' } }))
    const refused = await send('2')
    await test.settled(tenant, refused, 'failed')
    provider.reply(() => ({ status: 502, body: {} }))
    const failing = await send('3')
    const scheduled_for = new Date(test.clock.now().getTime() + HOUR).toISOString()
    await send('4', { scheduled_for })
    await test.until(async () => (await activity()).pending.retrying === 1)
    const { pending, searched, connections } = await activity()
    expect(pending).toMatchObject({ due: 0, retrying: 1, paused: 0, scheduled: 1, throttled: 0, capped: false })
    expect(searched).toMatchObject({ messages: 4, own: 4, complete: true, since: expect.any(String) })
    expect(connections).toEqual([
      {
        id: expect.any(Number),
        pending: 0,
        attempts: 3,
        outcomes: { sent: 1, permanent: 1, retryable: 1 },
        p50_ms: expect.any(Number),
        p95_ms: expect.any(Number),
        last_at: expect.any(String),
      },
    ])
    const { body } = await test.manage('GET', `${at}/providers/${connections[0].id}/attempts`)
    expect(body.data).toMatchObject([
      { delivery_id: failing, outcome: 'retryable', provider_status: '502' },
      { delivery_id: refused, outcome: 'permanent', recipient_name: 'Chat 2' },
      { outcome: 'sent', reason: null },
    ])
  })

  it('counts each pending message of a paused connection as paused or as due [D129]', async () => {
    provider.reply(() => ({ status: 401, body: { ok: false, error_code: 401, description: 'Unauthorized' } }))
    await send('5')
    await send('6')
    await test.until(async () => {
      const { pending } = await activity()
      return pending.due + pending.paused === 2
    })
  })

  it('viewers see masks in place of sensitive values in the attempts of a connection', async () => {
    await test.manage('POST', `/workspaces/${tenant.workspace}/templates`, {
      slug: 'code',
      name: 'Code',
      sensitive: ['code'],
      locales: { en: { body: 'Code {{code}}' } },
    })
    provider.reply(() => ({
      status: 400,
      body: { ok: false, error_code: 400, description: 'Bad Request: Quartz-Plum' },
    }))
    await test.manage('POST', `${at}/resume`)
    const id = await send('7', { template: 'code', vars: { code: 'Quartz-Plum' } })
    await test.settled(tenant, id, 'failed')
    const { connections } = await activity()
    const { status, body } = await viewer.request('GET', `${at}/providers/${connections[0].id}/attempts`)
    expect([status, body.data[0].delivery_id]).toEqual([200, id])
    expect(JSON.stringify(body)).not.toContain('Quartz')
  })

  it('the activity of a connection cannot be read through another workspace or source', async () => {
    const other = await createConnectedTenant(test, provider)
    const { connections } = await activity()
    const elsewhere = `/workspaces/${other.workspace}/sources/${tenant.source}/connections/telegram`
    expect((await test.manage('GET', `${elsewhere}/activity`)).status).toBe(404)
    const own = `/workspaces/${other.workspace}/sources/${other.source}/connections/telegram`
    expect((await test.manage('GET', `${own}/providers/${connections[0].id}/attempts`)).status).toBe(404)
    expect((await test.manage('GET', `${own}/activity`)).body.pending).toMatchObject({ due: 0, scheduled: 0 })
    expect((await test.manage('GET', at.replace('telegram', 'slack/activity'))).status).toBe(404)
  })
})
