// Writes the audit log. Each change through the management API adds a line before its handler runs. The line is
// confirmed before the response is sent.
import type { FastifyInstance } from 'fastify'
import { fieldsOf, objectOf, textOf } from '../../../lib/json/json-fields.ts'
import {
  auditActor,
  auditedBefore,
  beginAuditLine,
  confirmAuditLine,
  takeBackAuditLine,
} from '../../../members/audit.ts'
import type { Actor } from '../../../members/sessions.ts'
import type { HttpDeps } from '../../deps.ts'
import { type AuditSubject, ruleOf } from './rules.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of this request's audit line until the line is confirmed, otherwise null. */
    auditLine: number | null
    /** The body of the response, which describes the created object. */
    made: Record<string, unknown> | null
  }
}

export function auditChanges(app: FastifyInstance, { db, clock }: HttpDeps): void {
  app.decorateRequest('auditLine', null)
  app.decorateRequest('made', null)
  app.addHook('preHandler', async (request) => {
    const { method, routeOptions, actor } = request
    const { audit } = ruleOf(request)
    if (audit === null || method === 'HEAD' || actor === null) return
    const { operationId = '', summary = '' } = routeOptions.schema ?? {}
    const params = fieldsOf(request.params)
    const workspaceId = numberOf(params.ws)
    const object = { kind: audit.kind, id: idOf(audit, params, actor), name: null }
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
      says: summary.replace(/[:;,].*/, ''),
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
    const { audit } = ruleOf(request)
    const isNewWorkspace = audit?.kind === 'workspace' && audit.of.length === 0
    const workspaceId = isNewWorkspace ? numberOf(made?.id) : null
    const id = textOf(made?.id ?? made?.slug ?? made?.delivery_id)
    // The change is already made, so do not fail the request if the line cannot be confirmed.
    await confirmAuditLine(db, auditLine, { workspaceId, objectId: id ?? null }).catch((error: unknown) =>
      request.log.error({ err: error, auditLine }, 'an audit line was not confirmed'),
    )
  })
}

/** Merges the objects. Returns null if the merged object has no fields. */
function joined(...parts: (object | null | undefined)[]): object | null {
  const whole: object = Object.assign({}, ...parts)
  return Object.keys(whole).length > 0 ? whole : null
}

/** Returns the id of the changed object. Returns null if the request creates an object. */
function idOf({ of }: AuditSubject, params: Record<string, unknown>, actor: Actor): string | null {
  if (of.length === 0) return null
  return of.map((name) => String(name === 'self' ? actor.id : params[name])).join('/')
}

/**
 * The kinds of objects that contain personal data of recipients. For these objects, the audit log contains only the
 * names of the changed fields. The reason is that recipients can be removed, but the audit log is kept forever.
 */
const PERSONAL = ['recipient', 'delivery', 'opt_out', 'suppression', 'connection_test', 'saved_filter']

function numberOf(value: unknown): number | null {
  return value === undefined ? null : Number(value)
}

/** Returns the name of the object that the request creates, if the request contains one. */
function nameIn(change: Record<string, unknown> | undefined): string | null {
  const name = change?.name ?? change?.email ?? change?.url ?? change?.address ?? change?.slug
  return typeof name === 'string' ? name : null
}
