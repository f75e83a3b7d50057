// The address behind List-Unsubscribe: GET shows a page, only POST acts (RFC 8058; decision 34).
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { brand } from '../../brand.ts'
import { createAddressLimit } from '../../lib/address-limit.ts'
import { MINUTE, wrongRequests } from '../../limits.ts'
import { optOut, unsubscribeSubject } from '../../workspace/opt-outs.ts'
import { languagesOf } from '../accept.ts'
import type { HttpDeps } from '../deps.ts'
import { dropBodies } from '../drop-bodies.ts'
import { sendRefusal } from '../errors.ts'
import { type UnsubscribeView, unsubscribePage } from '../pages/unsubscribe.ts'

const params = Type.Object({ token: Type.String({ maxLength: 2048 }) })
const html = (description: string) => ({ description, content: { 'text/html': { schema: Type.String() } } })
const answers = {
  200: html('The page.'),
  404: html('A page that says that the link is not valid.'),
  429: Type.Ref('TooManyError'),
  503: Type.Ref('Error'),
}

export function unsubscribeRoutes(app: FastifyInstance, { db, seal, clock, readBody }: HttpDeps): void {
  // Guessing is hopeless; this keeps it from being work.
  const wrongTokens = createAddressLimit(wrongRequests.links, MINUTE)
  app.addHook('onRequest', async (request, reply) => {
    const throttled = wrongTokens.refusal(request.ip, clock.now(), 'Too many invalid links from this network.')
    if (throttled) return sendRefusal(reply, throttled)
  })
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode === 404) wrongTokens.count(request.ip, clock.now())
  })
  // Whatever is posted, form or not, means the same: the address says who, the method says what.
  dropBodies(app, readBody)

  const path = `/${brand.segment}/unsubscribe/:token`
  app.get<{ Params: { token: string } }>(
    path,
    {
      schema: {
        operationId: 'unsubscribePage',
        summary: 'The page behind an unsubscribe link; changes nothing',
        tags: ['Recipients'],
        security: [],
        params,
        response: answers,
      },
    },
    async (request, reply) => {
      const found = await unsubscribeSubject(db, seal, request.params.token)
      return show(reply, found && { ...found, address: found.subject.address }, languagesOf(request.headers))
    },
  )

  app.post<{ Params: { token: string } }>(
    path,
    {
      schema: {
        operationId: 'unsubscribe',
        summary: 'Opt out, by one click in the mail program or the button of the page',
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
      return show(reply, view, languagesOf(request.headers))
    },
  )
}

function show(reply: FastifyReply, view: UnsubscribeView | undefined, languages: string[]): string {
  const { html, headers } = unsubscribePage(view, languages)
  reply.code(view ? 200 : 404).headers(headers)
  return html
}
