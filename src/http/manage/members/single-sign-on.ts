// Management routes of the sign-in with an OpenID Connect provider, and of the links to accounts at the provider.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Refused, refuse } from '../../../errors.ts'
import { identitiesOf, linkIdentity, unlinkIdentity } from '../../../members/single-sign-on/identities.ts'
import type { ProvenIdentity } from '../../../members/single-sign-on/provider.ts'
import { signInWith } from '../../../members/single-sign-on/sign-in.ts'
import { change, type ManageApp, openToAll, read, route } from '../access/rules.ts'
import { listOf } from '../answers/answers.ts'
import { body, id, nothing, orNull } from '../shapes.ts'
import { type BegunSignIn, clearOidcCookie, readOidcCookie, setOidcCookie } from './oidc-cookie.ts'
import { code } from './session.ts'
import { answerSession, clientOf, type ManageDeps, memberActor, sessionBody, signedIn } from './session-body.ts'
import { sessionTokenOf } from './session-cookie.ts'

const CALLBACK = '/sign-in/callback'
const EXPIRED =
  'This sign-in was started in another browser, or more than ten minutes ago, or is already finished. Start it again.'

const started = Type.Object({ url: Type.String({ description: "The address of the provider's sign-in page." }) })
const finished = Type.Object({
  session: Type.Ref('Session'),
  linked: Type.Boolean({ description: 'True if the request linked an account for a signed-in member.' }),
  to: orNull(Type.String({ description: 'The page to open now.' })),
})

export function singleSignOnRoutes(app: ManageApp, deps: ManageDeps): void {
  const { clock, config, oidc } = deps

  app.get(
    '/sign-in-options',
    route(openToAll, 'readSignInOptions', 'Read how members of this installation sign in', {
      response: { 200: 'SignInOptions' },
    }),
    async () => ({
      provider: oidc === undefined ? null : { name: oidc.name },
      passwords: config.passwordSignIn,
    }),
  )

  app.post(
    '/oidc/start',
    route(openToAll, 'beginProviderSignIn', 'Start a sign-in with the OpenID Connect provider', {
      description:
        'Sets a cookie and returns the address of the sign-in page of the provider. The provider sends the browser back to /sign-in/callback of the portal.',
      body: body({ to: Type.Optional(Type.String({ maxLength: 500, description: 'The page to open afterwards.' })) }),
      response: { 200: started },
    }),
    async (request, reply) => begin(deps, reply, { linkTo: null, to: request.body.to ?? null }),
  )

  app.post(
    '/oidc/finish',
    route(openToAll, 'finishProviderSignIn', 'Finish a sign-in with the OpenID Connect provider', {
      description:
        'If the account has a second factor and the request has no code, the answer is 401 second_factor_required. Send the request again with the code.',
      body: body({
        query: Type.String({
          maxLength: 8000,
          description: 'The query of the URL to which the provider sent the browser.',
        }),
        code: Type.Optional(code),
      }),
      response: { 200: finished },
    }),
    async (request, reply) => {
      const begun = readOidcCookie(deps, request, clock.now())
      if (!begun) return refuse('forbidden', EXPIRED)
      clearOidcCookie(deps, reply)
      const identity = begun.proven ?? (await identify(deps, request, begun))
      if (begun.linkTo !== null) return finishLink(deps, request, identity, begun.linkTo)
      const session = await finishSignIn(deps, request, reply, { begun, identity, code: request.body.code })
      return { session, linked: false, to: begun.to }
    },
  )
}

/** Routes of the caller's links to accounts at the provider. */
export function identityRoutes(app: ManageApp, deps: ManageDeps): void {
  app.get(
    '/account/identities',
    route(read('account'), 'listIdentities', 'List your linked accounts at the OpenID Connect provider', {
      response: { 200: listOf('Identity') },
    }),
    async (request) => ({ data: await identitiesOf(deps.db, memberActor(request).id), next_cursor: null }),
  )

  app.post(
    '/account/identities',
    route(change('account', 'member', 'self'), 'beginIdentityLink', 'Start to link an account at the provider', {
      description: 'Continues like POST /oidc/start.',
      response: { 200: started },
    }),
    async (request, reply) => begin(deps, reply, { linkTo: memberActor(request).id, to: null }),
  )

  app.delete(
    '/account/identities/:id',
    route(change('account', 'identity', 'id'), 'unlinkIdentity', 'Unlink an account at the provider', {
      params: Type.Object({ id }),
      response: { 204: nothing },
    }),
    async (request) => unlinkIdentity(deps.db, memberActor(request), request.params.id),
  )
}

function requireProvider({ oidc }: ManageDeps) {
  return oidc ?? refuse('not_found', 'This installation has no OpenID Connect provider: OIDC_ISSUER is not set.')
}

async function begin(deps: ManageDeps, reply: FastifyReply, begun: Pick<BegunSignIn, 'linkTo' | 'to'>) {
  const { url, secrets } = await requireProvider(deps).begin(deps.publicUrl() + CALLBACK)
  setOidcCookie(deps, reply, deps.clock.now(), { ...begun, secrets, proven: null })
  return { url }
}

async function identify(
  deps: ManageDeps,
  request: FastifyRequest<{ Body: { query: string } }>,
  { secrets }: BegunSignIn,
): Promise<ProvenIdentity> {
  const { signIn } = deps.networkLimits
  const now = deps.clock.now()
  signIn.check(request.ip, now)
  signIn.count(request.ip, now)
  const answer = new URL(deps.publicUrl() + CALLBACK)
  answer.search = request.body.query
  const identity = await requireProvider(deps).finish(answer, secrets)
  signIn.giveBack(request.ip, now)
  return identity
}

async function finishLink(deps: ManageDeps, request: FastifyRequest, identity: ProvenIdentity, memberId: number) {
  const { actor } = request
  if (actor?.kind !== 'member' || actor.id !== memberId)
    return refuse(
      'forbidden',
      'The account was not linked: you are no longer signed in as the member who started this.',
    )
  await linkIdentity(deps.db, deps.clock.now(), actor, identity, clientOf(request))
  return { session: await sessionBody(deps, signedIn(actor)), linked: true, to: null }
}

async function finishSignIn(
  deps: ManageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { begun, identity, code }: { begun: BegunSignIn; identity: ProvenIdentity; code: string | undefined },
) {
  const { clock, config, publicUrl } = deps
  if (!config.oidc) return refuse('forbidden', EXPIRED)
  const signIn = { identity, code, before: sessionTokenOf(request, publicUrl()) }
  const tools = { ...deps, oidc: config.oidc }
  const token = await signInWith(tools, clock.now(), signIn, clientOf(request)).catch((error: unknown) => {
    // The provider accepts its code only once, so the cookie keeps the identity until the second factor is right.
    if (error instanceof Refused && mayRepeat(error))
      setOidcCookie(deps, reply, clock.now(), { ...begun, proven: identity })
    throw error
  })
  return answerSession(deps, request, reply, token)
}

function mayRepeat({ refusal: { code: reason } }: Refused): boolean {
  return ['second_factor_required', 'invalid_credentials', 'rate_limited', 'unavailable'].includes(reason)
}
