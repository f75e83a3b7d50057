// Every change through the management API leaves a line: written before the handler runs, confirmed before the answer leaves.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { brand } from '../../../brand.ts'
import { objectOf, textOf } from '../../../lib/json/json-fields.ts'
import {
  type AuditObject,
  auditActor,
  auditedBefore,
  beginAuditLine,
  confirmAuditLine,
  takeBackAuditLine,
} from '../../../members/audit.ts'
import type { HttpDeps } from '../../deps.ts'
import { demandOf } from './access.ts'
import { auditNoun } from './audit-nouns.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Adds to the line of a change what its body does not show. */
    auditDetails?: (request: FastifyRequest) => Promise<{ before: object | null; change: object | null }>
  }
  interface FastifyRequest {
    /** The line of this request, while its change is being made. */
    auditLine: number | null
    /** What the change made, as the answer tells it. */
    made: Record<string, unknown> | null
  }
}

export function auditChanges(app: FastifyInstance, { db, clock }: HttpDeps): void {
  app.decorateRequest('auditLine', null)
  app.decorateRequest('made', null)
  app.addHook('preHandler', async (request) => {
    const { method, routeOptions, actor } = request
    const { need, reads, exports } = demandOf(method, routeOptions.url!)
    const isLogged = method === 'GET' ? exports : method !== 'HEAD' && !reads
    if (!isLogged || need === 'anybody' || !actor) return
    const { operationId = '', summary = '' } = routeOptions.schema as { operationId?: string; summary?: string }
    const workspaceId = numberOf((request.params as Record<string, unknown>).ws)
    const object = objectFor(request)
    const body = objectOf(request.body)
    const personal = PERSONAL.includes(object.kind)
    const query = objectOf(request.query)
    const change = personal && body ? { fields: Object.keys(body) } : (body ?? query)
    const known =
      object.id === null || personal
        ? { name: null, before: null }
        : await auditedBefore(db, workspaceId, { kind: object.kind, id: object.id }, Object.keys(change ?? {}))
    const more = await routeOptions.config.auditDetails?.(request)
    request.auditLine = await beginAuditLine(db, clock.now(), {
      workspaceId,
      actor: auditActor(actor),
      address: request.ip,
      action: operationId,
      says: summary.split(/[:;,]/)[0]!,
      object: { ...object, name: known.name ?? (personal ? null : nameIn(change)) },
      before: joined(known.before, more?.before),
      change: joined(change, more?.change),
    })
  })
  app.addHook('preSerialization', async (request, _reply, payload) => {
    if (request.auditLine !== null) request.made = objectOf(payload) ?? null
    return payload
  })
  app.addHook('onSend', async (request, { statusCode }) => {
    const { auditLine, made } = request
    if (auditLine === null) return
    request.auditLine = null
    if (statusCode >= 500) return
    if (statusCode >= 400) return takeBackAuditLine(db, auditLine)
    const workspaceId = request.routeOptions.url === `${manage}/workspaces` ? numberOf(made?.id) : null
    const id = textOf(made?.id ?? made?.slug ?? made?.delivery_id)
    // The change is made: an answer that says otherwise because its line could not be confirmed would be a lie.
    await confirmAuditLine(db, auditLine, { workspaceId, objectId: id ?? null }).catch((error: unknown) =>
      request.log.error({ err: error, auditLine }, 'an audit line was not confirmed'),
    )
  })
}

/** Null where nothing is to be said. */
function joined(...parts: (object | null | undefined)[]): object | null {
  const whole = Object.assign({}, ...parts) as object
  return Object.keys(whole).length > 0 ? whole : null
}

const manage = `${brand.basePath}/manage`

function objectFor(request: FastifyRequest): AuditObject & { kind: string } {
  const { kind, of } = auditNoun(request.method, request.routeOptions.url!.slice(manage.length))
  const params = request.params as Record<string, unknown>
  if (of === 'actor') return { kind, id: String(request.actor!.id), name: null }
  if (of === null) return { kind, id: null, name: null }
  const id = String(params[of])
  return { kind, id: kind === 'connection' ? `${String(params.source)}/${id}` : id, name: null }
}

/** About people who get messages: the log is kept for good and they may be forgotten, so that it names their fields alone. */
const PERSONAL = ['recipient', 'delivery', 'opt_out']

function numberOf(value: unknown): number | null {
  return value === undefined ? null : Number(value)
}

/** What people will call what is being made. */
function nameIn(change: Record<string, unknown> | undefined): string | null {
  const name = change?.name ?? change?.email ?? change?.url ?? change?.address ?? change?.slug
  return typeof name === 'string' ? name : null
}
