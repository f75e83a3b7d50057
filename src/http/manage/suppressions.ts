// Management routes of suppressions: the addresses to which a workspace sends no messages, with the reason.
import type { FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { fieldsOf, textOf } from '../../lib/json/json-fields.ts'
import { sizes, suppressionFiles } from '../../limits.ts'
import { exportSuppressions, importSuppressions, tooLong } from '../../recipients/suppression-files.ts'
import { addSuppression, liftSuppression, suppressionOf, suppressionsOf } from '../../recipients/suppressions.ts'
import { suppressionReasons } from '../../suppression-reasons.ts'
import type { HttpDeps } from '../deps.ts'
import { hasRole } from './access/access.ts'
import { change, download, type ManageApp, read, route } from './access/rules.ts'
import { visibilityOf } from './access/visibility.ts'
import { listOf } from './answers/answers.ts'
import { suppressionBody } from './answers/suppressions.ts'
import { sendFile } from './file-answer.ts'
import {
  ABOVE_EVERY_ID,
  body,
  channel,
  cursorId,
  id,
  inWorkspace,
  mode,
  nothing,
  page,
  pageOf,
  text,
  withLookahead,
} from './shapes.ts'
import { csv, MEGABYTE, type ReceiveFile } from './uploads.ts'

const reason = Type.Enum(suppressionReasons, { type: 'string' })
const note = text(1000)
const address = Type.String({ minLength: 1, maxLength: sizes.email, description: 'The complete address.' })

const byId = Type.Object({ ws: id, id })

export function suppressionRoutes(app: ManageApp, { db, clock }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/suppressions',
    route(read('viewer'), 'listSuppressions', 'List suppressed addresses, newest first', {
      description:
        'A message to a suppressed address is refused with 422. An essential template ignores the reason unsubscribed, and no other reason.',
      params: inWorkspace,
      querystring: body({
        ...page,
        mode: Type.Optional(mode),
        channel: Type.Optional(channel),
        reason: Type.Optional(reason),
        q: Type.Optional(text(255)),
        address: Type.Optional(address),
      }),
      response: { 200: listOf('Suppression') },
    }),
    async (request) => {
      const { cursor, limit = 50, mode = 'live', ...filter } = request.query
      const listQuery = { ...filter, mode, after: cursorId(cursor, ABOVE_EVERY_ID), limit: withLookahead(limit) }
      const rows = await suppressionsOf(db, request.params.ws, listQuery)
      const visibility = visibilityOf(request)
      return pageOf(
        rows.map((row) => suppressionBody(row, visibility)),
        limit,
      )
    },
  )

  app.get(
    '/workspaces/:ws/suppressions/:id',
    route(read('viewer'), 'readSuppression', 'Read a suppression', {
      params: byId,
      response: { 200: 'Suppression' },
    }),
    async (request) =>
      suppressionBody(await suppressionOf(db, request.params.ws, request.params.id), visibilityOf(request)),
  )

  app.post(
    '/workspaces/:ws/suppressions',
    route(change('admin', 'suppression'), 'addSuppression', 'Suppress an address', {
      params: inWorkspace,
      body: body({
        address,
        channel: Type.Optional({ ...channel, default: 'email' }),
        mode: Type.Optional(mode),
        reason: Type.Optional({ ...reason, default: 'manual' }),
        note: Type.Optional(note),
      }),
      response: { 201: 'Suppression' },
    }),
    async ({ params, body: { address, channel = 'email', mode = 'live', reason = 'manual', note = null } }) => {
      const entry = { workspace_id: params.ws, mode, channel, address, reason, note }
      return suppressionBody(await addSuppression(db, clock.now(), entry), 'full')
    },
  )

  app.post(
    '/workspaces/:ws/suppressions/:id/lift',
    route({ ...change('admin', 'suppression', 'id'), auditDetails: noteOf }, 'liftSuppression', 'Lift a suppression', {
      description:
        'After the request, the address receives messages again. Only an owner may lift a complaint, with a note. The audit log contains the note.',
      params: byId,
      body: body({ note: Type.Optional(note) }),
      response: { 204: nothing },
    }),
    async ({ params, body, role }) => {
      await liftSuppression(db, params.ws, params.id, { isOwner: hasRole(role, 'owner'), note: body.note })
    },
  )
}

/** Returns the note for the audit log, which otherwise contains only the names of the changed fields. */
async function noteOf({ body }: FastifyRequest) {
  const given = textOf(fieldsOf(body).note)
  return { before: null, change: given === undefined ? null : { note: given } }
}

const report: TSchema = Type.Object({
  rows: Type.Integer(),
  added: Type.Integer({ description: 'New suppressions. In a dry run, those that an import would add.' }),
  known: Type.Integer({ description: 'Rows whose address already had a suppression with this reason.' }),
  skipped: Type.Integer({ description: 'Rows that report no final failure, for example a soft bounce.' }),
  refused: Type.Integer({ description: 'Rows with a problem.' }),
  problems: Type.Array(Type.Object({ line: Type.Integer(), problem: Type.String() }), {
    description: 'The first 100 problems.',
  }),
})

/** Adds the routes of suppression files. They share the scope of imports, which leaves bodies unread. */
export function suppressionFileRoutes(app: ManageApp, deps: HttpDeps, receive: ReceiveFile): void {
  const { db, clock } = deps

  app.post(
    '/workspaces/:ws/suppressions/import',
    {
      bodyLimit: suppressionFiles.bytes,
      ...route(change('admin', 'suppression'), 'importSuppressions', 'Import a CSV file of suppressed addresses', {
        description:
          'Reads an exported file of Carillon, and the suppression files of Amazon SES, SendGrid, Postmark, Mailgun and Resend.',
        params: inWorkspace,
        querystring: body({
          mode: Type.Optional(mode),
          channel: Type.Optional({ ...channel, default: 'email' }),
          reason: Type.Optional({ ...reason, description: 'The reason of rows that state no known reason.' }),
          dry_run: Type.Optional(Type.Boolean({ description: 'true: check the rows, but store nothing.' })),
        }),
        body: csv(
          `CSV in UTF-8 (docs/suppressions.md). At most ${suppressionFiles.bytes / MEGABYTE} MB and ${suppressionFiles.rows} rows.`,
        ),
        response: { 200: report, 413: 'Error', 415: 'Error' },
      }),
    },
    async (request) => {
      const { mode = 'live', channel = 'email', reason, dry_run: dryRun = false } = request.query
      const options = { mode, channel, dryRun, ...(reason === undefined ? {} : { reason }) }
      const most = { bytes: suppressionFiles.bytes, tooLong }
      return receive(request, most, (file) => importSuppressions(db, clock.now(), request.params.ws, options, file))
    },
  )

  app.get(
    '/workspaces/:ws/suppressions/export',
    route(download('viewer', 'suppression'), 'exportSuppressions', 'Export suppressed addresses as a CSV file', {
      description: 'The file can be imported.',
      params: inWorkspace,
      querystring: body({
        mode: Type.Optional(mode),
        channel: Type.Optional(channel),
        reason: Type.Optional(reason),
      }),
      response: { 200: csv('One address per row, newest first.') },
    }),
    async (request, reply) => {
      const { mode = 'live', ...filter } = request.query
      const pages = await exportSuppressions(db, request.params.ws, { mode, ...filter }, visibilityOf(request))
      return sendFile(deps, request, reply, `suppressions-${mode}.csv`, pages)
    },
  )
}
