// Management: files of recipients, taken and given out. A body here is the file itself, read as it comes.
import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type Refusal, Refused, refuse } from '../../errors.ts'
import { imports } from '../../limits.ts'
import { exportOf, refusedFileOf } from '../../recipients/files.ts'
import { importOf, importsOf, refusedRowsOf, stopImport, takeImport, tooLong } from '../../recipients/imports.ts'
import type { HttpDeps } from '../deps.ts'
import { change, download, type ManageApp, read, route } from './access/rules.ts'
import { listOf } from './answers/answers.ts'
import { matchBy } from './answers/imports.ts'
import { sendFile } from './file-answer.ts'
import { ABOVE_EVERY_ID, body, boundedPage, cursorId, id, inWorkspace, mode, page, text } from './shapes.ts'

const brokenOff: Refusal = {
  code: 'unavailable',
  message: 'The file did not come whole: it stood still, broke off, or the service is stopping. Send it again.',
  retryAfter: 5,
}

/** A file as an answer or a body, which is not validated as a whole: no type is named. */
const csv = (description: string) =>
  Type.Unsafe<unknown>({ description, content: { 'text/csv': { schema: { contentMediaType: 'text/csv' } } } })
const MEGABYTE = 1024 * 1024
const theFile = `CSV in UTF-8, the first line names the columns (docs/recipients.md); at most ${imports.bytes / MEGABYTE} MB and ${imports.rows} rows.`

const inImport = Type.Object({ ws: id, id })

/** In one scope: its parser for files holds for every import route. */
export function importRoutes(app: ManageApp, deps: HttpDeps): void {
  uploadRoute(app, deps)
  importListRoutes(app, deps)
  downloadRoutes(app, deps)
}

function uploadRoute(app: ManageApp, { db, clock, config, wakeImports }: HttpDeps): void {
  /** Ends each upload that is under way: a process that stops waits for no file. */
  const uploads = new Set<() => void>()
  app.addHook('preClose', async () => {
    for (const end of uploads) end()
  })
  // The file is read by the handler, as it comes, and never held whole.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  app.post(
    '/workspaces/:ws/recipients/import',
    {
      bodyLimit: imports.bytes,
      ...route(
        change('admin', 'import'),
        'importRecipients',
        'Import a CSV file of recipients; applied once the file is whole',
        {
          params: inWorkspace,
          querystring: body({
            mode: Type.Optional(mode),
            dry_run: Type.Optional(Type.Boolean({ description: 'Say what would become of every row; change nobody.' })),
            match_by: Type.Optional({ ...matchBy, default: 'all' }),
            name: Type.Optional({ ...text(255), description: "What lists call it, such as the file's name." }),
          }),
          body: csv(theFile),
          response: {
            202: 'Import',
            413: 'Error',
            415: 'Error',
          },
        },
      ),
    },
    async (request) => {
      const { mode = 'live', dry_run: dryRun = false, match_by = 'all', name } = request.query
      refuseUnread(request)
      const file = new PassThrough()
      const broken = () => file.destroy(new Refused(brokenOff))
      request.raw.on('error', broken).setTimeout(imports.uploadPause, broken).pipe(file)
      uploads.add(broken)
      try {
        const options = { mode, dryRun, matchBy: match_by, name }
        const taken = await takeImport(db, clock, request.params.ws, options, file)
        wakeImports()
        return taken
      } finally {
        // What is left of a file that was refused: the caller hears why once it is sent.
        uploads.delete(broken)
        request.raw.unpipe(file)
        // A listener for timeouts would keep a stalled connection open.
        request.raw.off('timeout', broken).setTimeout(config.stallTimeout).resume()
        file.destroy()
      }
    },
  )
}

function importListRoutes(app: ManageApp, { db, clock }: HttpDeps): void {
  app.get(
    '/workspaces/:ws/recipients/imports',
    route(read('viewer'), 'listImports', 'Imports of the last 30 days, newest first', {
      params: inWorkspace,
      querystring: body(page),
      response: { 200: listOf('Import') },
    }),
    async ({ params, query: { cursor, limit = 50 } }) =>
      boundedPage(await importsOf(db, params.ws, cursorId(cursor, ABOVE_EVERY_ID), limit)),
  )

  app.get(
    '/workspaces/:ws/recipients/imports/:id',
    route(read('viewer'), 'readImport', 'How far an import is', { params: inImport, response: { 200: 'Import' } }),
    async ({ params }) => importOf(db, params.ws, params.id),
  )

  app.post(
    '/workspaces/:ws/recipients/imports/:id/cancel',
    route(change('admin', 'import', 'id'), 'cancelImport', 'Apply no more of it; what was applied stays', {
      params: inImport,
      response: { 200: 'Import' },
    }),
    async ({ params }) => stopImport(db, clock.now(), params.ws, params.id),
  )

  app.get(
    '/workspaces/:ws/recipients/imports/:id/refused',
    route(read('viewer'), 'listRefusedRows', 'Rows that were not applied, with the reason, in the order of the file', {
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
    route(
      download('viewer', 'import', 'id'),
      'downloadRefusedRows',
      'The refused rows as a file that can be mended and imported',
      {
        params: inImport,
        response: { 200: csv('import_line and import_problem, then the columns of the file.') },
      },
    ),
    async (request, reply) => {
      const { ws, id } = request.params
      return sendFile(deps, request, reply, `import-${id}-refused.csv`, await refusedFileOf(db, ws, id))
    },
  )

  app.get(
    '/workspaces/:ws/recipients/export',
    route(
      download('viewer', 'recipient'),
      'exportRecipients',
      'All recipients of a mode as a CSV file that an import takes',
      {
        params: inWorkspace,
        querystring: body({ mode: Type.Optional(mode), tag: Type.Optional(text(100)) }),
        response: { 200: csv('One recipient a row, oldest first.') },
      },
    ),
    async (request, reply) => {
      const { mode = 'live', tag } = request.query
      const pages = await exportOf(db, request.params.ws, { mode, tag })
      return sendFile(deps, request, reply, `recipients-${mode}.csv`, pages)
    },
  )
}

/** Text of another kind, or in another encoding, is no file we can read; one that says it is too large need not come. */
function refuseUnread({ headers }: FastifyRequest): void {
  const [type, ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';')
  const charset = parameters.map((one) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/.exec(one)?.[1]).find(Boolean)
  if (type?.trim() !== 'text/csv' || !['utf-8', 'utf8', 'us-ascii', undefined].includes(charset))
    refuse('unsupported_media_type', 'Send the file itself as the body, in UTF-8, with Content-Type: text/csv.')
  if (Number(headers['content-length']) > imports.bytes) refuse('payload_too_large', tooLong)
}
