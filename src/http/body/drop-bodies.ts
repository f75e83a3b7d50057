// Routes whose address says everything: whatever is posted to them, form or not, is read within its limit and dropped.
import type { FastifyInstance } from 'fastify'
import type { BodyReader } from './read-body.ts'

export function dropBodies(app: FastifyInstance, read: BodyReader): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request, _payload, done) => read(request, (error) => done(error)))
}
