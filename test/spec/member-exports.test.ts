// Searches and exports of the audit log, the members of a workspace and all accounts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, type Browser, setUpOwner } from '../harness/members.ts'
import { databases, startTestService, type TestService } from '../harness/service.ts'

describe.each(databases)('member exports, %s', (kind) => {
  let test: TestService
  let owner: Browser
  let viewer: Browser
  let workspace: number

  beforeAll(async () => {
    test = await startTestService(kind)
    owner = await setUpOwner(test)
    workspace = (await test.tenant()).workspace
    viewer = await addMember(test, workspace, 'viewer', 'vera@shop.example')
    await addMember(test, workspace, 'admin', 'bo@shop.example')
  })
  afterAll(() => test.stop())

  const at = (path: string) => `/workspaces/${workspace}${path}`
  const linesOf = (text: string) => text.trim().split(/\r?\n/)
  const rowsOf = (text: string) => linesOf(text).map((line) => JSON.parse(line) as Record<string, unknown>)

  it('finds lines of the audit log by actor, object, address and time', async () => {
    await owner.request('POST', at('/sources'), { name: 'Checkout counter' })
    const found = async (query: string) =>
      (await owner.request('GET', at(`/audit-log?${query}`))).body.data as { action: string }[]
    expect((await found('q=checkout')).map(({ action }) => action)).toEqual(['createSource'])
    expect((await found('q=ADA%40shop.example'))[0]).toMatchObject({ action: 'createSource' })
    expect((await found('q=127.0.0.1')).length).toBeGreaterThan(1)
    expect(await found('q=nothing-like-this')).toEqual([])
    const later = new Date(test.clock.now().getTime() + 60_000).toISOString()
    expect(await found(`since=${later}`)).toEqual([])
  })

  it('exports the audit log of the workspace as CSV and JSON lines, with the filters of the list', async () => {
    const csv = await viewer.request('GET', at('/audit-log/export?q=checkout'))
    expect([csv.status, csv.headers.get('content-type'), csv.headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="audit-log.csv"',
    ])
    const [header, ...lines] = linesOf(csv.body)
    expect(header).toMatch(/^id,at,workspace_id,actor,/)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('Checkout counter')
    const jsonl = await viewer.request('GET', at('/audit-log/export?format=jsonl'))
    expect(jsonl.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    const rows = rowsOf(jsonl.body)
    expect(rows.map(({ action }) => action)).toContain('exportAuditLog')
    expect(rows.every((row) => row.workspace_id === workspace)).toBe(true)
  })

  it('an export contains each line of a log that is longer than a page exactly once', async () => {
    await test.service.db.query({
      text: `insert into audit_log (workspace_id, at, actor_kind, actor_name, action, says, done)
             select $1, $2, 'command', case when n % 50 = 0 then 'rare' else 'often' end, 'test', 'Test', true
             from generate_series(1, 3000) n`,
      values: [workspace, test.clock.now()],
    })
    const all = rowsOf((await owner.request('GET', at('/audit-log/export?format=jsonl&action=test'))).body)
    expect(new Set(all.map(({ id }) => id)).size).toBe(3000)
    const rare = rowsOf((await owner.request('GET', at('/audit-log/export?format=jsonl&q=rare'))).body)
    expect(rare).toHaveLength(60)
  })

  it('exports formulas as text', async () => {
    await owner.request('POST', at('/sources'), { name: '=HYPERLINK("https://evil.example")' })
    const { body } = await owner.request('GET', at('/audit-log/export?q=hyperlink'))
    expect(body).toContain(`"'=HYPERLINK(`)
  })

  it('filters and exports members by role, text and second factor', async () => {
    const admins = await owner.request('GET', at('/members?role=admin'))
    expect(admins.body.data).toMatchObject([{ email: 'bo@shop.example', second_factor: false }])
    expect((await owner.request('GET', at('/members?second_factor=true'))).body.data).toEqual([])
    const csv = await viewer.request('GET', at('/members/export?q=bo@'))
    expect(linesOf(csv.body).map((line) => line.split(',').slice(1, 6))).toEqual([
      ['name', 'email', 'role', 'operator', 'second_factor'],
      ['bo', 'bo@shop.example', 'admin', 'no', 'no'],
    ])
    const other = (await test.tenant()).workspace
    expect((await viewer.request('GET', `/workspaces/${other}/members/export`)).status).toBe(404)
    expect((await viewer.request('GET', `/workspaces/${other}/audit-log/export`)).status).toBe(404)
  })

  it('exports all accounts and the whole audit log only for operators', async () => {
    expect((await viewer.request('GET', '/members/export')).status).toBe(403)
    expect((await viewer.request('GET', '/audit-log/export')).status).toBe(403)
    const accounts = rowsOf((await owner.request('GET', '/members/export?format=jsonl&operator=false')).body)
    expect(new Set(accounts.map(({ email }) => email))).toEqual(new Set(['bo@shop.example', 'vera@shop.example']))
    const log = rowsOf((await owner.request('GET', '/audit-log/export?format=jsonl&action=exportAccounts')).body)
    expect(log).toHaveLength(1)
  })
})
