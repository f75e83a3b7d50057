// Management routes of imports and exports of recipients.
import { Type } from 'typebox'
import { imports } from '../../limits.ts'
import { exportOf, refusedFileOf } from '../../recipients/files.ts'
import { parseMapping, previewFile, previewTooLong } from '../../recipients/import-mapping.ts'
import { importOf, importsOf, refusedRowsOf, stopImport, takeImport, tooLong } from '../../recipients/imports.ts'
import type { HttpDeps } from '../deps.ts'
import { change, download, type ManageApp, read, route } from './access/rules.ts'
import { listOf } from './answers/answers.ts'
import { matchBy } from './answers/imports.ts'
import { sendFile } from './file-answer.ts'
import { ABOVE_EVERY_ID, body, boundedPage, cursorId, id, inWorkspace, mode, page, text } from './shapes.ts'
import { suppressionFileRoutes } from './suppressions.ts'
import { createUploads, csv, MEGABYTE, type ReceiveFile } from './uploads.ts'

const fileDescription = `CSV in UTF-8 with the column names in the first line (docs/recipients.md). At most ${imports.bytes / MEGABYTE} MB and ${imports.rows} rows.`

const inImport = Type.Object({ ws: id, id })

/**
 * Adds all routes of this file, and those of suppression files. They need a separate Fastify scope, because they share a
 * parser for files.
 */
export function importRoutes(app: ManageApp, deps: HttpDeps): void {
  const receive = createUploads(app, deps)
  uploadRoute(app, deps, receive)
  previewRoute(app, receive)
  suppressionFileRoutes(app, deps, receive)
  importListRoutes(app, deps)
  downloadRoutes(app, deps)
}

function uploadRoute(app: ManageApp, { db, clock, wakeImports }: HttpDeps, receive: ReceiveFile): void {
  app.post(
    '/workspaces/:ws/recipients/import',
    {
      bodyLimit: imports.bytes,
      ...route(change('admin', 'import'), 'importRecipients', 'Import a CSV file of recipients', {
        description: 'The rows are applied after the upload is complete.',
        params: inWorkspace,
        querystring: body({
          mode: Type.Optional(mode),
          dry_run: Type.Optional(
            Type.Boolean({ description: 'true: report the result of each row, but change no recipient.' }),
          ),
          match_by: Type.Optional({ ...matchBy, default: 'all' }),
          columns: Type.Optional({
            ...text(imports.mapping),
            description:
              'A JSON list with the name of a column, or null, for each column of the file. It replaces the names in the first line. Columns with null are not imported.',
            examples: ['["name","email",null,"metadata.city"]'],
          }),
          name: Type.Optional({
            ...text(255),
            description: 'The name of the import in lists, for example the file name.',
          }),
        }),
        body: csv(fileDescription),
        response: {
          202: 'Import',
          413: 'Error',
          415: 'Error',
        },
      }),
    },
    async (request) => {
      const { mode = 'live', dry_run: dryRun = false, match_by = 'all', columns, name } = request.query
      const mapping = columns === undefined ? undefined : parseMapping(columns)
      const options = { mode, dryRun, matchBy: match_by, mapping, name }
      const taken = await receive(request, { bytes: imports.bytes, tooLong }, (file) =>
        takeImport(db, clock, request.params.ws, options, file),
      )
      wakeImports()
      return taken
    },
  )
}

function previewRoute(app: ManageApp, receive: ReceiveFile): void {
  app.post(
    '/workspaces/:ws/recipients/import/preview',
    {
      bodyLimit: imports.previewBytes,
      ...route(read('admin'), 'previewImport', 'Read the columns of a CSV file of recipients', {
        description: 'Nothing is imported. Send the beginning of the file.',
        params: inWorkspace,
        body: csv(`The beginning of the file, at most ${imports.previewBytes / 1024} KB.`),
        response: { 200: 'ImportPreview', 413: 'Error', 415: 'Error' },
      }),
    },
    async (request) => receive(request, { bytes: imports.previewBytes, tooLong: previewTooLong }, previewFile),
  )
}

function importListRoutes(app: ManageApp, { db, clock }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/recipients/imports',
    route(read('viewer'), 'listImports', 'List the imports of the last 30 days, newest first', {
      params: inWorkspace,
      querystring: body(page),
      response: { 200: listOf('Import') },
    }),
    async ({ params, query: { cursor, limit = 50 } }) =>
      boundedPage(await importsOf(db, params.ws, cursorId(cursor, ABOVE_EVERY_ID), limit)),
  )

  app.get(
    '/workspaces/:ws/recipients/imports/:id',
    route(read('viewer'), 'readImport', 'Read the progress of an import', {
      params: inImport,
      response: { 200: 'Import' },
    }),
    async ({ params }) => importOf(db, params.ws, params.id),
  )

  app.post(
    '/workspaces/:ws/recipients/imports/:id/cancel',
    route(change('admin', 'import', 'id'), 'cancelImport', 'Cancel an import', {
      description: 'The effects of rows that were already applied stay.',
      params: inImport,
      response: { 200: 'Import' },
    }),
    async ({ params }) => stopImport(db, clock.now(), params.ws, params.id),
  )

  app.get(
    '/workspaces/:ws/recipients/imports/:id/refused',
    route(read('viewer'), 'listRefusedRows', 'List the refused rows with their problems, in the order of the file', {
      params: inImport,
      querystring: body(page),
      response: { 200: listOf('RefusedRow') },
    }),
    async ({ params, query: { cursor, limit = 50 } }) => {
      const found = await refusedRowsOf(db, params.ws, params.id, cursorId(cursor, 0), limit)
      const { data, next_cursor } = boundedPage(found)
      return { data: data.map(({ id: _, ...row }) => row), next_cursor }
    },
  )
}

function downloadRoutes(app: ManageApp, deps: HttpDeps): void {
  const { db } = deps

  app.get(
    '/workspaces/:ws/recipients/imports/:id/refused.csv',
    route(download('viewer', 'import', 'id'), 'downloadRefusedRows', 'Download the refused rows as a CSV file', {
      description: 'The file can be corrected and imported again.',
      params: inImport,
      response: {
        200: csv('The first columns are import_line and import_problem. The columns of the original file follow.'),
      },
    }),
    async (request, reply) => {
      const { ws, id } = request.params
      return sendFile(deps, request, reply, `import-${id}-refused.csv`, await refusedFileOf(db, ws, id))
    },
  )

  app.get(
    '/workspaces/:ws/recipients/export',
    route(download('viewer', 'recipient'), 'exportRecipients', 'Export all recipients of a mode as a CSV file', {
      description: 'The file can be imported.',
      params: inWorkspace,
      querystring: body({ mode: Type.Optional(mode), tag: Type.Optional(text(100)) }),
      response: { 200: csv('One recipient per row, oldest first.') },
    }),
    async (request, reply) => {
      const { mode = 'live', tag } = request.query
      const pages = await exportOf(db, request.params.ws, { mode, tag })
      return sendFile(deps, request, reply, `recipients-${mode}.csv`, pages)
    },
  )
}
