// Who may do what on the management API: the one place where every route's demand is written and checked.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { brand } from '../../../brand.ts'
import { Refused, refuse } from '../../../errors.ts'
import { roleEverywhere } from '../../../members/actor.ts'
import { managementTokenOf } from '../../../members/management-tokens.ts'
import { type Actor, memberOf } from '../../../members/sessions.ts'
import { createTokenUses, type TokenUses } from '../../../members/token-uses.ts'
import { bearerOf } from '../../bearer.ts'
import type { HttpDeps } from '../../deps.ts'
import { sessionTokenOf } from '../members/session-cookie.ts'
import { refuseOtherOrigin } from './origin.ts'
import { refuseNarrowToken } from './token-scope.ts'

/**
 * `anybody`: no sign-in. `member`: any sign-in or token. `account`: a person, because tokens have no account. The rest: at
 * least this role in the route's workspace; an operator has every role.
 */
export type Need = 'anybody' | 'member' | 'account' | 'viewer' | 'admin' | 'owner' | 'operator'

interface Demand {
  need: Need
  /** The request changes nothing although its method could: it is not written to the audit log. */
  reads?: true
  /** The request hands data out as a file: it is written to the audit log although it changes nothing. */
  exports?: true
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
  'GET /addresses': { need: 'member' },
  'GET /workspaces': { need: 'member' },
  'PATCH /account': { need: 'account' },
  'POST /account/password': { need: 'account' },
  'GET /account/sessions': { need: 'account' },
  'DELETE /account/sessions/:id': { need: 'account' },
  'POST /account/sessions/revoke-others': { need: 'account' },
  'PATCH /workspaces/:ws': { need: 'admin', operatorFields: ['plan', 'quota', 'whatsapp_limit'] },
  'POST /workspaces/:ws/credits': { need: 'operator' },
  'POST /workspaces/:ws/leave': { need: 'viewer' },
  'PATCH /workspaces/:ws/members/:id': { need: 'owner' },
  'DELETE /workspaces/:ws/members/:id': { need: 'owner' },
  'POST /workspaces/:ws/invitations': { need: 'owner' },
  'DELETE /workspaces/:ws/invitations/:id': { need: 'owner' },
  'GET /workspaces/:ws/recipients/export': { need: 'viewer', exports: true },
  'GET /workspaces/:ws/recipients/imports/:id/refused.csv': { need: 'viewer', exports: true },
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
  const tokenUses = createTokenUses(deps.db, deps.clock, deps.onError)
  app.addHook('onClose', tokenUses.flush)
  app.addHook('onRequest', async (request) => {
    const { need } = demandOf(request.method, request.routeOptions.url!)
    if (need === 'anybody') {
      const found = await identify(deps, request, workspaceOf(request), tokenUses.note)
      request.actor = isFound(found) ? found.actor : null
      if (request.actor === null) countWrong(deps, request)
      return
    }
    await requireAccess(deps, request, need, tokenUses.note)
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

/** A management token that was valid until then. */
interface Expired {
  expiredAt: Date
}

const isFound = (found: Found | Expired | undefined): found is Found => found !== undefined && 'actor' in found

/** Remembers that a management token was used. */
type NoteUse = TokenUses['note']

async function requireAccess(
  deps: HttpDeps,
  request: FastifyRequest,
  need: Exclude<Need, 'anybody'>,
  noteUse?: NoteUse,
): Promise<void> {
  const workspaceId = workspaceOf(request)
  const found = await identify(deps, request, workspaceId, noteUse)
  if (!isFound(found)) refuseStranger(request, deps, found?.expiredAt)
  request.actor = found.actor
  request.role = roleEverywhere(found.actor) ?? found.role
  refuseSmaller(need, found.actor, request.role, workspaceId)
}

/**
 * For answers that take long: checks again that the session or token exists and has its role, and throws as at the
 * beginning of the request when it does not.
 */
export async function requireAccessStill(deps: HttpDeps, request: FastifyRequest): Promise<void> {
  const { need } = demandOf(request.method, request.routeOptions.url!)
  if (need !== 'anybody') await requireAccess(deps, request, need)
}

/** A token goes before a cookie: a client that sends a token means it. */
async function identify(
  { db, clock, publicUrl }: HttpDeps,
  request: FastifyRequest,
  workspaceId: number | null,
  noteUse?: NoteUse,
): Promise<Found | Expired | undefined> {
  const bearer = bearerOf(request.headers)
  if (bearer !== undefined) {
    const token = await managementTokenOf(db, bearer)
    if (!token) return undefined
    const { id, name, hint, scope, expires_at: expiresAt } = token
    if (expiresAt !== null && expiresAt <= clock.now()) return { expiredAt: expiresAt }
    noteUse?.(token)
    const operator = scope === 'operator'
    return { actor: { kind: 'token', id, name, hint, scope, operator, expiresAt }, role: null }
  }
  refuseOtherOrigin(request.method, request.headers, publicUrl())
  const session = sessionTokenOf(request, publicUrl())
  if (session === undefined) return undefined
  return memberOf(db, clock.now(), session, { workspaceId, address: request.ip })
}

function workspaceOf({ params }: FastifyRequest): number | null {
  const { ws } = params as { ws?: string }
  return ws !== undefined && /^\d{1,15}$/.test(ws) ? Number(ws) : null
}

function refuseStranger(
  request: FastifyRequest,
  { publicUrl, wrongCredentials }: HttpDeps,
  expiredAt: Date | undefined,
): never {
  const refuseWrong = (message: string): never => {
    throw new Refused(wrongCredentials.refusalOf(request.ip, { code: 'invalid_token', message }))
  }
  if (expiredAt !== undefined)
    refuseWrong(`This management token expired at ${expiredAt.toISOString()}. Create another one.`)
  if (bearerOf(request.headers) !== undefined) refuseWrong('This management token is not known here.')
  if (sessionTokenOf(request, publicUrl()) !== undefined) refuseWrong('Your session has ended; sign in again.')
  return refuse(
    'missing_token',
    'Sign in, or send a management token as "Authorization: Bearer <token>"; the first one is in DATA_DIR/admin-token.',
  )
}

/**
 * Counts a wrong credential on a route that needs none. A browser may send the cookie of a session that ended, and must be
 * able to sign in all the same: too many are refused at sign-out and where a token was sent.
 */
function countWrong({ publicUrl, wrongCredentials }: HttpDeps, request: FastifyRequest): void {
  const isToken = bearerOf(request.headers) !== undefined
  if (!isToken && sessionTokenOf(request, publicUrl()) === undefined) return
  const refusal = wrongCredentials.refusalOf(request.ip, { code: 'invalid_token', message: '' })
  const isSignOut = request.routeOptions.url === `${prefix}/logout`
  if (refusal.code === 'rate_limited' && (isToken || isSignOut)) throw new Refused(refusal)
}

type Role = 'viewer' | 'admin' | 'owner'

const ranks = { viewer: 1, admin: 2, owner: 3 } as const

/** For what an answer holds: what a route takes at all is written in the table above. */
export function roleAtLeast({ role }: FastifyRequest, least: Role): boolean {
  return role !== null && ranks[role] >= ranks[least]
}

function refuseSmaller(
  need: Exclude<Need, 'anybody'>,
  actor: Actor,
  role: Role | null,
  workspaceId: number | null,
): void {
  if (actor.kind === 'token') {
    refuseNarrowToken(need, actor.scope)
    return
  }
  if (actor.operator || need === 'member' || need === 'account') return
  if (workspaceId !== null && role === null) refuse('not_found', `No workspace ${workspaceId}.`)
  if (need === 'operator') refuse('forbidden', 'Only an operator of this installation may do this.')
  if (role === null || ranks[role] >= ranks[need]) return
  refuse(
    'forbidden',
    role === 'viewer'
      ? `You are a viewer of this workspace: you can look at it and change nothing. This takes an ${need}.`
      : 'You are an admin of this workspace; this takes an owner.',
  )
}
