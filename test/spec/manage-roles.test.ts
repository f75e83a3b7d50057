// Permissions. The tests request every management route with each role and token scope, as an outsider, and without a
// sign-in.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMember, type Browser, createBrowser, PASSWORD, setUpOwner } from '../harness/members.ts'
import { startTestService, type Tenant, type TestService } from '../harness/service.ts'

type Caller = 'viewer' | 'admin' | 'owner' | 'operator' | 'outsider'

interface Route {
  method: string
  path: string
  security: object[]
}

/**
 * The callers with access to the workspace. The caller "outsider" owns another workspace and is therefore not in this
 * list.
 */
const inWorkspace: Caller[] = ['viewer', 'admin', 'owner', 'operator']
const SAFE = ['GET', 'HEAD']

/**
 * The permitted callers of routes with exceptional permissions. On other routes viewers read, admins change, and
 * operators act outside workspaces.
 */
const rules: Record<string, Caller[]> = {
  'GET /session': [...inWorkspace, 'outsider'],
  'GET /channels': [...inWorkspace, 'outsider'],
  'GET /addresses': [...inWorkspace, 'outsider'],
  'GET /workspaces': [...inWorkspace, 'outsider'],
  'PATCH /account': [...inWorkspace, 'outsider'],
  'POST /account/password': [...inWorkspace, 'outsider'],
  'GET /account/sessions': [...inWorkspace, 'outsider'],
  'DELETE /account/sessions/{id}': [...inWorkspace, 'outsider'],
  'POST /account/sessions/revoke-others': [...inWorkspace, 'outsider'],
  'POST /account/sessions/revoke-all': [...inWorkspace, 'outsider'],
  'GET /account/second-factor': [...inWorkspace, 'outsider'],
  'POST /account/second-factor': [...inWorkspace, 'outsider'],
  'POST /account/second-factor/confirm': [...inWorkspace, 'outsider'],
  'POST /account/second-factor/recovery-codes': [...inWorkspace, 'outsider'],
  'POST /account/second-factor/disable': [...inWorkspace, 'outsider'],
  'GET /account/identities': [...inWorkspace, 'outsider'],
  'POST /account/identities': [...inWorkspace, 'outsider'],
  'DELETE /account/identities/{id}': [...inWorkspace, 'outsider'],
  'POST /workspaces/{ws}/leave': inWorkspace,
  'POST /workspaces/{ws}/saved-filters': inWorkspace,
  'DELETE /workspaces/{ws}/saved-filters/{id}': inWorkspace,
  'POST /workspaces/{ws}/template-preview': inWorkspace,
  'POST /workspaces/{ws}/templates/{slug}/preview': inWorkspace,
  'POST /workspaces/{ws}/template-check': inWorkspace,
  'POST /workspaces/{ws}/layout-preview': inWorkspace,
  'POST /workspaces/{ws}/dry-runs': inWorkspace,
  // A report of a provider may repeat the content of a message, which viewers may see only with masks.
  'GET /workspaces/{ws}/sources/{source}/connections/{channel}/test': ['admin', 'owner', 'operator'],
  'POST /workspaces/{ws}/credits': ['operator'],
  'PATCH /workspaces/{ws}/members/{id}': ['owner', 'operator'],
  'DELETE /workspaces/{ws}/members/{id}': ['owner', 'operator'],
  'POST /workspaces/{ws}/invitations': ['owner', 'operator'],
  'DELETE /workspaces/{ws}/invitations/{id}': ['owner', 'operator'],
}

function allowedOn({ method, path }: Route): Caller[] {
  const rule = rules[`${method} ${path}`]
  if (rule) return rule
  if (!path.startsWith('/workspaces/{ws}')) return ['operator']
  return SAFE.includes(method) ? inWorkspace : ['admin', 'owner', 'operator']
}

describe('roles', () => {
  let test: TestService
  let tenant: Tenant
  let routes: Route[]
  const browsers = {} as Record<Caller, Browser>

  beforeAll(async () => {
    test = await startTestService('postgres', { TRUST_PROXY: '1' })
    tenant = await test.tenant()
    const elsewhere = await test.tenant()
    browsers.operator = await setUpOwner(test)
    for (const role of ['viewer', 'admin', 'owner'] as const)
      browsers[role] = await addMember(test, tenant.workspace, role, `${role}@shop.example`)
    browsers.outsider = await addMember(test, elsewhere.workspace, 'owner', 'outsider@elsewhere.example')
    const { body } = await test.call('GET', '/../openapi.json')
    routes = Object.entries(body.paths as Record<string, Record<string, { security: object[] }>>)
      .filter(([path]) => path.startsWith('/v1/manage'))
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { security }]) => ({
          method: method.toUpperCase(),
          path: path.slice('/v1/manage'.length),
          security,
        })),
      )
  })
  afterAll(() => test.stop())

  /**
   * Returns a path with unknown ids, so that a permitted request changes nothing. The body of the request is also
   * invalid.
   */
  const placeOf = ({ path }: Route) =>
    path
      .replace('{ws}', String(tenant.workspace))
      .replace('{channel}', 'email')
      .replace(/\{\w+\}/g, '999999')
  const requestAs = (caller: Caller, route: Route) =>
    browsers[caller].request(
      route.method,
      placeOf(route),
      SAFE.includes(route.method) ? undefined : { unknown_field: 1 },
    )
  /**
   * Routes that the test does not request as a permitted caller, because the request would end the membership or the
   * sessions of the caller.
   */
  const CONSEQUENTIAL = [
    'POST /workspaces/{ws}/leave',
    'POST /account/sessions/revoke-others',
    'POST /account/sessions/revoke-all',
  ]

  it('every documented management route permits exactly the roles in the permission rules [D4f]', async () => {
    const open = routes.filter(({ security }) => security.length === 0)
    expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'GET /setup',
      'GET /sign-in-options',
      'POST /invitation/accept',
      'POST /invitation/read',
      'POST /login',
      'POST /logout',
      'POST /oidc/finish',
      'POST /oidc/start',
      'POST /password/forgotten',
      'POST /password/reset',
      'POST /setup',
    ])
    const checkedRoutes = routes.filter((route) => !open.includes(route))
    expect(checkedRoutes.length).toBeGreaterThan(90)
    const wrong: unknown[] = []
    for (const route of checkedRoutes) {
      const allowed = allowedOn(route)
      for (const caller of Object.keys(browsers) as Caller[]) {
        if (allowed.includes(caller) && CONSEQUENTIAL.includes(`${route.method} ${route.path}`)) continue
        const { status, body } = await requestAs(caller, route)
        const outside = caller === 'outsider' && route.path.startsWith('/workspaces/{ws}')
        const right = allowed.includes(caller)
          ? status !== 401 && status !== 403 && body.message !== `No workspace ${tenant.workspace}.`
          : outside
            ? status === 404 && body.message === `No workspace ${tenant.workspace}.`
            : status === 403 && body.error === 'forbidden' && /\.$/.test(body.message)
        if (!right) wrong.push([caller, route.method, route.path, status, body.error, body.message])
      }
    }
    expect(wrong).toEqual([])
  })

  it('management tokens with the scopes `read`, `manage` and `operator` have the rights of a viewer, an owner and an operator [D37] [D65b]', async () => {
    const tokens: [scope: string, like: Caller][] = [
      ['read', 'viewer'],
      ['manage', 'owner'],
      ['operator', 'operator'],
    ]
    const wrong: unknown[] = []
    for (const [scope, like] of tokens) {
      const { token } = (await test.manage('POST', '/tokens', { name: scope, scope })).body
      for (const route of routes.filter(({ security }) => security.length > 0)) {
        const { method, path } = route
        // This request is validated before tokens are refused: saved-filters.test.ts.
        if (method === 'POST' && path.endsWith('/saved-filters')) continue
        const body = SAFE.includes(method) ? undefined : { unknown_field: 1 }
        const answer = await test.call(method, `/manage${placeOf(route)}`, { key: token, body })
        const personal =
          path.startsWith('/account') || path === '/workspaces/{ws}/leave' || path.includes('/saved-filters')
        const allowed = allowedOn(route).includes(like) && !personal
        const { status, body: refusal } = answer
        const right = allowed ? status !== 401 && status !== 403 : status === 403 && refusal.error === 'forbidden'
        if (!right) wrong.push([scope, method, path, status, refusal.error, refusal.message])
      }
    }
    expect(wrong).toEqual([])
  })

  it('the error for a missing permission names the role of the member and the role that the operation requires', async () => {
    const at = `/workspaces/${tenant.workspace}`
    const viewer = await browsers.viewer.request('PATCH', at, { name: 'Mine' })
    expect(viewer.body).toEqual({
      error: 'forbidden',
      message: 'You are a viewer of this workspace, so you cannot change it. This requires the role admin.',
    })
    const admin = await browsers.admin.request('POST', `${at}/invitations`, { email: 'x@shop.example', role: 'viewer' })
    expect(admin.body.message).toBe('This request requires the role owner, and you are an admin of this workspace.')
  })

  it('permits only operators to change the plan and the limits of a workspace', async () => {
    const at = `/workspaces/${tenant.workspace}`
    for (const change of [{ plan: 'agency' }, { quota: null }, { whatsapp_limit: 5 }, { name: 'x', quota: 1 }]) {
      const answer = await browsers.owner.request('PATCH', at, change)
      expect([change, answer.status, answer.body.error]).toEqual([change, 403, 'forbidden'])
    }
    expect((await browsers.admin.request('PATCH', at, { name: 'Shop' })).status).toBe(200)
    expect((await browsers.operator.request('PATCH', at, { plan: 'pro' })).body).toMatchObject({
      plan: 'pro',
      name: 'Shop',
    })
  })

  it('lists only the workspaces to which a member belongs, but lists all workspaces for an operator', async () => {
    const seen = async (caller: Caller) =>
      (await browsers[caller].request('GET', '/workspaces')).body.data.map(({ id }: { id: number }) => id)
    expect(await seen('viewer')).toEqual([tenant.workspace])
    expect(await seen('outsider')).not.toContain(tenant.workspace)
    expect(await seen('operator')).toHaveLength(3)
    const session = await browsers.viewer.request('GET', '/session')
    expect(session.body.workspaces).toEqual([expect.objectContaining({ id: tenant.workspace, role: 'viewer' })])
  })

  it('permits only operators to create a workspace and makes the creator its owner', async () => {
    expect((await browsers.owner.request('POST', '/workspaces', { name: 'Second' })).status).toBe(403)
    const { body } = await browsers.operator.request('POST', '/workspaces', { name: 'Second' })
    const members = await browsers.operator.request('GET', `/workspaces/${body.id}/members`)
    expect(members.body.data).toEqual([expect.objectContaining({ email: 'ada@shop.example', role: 'owner' })])
  })

  it('a member whose role is lowered is signed out, and a member who leaves loses access immediately', async () => {
    const at = `/workspaces/${tenant.workspace}`
    const leaver = await addMember(test, tenant.workspace, 'admin', 'leaver@shop.example')
    const { actor } = (await leaver.request('GET', '/session')).body
    expect((await browsers.owner.request('PATCH', `${at}/members/${actor.id}`, { role: 'viewer' })).body.role).toBe(
      'viewer',
    )
    // Lowering a role ends the sessions that were opened with the higher role.
    expect((await leaver.request('PATCH', at, { name: 'x' })).status).toBe(401)
    await leaver.request('POST', '/login', { email: 'leaver@shop.example', password: PASSWORD })
    expect((await leaver.request('PATCH', at, { name: 'x' })).status).toBe(403)
    expect((await leaver.request('POST', `${at}/leave`)).status).toBe(204)
    expect((await leaver.request('GET', at)).status).toBe(404)
    expect((await leaver.request('GET', '/session')).body.workspaces).toEqual([])
  })

  it('a request to a workspace without a sign-in returns missing_token', async () => {
    const anonymous = createBrowser(test)
    expect((await anonymous.request('GET', `/workspaces/${tenant.workspace}`)).body.error).toBe('missing_token')
  })
})
