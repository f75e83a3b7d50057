// Discards the bodies of requests to routes that need only the URL. Accepts every media type, but still enforces the
// size limit.
import type { FastifyInstance } from 'fastify'
import type { BodyReader } from './read-body.ts'

export function dropBodies(app: FastifyInstance, read: BodyReader): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request, _payload, done) => read(request, (error) => done(error)))
}
