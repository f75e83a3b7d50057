// Reads values that an early hook has stored for the handler of the same request.
import type { FastifyRequest } from 'fastify'

/** Returns the stored value. Throws if no hook has stored a value for the request. */
export function requestValue<T>(stored: WeakMap<FastifyRequest, T>, request: FastifyRequest): T {
  const value = stored.get(request)
  if (value === undefined) throw new Error('no hook of this route stored a value for its handler')
  return value
}
