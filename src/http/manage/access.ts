// Who may do what on the management API: the one place where every route's demand is written and checked.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { brand } from '../../brand.ts'
import { refuse } from '../../errors.ts'
import { type Actor, memberOf } from '../../members/sessions.ts'
import { managementTokenOf } from '../../workspace/management-tokens.ts'
import { bearerOf } from '../bearer.ts'
import type { HttpDeps } from '../deps.ts'
import { sessionTokenOf } from './session-cookie.ts'

/** `anybody`: no sign-in. `member`: any. The rest: at least this role in the route's workspace; an operator has every one. */
export type Need = 'anybody' | 'member' | 'viewer' | 'admin' | 'owner' | 'operator'

interface Demand {
  need: Need
  /** The request changes nothing although its method could: it is not written to the audit log. */
  reads?: true
  /** Fields of the body that only an operator may give. */
  operatorFields?: string[]
}

const prefix = `${brand.basePath}/manage`

/** Where the rule below does not hold, by method and route. */
const exceptions: Record<string, Demand> = {
  'GET /setup': { need: 'anybody' },
  'POST /setup': { need: 'anybody' },
  'POST /login': { need: 'anybody' },
  'POST /logout': { need: 'anybody' },
  'POST /password/forgotten': { need: 'anybody' },
  'POST /password/reset': { need: 'anybody' },
  'POST /invitation/read': { need: 'anybody' },
  'POST /invitation/accept': { need: 'anybody' },
  'GET /session': { need: 'member' },
  'GET /channels': { need: 'member' },
  'GET /workspaces': { need: 'member' },
  'PATCH /account': { need: 'member' },
  'POST /account/password': { need: 'member' },
  'GET /account/sessions': { need: 'member' },
  'DELETE /account/sessions/:id': { need: 'member' },
  'POST /account/sessions/revoke-others': { need: 'member' },
  'PATCH /workspaces/:ws': { need: 'admin', operatorFields: ['plan', 'quota', 'whatsapp_limit'] },
  'POST /workspaces/:ws/credits': { need: 'operator' },
  'POST /workspaces/:ws/leave': { need: 'viewer' },
  'PATCH /workspaces/:ws/members/:id': { need: 'owner' },
  'DELETE /workspaces/:ws/members/:id': { need: 'owner' },
  'POST /workspaces/:ws/invitations': { need: 'owner' },
  'DELETE /workspaces/:ws/invitations/:id': { need: 'owner' },
  'POST /workspaces/:ws/sources/:source/connections/:channel/check': { need: 'admin', reads: true },
  'POST /workspaces/:ws/listeners/:id/hear': { need: 'admin', reads: true },
  'POST /workspaces/:ws/template-preview': { need: 'viewer', reads: true },
  'POST /workspaces/:ws/templates/:slug/preview': { need: 'viewer', reads: true },
}

/** In a workspace a viewer reads and an admin changes; outside of one everything is the operator's. */
export function demandOf(method: string, url: string): Demand {
  const verb = method === 'HEAD' ? 'GET' : method
  const path = url.slice(prefix.length)
  const exception = exceptions[`${verb} ${path}`]
  if (exception) return exception
  if (!path.startsWith('/workspaces/:ws')) return { need: 'operator' }
  return { need: verb === 'GET' ? 'viewer' : 'admin' }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; null where nobody has to be signed in and nobody is. */
    actor: Actor | null
    /** What they are in the route's workspace; null outside of one. */
    role: Role | null
  }
}

export function checkAccess(app: FastifyInstance, deps: HttpDeps): void {
  app.decorateRequest('actor', null)
  app.decorateRequest('role', null)
  app.addHook('onRequest', async (request) => {
    const { need } = demandOf(request.method, request.routeOptions.url!)
    const workspaceId = workspaceOf(request)
    const found = await identify(deps, request, workspaceId)
    if (need === 'anybody') {
      request.actor = found?.actor ?? null
      return
    }
    if (!found) refuseStranger(request, deps)
    request.actor = found.actor
    request.role = found.actor.operator ? 'owner' : found.role
    refuseSmaller(need, found, workspaceId)
  })
  app.addHook('preHandler', async ({ method, routeOptions, actor, body }) => {
    const { operatorFields = [] } = demandOf(method, routeOptions.url!)
    if (actor?.operator || typeof body !== 'object' || body === null) return
    const given = operatorFields.filter((field) => Object.hasOwn(body, field))
    if (given.length > 0) refuse('forbidden', `Only an operator of this installation changes ${given.join(', ')}.`)
  })
}

interface Found {
  actor: Actor
  role: Role | null
}

/** A token before a cookie: whoever sends one means it. */
async function identify(
  { db, clock, publicUrl }: HttpDeps,
  request: FastifyRequest,
  workspaceId: number | null,
): Promise<Found | undefined> {
  const bearer = bearerOf(request.headers)
  if (bearer !== undefined) {
    const token = await managementTokenOf(db, bearer)
    return token && { actor: { kind: 'token', ...token, operator: true }, role: 'owner' }
  }
  refuseOtherOrigin(request, publicUrl())
  const session = sessionTokenOf(request, publicUrl())
  if (session === undefined) return undefined
  return memberOf(db, clock.now(), session, { workspaceId, address: request.ip })
}

function workspaceOf({ params }: FastifyRequest): number | null {
  const { ws } = params as { ws?: string }
  return ws !== undefined && /^\d{1,15}$/.test(ws) ? Number(ws) : null
}

const SAFE = ['GET', 'HEAD']

/**
 * A cookie travels with whatever page makes the browser ask, so a change has to come from a page of ours: browsers say
 * where it comes from. Programs that send neither a cookie nor an origin pass, they have nothing to abuse.
 */
function refuseOtherOrigin(request: FastifyRequest, publicUrl: string): void {
  if (SAFE.includes(request.method)) return
  const { origin, host, cookie } = request.headers
  if (origin === undefined && cookie === undefined) return
  if (origin === undefined && request.headers['sec-fetch-site'] === 'same-origin') return
  const url = origin !== undefined && URL.canParse(origin) ? new URL(origin) : undefined
  if (url && (url.origin === new URL(publicUrl).origin || url.host === host)) return
  refuse('forbidden', 'This request does not come from a page of this service, so nothing was changed.')
}

function refuseStranger(request: FastifyRequest, { publicUrl }: HttpDeps): never {
  if (bearerOf(request.headers) !== undefined) refuse('invalid_token', 'This management token is not known here.')
  if (sessionTokenOf(request, publicUrl()) !== undefined)
    refuse('invalid_token', 'Your session has ended; sign in again.')
  return refuse(
    'missing_token',
    'Sign in, or send a management token as "Authorization: Bearer <token>"; the first one is in DATA_DIR/admin-token.',
  )
}

type Role = 'viewer' | 'admin' | 'owner'

const ranks = { viewer: 1, admin: 2, owner: 3 } as const

/** For what an answer holds: what a route takes at all is written in the table above. */
export function roleAtLeast({ role }: FastifyRequest, least: Role): boolean {
  return role !== null && ranks[role] >= ranks[least]
}

function refuseSmaller(need: Exclude<Need, 'anybody'>, { actor, role }: Found, workspaceId: number | null): void {
  if (actor.operator || need === 'member') return
  if (workspaceId !== null && role === null) refuse('not_found', `No workspace ${workspaceId}.`)
  if (need === 'operator') refuse('forbidden', 'Only an operator of this installation may do this.')
  if (role === null || ranks[role] >= ranks[need]) return
  refuse(
    'forbidden',
    role === 'viewer'
      ? `You are a viewer of this workspace: you see everything and change nothing. This takes an ${need}.`
      : 'You are an admin of this workspace; this takes an owner.',
  )
}
