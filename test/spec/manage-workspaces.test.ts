// The management API for workspaces: authentication, plans, limits, brands and credits.
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember } from '../harness/members.ts'
import { databases, startTestService, type TestService } from '../harness/service.ts'

describe.each(databases)('workspaces in the management API, %s', (kind) => {
  let test: TestService
  beforeAll(async () => {
    test = await startTestService(kind)
  })
  afterAll(() => test.stop())

  it('the management API returns 401 without a token, with a wrong token and with an API key', async () => {
    const none = await test.call('GET', '/manage/workspaces')
    expect(none.status).toBe(401)
    expect(none.body).toEqual({ error: 'missing_token', message: expect.any(String) })
    expect(none.headers.get('www-authenticate')).toBe('Bearer')
    const wrong = await test.call('GET', '/manage/workspaces', { key: `svcadm_${'x'.repeat(40)}` })
    expect(wrong.status).toBe(401)
    expect(wrong.body.error).toBe('invalid_token')
    const { testKey, workspace } = await test.tenant()
    expect((await test.call('GET', `/manage/workspaces/${workspace}`, { key: testKey })).status).toBe(401)
    expect((await test.call('GET', '/usage', { key: token() })).status).toBe(401)
  })

  it('stores the first management token in a file that only its owner can read', () => {
    expect(token()).toMatch(/^svcadm_[A-Za-z0-9]{40}$/)
    expect(statSync(path.join(test.dataDir, 'admin-token')).mode & 0o777).toBe(0o600)
  })

  it('creates workspaces on the unlimited plan by default, including the workspace of the first start [D19]', async () => {
    const { body: list } = await test.manage('GET', '/workspaces')
    expect(list.data[0]).toMatchObject({ name: 'Demo', plan: 'unlimited', quota: null, whatsapp_limit: null })
    const { status, body } = await test.manage('POST', '/workspaces', { name: 'Plain' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ plan: 'unlimited', quota: null, whatsapp_limit: null, default_locale: 'it' })
  })

  it.each([
    ['free', 500],
    ['pro', 10_000],
    ['agency', 50_000],
    ['unlimited', null],
  ])('the %s plan sets the quota and the WhatsApp limit of a workspace to the same number', async (plan, quota) => {
    const { body } = await test.manage('POST', '/workspaces', { name: 'Planned', plan })
    expect(body).toMatchObject({ plan, quota, whatsapp_limit: quota })
  })

  it('a change of the plan applies the limits of the new plan to a workspace, unless the request sets other limits', async () => {
    const { body } = await test.manage('POST', '/workspaces', { name: 'Grows', plan: 'free', quota: 7 })
    expect(body).toMatchObject({ quota: 7, whatsapp_limit: 500 })
    const at = `/workspaces/${body.id}`
    expect((await test.manage('PATCH', at, { name: 'Grew' })).body).toMatchObject({ name: 'Grew', quota: 7 })
    const pro = await test.manage('PATCH', at, { plan: 'pro' })
    expect(pro.body).toMatchObject({ plan: 'pro', quota: 10_000, whatsapp_limit: 10_000 })
    const own = await test.manage('PATCH', at, { plan: 'agency', quota: null, whatsapp_limit: 3 })
    expect(own.body).toMatchObject({ plan: 'agency', quota: null, whatsapp_limit: 3 })
  })

  it('changes only the given fields in the brand of a workspace, and removes a field that is null', async () => {
    const { workspace } = await test.tenant()
    const at = `/workspaces/${workspace}`
    await test.manage('PATCH', at, { brand: { name: 'Shop', color: '#aa3366' } })
    const { body } = await test.manage('PATCH', at, { brand: { color: null, logo_url: 'https://shop.example/l.png' } })
    expect(body.brand).toEqual({ name: 'Shop', logo_url: 'https://shop.example/l.png' })
  })

  it('keeps the notice email of a workspace until a request sets notice_email to null', async () => {
    const { body: made } = await test.manage('POST', '/workspaces', { name: 'Shop', notice_email: 'ops@shop.example' })
    expect(made.notice_email).toBe('ops@shop.example')
    const { body: renamed } = await test.manage('PATCH', `/workspaces/${made.id}`, { name: 'Store' })
    expect(renamed.notice_email).toBe('ops@shop.example')
    const { body: cleared } = await test.manage('PATCH', `/workspaces/${made.id}`, { notice_email: null })
    expect(cleared.notice_email).toBeNull()
  })

  it('finds workspaces by a part of their name in any case', async () => {
    const created = async (name: string) => (await test.manage('POST', '/workspaces', { name })).body.id as number
    const ids = [await created('Osteria Nord'), await created('osteria Sud')]
    await created('Trattoria')
    const found = async (q: string) =>
      (await test.manage('GET', `/workspaces?q=${q}`)).body.data.map(({ id }: { id: number }) => id)
    expect(await found('OSTERIA')).toEqual(ids)
    expect(await found('eria%20s')).toEqual([ids[1]])
    expect(await found('%25')).toEqual([])
    expect((await test.manage('GET', '/workspaces?q=')).status).toBe(422)
  })

  it('returns the role of the caller with every workspace', async () => {
    const { workspace } = await test.tenant()
    const at = `/workspaces/${workspace}`
    expect((await test.manage('POST', '/workspaces', { name: 'Mine' })).body.role).toBe('owner')
    expect((await test.manage('PATCH', at, { name: 'Shop' })).body.role).toBe('owner')
    const member = await addMember(test, workspace, 'viewer', 'viewer@shop.example')
    await test.manage('POST', '/workspaces', { name: 'Not theirs' })
    expect((await member.request('GET', at)).body).toMatchObject({ id: workspace, role: 'viewer' })
    const { data } = (await member.request('GET', '/workspaces')).body
    expect(data).toMatchObject([{ id: workspace, name: 'Shop', role: 'viewer' }])
    expect((await member.request('GET', '/workspaces?q=theirs')).body.data).toEqual([])
  })

  it('shows the usage of the month and the credits of a workspace', async () => {
    const { workspace } = await test.tenant({ quota: 9 })
    await test.manage('POST', `/workspaces/${workspace}/credits`, { amount: 12 })
    const { body } = await test.manage('GET', `/workspaces/${workspace}`)
    expect(body).toMatchObject({ id: workspace, quota: 9, credits: 12 })
    expect(body.usage).toMatchObject({ workspace_id: workspace, quota: { limit: 9, used: 0, remaining: 9 } })
  })

  it.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: 'a\u0000b' }, 'name'],
    [{ name: 'a', plan: 'gold' }, 'plan'],
    [{ name: 'a', quota: -1 }, 'quota'],
    [{ name: 'a', quota: 1.5 }, 'quota'],
    [{ name: 'a', whatsapp_limit: '3' }, 'whatsapp_limit'],
    [{ name: 'a', default_locale: 'italiano!' }, 'default_locale'],
    [{ name: 'a', brand: { color: 'red' } }, 'brand.color'],
    [{ name: 'a', notice_email: 'unknown' }, 'notice_email'],
    [{ name: 'a', brand: { logo_url: 'javascript:alert(1)' } }, 'brand.logo_url'],
    [{ name: 'a', colour: 'red' }, 'colour'],
  ])('returns 422 for a request to create the workspace %j', async (body, field) => {
    const answer = await test.manage('POST', '/workspaces', body)
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ error: 'validation_failed', details: { [field]: [expect.any(String)] } })
  })

  it('returns 404 on every route of a workspace that does not exist', async () => {
    for (const at of ['', '/credits', '/sources', '/templates', '/recipients', '/deliveries', '/test-inbox']) {
      const { status, body } = await test.manage('GET', `/workspaces/999999${at}`)
      expect([at, status, body.error]).toEqual([at, 404, 'not_found'])
    }
    expect((await test.manage('PATCH', '/workspaces/999999', { name: 'x' })).status).toBe(404)
    expect((await test.manage('POST', '/workspaces/999999/credits', { amount: 1 })).status).toBe(404)
    expect((await test.manage('POST', '/workspaces/999999/sources', { name: 'x' })).status).toBe(404)
    expect((await test.manage('POST', '/workspaces/999999/recipients', { name: 'x' })).status).toBe(404)
    expect((await test.manage('GET', '/workspaces/none')).status).toBe(422)
    expect((await test.manage('GET', '/workspaces/99999999999999999999')).status).toBe(422)
  })

  it('records credits in a ledger, and the balance of the ledger never falls below zero', async () => {
    const { workspace } = await test.tenant()
    const at = `/workspaces/${workspace}/credits`
    const bought = await test.manage('POST', at, { amount: 100, note: 'Invoice 1' })
    expect(bought.status).toBe(201)
    expect(bought.body).toMatchObject({ kind: 'purchase', amount: 100, balance: 100, note: 'Invoice 1' })
    expect((await test.manage('POST', at, { amount: -40 })).body).toMatchObject({ balance: 60, note: null })
    const over = await test.manage('POST', at, { amount: -61 })
    expect(over.status).toBe(422)
    expect(over.body.details.amount).toBeDefined()
    for (const amount of [0, 1.5, '5', null]) expect((await test.manage('POST', at, { amount })).status).toBe(422)
    const { body } = await test.manage('GET', at)
    expect(body.balance).toBe(60)
    expect(body.data.map((entry: { amount: number }) => entry.amount)).toEqual([-40, 100])
    expect(body.next_cursor).toBeNull()
  })

  it('applies concurrent credit purchases one after another', async () => {
    const { workspace } = await test.tenant()
    const at = `/workspaces/${workspace}/credits`
    await Promise.all(Array.from({ length: 10 }, () => test.manage('POST', at, { amount: 3 })))
    const { body } = await test.manage('GET', at)
    expect(body.balance).toBe(30)
    expect(body.data.map((entry: { balance: number }) => entry.balance)).toEqual([30, 27, 24, 21, 18, 15, 12, 9, 6, 3])
  })

  it('lists each entry of the ledger of credits once across pages while other entries are added', async () => {
    const { workspace } = await test.tenant()
    const at = `/workspaces/${workspace}/credits`
    for (let amount = 1; amount <= 5; amount++) await test.manage('POST', at, { amount })
    const seen: number[] = []
    let cursor = ''
    do {
      const { body } = await test.manage('GET', `${at}?limit=2${cursor}`)
      seen.push(...body.data.map((entry: { amount: number }) => entry.amount))
      await test.manage('POST', at, { amount: 99 })
      cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`
    } while (cursor !== '')
    expect(seen).toEqual([5, 4, 3, 2, 1])
    const exact = await test.manage('GET', `${at}?limit=8`)
    expect(exact.body.data).toHaveLength(8)
    expect(exact.body.next_cursor).toBeNull()
    for (const query of ['limit=0', 'limit=101', 'limit=two', 'cursor=!!', 'cursor=%00', 'page=2'])
      expect([query, (await test.manage('GET', `${at}?${query}`)).status]).toEqual([query, 422])
  })

  const token = () => readFileSync(path.join(test.dataDir, 'admin-token'), 'utf8').trim()
})

describe('workspaces with DEFAULT_PLAN=free', () => {
  it('creates a workspace on the free plan when DEFAULT_PLAN is free [D19]', async () => {
    const test = await startTestService('embedded', { DEFAULT_PLAN: 'free' })
    try {
      const { body } = await test.manage('POST', '/workspaces', { name: 'Plain' })
      expect(body).toMatchObject({ plan: 'free', quota: 500 })
    } finally {
      await test.stop()
    }
  })
})
