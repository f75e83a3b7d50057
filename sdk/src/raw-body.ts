// The body as it came over the wire: only its bytes can be verified.

/** The bytes, or a sentence that says how to get at them. */
export function rawBody(body: unknown): { bytes: Uint8Array } | { message: string } {
  if (typeof body === 'string') return { bytes: new TextEncoder().encode(body) }
  if (body instanceof Uint8Array) return { bytes: body }
  if (body instanceof ArrayBuffer) return { bytes: new Uint8Array(body) }
  if (body === undefined || body === null) return { message: `There is no body to verify. ${REMEDY}` }
  if (typeof (body as { then?: unknown }).then === 'function')
    return { message: 'The body is a promise: await it before it is verified, as in verify(await request.text(), …).' }
  return {
    message: `The body was parsed before it was verified, and its bytes, which are what was signed, are gone. ${REMEDY}`,
  }
}

const REMEDY = [
  'Hand over the raw body, as text or bytes.',
  "Express: express.raw({ type: 'application/json' }) on this route instead of express.json(), then request.body.",
  "Fastify: app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => done(null, body)), then request.body.",
  'Next.js, Remix, Hono, Bun and Deno: await request.text() (Hono: c.req.text()) instead of json().',
  'NestJS: NestFactory.create(App, { rawBody: true }), then request.rawBody.',
  'Koa: no body parser on this route, then the chunks of context.req.',
  'Plain Node: Buffer.concat() of the chunks of the request.',
].join('\n')
