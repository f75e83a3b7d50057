// Management routes of the API keys and trigger keys of a source.
import { Type } from 'typebox'
import { brand } from '../../../brand.ts'
import { credentials } from '../../../limits.ts'
import { auditActor } from '../../../members/audit.ts'
import type { Actor } from '../../../members/sessions.ts'
import {
  changeKey,
  createKey,
  type KeyCreator,
  type KeyKind,
  type KeyScope,
  keyScopes,
  keysOf,
  revoke,
} from '../../../workspaces/keys.ts'
import type { HttpDeps } from '../../deps.ts'
import { change, type ManageApp, read, route } from '../access/rules.ts'
import { listOf } from '../answers/answers.ts'
import { expiresAtField, expiryOf } from '../expiry.ts'
import { body, id, inSource, mode, nothing, orNull, text } from '../shapes.ts'

const fields = { name: Type.Optional(orNull(text(credentials.name))), expires_at: expiresAtField }

const scopes = Type.Optional(
  Type.Array(Type.Enum(keyScopes, { type: 'string' }), {
    minItems: 1,
    maxItems: keyScopes.length,
    uniqueItems: true,
    description:
      'send: send messages and create push tokens. read: read usage and deliveries. The default is both scopes. The scopes cannot be changed later.',
  }),
)

export function keyRoutes(app: ManageApp, deps: HttpDeps): void {
  app.post(
    pathOf('api'),
    route(change('admin', 'api_key'), 'createApiKey', 'Create an API key', {
      description: 'The response contains the key, which is shown only once.',
      params: inSource,
      body: body({ mode, ...fields, scopes }),
      response: { 201: 'NewKey' },
    }),
    async ({ params, body: input, actor }) => create(deps, params, 'api', input, actor),
  )

  app.post(
    pathOf('trigger'),
    route(change('admin', 'trigger_key'), 'createTriggerKey', 'Create a trigger key', {
      description: 'The response contains the key, which is shown only once.',
      params: inSource,
      body: body({ mode: Type.Optional(mode), ...fields }),
      response: { 201: 'NewKey' },
    }),
    async ({ params, body: input, actor }) => {
      const created = await create(deps, params, 'trigger', input, actor)
      return { ...created, url: `${deps.publicUrl()}${brand.basePath}/wh/${created.key}` }
    },
  )

  sharedRoutes(app, deps, 'api', { noun: 'ApiKey', one: 'an API key', many: 'API keys' })
  sharedRoutes(app, deps, 'trigger', { noun: 'TriggerKey', one: 'a trigger key', many: 'trigger keys' })
}

const pathOf = (kind: KeyKind) => `/workspaces/:ws/sources/:source/${kind}-keys`

interface SourceParams {
  ws: number
  source: number
}

interface KeyBody {
  mode?: 'live' | 'test'
  name?: string | null
  scopes?: KeyScope[]
  expires_at?: string | null
}

function create(
  { db, clock, seal }: HttpDeps,
  { ws, source }: SourceParams,
  kind: KeyKind,
  input: KeyBody,
  actor: Actor | null,
) {
  const now = clock.now()
  return createKey(
    db,
    now,
    seal,
    { workspaceId: ws, sourceId: source },
    {
      kind,
      mode: input.mode ?? 'live',
      name: input.name ?? null,
      scopes: input.scopes,
      expiresAt: expiryOf(input.expires_at, now) ?? null,
      createdBy: actor && creatorOf(actor),
    },
  )
}

/** Returns the name of a member, or the name of a token with its last characters, as the audit log shows it. */
function creatorOf(actor: Actor): KeyCreator {
  const name = actor.kind === 'member' ? actor.name : auditActor(actor).name
  return { kind: actor.kind, id: actor.id, name }
}

/** Adds the routes that API keys and trigger keys have in common: list, change and revoke. */
function sharedRoutes(
  app: ManageApp,
  { db, clock }: HttpDeps,
  kind: KeyKind,
  { noun, one, many }: { noun: string; one: string; many: string },
): void {
  const path = pathOf(kind)
  const ofKey = Type.Object({ ws: id, source: id, key: id })

  app.get(
    path,
    route(read('viewer'), `list${noun}s`, `List ${many} without their values`, {
      params: inSource,
      response: { 200: listOf('SourceKey') },
    }),
    async ({ params }) => ({ data: await keysOf(db, clock.now(), params.ws, params.source, kind), next_cursor: null }),
  )

  app.patch(
    `${path}/:key`,
    route(change('admin', `${kind}_key`, 'key'), `change${noun}`, `Change the name or the expiry of ${one}`, {
      params: ofKey,
      body: body(fields),
      response: { 200: 'SourceKey' },
    }),
    async ({ params, body: { name, expires_at } }) => {
      const now = clock.now()
      const place = { workspaceId: params.ws, sourceId: params.source, kind, id: params.key }
      return changeKey(db, now, place, { name, expiresAt: expiryOf(expires_at, now) })
    },
  )

  app.delete(
    `${path}/:key`,
    route(change('admin', `${kind}_key`, 'key'), `revoke${noun}`, `Revoke ${one} permanently`, {
      params: ofKey,
      response: { 204: nothing },
    }),
    async (request) => {
      const { ws, source, key } = request.params
      await revoke(db, clock.now(), { workspaceId: ws, sourceId: source, kind, id: key })
    },
  )
}
