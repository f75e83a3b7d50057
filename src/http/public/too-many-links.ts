// Answers a request above the limit of invalid links, on the unsubscribe page and on the preference page.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { errorStatus, type Refusal } from '../../errors.ts'
import { languagesOf, prefersJson } from '../accept.ts'
import { sendRefusal, setRefusalHeaders } from '../errors.ts'
import { actionPage } from '../pages/action.ts'

/** The response in the OpenAPI document. */
export const tooManyLinks = {
  description:
    'Too many invalid links were opened from this network. The response is a page. It is JSON if the Accept header prefers JSON.',
  content: { 'text/html': { schema: Type.String() }, 'application/json': { schema: Type.Ref('TooManyError') } },
}

/** Sends a page in a language of the browser. Clients that prefer JSON get the error as JSON. */
export function refuseTooManyLinks(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  reply.header('vary', ['accept', 'accept-language'])
  if (prefersJson(request.headers)) return sendRefusal(reply, refusal)
  setRefusalHeaders(reply, refusal)
  const { html, headers } = actionPage('busy', undefined, languagesOf(request.headers))
  return reply.code(errorStatus[refusal.code]).headers(headers).send(html)
}
