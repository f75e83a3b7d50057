// An HTTP route that uses a job library, for the accept benchmark. It validates like the bare route, adds the message
// to the queue of the job library, and responds with 202.
import Fastify from 'fastify'
import { libraries } from './libraries.mjs'

/** @type {typeof import('../../src/admission/parse.ts')} */
const { parseSend } = await import(new URL('../../dist/parse.js', import.meta.url).href)
/** @type {{ library: string, url: string }} */
const { library, url } = JSON.parse(process.argv[2] ?? '')
const queue = await /** @type {NonNullable<typeof libraries[string]>} */ (libraries[library])(url)

const app = Fastify()
app.post('/v1/send', async (request, reply) => {
  const offered = parseSend(request.body, { now: new Date(), allowPrivateNetwork: true })
  if ('refusal' in offered) return reply.code(422).send(offered.refusal)
  await queue.add(JSON.stringify(request.body))
  return reply.code(202).send({ status: 'queued' })
})
process.send?.({ url: await app.listen({ port: 0, host: '127.0.0.1' }) })
