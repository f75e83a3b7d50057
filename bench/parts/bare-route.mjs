// A bare Fastify route for the accept benchmark. It validates send requests like Carillon, and stores nothing.
import Fastify from 'fastify'

/** @type {typeof import('../../src/admission/parse.ts')} */
const { parseSend } = await import(new URL('../../dist/parse.js', import.meta.url).href)

const app = Fastify()
app.post('/v1/send', (request, reply) => {
  const offered = parseSend(request.body, { now: new Date(), allowPrivateNetwork: true })
  if ('refusal' in offered) return reply.code(422).send(offered.refusal)
  const { recipient, template, channel, idempotency_key } = offered.parsed.request
  return reply.code(202).send({
    status: 'queued',
    delivery_id: 1,
    channel,
    recipient: { id: 1, name: recipient.email, address: 'channel' },
    template,
    actions: [],
    idempotency_key,
    overage: null,
  })
})
process.send?.({ url: await app.listen({ port: 0, host: '127.0.0.1' }) })
