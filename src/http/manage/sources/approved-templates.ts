// Management routes of the templates that a provider has approved. They return the list that was last read from the
// provider.
import { Type } from 'typebox'
import { refuseInvalid } from '../../../errors.ts'
import { approvedOf, syncApproved } from '../../../templates/approved.ts'
import type { HttpDeps } from '../../deps.ts'
import { change, type ManageApp, read, route } from '../access/rules.ts'
import { channel, id, orNull, page, withLookahead } from '../shapes.ts'

const atChannel = Type.Object({ ws: id, source: id, channel })
const at = Type.String({ format: 'date-time' })

/** A long cursor is permitted, because the cursor contains the name of a template, which may be long. */
const cursor = Type.Optional(Type.String({ maxLength: 1024, description: 'The next_cursor of the previous page.' }))

const template = Type.Object({
  name: Type.String(),
  language: Type.String(),
  status: Type.String({ description: 'The status at the provider, such as APPROVED.' }),
  usable: Type.Boolean(),
  refusal: orNull(Type.String({ description: 'The reason why messages cannot use the template.' })),
  category: orNull(Type.String()),
  body: Type.String(),
  header: orNull(
    Type.String({ description: 'The type of the header that a message must contain: text, image, video or document.' }),
  ),
  variables: Type.Array(Type.String(), { description: 'The variables of the body. Each is a position or a name.' }),
  buttons: Type.Array(
    Type.String({ description: 'The type of the button: quick_reply, url (the URL ends with a variable) or fixed.' }),
  ),
})

const list = Type.Object({
  data: Type.Array(template),
  next_cursor: orNull(Type.String()),
  read_at: orNull(
    Type.String({ format: 'date-time', description: 'The time of the last successful read of the list.' }),
  ),
  problem: orNull(Type.String({ description: 'The reason why the last read failed.' })),
})

const synced = Type.Object({ templates: Type.Integer(), usable: Type.Integer(), read_at: at })

export function approvedTemplateRoutes(app: ManageApp, deps: HttpDeps): void {
  const path = '/workspaces/:ws/sources/:source/connections/:channel/templates'

  app.get(
    path,
    route(read('viewer'), 'listApprovedTemplates', 'List the templates that the provider approved', {
      params: atChannel,
      querystring: Type.Object(
        { ...page, cursor, q: Type.Optional(Type.String({ maxLength: 512, description: 'Part of the name.' })) },
        { additionalProperties: false },
      ),
      response: { 200: list },
    }),
    async ({ params, query }) => {
      const { limit = 50, q } = query
      const place = { workspaceId: params.ws, sourceId: params.source }
      const after = cursorOf(query.cursor)
      const { rows, ...state } = await approvedOf(deps.db, place, params.channel, {
        after,
        q,
        limit: withLookahead(limit),
      })
      const data = rows.slice(0, limit)
      const last = rows.length > limit ? data.at(-1) : undefined
      const next = last && Buffer.from(JSON.stringify([last.name, last.language])).toString('base64url')
      return { data, next_cursor: next ?? null, ...state }
    },
  )

  app.post(
    `${path}/sync`,
    route(
      change('admin', 'connection', 'source', 'channel'),
      'syncApprovedTemplates',
      'Read the list of templates from the provider',
      { params: atChannel, response: { 200: synced } },
    ),
    async ({ params }) =>
      syncApproved(deps, deps.clock.now(), { workspaceId: params.ws, sourceId: params.source }, params.channel),
  )
}

function cursorOf(cursor: string | undefined): [string, string] {
  if (cursor === undefined) return ['', '']
  try {
    const [name, language]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (isPlain(name) && isPlain(language)) return [name, language]
  } catch {
    // The cursor is not valid JSON. The last line of this function refuses the cursor.
  }
  return refuseInvalid({ cursor: ['is not a cursor of this list'] })
}

const isPlain = (text: unknown): text is string => typeof text === 'string' && /^[\x20-\x7e]*$/.test(text)
