// Decides how much of a message an answer shows: only admins and owners see sensitive variables, callback queries and
// payloads.
import type { FastifyRequest } from 'fastify'
import type { Visibility } from '../../../redaction/sensitive.ts'
import { hasRole } from './access.ts'

export function visibilityOf(request: FastifyRequest): Visibility {
  return hasRole(request.role, 'admin') ? 'full' : 'masked'
}
