// The response that describes a session: the caller, the caller's workspaces and the installation. Also contains the
// function that starts a session and sets its cookie.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { brand } from '../../../brand.ts'
import { creditCosts } from '../../../channels/prices.ts'
import { refuse } from '../../../errors.ts'
import { records } from '../../../limits.ts'
import { workspacesOf } from '../../../members/memberships.ts'
import type { NetworkLimits } from '../../../members/network-limits.ts'
import { type Actor, type MemberActor, memberOf, type RequestOrigin } from '../../../members/sessions.ts'
import type { OidcProvider } from '../../../members/single-sign-on/provider.ts'
import { plans } from '../../../plans.ts'
import type { HttpDeps } from '../../deps.ts'
import { apiVersion } from '../../document/api-document.ts'
import { setSessionCookie } from './session-cookie.ts'

/** The dependencies of the management routes. */
export interface ManageDeps extends HttpDeps {
  networkLimits: NetworkLimits
  /** Undefined if the installation has no OpenID Connect provider. */
  oidc: OidcProvider | undefined
}

export async function sessionBody({ db, config, publicUrl }: HttpDeps, actor: Actor) {
  return {
    actor: actorBody(actor),
    workspaces: await workspacesOf(db, actor, 0, records.workspacesOfSession),
    installation: {
      name: brand.name,
      version: apiVersion,
      public_url: publicUrl(),
      base_path: brand.basePath,
      mail: config.smtpUrl !== undefined,
      plans: Object.values(plans),
      default_plan: config.defaultPlan,
      credit_costs: creditCosts,
      prefixes: {
        api_live: brand.apiKeyPrefix.live,
        api_test: brand.apiKeyPrefix.test,
        trigger: brand.triggerKeyPrefix,
      },
    },
  }
}

function actorBody(actor: Actor) {
  if (actor.kind === 'token') {
    const { expiresAt, ...token } = actor
    return { ...token, expires_at: expiresAt?.toISOString() ?? null }
  }
  const { sessionId, ...member } = actor
  return { ...member, session_id: sessionId }
}

/** Sets the cookie of a new session and returns the session's description. */
export async function answerSession(deps: HttpDeps, request: FastifyRequest, reply: FastifyReply, token: string) {
  const found = await memberOf(deps.db, deps.clock.now(), token, { workspaceId: null, address: request.ip })
  if (!found) refuse('invalid_token', 'Your session has ended. Sign in again.')
  setSessionCookie(reply, deps.publicUrl(), token)
  return sessionBody(deps, found.actor)
}

export function clientOf(request: FastifyRequest): RequestOrigin {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '' }
}

/** Returns the caller on a route that requires sign-in. access.ts has already refused requests without a caller. */
export function signedIn(actor: Actor | null): Actor {
  if (actor === null) throw new Error('this route needs no sign-in')
  return actor
}

/**
 * Returns the member who sent the request. Throws if the caller is a management token, because a token has no account.
 */
export function memberActor({ actor }: FastifyRequest): MemberActor {
  return actor?.kind === 'member'
    ? actor
    : refuse('forbidden', 'A management token has no account. Sign in to the portal.')
}
