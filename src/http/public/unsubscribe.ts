// The endpoint behind an unsubscribe link, which is also in the header List-Unsubscribe of an email. GET shows a page.
// Only POST opts the recipient out (RFC 8058; decision 34).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { brand } from '../../brand.ts'
import type { Refusal } from '../../errors.ts'
import { wrongRequests } from '../../limits.ts'
import { optOut, undoOptOut, unsubscribeSubject } from '../../recipients/opt-outs.ts'
import { declineByLink, undoByLink } from '../../recipients/preferences/one-click.ts'
import { preferenceToken } from '../../recipients/preferences/tokens.ts'
import { languagesOf } from '../accept.ts'
import { dropBodies } from '../body/drop-bodies.ts'
import type { HttpDeps } from '../deps.ts'
import { type UnsubscribeView, unsubscribePage } from '../pages/unsubscribe.ts'
import { createWrongCredentials } from '../wrong-credentials.ts'
import { refuseTooManyLinks, tooManyLinks } from './too-many-links.ts'

const params = Type.Object({ token: Type.String({ maxLength: 2048 }) })
const html = (description: string) => ({ description, content: { 'text/html': { schema: Type.String() } } })
const answers = {
  200: html('The page.'),
  404: html('A page that reports an invalid link.'),
  429: tooManyLinks,
  503: Type.Ref('Error'),
}

const path = `/${brand.segment}/unsubscribe/:token`
const route = { tags: ['Recipients'], security: [], params }
const postAnswers = { ...answers, 408: Type.Ref('Error'), 413: Type.Ref('Error') }

type TokenRequest = FastifyRequest<{ Params: { token: string } }>
type Found = NonNullable<Awaited<ReturnType<typeof unsubscribeSubject>>>
/** Sends the page. `view` is undefined for an invalid link. */
type Show = (request: TokenRequest, reply: FastifyReply, view: UnsubscribeView | undefined) => FastifyReply

export function unsubscribeRoutes(app: FastifyInstance, deps: HttpDeps): void {
  const { db, clock, readBody } = deps
  const show = createShow(deps)
  dropBodies(app, readBody)

  app.get<{ Params: { token: string } }>(
    path,
    {
      schema: {
        operationId: 'unsubscribePage',
        summary: 'Show the page behind an unsubscribe link',
        description: 'Opening the page does not opt the recipient out.',
        ...route,
        response: answers,
      },
    },
    async (request, reply) => show(request, reply, viewOf(deps, await find(deps, request), request)),
  )

  app.post<{ Params: { token: string } }>(
    path,
    {
      schema: {
        operationId: 'unsubscribe',
        summary: 'Opt out with the button of the page, or with one click in the mail program',
        ...route,
        response: postAnswers,
      },
    },
    async (request, reply) => {
      const found = await find(deps, request)
      if (found === undefined || found.done) return show(request, reply, viewOf(deps, found, request))
      const { subject, category } = found
      if (category) await declineByLink(db, clock.now(), subject.workspaceId, category)
      else await optOut(db, clock.now(), subject)
      return show(request, reply, viewOf(deps, { ...found, done: true, canUndo: true }, request))
    },
  )
  undoRoutes(app, deps, show)
}

function undoRoutes(app: FastifyInstance, deps: HttpDeps, show: Show): void {
  // A reload of the page that confirms the undo leads back to the page of the link.
  app.get<{ Params: { token: string } }>(`${path}/undo`, { schema: { hide: true, params } }, async (request, reply) =>
    reply.redirect(`../${encodeURIComponent(request.params.token)}`, 303),
  )

  app.post<{ Params: { token: string } }>(
    `${path}/undo`,
    {
      schema: {
        operationId: 'undoUnsubscribe',
        summary: 'Undo an opt-out with the button of the page',
        description: 'An opt-out by the link can be undone for 24 hours.',
        ...route,
        response: postAnswers,
      },
    },
    async (request, reply) => {
      const found = await find(deps, request)
      const isUndone = found !== undefined && (await undo(deps, found))
      const view = viewOf(deps, found && { ...found, canUndo: false }, request)
      return show(request, reply, view && isUndone ? { ...view, state: 'undone' } : view)
    },
  )
}

/** Undoes what the link did: it declined a category, or opted the address out. Returns whether it could be undone. */
async function undo({ db, clock }: HttpDeps, { subject, category, canUndo }: Found): Promise<boolean> {
  if (!canUndo) return false
  if (!category) return undoOptOut(db, clock.now(), subject)
  await undoByLink(db, clock.now(), subject.workspaceId, category)
  return true
}

function find({ db, seal, clock }: HttpDeps, { params: { token } }: TokenRequest): Promise<Found | undefined> {
  return unsubscribeSubject(db, seal, clock.now(), token)
}

function createShow({ clock }: HttpDeps): Show {
  // Guessing a token is not possible. This limit only saves the work of checking many guesses.
  const wrongTokens = createWrongCredentials(
    clock,
    wrongRequests.links,
    'Too many invalid links were opened from this network. Try again in a minute.',
  )
  return (request, reply, view) => {
    const refusal = view ? undefined : wrongTokens.refusalOf(request.ip, UNKNOWN)
    if (refusal?.code === 'rate_limited') return refuseTooManyLinks(request, reply, refusal)
    const { html, headers } = unsubscribePage(view, languagesOf(request.headers))
    return reply
      .code(view ? 200 : 404)
      .headers(headers)
      .send(html)
  }
}

/** The path of the undo form is relative to the page, because a proxy may add a prefix to the path of the service. */
function viewOf(
  { seal, clock }: HttpDeps,
  found: Found | undefined,
  { params: { token }, url }: TokenRequest,
): UnsubscribeView | undefined {
  if (found === undefined) return undefined
  const { subject, brand, locales, done, canUndo, category, choices } = found
  const up = new URL(url, 'http://localhost').pathname.endsWith('/undo') ? '../..' : '..'
  return {
    address: subject.address,
    brand,
    locales,
    state: done ? 'done' : 'open',
    category: category?.nameIn,
    choicesPath: choices ? `${up}/preferences/${preferenceToken(seal, clock.now(), choices).token}` : undefined,
    ...(canUndo ? { undoPath: `${encodeURIComponent(token)}/undo` } : {}),
  }
}

const UNKNOWN: Refusal = { code: 'not_found', message: 'This link is invalid.' }
