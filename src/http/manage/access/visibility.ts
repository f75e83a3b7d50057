// How much of a message an answer shows: sensitive variables, callback queries and payloads are for admins and owners.
import type { FastifyRequest } from 'fastify'
import type { Visibility } from '../../../redaction/sensitive.ts'
import { hasRole } from './access.ts'

export function visibilityOf(request: FastifyRequest): Visibility {
  return hasRole(request.role, 'admin') ? 'full' : 'masked'
}
