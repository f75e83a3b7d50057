// What an early hook of a route keeps for the handler of the same request.
import type { FastifyRequest } from 'fastify'

/** Throws where the route has no such hook. */
export function requestValue<T>(stored: WeakMap<FastifyRequest, T>, request: FastifyRequest): T {
  const value = stored.get(request)
  if (value === undefined) throw new Error('no hook of this route kept a value for its handler')
  return value
}
