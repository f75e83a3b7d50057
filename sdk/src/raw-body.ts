// Finds the raw body of a request. A signature covers the raw bytes, and cannot be verified with the parsed JSON.

/**
 * Returns the bytes of the body. If the value is not a raw body, returns a message that explains how to get the bytes.
 */
export function rawBody(body: unknown): { bytes: Uint8Array } | { message: string } {
  if (typeof body === 'string') return { bytes: new TextEncoder().encode(body) }
  if (body instanceof Uint8Array) return { bytes: body }
  if (body instanceof ArrayBuffer) return { bytes: new Uint8Array(body) }
  if (body === undefined || body === null) return { message: `There is no body to verify. ${REMEDY}` }
  if (typeof (body as { then?: unknown }).then === 'function')
    return { message: 'The body is a promise. Await it before you verify it, as in verify(await request.text(), …).' }
  return {
    message: `The body was parsed before it was verified. The signature covers the raw bytes, which are lost. ${REMEDY}`,
  }
}

const REMEDY = [
  'Pass the raw body, as text or bytes.',
  "Express: express.raw({ type: 'application/json' }) on this route instead of express.json(), then request.body.",
  "Fastify: app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => done(null, body)), then request.body.",
  'Next.js, Remix, Hono, Bun and Deno: await request.text() (Hono: c.req.text()) instead of json().',
  'NestJS: NestFactory.create(App, { rawBody: true }), then request.rawBody.',
  'Koa: use no body parser on this route, then read the chunks of context.req.',
  'Plain Node: Buffer.concat() of the chunks of the request.',
].join('\n')
