// Decides how much of a message a response contains. Only admins and owners see sensitive variables, queries of
// callback URLs, and payloads.
import type { FastifyRequest } from 'fastify'
import type { Visibility } from '../../../redaction/sensitive.ts'
import { hasRole } from './access.ts'

export function visibilityOf(request: FastifyRequest): Visibility {
  return hasRole(request.role, 'admin') ? 'full' : 'masked'
}
