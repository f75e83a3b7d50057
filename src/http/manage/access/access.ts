// Access control of the management API. Enforces the access rule that each route declares.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { brand } from '../../../brand.ts'
import { Refused, refuse } from '../../../errors.ts'
import { fieldsOf, textOf } from '../../../lib/json/json-fields.ts'
import { type Role, roleEverywhere } from '../../../members/actor.ts'
import { managementTokenOf } from '../../../members/management-tokens.ts'
import { type Actor, memberOf } from '../../../members/sessions.ts'
import { createTokenUses, type TokenUses } from '../../../members/token-uses.ts'
import { bearerOf } from '../../bearer.ts'
import type { HttpDeps } from '../../deps.ts'
import { sessionTokenOf } from '../members/session-cookie.ts'
import { refuseOtherOrigin } from './origin.ts'
import { type RequiredAccess, ruleOf } from './rules.ts'
import { refuseNarrowToken } from './token-scope.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller. Null for an anonymous request, which is permitted only on routes without sign-in. */
    actor: Actor | null
    /** The caller's role in the route's workspace. Null on routes without a workspace. */
    role: Role | null
  }
}

export function checkAccess(app: FastifyInstance, deps: HttpDeps): void {
  app.decorateRequest('actor', null)
  app.decorateRequest('role', null)
  const tokenUses = createTokenUses(deps.db, deps.clock, deps.onError)
  app.addHook('onClose', tokenUses.flush)
  app.addHook('onRequest', async (request) => {
    const { need } = ruleOf(request)
    if (need === null) {
      const found = await identify(deps, request, workspaceOf(request), tokenUses.note)
      request.actor = isFound(found) ? found.actor : null
      if (request.actor === null) countWrong(deps, request)
      return
    }
    await requireAccess(deps, request, need, tokenUses.note)
  })
  app.addHook('preHandler', async ({ routeOptions, actor, body }) => {
    const { operatorFields = [] } = routeOptions.config
    if (actor?.operator || typeof body !== 'object' || body === null) return
    const setFields = operatorFields.filter((field) => Object.hasOwn(body, field))
    if (setFields.length > 0)
      refuse('forbidden', `Only an operator of this installation can change ${setFields.join(', ')}.`)
  })
}

interface AuthenticatedCaller {
  actor: Actor
  role: Role | null
}

/** The result of `identify` if the caller sent an expired management token. */
interface Expired {
  expiredAt: Date
}

const isFound = (found: AuthenticatedCaller | Expired | undefined): found is AuthenticatedCaller =>
  found !== undefined && 'actor' in found

/** Records the use of a management token. */
type NoteUse = TokenUses['note']

async function requireAccess(
  deps: HttpDeps,
  request: FastifyRequest,
  need: RequiredAccess,
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
 * Checks the access again while a long response is being sent. Throws if the session or token has ended, or if the
 * caller no longer has the required role.
 */
export async function requireAccessStill(deps: HttpDeps, request: FastifyRequest): Promise<void> {
  const { need } = ruleOf(request)
  if (need !== null) await requireAccess(deps, request, need)
}

/**
 * Identifies the caller. If a request has both a management token and a session cookie, uses the token, because
 * browsers send cookies automatically.
 */
async function identify(
  { db, clock, publicUrl }: HttpDeps,
  request: FastifyRequest,
  workspaceId: number | null,
  noteUse?: NoteUse,
): Promise<AuthenticatedCaller | Expired | undefined> {
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

/** Returns the workspace id from the path. It is not yet known whether this workspace exists. */
function workspaceOf({ params }: FastifyRequest): number | null {
  const ws = textOf(fieldsOf(params).ws)
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
  if (bearerOf(request.headers) !== undefined) refuseWrong('This management token is not valid.')
  if (sessionTokenOf(request, publicUrl()) !== undefined) refuseWrong('Your session has ended. Sign in again.')
  return refuse(
    'missing_token',
    'Sign in, or send a management token as "Authorization: Bearer <token>". The first token is in DATA_DIR/admin-token.',
  )
}

/**
 * Counts a wrong credential on a route that requires no credential. Above the limit, refuses requests with a management
 * token and requests to sign out. Permits all other requests: a browser may still send the cookie of an ended session,
 * and its user must be able to sign in.
 */
function countWrong({ publicUrl, wrongCredentials }: HttpDeps, request: FastifyRequest): void {
  const isToken = bearerOf(request.headers) !== undefined
  if (!isToken && sessionTokenOf(request, publicUrl()) === undefined) return
  const refusal = wrongCredentials.refusalOf(request.ip, { code: 'invalid_token', message: '' })
  const isSignOut = request.routeOptions.url === `${brand.basePath}/manage/logout`
  if (refusal.code === 'rate_limited' && (isToken || isSignOut)) throw new Refused(refusal)
}

/** The roles in ascending order. Each role includes the rights of all roles before it. */
const roles: readonly Role[] = ['viewer', 'admin', 'owner']

export function hasRole(role: Role | null, least: Role): boolean {
  return role !== null && roles.indexOf(role) >= roles.indexOf(least)
}

function refuseSmaller(need: RequiredAccess, actor: Actor, role: Role | null, workspaceId: number | null): void {
  if (actor.kind === 'token') {
    refuseNarrowToken(need, actor.scope)
    return
  }
  if (actor.operator || need === 'member' || need === 'account') return
  if (workspaceId !== null && role === null) refuse('not_found', `No workspace ${workspaceId}.`)
  if (need === 'operator') refuse('forbidden', 'Only an operator of this installation may do this.')
  if (role === null || hasRole(role, need)) return
  refuse(
    'forbidden',
    role === 'viewer'
      ? `You are a viewer of this workspace, so you cannot change it. This requires the role ${need}.`
      : 'This request requires the role owner, and you are an admin of this workspace.',
  )
}
