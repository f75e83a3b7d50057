// Stored inbound webhooks in the management API. Unreadable and failed webhooks are listed and can be applied again.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createConnectedTenant } from '../harness/connected-tenant.ts'
import { signBody } from '../harness/graph.ts'
import { replaceReceivers, VALID_SIGNATURE } from '../harness/inbound-receivers.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('stored inbound webhooks, %s', (kind) => {
  let test: TestService
  let provider: Provider
  let tenant: Tenant
  let at: string
  let restoreReceivers = () => {}
  beforeAll(async () => {
    test = await startTestService(kind)
    provider = await startProvider()
    tenant = await createConnectedTenant(test, provider)
    const { workspace, source } = tenant
    const { body } = await test.manage('GET', `/workspaces/${workspace}/sources/${source}/connections/whatsapp`)
    at = body.inbound_url.replace(/^.*\/v1/, '')
  })
  afterEach(() => {
    restoreReceivers()
    restoreReceivers = () => {}
  })
  afterAll(async () => {
    await test.stop()
    await provider.stop()
  })

  const textMessage = (text: string) => ({
    kind: 'message',
    id: text,
    address: '+393331234567',
    text,
    at: '2030-01-01T00:00:00Z',
  })
  const untimely = { kind: 'receipt', externalId: 'wamid.1', status: 'delivered', at: 'no time' }
  const post = async (body: unknown) => {
    const text = JSON.stringify(body)
    const headers = { ...VALID_SIGNATURE, 'x-hub-signature-256': signBody(text, 's') }
    expect((await test.call('POST', at, { body: text, headers })).status).toBe(200)
  }
  const list = async (query = '', of = tenant.workspace) =>
    (await test.manage('GET', `/workspaces/${of}/inbound-requests${query}`)).body
  const newest = async (status: string) => {
    const found = (await list('?limit=1')).data[0]
    return found?.status === status && found
  }
  const read = async (id: number) =>
    (await test.manage('GET', `/workspaces/${tenant.workspace}/inbound-requests/${id}`)).body
  const apply = (id: number, of = tenant.workspace) =>
    test.manage('POST', `/workspaces/${of}/inbound-requests/${id}/apply`)
  const messages = async () =>
    (
      await test.service.db.query<{ body: string }>({
        text: 'select body from messages where workspace_id = $1 order by id',
        values: [tenant.workspace],
      })
    ).rows.map(({ body }) => body)

  it('lists an unreadable inbound webhook with its problem, and a request applies the webhook after the service can read it', async () => {
    await post([textMessage('from the future')])
    const request = await test.until(() => newest('unreadable'))
    expect(request).toMatchObject({
      channel: 'whatsapp',
      source_id: tenant.source,
      attempts_made: 1,
      next_at: null,
      problem: 'a webhook about nothing, not about a WhatsApp account',
    })
    expect(JSON.parse((await read(request.id)).body)).toEqual([textMessage('from the future')])
    restoreReceivers = replaceReceivers('whatsapp')
    const answer = await apply(request.id)
    expect([answer.status, answer.body]).toEqual([202, expect.objectContaining({ id: request.id, status: 'waiting' })])
    await test.until(() => newest('done'))
    expect(await read(request.id)).toMatchObject({ problem: null, next_at: null })
    expect(await messages()).toEqual(['from the future'])
  })

  it('a request to apply an inbound webhook again applies only the parts that were not applied before', async () => {
    restoreReceivers = replaceReceivers('whatsapp')
    await post([untimely, textMessage('beside it')])
    const request = await test.until(async () => {
      test.clock.advance(31_000)
      return newest('set_aside')
    })
    expect(request.problem).toContain('Invalid time')
    expect((await list('?status=set_aside&channel=whatsapp')).data).toHaveLength(1)
    expect((await list('?status=set_aside&channel=telegram')).data).toEqual([])
    expect((await apply(request.id)).status).toBe(202)
    // The count of attempts starts at zero again, and no message is stored twice.
    await test.until(async () => (await read(request.id)).attempts_made === 1)
    restoreReceivers()
    await test.until(async () => {
      test.clock.advance(11_000)
      return newest('unreadable')
    })
    expect(await messages()).toEqual(['from the future', 'beside it'])
  })

  it('returns 409 when a completed inbound webhook is applied again, and lists each webhook on one page only', async () => {
    restoreReceivers = replaceReceivers('whatsapp')
    await post([textMessage('well')])
    const { id } = await test.until(() => newest('done'))
    const refused = await apply(id)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `Request ${id} is done: only a request with a problem can be applied again.`,
    ])
    const first = await list('?limit=2')
    const rest = await list(`?limit=2&cursor=${first.next_cursor}`)
    expect(rest.next_cursor).toBeNull()
    expect([...first.data, ...rest.data].map((request: { status: string }) => request.status)).toEqual([
      'done',
      'unreadable',
      'done',
    ])
    for (const query of ['?status=lost', '?cursor=x', '?limit=0', '?color=red'])
      expect((await test.manage('GET', `/workspaces/${tenant.workspace}/inbound-requests${query}`)).status).toBe(422)
    expect((await test.manage('GET', `/workspaces/${tenant.workspace}/inbound-requests/999999`)).status).toBe(404)
  })

  it('hides the inbound webhooks of one workspace from other workspaces [WHAT-11]', async () => {
    const other = await test.tenant()
    const { id } = (await list('?status=unreadable')).data[0]
    expect((await list('', other.workspace)).data).toEqual([])
    expect((await apply(id, other.workspace)).status).toBe(404)
    expect((await test.manage('GET', `/workspaces/${other.workspace}/inbound-requests/${id}`)).status).toBe(404)
    expect((await read(id)).status).toBe('unreadable')
  })
})
