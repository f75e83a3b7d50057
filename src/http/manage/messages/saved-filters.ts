// Management routes of the filters that a member saved for the list of deliveries.
import { Type } from 'typebox'
import { refuse } from '../../../errors.ts'
import { savedFilters } from '../../../limits.ts'
import type { Actor } from '../../../members/sessions.ts'
import { removeFilter, savedFiltersOf, saveFilter } from '../../../workspaces/saved-filters.ts'
import type { HttpDeps } from '../../deps.ts'
import { change, type ManageApp, read, route } from '../access/rules.ts'
import { body, id, inWorkspace, nothing, shape } from '../shapes.ts'

/** The parameters of the URL of the list (docs/portal.md). */
const parameters = [
  'mode',
  'status',
  'channel',
  'source',
  'template',
  'reason',
  'recipient',
  'tag',
  'words',
  'q',
  'period',
  'from',
  'to',
]
const value = Type.Optional(Type.String({ minLength: 1, maxLength: 255 }))
const query = Type.Unsafe<Record<string, string>>(body(Object.fromEntries(parameters.map((name) => [name, value]))))
const name = Type.String({ minLength: 1, maxLength: savedFilters.name, pattern: '\\S', examples: ['Failed today'] })

export const savedFilterShape = shape(
  'SavedFilter',
  { id, name, query: Type.Record(Type.String(), Type.String()) },
  { id: 3, name: 'Failed today', query: { status: 'failed', period: 'day' } },
)

export function savedFilterRoutes(app: ManageApp, { db, clock }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/saved-filters',
    route(read('viewer'), 'listSavedFilters', 'List your saved filters of deliveries', {
      params: inWorkspace,
      response: { 200: Type.Object({ data: Type.Array(Type.Ref('SavedFilter')) }) },
    }),
    async ({ params, actor }) => ({ data: await savedFiltersOf(db, ownerOf(actor, params.ws)) }),
  )

  app.post(
    '/workspaces/:ws/saved-filters',
    route(change('viewer', 'saved_filter'), 'createSavedFilter', 'Save a filter of deliveries', {
      description: `A filter with the same name is replaced. Each member has at most ${savedFilters.most} filters in a workspace.`,
      params: inWorkspace,
      body: body({ name, query }),
      response: { 201: 'SavedFilter' },
    }),
    async ({ params, body, actor }) => saveFilter(db, clock.now(), ownerOf(actor, params.ws), body),
  )

  app.delete(
    '/workspaces/:ws/saved-filters/:id',
    route(change('viewer', 'saved_filter', 'id'), 'removeSavedFilter', 'Remove a saved filter of deliveries', {
      params: Type.Object({ ws: id, id }),
      response: { 204: nothing },
    }),
    async ({ params, actor }) => removeFilter(db, ownerOf(actor, params.ws), params.id),
  )
}

function ownerOf(actor: Actor | null, workspaceId: number) {
  return { workspaceId, memberId: memberOf(actor) }
}

function memberOf(actor: Actor | null): number {
  if (actor?.kind !== 'member') return refuse('forbidden', 'A management token has no account. Sign in to the portal.')
  return actor.id
}
