// Management routes of the preferences of recipients.
import { Type } from 'typebox'
import { channelNames } from '../../../channels/index.ts'
import { records } from '../../../limits.ts'
import { setPreferences } from '../../../recipients/preferences/change.ts'
import { createPreferenceLink } from '../../../recipients/preferences/link.ts'
import { recipientPreferences } from '../../../recipients/preferences/preferences.ts'
import type { HttpDeps } from '../../deps.ts'
import { change, type ManageApp, read, route } from '../access/rules.ts'
import { body, id, orNull } from '../shapes.ts'

const byId = Type.Object({ ws: id, id })
const value = orNull(Type.Boolean())

export function preferenceRoutes(app: ManageApp, { db, clock, seal, publicUrl }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/recipients/:id/preferences',
    route(read('viewer'), 'readPreferences', 'Read which categories a recipient accepts', {
      params: byId,
      response: { 200: 'Preferences' },
    }),
    async ({ params }) => recipientPreferences(db, params.ws, params.id),
  )

  app.patch(
    '/workspaces/:ws/recipients/:id/preferences',
    route(change('admin', 'recipient', 'id'), 'changePreferences', 'Change which categories a recipient accepts', {
      description:
        'The value null removes a preference. The value of a channel has priority over the value of the category. The key `*` with `allowed: false` unsubscribes the recipient from everything, so that only essential templates are sent. `true` or null lifts this.',
      params: byId,
      body: Type.Record(
        Type.String(),
        body({
          allowed: Type.Optional(value),
          channels: Type.Optional(body(Object.fromEntries(channelNames.map((name) => [name, Type.Optional(value)])))),
        }),
        {
          maxProperties: records.categories + 1,
          description: 'The changes by the slug of the category, or by `*` for everything.',
          examples: [{ newsletter: { allowed: true, channels: { sms: false } } }],
        },
      ),
      response: { 200: 'Preferences' },
    }),
    async ({ params, body }) => setPreferences(db, clock.now(), params.ws, params.id, body),
  )

  app.post(
    '/workspaces/:ws/recipients/:id/preference-link',
    route(change('admin', 'recipient', 'id'), 'preferenceLink', "Create a link to the recipient's preferences", {
      description: 'A person with the link can read and change the preferences of this recipient.',
      params: byId,
      response: { 201: 'PreferenceLink' },
    }),
    async ({ params }) => createPreferenceLink({ db, seal, publicUrl: publicUrl() }, clock.now(), params.ws, params.id),
  )
}
