// Discards the bodies of requests to routes that need only the URL. A body of any media type is read, up to the size
// limit.
import type { FastifyInstance } from 'fastify'
import type { BodyReader } from './read-body.ts'

export function dropBodies(app: FastifyInstance, read: BodyReader): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request, _payload, done) => read(request, (error) => done(error)))
}
