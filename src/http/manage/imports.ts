// Management: files of recipients, taken and given out. A body here is the file itself, read as it comes.
import { PassThrough, Readable } from 'node:stream'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { refuse } from '../../errors.ts'
import { imports } from '../../limits.ts'
import { importOf, importsOf, refusedRowsOf, stopImport, takeImport, tooLong } from '../../workspace/imports.ts'
import { exportOf, refusedFileOf } from '../../workspace/recipient-files.ts'
import type { HttpDeps } from '../deps.ts'
import { AT, at, listOf, number, string } from './answers.ts'
import {
  andNext,
  body,
  cursorId,
  described,
  id,
  inWorkspace,
  mode,
  orNull,
  page,
  pageOf,
  shape,
  TOP,
  text,
} from './shapes.ts'

const state = Type.Enum(['receiving', 'waiting', 'applying', 'done', 'cancelled', 'failed'], {
  type: 'string',
  description: 'receiving: the file is still coming. waiting, applying: workers are at it. The others are ends.',
})

export const importShapes = [
  shape(
    'Import',
    {
      id: number,
      name: orNull(string),
      mode,
      dry_run: Type.Boolean({ description: 'Counted as if it were applied; nobody is changed.' }),
      state,
      columns: Type.Array(Type.String(), { description: "The file's first line." }),
      bytes: number,
      rows: Type.Integer({ description: 'In the file, so far as it came.' }),
      done: Type.Integer({ description: 'Rows that are dealt with: the sum of the four below.' }),
      created: number,
      updated: number,
      unchanged: number,
      refused: number,
      problem: orNull(Type.String({ description: 'Why it failed, or what it is being tried again for.' })),
      created_at: at,
      started_at: orNull(at),
      ended_at: orNull(at),
    },
    {
      id: 3,
      name: 'customers.csv',
      mode: 'live',
      dry_run: false,
      state: 'applying',
      columns: ['name', 'email', 'tags'],
      bytes: 412_377,
      rows: 10_000,
      done: 4_502,
      created: 4_310,
      updated: 180,
      unchanged: 10,
      refused: 2,
      problem: null,
      created_at: AT,
      started_at: AT,
      ended_at: null,
    },
  ),
  shape(
    'RefusedRow',
    {
      line: Type.Integer({ description: 'Of the file, from 1.' }),
      problems: Type.Record(Type.String(), Type.Array(Type.String()), {
        description: 'What is wrong, by field; row: with the row as a whole.',
      }),
      cells: Type.Record(Type.String(), Type.String(), { description: 'As the file has them, by column.' }),
    },
    { line: 17, problems: { email: ['is no e-mail address'] }, cells: { name: 'Ada', email: 'ada@', tags: 'new' } },
  ),
]

/** A file as an answer or a body, which is not validated as a whole: no type is named. */
const csv = (description: string) =>
  Type.Unsafe<unknown>({ description, content: { 'text/csv': { schema: { contentMediaType: 'text/csv' } } } })
const MEGABYTE = 1024 * 1024
const theFile = `CSV in UTF-8, the first line names the columns (docs/recipients.md); at most ${imports.bytes / MEGABYTE} MB and ${imports.rows} rows.`

export function importRoutes(instance: FastifyInstance, { db, clock, wakeImports }: HttpDeps): void {
  const app = instance.withTypeProvider<TypeBoxTypeProvider>()
  const inImport = Type.Object({ ws: id, id })

  // The file is read by the handler, as it comes, and never held whole.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  app.post(
    '/workspaces/:ws/recipients/import',
    {
      schema: {
        ...described('importRecipients', 'Import a CSV file of recipients; applied once the file is whole', {
          202: 'Import',
          413: 'Error',
          415: 'Error',
        }),
        params: inWorkspace,
        querystring: body({
          mode: Type.Optional(mode),
          dry_run: Type.Optional(Type.Boolean({ description: 'Say what would become of every row; change nobody.' })),
          name: Type.Optional({ ...text(255), description: "What lists call it, such as the file's name." }),
        }),
        body: csv(theFile),
      },
    },
    async (request, reply) => {
      const { mode = 'live', dry_run: dryRun = false, name } = request.query
      refuseUnread(request)
      const file = new PassThrough()
      request.raw.on('error', (error) => file.destroy(error)).pipe(file)
      try {
        const wanted = { mode, dryRun, name }
        const taken = await takeImport(db, clock, request.params.ws, wanted, file)
        wakeImports()
        return reply.code(202).send(taken)
      } finally {
        // What is left of a file that was refused: the caller hears why once it is sent.
        request.raw.unpipe(file).resume()
        file.destroy()
      }
    },
  )

  app.get(
    '/workspaces/:ws/recipients/imports',
    {
      schema: {
        ...described('listImports', 'Imports of the last 30 days, newest first', { 200: listOf('Import') }),
        params: inWorkspace,
        querystring: body(page),
      },
    },
    async ({ params, query: { cursor, limit = 50 } }) =>
      pageOf(await importsOf(db, params.ws, cursorId(cursor, TOP), andNext(limit)), limit),
  )

  app.get(
    '/workspaces/:ws/recipients/imports/:id',
    { schema: { ...described('readImport', 'How far an import is', { 200: 'Import' }), params: inImport } },
    async ({ params }) => importOf(db, params.ws, params.id),
  )

  app.post(
    '/workspaces/:ws/recipients/imports/:id/cancel',
    {
      schema: {
        ...described('cancelImport', 'Apply no more of it; what was applied stays', { 200: 'Import' }),
        params: inImport,
      },
    },
    async ({ params }) => stopImport(db, clock.now(), params.ws, params.id),
  )

  app.get(
    '/workspaces/:ws/recipients/imports/:id/refused',
    {
      schema: {
        ...described('listRefusedRows', 'Rows that were not applied, with the reason, in the order of the file', {
          200: listOf('RefusedRow'),
        }),
        params: inImport,
        querystring: body(page),
      },
    },
    async ({ params, query: { cursor, limit = 50 } }) => {
      const rows = await refusedRowsOf(db, params.ws, params.id, cursorId(cursor, 0), andNext(limit))
      const { data, next_cursor } = pageOf(rows, limit)
      return { data: data.map(({ id: _, ...row }) => row), next_cursor }
    },
  )

  app.get(
    '/workspaces/:ws/recipients/imports/:id/refused.csv',
    {
      schema: {
        ...described('downloadRefusedRows', 'The refused rows as a file that can be mended and imported', {
          200: csv('import_line and import_problem, then the columns of the file.'),
        }),
        params: inImport,
      },
    },
    async ({ params }, reply) =>
      sendFile(reply, `import-${params.id}-refused.csv`, await refusedFileOf(db, params.ws, params.id)),
  )

  app.get(
    '/workspaces/:ws/recipients/export',
    {
      schema: {
        ...described('exportRecipients', 'All recipients of a mode as a CSV file that an import takes', {
          200: csv('One recipient a row, oldest first.'),
        }),
        params: inWorkspace,
        querystring: body({ mode: Type.Optional(mode), tag: Type.Optional(text(100)) }),
      },
    },
    async ({ params, query: { mode = 'live', tag } }, reply) =>
      sendFile(reply, `recipients-${mode}.csv`, await exportOf(db, params.ws, { mode, tag })),
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

function sendFile(reply: FastifyReply, name: string, pages: AsyncIterable<string>): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(pages))
}
