// Management routes of recipients.
import { Type } from 'typebox'
import { addressTable, byField } from '../../channels/addresses.ts'
import { deviceSchema } from '../../channels/push/devices.ts'
import { inviteRecipient } from '../../connections/invitation.ts'
import { bodies, records } from '../../limits.ts'
import { quietHoursSchema } from '../../quiet-hours/check.ts'
import { recipientFields } from '../../recipients/fields.ts'
import {
  changeRecipient,
  createRecipient,
  recipientOf,
  recipientsOf,
  removeRecipient,
  withDevices,
} from '../../recipients/recipients.ts'
import type { HttpDeps } from '../deps.ts'
import { change, type ManageApp, read, route } from './access/rules.ts'
import { visibilityOf } from './access/visibility.ts'
import { searchedListOf } from './answers/answers.ts'
import {
  ABOVE_EVERY_ID,
  body,
  cursorId,
  id,
  inWorkspace,
  mode,
  nothing,
  orNull,
  page,
  searchedPage,
  text,
  withLookahead,
} from './shapes.ts'

const { name, locale, tags, metadata } = recipientFields
const fields = {
  ...byField(addressTable().texts, ({ field }) => Type.Optional(orNull(recipientFields[field]))),
  push: Type.Optional(Type.Array(deviceSchema, { maxItems: records.devices })),
  locale: Type.Optional(locale),
  tags: Type.Optional(tags),
  metadata: Type.Optional(metadata),
  preferred_channel: Type.Optional(orNull(recipientFields.preferred_channel)),
  quiet_hours: Type.Optional(orNull(quietHoursSchema)),
  time_zone: Type.Optional(
    orNull(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'The IANA time zone of the recipient.',
        examples: ['Europe/Rome'],
      }),
    ),
  ),
}
const filters = { ...page, mode: Type.Optional(mode), q: Type.Optional(text(255)), tag: Type.Optional(text(100)) }
const byId = Type.Object({ ws: id, id })

export function recipientRoutes(app: ManageApp, { db, clock, allowPrivateNetwork }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/recipients',
    route(read('viewer'), 'listRecipients', 'Search recipients, newest first', {
      params: inWorkspace,
      querystring: body(filters),
      response: { 200: searchedListOf('StoredRecipient') },
    }),
    async (request) => {
      const { cursor, limit = 50, mode = 'live', q, tag } = request.query
      const filter = { mode, q, tag, after: cursorId(cursor, ABOVE_EVERY_ID), limit: withLookahead(limit) }
      return searchedPage(await recipientsOf(db, request.params.ws, filter, visibilityOf(request)), limit)
    },
  )

  app.post(
    '/workspaces/:ws/recipients',
    {
      bodyLimit: bodies.recipient,
      ...route(change('admin', 'recipient'), 'createRecipient', 'Create a recipient', {
        params: inWorkspace,
        body: body({ name, mode: Type.Optional(mode), ...fields }),
        response: { 201: 'StoredRecipient' },
      }),
    },
    async (request) => {
      const { mode = 'live', ...recipient } = request.body
      const input = withDevices(recipient, clock.now(), allowPrivateNetwork)
      return createRecipient(db, clock.now(), request.params.ws, mode, input)
    },
  )

  app.get(
    '/workspaces/:ws/recipients/:id',
    route(read('viewer'), 'readRecipient', 'Read a recipient', { params: byId, response: { 200: 'StoredRecipient' } }),
    async (request) => recipientOf(db, request.params.ws, request.params.id, visibilityOf(request)),
  )

  app.patch(
    '/workspaces/:ws/recipients/:id',
    {
      bodyLimit: bodies.recipient,
      ...route(change('admin', 'recipient', 'id'), 'changeRecipient', 'Change a recipient', {
        description: 'The value null clears a field.',
        params: byId,
        body: body({ name: Type.Optional(name), ...fields }),
        response: { 200: 'StoredRecipient' },
      }),
    },
    async ({ params, body }) => {
      const input = withDevices(body, clock.now(), allowPrivateNetwork)
      return changeRecipient(db, clock.now(), params.ws, params.id, input)
    },
  )

  app.delete(
    '/workspaces/:ws/recipients/:id',
    route(change('admin', 'recipient', 'id'), 'removeRecipient', 'Remove the data of a recipient', {
      description: 'Deliveries are kept.',
      params: byId,
      response: { 204: nothing },
    }),
    async (request) => removeRecipient(db, request.params.ws, request.params.id),
  )
}

export function recipientLinkRoutes(app: ManageApp, deps: HttpDeps): void {
  app.post(
    '/workspaces/:ws/recipients/:id/telegram-link',
    route(change('admin', 'recipient', 'id'), 'telegramLink', 'Create a link that opens a chat with the bot', {
      description: 'The chat of the first person who opens the link becomes the address of this recipient.',
      params: byId,
      body: body({
        source: Type.Optional({ ...id, description: 'The source of the bot. Required if several sources have a bot.' }),
      }),
      response: { 201: 'Invitation' },
    }),
    async ({ params, body: { source } }) => {
      const subject = { workspaceId: params.ws, recipientId: params.id, sourceId: source }
      return inviteRecipient(deps, deps.clock.now(), subject, 'telegram')
    },
  )
}
