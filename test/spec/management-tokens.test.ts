// Management tokens: names, scopes, expiry, last use, the list and revocation (decision 65).
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, setUpOwner } from '../harness/members.ts'
import { type Answer, databases, startTestService, type Tenant, type TestService } from '../harness/service.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

interface Token {
  id: number
  token: string
}

describe.each(databases)('management tokens on %s', (kind) => {
  let test: TestService
  let tenant: Tenant
  let owner: Browser
  beforeAll(async () => {
    test = await startTestService(kind)
    tenant = await test.tenant()
    owner = await setUpOwner(test)
  })
  afterAll(() => test.stop())

  const as = ({ token }: Token, method: string, path: string, body?: unknown): Promise<Answer> =>
    test.call(method, `/manage${path}`, { key: token, body })
  const create = async (fields: object): Promise<Token> => {
    const { status, body } = await test.manage('POST', '/tokens', fields)
    expect([status, body.message]).toEqual([201, undefined])
    return body
  }
  const listed = async (id: number) =>
    (await test.manage('GET', '/tokens')).body.data.find((token: Token) => token.id === id)
  const inDays = (days: number) => new Date(test.clock.now().getTime() + days * DAY).toISOString()

  it('creates a management token with name, scope and expiry, and shows the token only once [D65]', async () => {
    const expires_at = inDays(30)
    const { status, body } = await test.manage('POST', '/tokens', { name: 'Nightly report', scope: 'read', expires_at })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(Number),
      name: 'Nightly report',
      scope: 'read',
      hint: `…${body.token.slice(-4)}`,
      state: 'active',
      created_at: expect.any(String),
      expires_at,
      last_used_at: null,
      revoked_at: null,
      token: expect.stringMatching(/^svcadm_[A-Za-z0-9]{40}$/),
    })
    const { token, ...rest } = body
    const list = await test.manage('GET', '/tokens')
    expect(list.body.data[0]).toEqual({ ...rest, current: false })
    expect(JSON.stringify(list.body)).not.toContain(token)
    expect((await as(body, 'GET', `/workspaces/${tenant.workspace}`)).status).toBe(200)
  })

  it('lists the management token of the admin-token file, and marks the token that the current request uses', async () => {
    const { data } = (await test.manage('GET', '/tokens')).body
    expect(data.filter(({ current }: { current: boolean }) => current)).toEqual([
      expect.objectContaining({ name: 'admin-token file', scope: 'operator', expires_at: null, state: 'active' }),
    ])
  })

  it('a management token from version 0.1 is an operator token without expiry [D65f]', async () => {
    const token = `svcadm_${kind}`
    await test.service.db.pool.query('insert into management_tokens (hash, hint, created_at) values ($1, $2, $3)', [
      createHash('sha256').update(token).digest(),
      token.slice(-4),
      test.clock.now(),
    ])
    const { body } = await test.call('GET', '/manage/session', { key: token })
    expect(body.actor).toMatchObject({ name: 'admin-token file', scope: 'operator', operator: true, expires_at: null })
    expect((await test.call('GET', '/manage/tokens', { key: token })).status).toBe(200)
  })

  it('refuses a management token immediately after its revocation, and lists the token with the time of the revocation [D65c]', async () => {
    const token = await create({ name: 'Old job', scope: 'manage' })
    expect((await as(token, 'GET', '/session')).status).toBe(200)
    expect((await test.manage('DELETE', `/tokens/${token.id}`)).status).toBe(204)
    expect((await as(token, 'GET', '/session')).body).toEqual({
      error: 'invalid_token',
      message: 'This management token is not valid.',
    })
    const { revoked_at, state } = await listed(token.id)
    expect([state, Date.parse(revoked_at)]).toEqual(['revoked', expect.any(Number)])
    expect((await test.manage('DELETE', `/tokens/${token.id}`)).status).toBe(204)
    expect((await listed(token.id)).revoked_at).toBe(revoked_at)
    expect((await test.manage('DELETE', '/tokens/999999')).status).toBe(404)
  })

  it('returns 401 for an expired management token, with the time when the token expired [D65c]', async () => {
    const expires_at = inDays(1)
    const token = await create({ name: 'A day', scope: 'operator', expires_at })
    expect((await as(token, 'GET', '/workspaces')).status).toBe(200)
    test.clock.advance(DAY)
    const { status, body } = await as(token, 'GET', '/workspaces')
    expect([status, body.error]).toEqual([401, 'invalid_token'])
    expect(body.message).toBe(`This management token expired at ${expires_at}. Create another one.`)
    expect(await listed(token.id)).toMatchObject({ state: 'expired', revoked_at: null })
  })

  it('returns 422 with the name of the field for a request to create an invalid management token', async () => {
    const wrong: [object, string][] = [
      [{ scope: 'read' }, 'name'],
      [{ name: 'x' }, 'scope'],
      [{ name: '', scope: 'read' }, 'name'],
      [{ name: 'x'.repeat(101), scope: 'read' }, 'name'],
      [{ name: 'x', scope: 'everything' }, 'scope'],
      [{ name: 'x', scope: 'read', expires_at: 'tomorrow' }, 'expires_at'],
      [{ name: 'x', scope: 'read', expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
      [{ name: 'x', scope: 'read', expires: '2040-01-01T00:00:00Z' }, 'expires'],
    ]
    for (const [body, field] of wrong) {
      const answer = await test.manage('POST', '/tokens', body)
      expect([answer.status, Object.keys(answer.body.details ?? {})], JSON.stringify(body)).toEqual([422, [field]])
    }
  })

  it('refuses to create a management token that expires later than the token that creates it [D65d]', async () => {
    const short = await create({ name: 'Short', scope: 'operator', expires_at: inDays(2) })
    for (const expires_at of [undefined, null, inDays(3)]) {
      const { status, body } = await as(short, 'POST', '/tokens', { name: 'Longer', scope: 'read', expires_at })
      expect([status, body.error, body.message]).toEqual([403, 'forbidden', expect.stringContaining('expires at')])
    }
    const child = { name: 'Child', scope: 'operator', expires_at: inDays(1) }
    expect((await as(short, 'POST', '/tokens', child)).status).toBe(201)
    expect((await owner.request('POST', '/tokens', { name: 'A person may', scope: 'read' })).status).toBe(201)
  })

  it('only management tokens with the scope `operator` may create workspaces and manage tokens, plans and credits', async () => {
    const at = `/workspaces/${tenant.workspace}`
    const manage = await create({ name: 'Deploys', scope: 'manage' })
    const read = await create({ name: 'Dashboard', scope: 'read' })
    for (const token of [manage, read]) {
      const refused = await Promise.all([
        as(token, 'GET', '/tokens'),
        as(token, 'POST', '/tokens', { name: 'x', scope: 'operator' }),
        as(token, 'DELETE', `/tokens/${manage.id}`),
        as(token, 'POST', '/workspaces', { name: 'x' }),
        as(token, 'POST', `${at}/credits`, { amount: 5 }),
        as(token, 'PATCH', at, { quota: null }),
        as(token, 'GET', '/members'),
        as(token, 'GET', '/audit-log'),
      ])
      expect(refused.map(({ status, body }) => [status, body.error])).toEqual(refused.map(() => [403, 'forbidden']))
    }
    expect((await as(manage, 'GET', '/tokens')).body.message).toBe(
      'This management token has the scope manage: it has the rights of an owner in every workspace. This request requires the scope operator.',
    )
    expect((await as(read, 'PATCH', at, { name: 'x' })).body.message).toBe(
      'This management token has the scope read: it has the rights of a viewer in every workspace. This request requires the scope manage.',
    )
  })

  it('in every workspace, a token with the scope `manage` has the rights of an owner, and a token with the scope `read` has the rights of a viewer', async () => {
    const manage = await create({ name: 'Deploys', scope: 'manage' })
    const read = await create({ name: 'Dashboard', scope: 'read' })
    const other = await test.tenant()
    for (const { workspace, source } of [tenant, other]) {
      const at = `/workspaces/${workspace}`
      const invitation = { email: `${workspace}@shop.example`, role: 'owner' }
      expect((await as(manage, 'POST', `${at}/invitations`, invitation)).status).toBe(201)
      expect((await as(manage, 'PATCH', `${at}/sources/${source}`, { name: 'Till' })).status).toBe(200)
      expect((await as(manage, 'GET', `${at}/getting-started`)).body.test_key).toMatch(/^svc_test_/)
      expect((await as(read, 'GET', `${at}/sources/${source}`)).body.name).toBe('Till')
      expect((await as(read, 'GET', `${at}/getting-started`)).body.test_key).toBeNull()
    }
    for (const [token, role] of [
      [manage, 'owner'],
      [read, 'viewer'],
    ] as const) {
      const ids = (await as(token, 'GET', '/workspaces')).body.data.map(({ id }: { id: number }) => id)
      expect(ids).toEqual(expect.arrayContaining([tenant.workspace, other.workspace]))
      const { actor, workspaces } = (await as(token, 'GET', '/session')).body
      expect(actor).toMatchObject({ kind: 'token', id: token.id, operator: false })
      expect(new Set(workspaces.map((one: { role: string }) => one.role))).toEqual(new Set([role]))
    }
  })

  it('refuses account requests with a management token, and does not change the member whose id equals the token id', async () => {
    const member = (await owner.request('GET', '/session')).body.actor
    const twin = (await test.manage('GET', '/tokens')).body.data.find(({ id }: Token) => id === member.id)
    expect(twin).toBeDefined()
    const refused = await Promise.all([
      test.manage('PATCH', '/account', { name: 'Eve' }),
      test.manage('GET', '/account/sessions'),
      test.manage('POST', '/account/sessions/revoke-others'),
      test.manage('POST', `/workspaces/${tenant.workspace}/leave`),
    ])
    for (const { status, body } of refused)
      expect([status, body.message]).toEqual([403, 'A management token has no account. Sign in to the portal.'])
    expect((await owner.request('GET', '/session')).body.actor).toEqual(member)
  })

  it('reports the last use of a management token with the precision of a minute, and stores the last use at most once a minute [D65e]', async () => {
    const token = await create({ name: 'Busy', scope: 'read' })
    const versions = async () =>
      (
        await test.service.db.pool.query('select xmin::text as version from management_tokens where id = $1', [
          token.id,
        ])
      ).rows[0].version
    const used = async (since: string | null) => {
      await as(token, 'GET', '/session')
      return test.until(async () => {
        const at = (await listed(token.id)).last_used_at
        return at !== since && at
      })
    }
    const first: string = await used(null)
    expect(Date.parse(first) % MINUTE).toBe(0)
    expect(Math.abs(test.clock.now().getTime() - Date.parse(first))).toBeLessThan(2 * MINUTE)
    test.clock.advance(5 * MINUTE - (test.clock.now().getTime() % MINUTE))
    const second: string = await used(first)
    const version = await versions()
    for (let request = 0; request < 20; request++) await as(token, 'GET', '/session')
    // The service stores the uses of tokens in order. The witness token is used last. Therefore, when its use is
    // stored, all earlier uses are stored too.
    const witness = await create({ name: 'Witness', scope: 'read' })
    await as(witness, 'GET', '/session')
    await test.until(async () => (await listed(witness.id)).last_used_at)
    const { last_used_at } = await listed(token.id)
    expect([last_used_at, await versions()]).toEqual([second, version])
  })

  it('the audit log names the management token that made a change, and records when tokens are created and revoked', async () => {
    const token = await create({ name: 'Deploys', scope: 'manage' })
    const newest = async (query = '') => (await test.manage('GET', `/audit-log?limit=1${query}`)).body.data[0]
    expect(await newest()).toMatchObject({
      action: 'createManagementToken',
      object: { kind: 'management_token', id: String(token.id), name: 'Deploys' },
      change: { name: 'Deploys', scope: 'manage' },
      outcome: 'done',
    })
    expect(JSON.stringify(await newest())).not.toContain(token.token)
    await as(token, 'PATCH', `/workspaces/${tenant.workspace}`, { name: 'Shop' })
    expect((await newest()).actor).toEqual({
      kind: 'token',
      id: token.id,
      name: `Management token Deploys (…${token.token.slice(-4)})`,
    })
    await test.manage('DELETE', `/tokens/${token.id}`)
    expect(await newest()).toMatchObject({
      action: 'revokeManagementToken',
      object: { kind: 'management_token', id: String(token.id), name: 'Deploys' },
    })
  })

  it('creates no more than 100 live management tokens when 40 requests arrive at once', async () => {
    const live = async (): Promise<{ id: number; state: string }[]> =>
      (await test.manage('GET', '/tokens')).body.data.filter(({ state }: { state: string }) => state === 'active')
    const fields = { name: 'One at once', scope: 'read' }
    for (let count = (await live()).length; count < 88; count++) await create(fields)
    const answers = await Promise.all(Array.from({ length: 40 }, () => test.manage('POST', '/tokens', fields)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(12)
    expect(statuses.filter((status) => status === 409)).toHaveLength(28)
    expect(await live()).toHaveLength(100)
    for (const { body } of answers) if (body.id !== undefined) await test.manage('DELETE', `/tokens/${body.id}`)
  })

  it('does not count revoked or expired management tokens toward the maximum of 100 live tokens', async () => {
    const live = async () =>
      (await test.manage('GET', '/tokens')).body.data.filter(({ state }: { state: string }) => state === 'active')
    const last = { name: 'One of many', scope: 'read' }
    const fill = async () => {
      for (let count = (await live()).length; count < 100; count++) await create(last)
      const full = await test.manage('POST', '/tokens', last)
      expect([full.status, full.body.error]).toEqual([409, 'conflict'])
      expect(await live()).toHaveLength(100)
    }
    await create({ ...last, expires_at: inDays(1) })
    await fill()
    test.clock.advance(DAY)
    await fill()
    await test.manage('DELETE', `/tokens/${(await live())[0].id}`)
    await create(last)
  })
})
