// The member or management token of a request, as the timeline of a delivery shows it.
import type { FastifyRequest } from 'fastify'
import type { ChangedBy } from '../../../delivery/details/origin.ts'

export function changedBy({ actor }: FastifyRequest): ChangedBy {
  if (actor?.kind === 'member') return { kind: 'member', id: actor.id, name: actor.name }
  if (actor?.kind === 'token') return { kind: 'token', id: actor.id, name: `Management token ${actor.name}` }
  return { kind: 'token', id: null, name: 'A management token' }
}
