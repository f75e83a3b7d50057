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
  "Express: use express.raw({ type: 'application/json' }) on this route instead of express.json(), and pass request.body.",
  "Fastify: call app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => done(null, body)), and pass request.body.",
  'Next.js, Remix, Hono, Bun and Deno: pass await request.text() (in Hono: c.req.text()) and do not call json().',
  'NestJS: call NestFactory.create(App, { rawBody: true }), and pass request.rawBody.',
  'Koa: use no body parser on this route. Read the chunks of context.req, and pass Buffer.concat() of them.',
  'Plain Node: pass Buffer.concat() of the chunks of the request.',
].join('\n')
