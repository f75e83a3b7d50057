// Every change through the management API leaves a line: written before the handler runs, confirmed before the answer leaves.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { brand } from '../../brand.ts'
import { objectOf } from '../../lib/json-fields.ts'
import {
  type AuditObject,
  auditActor,
  auditedBefore,
  beginAuditLine,
  confirmAuditLine,
  takeBackAuditLine,
} from '../../members/audit.ts'
import type { HttpDeps } from '../deps.ts'
import { demandOf } from './access.ts'

declare module 'fastify' {
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
    const { need, reads } = demandOf(method, routeOptions.url!)
    if (method === 'GET' || method === 'HEAD' || need === 'anybody' || reads || !actor) return
    const { operationId = '', summary = '' } = routeOptions.schema as { operationId?: string; summary?: string }
    const workspaceId = numberOf((request.params as Record<string, unknown>).ws)
    const object = objectFor(request)
    const body = objectOf(request.body)
    const personal = PERSONAL.includes(object.kind)
    const change = personal && body ? { fields: Object.keys(body) } : body
    const known =
      object.id === null || personal
        ? { name: null, before: null }
        : await auditedBefore(db, workspaceId, { kind: object.kind, id: object.id }, Object.keys(change ?? {}))
    request.auditLine = await beginAuditLine(db, clock.now(), {
      workspaceId,
      actor: auditActor(actor),
      address: request.ip,
      action: operationId,
      says: summary.split(/[:;,]/)[0]!,
      object: { ...object, name: known.name ?? (personal ? null : nameIn(body)) },
      before: known.before,
      change: change && Object.keys(change).length > 0 ? change : null,
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
    const id = made?.id ?? made?.slug ?? made?.delivery_id
    // The change is made: an answer that says otherwise because its line could not be confirmed would be a lie.
    await confirmAuditLine(db, auditLine, { workspaceId, objectId: id === undefined ? null : String(id) }).catch(
      (error: unknown) => request.log.error({ err: error, auditLine }, 'an audit line was not confirmed'),
    )
  })
}

const manage = `${brand.basePath}/manage`

/** `/workspaces/:ws/sources/:source/api-keys/:key` is about an api_key; a POST to a list makes one of its kind. */
function objectFor(request: FastifyRequest): AuditObject & { kind: string } {
  const path = request.routeOptions.url!.slice(manage.length + 1).split('/')
  const params = request.params as Record<string, unknown>
  const place = path.findLastIndex((part) => part.startsWith(':'))
  if (path[0] === 'account' && place < 0) return { kind: 'member', id: String(request.actor!.id), name: null }
  const collection = path.at(-1)!
  const makesOne = place === path.length - 2 && request.method === 'POST' && LISTS.includes(collection)
  if (place < 1 || makesOne) return { kind: kindOf(collection), id: null, name: null }
  const id = String(params[path[place]!.slice(1)])
  const kind = kindOf(path[place - 1]!)
  if (kind === 'version') return { kind: 'template', id: String(params.slug), name: null }
  return { kind, id: kind === 'connection' ? `${String(params.source)}/${id}` : id, name: null }
}

/** About people who get messages: the log is kept for good and they may be forgotten, so that it names their fields alone. */
const PERSONAL = ['recipient', 'delivery', 'opt_out']

/** Lists whose POST makes one of them; what else follows an object's id is done to the object. */
const LISTS = [
  'sources',
  'api-keys',
  'trigger-keys',
  'templates',
  'recipients',
  'subscriptions',
  'opt-outs',
  'invitations',
  'automations',
]

function kindOf(collection: string): string {
  return collection.replaceAll('-', '_').replace(/ies$/, 'y').replace(/s$/, '')
}

function numberOf(value: unknown): number | null {
  return value === undefined ? null : Number(value)
}

/** What people will call what is being made. */
function nameIn(change: Record<string, unknown> | undefined): string | null {
  const name = change?.name ?? change?.email ?? change?.url ?? change?.address ?? change?.slug
  return typeof name === 'string' ? name : null
}
