// The endpoint behind an unsubscribe link, which is also in the header List-Unsubscribe of an email. GET shows a page.
// Only POST opts the recipient out (RFC 8058; decision 34).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { brand } from '../../brand.ts'
import type { Refusal } from '../../errors.ts'
import { wrongRequests } from '../../limits.ts'
import { optOut, unsubscribeSubject } from '../../recipients/opt-outs.ts'
import { languagesOf } from '../accept.ts'
import { dropBodies } from '../body/drop-bodies.ts'
import type { HttpDeps } from '../deps.ts'
import { sendRefusal } from '../errors.ts'
import { type UnsubscribeView, unsubscribePage } from '../pages/unsubscribe.ts'
import { createWrongCredentials } from '../wrong-credentials.ts'

const params = Type.Object({ token: Type.String({ maxLength: 2048 }) })
const html = (description: string) => ({ description, content: { 'text/html': { schema: Type.String() } } })
const answers = {
  200: html('The page.'),
  404: html('A page that reports an invalid link.'),
  429: Type.Ref('TooManyError'),
  503: Type.Ref('Error'),
}

export function unsubscribeRoutes(app: FastifyInstance, { db, seal, clock, readBody }: HttpDeps): void {
  // Guessing a token is not possible. This limit only saves the work of checking many guesses.
  const wrongTokens = createWrongCredentials(
    clock,
    wrongRequests.links,
    'Too many invalid links were opened from this network. Try again in a minute.',
  )
  dropBodies(app, readBody)

  const path = `/${brand.segment}/unsubscribe/:token`
  app.get<{ Params: { token: string } }>(
    path,
    {
      schema: {
        operationId: 'unsubscribePage',
        summary: 'Show the page behind an unsubscribe link',
        description: 'Opening the page does not opt the recipient out.',
        tags: ['Recipients'],
        security: [],
        params,
        response: answers,
      },
    },
    async (request, reply) => {
      const found = await unsubscribeSubject(db, seal, request.params.token)
      return show(request, reply, found && { ...found, address: found.subject.address })
    },
  )

  app.post<{ Params: { token: string } }>(
    path,
    {
      schema: {
        operationId: 'unsubscribe',
        summary: 'Opt out with the button of the page, or with one click in the mail program',
        tags: ['Recipients'],
        security: [],
        params,
        response: { ...answers, 408: Type.Ref('Error'), 413: Type.Ref('Error') },
      },
    },
    async (request, reply) => {
      const found = await unsubscribeSubject(db, seal, request.params.token)
      if (found && !found.done) await optOut(db, clock.now(), found.subject)
      const view = found && { ...found, address: found.subject.address, done: true }
      return show(request, reply, view)
    },
  )

  /** Sends the page. `view` is undefined for an invalid link. */
  function show(request: FastifyRequest, reply: FastifyReply, view: UnsubscribeView | undefined): FastifyReply {
    const refusal = view ? undefined : wrongTokens.refusalOf(request.ip, UNKNOWN)
    if (refusal?.code === 'rate_limited') return sendRefusal(reply, refusal)
    const { html, headers } = unsubscribePage(view, languagesOf(request.headers))
    return reply
      .code(view ? 200 : 404)
      .headers(headers)
      .send(html)
  }
}

const UNKNOWN: Refusal = { code: 'not_found', message: 'This link is invalid.' }
