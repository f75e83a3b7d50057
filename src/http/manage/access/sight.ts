// How much of a message an answer shows: sensitive variables, callback queries and payloads are for admins and owners.
import type { FastifyRequest } from 'fastify'
import type { Sight } from '../../../sight/sensitive.ts'
import { hasRole } from './access.ts'

export function sightOf(request: FastifyRequest): Sight {
  return hasRole(request.role, 'admin') ? 'full' : 'masked'
}
