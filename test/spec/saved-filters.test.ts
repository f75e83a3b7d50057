// Saved filters of members, and the export of deliveries as a file.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, type Browser, setUpOwner } from '../harness/members.ts'
import { databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

describe.each(databases)('saved filters and exports, %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let owner: Browser
  let viewer: Browser
  beforeAll(async () => {
    test = await startTestService(kind)
    owner = await setUpOwner(test)
    tenant = await test.tenant()
    viewer = await addMember(test, tenant.workspace, 'viewer', 'vera@shop.example')
  })
  afterAll(() => test.stop())

  const filters = () => `/workspaces/${tenant.workspace}/saved-filters`

  it('a member saves, replaces and removes filters that no other member sees', async () => {
    const save = (name: string, query: object, who = viewer) => who.request('POST', filters(), { name, query })
    const first = await save('Failed', { status: 'failed', period: 'day' })
    expect([first.status, first.body.query]).toEqual([201, { status: 'failed', period: 'day' }])
    await save('Paused', { status: 'paused' })
    const replaced = await save('Failed', { status: 'failed,cancelled' })
    expect(replaced.body.id).toBe(first.body.id)
    const names = async (who: Browser) =>
      (await who.request('GET', filters())).body.data.map(({ name }: { name: string }) => name)
    expect(await names(viewer)).toEqual(['Failed', 'Paused'])
    expect(await names(owner)).toEqual([])
    expect((await owner.request('DELETE', `${filters()}/${first.body.id}`)).status).toBe(404)
    expect((await viewer.request('DELETE', `${filters()}/${first.body.id}`)).status).toBe(204)
    expect(await names(viewer)).toEqual(['Paused'])
    for (const [name, query] of [
      ['', {}],
      [' ', {}],
      ['x'.repeat(61), {}],
      ['a', { sort: 'id' }],
      ['a', { q: 'x'.repeat(256) }],
      [
        'a',
        Object.fromEntries(
          ['q', 'words', 'tag', 'reason', 'template', 'from', 'to', 'status', 'source'].map((key) => [
            key,
            'x'.repeat(250),
          ]),
        ),
      ],
    ] as const)
      expect([name, (await save(name, query)).status]).toEqual([name, 422])
    expect((await test.manage('GET', filters())).status).toBe(403)
  })

  it('refuses the 31st filter of a member in a workspace', async () => {
    const statuses: number[] = []
    for (let n = 1; n <= 31; n++)
      statuses.push((await owner.request('POST', filters(), { name: `Filter ${n}`, query: { q: String(n) } })).status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(409)
    expect((await owner.request('POST', filters(), { name: 'Filter 1', query: {} })).status).toBe(201)
  })

  it('exports the filtered deliveries as CSV without formulas and as JSON lines, and records the exports in the audit log', async () => {
    const send = (name: string, more: object = {}) =>
      test.send(tenant.testKey, {
        recipient: { name, email: `${name.length}@example.com`, locale: 'en' },
        template: 'hello',
        vars: { name },
        scheduled_for: new Date(test.clock.now().getTime() + 3_600_000).toISOString(),
        ...more,
      })
    const { body: formula } = await send('=HYPERLINK("https://evil.example")')
    const { body: plain } = await send('Ada')
    const at = `/workspaces/${tenant.workspace}/deliveries/export`
    const csv = await test.manage('GET', `${at}?mode=test&state=scheduled`)
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="deliveries-test.csv"')
    const lines = csv.body.replace('\ufeff', '').trim().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toContain('id,state,status,created_at')
    expect(lines[1]).toContain(`${plain.delivery_id},scheduled,queued`)
    expect(lines[2]).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
    const json = await test.manage('GET', `${at}?mode=test&format=jsonl&q=Ada`)
    expect(json.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(JSON.parse(json.body)).toMatchObject({ id: plain.delivery_id, state: 'scheduled', summary: 'Hello Ada' })
    expect((await test.manage('GET', `${at}?mode=live`)).body.trim().split('\r\n')).toHaveLength(1)
    expect((await test.manage('GET', `${at}?format=xml`)).status).toBe(422)
    expect(formula.delivery_id).toBeLessThan(plain.delivery_id)
    const log = await test.manage('GET', `/workspaces/${tenant.workspace}/audit-log?action=exportDeliveries`)
    expect(log.body.data.length).toBeGreaterThan(0)
  })

  it('an export contains all pages of a long list in order', async () => {
    const other = await test.tenant()
    const messages = Array.from({ length: 100 }, (_, n) => ({
      recipient: { name: `Guest ${n}`, email: `guest${n}@example.com` },
      template: 'hello',
      vars: { name: 'Ada' },
    }))
    for (let batch = 0; batch < 3; batch++)
      await test.call('POST', '/send/batch', { key: other.testKey, body: { messages } })
    const { body } = await test.manage('GET', `/workspaces/${other.workspace}/deliveries/export?mode=test&format=jsonl`)
    const ids = body
      .trim()
      .split('\n')
      .map((line: string) => JSON.parse(line).id as number)
    expect(ids).toHaveLength(300)
    expect(ids).toEqual(ids.toSorted((one: number, next: number) => next - one))
  })
})
