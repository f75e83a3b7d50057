// The endpoints behind the link and the short link of a button. They use the action and show a page (specification, GET
// /svc/action/{token}; decisions 24, 25 and 107).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { type Button, type Presented, readAction, type TakeOutcome, takeAction } from '../../actions/take.ts'
import { SHORT_PATH } from '../../actions/urls.ts'
import { visitorOf } from '../../actions/visitor.ts'
import { brand } from '../../brand.ts'
import { type ErrorCode, errorStatus, type Refusal } from '../../errors.ts'
import { wrongRequests } from '../../limits.ts'
import { languagesOf, prefersJson } from '../accept.ts'
import { dropBodies } from '../body/drop-bodies.ts'
import type { HttpDeps } from '../deps.ts'
import { refusalOf, sendRefusal, setRefusalHeaders } from '../errors.ts'
import { actionPage } from '../pages/action.ts'
import type { ActionPage } from '../pages/action-words.ts'
import { createWrongCredentials } from '../wrong-credentials.ts'

type ActionRequest = FastifyRequest<{ Params: { token: string } }>

/** A kind of link, with its path and its operations in the API document. */
interface LinkKind {
  path: string
  operations: { get: string; post: string }
  summaries: { get: string; post: string }
  presented: (token: string) => Presented
  /** Whether a GET request always shows the page that asks for a confirmation. */
  alwaysConfirms: boolean
}

const link: LinkKind = {
  path: `/${brand.segment}/action/:token`,
  operations: { get: 'openAction', post: 'takeAction' },
  summaries: {
    get: 'Use the action of a button, or show a confirmation page',
    post: 'Use the action of a button from its confirmation page',
  },
  presented: (token) => ({ token }),
  alwaysConfirms: false,
}

const shortLink: LinkKind = {
  path: `${SHORT_PATH}/:token`,
  operations: { get: 'openShortAction', post: 'takeShortAction' },
  summaries: {
    get: 'Show the confirmation page of a short link',
    post: 'Use the action of a short link from its confirmation page',
  },
  presented: (shortCode) => ({ shortCode }),
  alwaysConfirms: true,
}

/** Error responses for a click if the action cannot be used. In a browser, the page shows the same reason. */
const refusals: Record<'used' | 'expired' | 'forged' | 'unknown', { code: ErrorCode; message: string }> = {
  used: { code: 'action_used', message: 'This action was already used. Each token works once.' },
  expired: { code: 'action_expired', message: 'This action has expired.' },
  forged: { code: 'forbidden', message: 'The signature of this token is invalid.' },
  unknown: { code: 'not_found', message: 'This action token does not exist.' },
}

const params = Type.Object({ token: Type.String({ maxLength: 2048 }) })
const either = (description: string, json: TSchema) => ({
  description: `${description} The response is a page. It is JSON if the Accept header prefers JSON.`,
  content: { 'text/html': { schema: Type.String() }, 'application/json': { schema: json } },
})
const refused = (description: string) => either(description, Type.Ref('Error'))
const answers = {
  200: either(
    '`taken`: the request has used the action. `open`: the action can still be used. HEAD requests and link scanners get `open`, and so does every GET request if the link is short or the source requires a confirmation.',
    Type.Object({
      status: Type.Enum(['taken', 'open'], { type: 'string' }),
      action: Type.Object({ slug: Type.String(), label: Type.String() }),
    }),
  ),
  403: refused('The signature of the token is invalid.'),
  404: refused('The token does not exist.'),
  410: refused('The token was already used or has expired.'),
  429: refused('Too many invalid tokens came from this network.'),
  503: refused('The request is a prefetch, or the database is unreachable or its disk is full.'),
}

/** The responses to POST. Only a POST request has a body, so only POST can return 408 and 413. */
const postAnswers = {
  ...answers,
  408: refused('The body arrived too slowly.'),
  413: refused('The body is too large.'),
}

export function actionRoutes(app: FastifyInstance, deps: HttpDeps): void {
  linkRoutes(app, deps, link)
}

/** Adds the routes of short links, whose path has no version. */
export function shortActionRoutes(app: FastifyInstance, deps: HttpDeps): void {
  linkRoutes(app, deps, shortLink)
}

function linkRoutes(
  app: FastifyInstance,
  { db, seal, clock, wakeWorkers, readBody }: HttpDeps,
  { path, operations, summaries, presented, alwaysConfirms }: LinkKind,
): void {
  // Guessing a token is not possible. This limit only saves the work of checking many guesses.
  const wrongTokens = createWrongCredentials(
    clock,
    wrongRequests.links,
    'Too many invalid tokens came from this network. Try again in a minute.',
  )
  app.setErrorHandler(showFailure)
  dropBodies(app, readBody)

  const route = { tags: ['Recipients'], security: [], params }
  app.get<{ Params: { token: string } }>(
    path,
    {
      schema: {
        operationId: operations.get,
        summary: summaries.get,
        ...route,
        response: answers,
      },
    },
    answerGet,
  )
  app.post<{ Params: { token: string } }>(
    path,
    {
      schema: {
        operationId: operations.post,
        summary: summaries.post,
        ...route,
        response: postAnswers,
      },
    },
    answerPost,
  )

  async function answerGet(request: ActionRequest, reply: FastifyReply): Promise<FastifyReply> {
    const visitor = visitorOf(request.headers)
    if (visitor === 'prefetch') return refusePrefetch(request, reply)
    const onlyShows = request.method === 'HEAD' || visitor === 'scanner'
    const state = await readAction(db, seal, clock.now(), presented(request.params.token))
    if (state.kind !== 'open') return showState(request, reply, state)
    if (onlyShows) return showOpen(request, reply, 'neutral', state.button)
    if (alwaysConfirms || state.button.confirmClick) return showOpen(request, reply, 'confirm', state.button)
    return take(request, reply)
  }

  async function answerPost(request: ActionRequest, reply: FastifyReply): Promise<FastifyReply> {
    const visitor = visitorOf(request.headers)
    if (visitor === 'prefetch') return refusePrefetch(request, reply)
    if (visitor === 'taker') return take(request, reply)
    const state = await readAction(db, seal, clock.now(), presented(request.params.token))
    if (state.kind !== 'open') return showState(request, reply, state)
    return showOpen(request, reply, 'neutral', state.button)
  }

  async function take(request: ActionRequest, reply: FastifyReply): Promise<FastifyReply> {
    const outcome = await takeAction(db, seal, clock.now(), { ...presented(request.params.token), via: 'link' })
    if (outcome.kind !== 'taken') return showState(request, reply, outcome)
    wakeWorkers()
    return showOpen(request, reply, 'taken', outcome.button)
  }

  function showState(
    request: FastifyRequest,
    reply: FastifyReply,
    state: Exclude<TakeOutcome, { kind: 'taken' }>,
  ): FastifyReply {
    const refusal = refusals[state.kind]
    if ('button' in state) return show(request, reply, state.kind, refusal, state.button)
    const answered = wrongTokens.refusalOf(request.ip, refusal)
    return show(request, reply, answered.code === 'rate_limited' ? 'busy' : state.kind, answered)
  }
}

function showFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error)
  if (refusal.code === 'internal_error') {
    request.log.error({ err: error, requestId: request.id }, 'request failed')
    reply.header('x-request-id', request.id)
  }
  return show(request, reply, 'unavailable', refusal)
}

/** Refuses a prefetch with 503. A browser discards this response and sends the request again when the person clicks. */
function refusePrefetch(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return show(request, reply, 'neutral', { code: 'unavailable', message: 'Actions cannot be prefetched.' })
}

/**
 * Shows a page. The page `neutral`, which scanners and previews get, does not show the sender: people other than the
 * recipient also read previews and scan reports.
 */
function showOpen(
  request: FastifyRequest,
  reply: FastifyReply,
  page: 'taken' | 'confirm' | 'neutral',
  button: Button,
): FastifyReply {
  const { slug, label } = button
  if (prefersJson(request.headers)) {
    return bare(reply).send({ status: page === 'taken' ? 'taken' : 'open', action: { slug, label } })
  }
  const languages = languagesOf(request.headers)
  const { html, headers } =
    page === 'neutral'
      ? actionPage(page, undefined, [...button.locales.slice(0, -1), ...languages])
      : actionPage(page, button, languages)
  return reply.headers(headers).send(html)
}

function show(
  request: FastifyRequest,
  reply: FastifyReply,
  page: ActionPage,
  refusal: Refusal,
  button?: Button,
): FastifyReply {
  if (prefersJson(request.headers)) return sendRefusal(bare(reply), refusal)
  setRefusalHeaders(reply, refusal)
  const { html, headers } = actionPage(page, button, languagesOf(request.headers))
  return reply.code(errorStatus[refusal.code]).headers(headers).send(html)
}

function bare(reply: FastifyReply): FastifyReply {
  return reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
}
