// The format and the response of exports with one row per line.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { type RowFileFormat, rowFileFormats } from '../../lib/row-files.ts'
import type { HttpDeps } from '../deps.ts'
import { sendFile } from './file-answer.ts'

const media = { csv: 'text/csv', jsonl: 'application/x-ndjson' } as const

/** The parameter with the format of the file. */
export const fileFormat = Type.Optional(
  Type.Enum(rowFileFormats, {
    type: 'string',
    default: 'csv',
    description: 'csv: a file for spreadsheets. jsonl: one JSON object per line, with all fields of the list.',
  }),
)

export const rowFileAnswer = (description: string): TSchema =>
  Type.Unsafe<unknown>({
    description,
    content: Object.fromEntries(Object.values(media).map((type) => [type, { schema: { contentMediaType: type } }])),
  })

/** Sends the file with the name `name` and the ending of its format. */
export function sendRowFile(
  deps: HttpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, format }: { name: string; format: RowFileFormat },
  pages: AsyncIterable<string>,
): FastifyReply {
  return sendFile(deps, request, reply, `${name}.${format}`, pages, media[format])
}
