// Discards the bodies of routes that need only their URL. A body of any type is read up to its limit.
import type { FastifyInstance } from 'fastify'
import type { BodyReader } from './read-body.ts'

export function dropBodies(app: FastifyInstance, read: BodyReader): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request, _payload, done) => read(request, (error) => done(error)))
}
