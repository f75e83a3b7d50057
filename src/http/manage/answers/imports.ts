// Response schemas of the management API: imports and their refused rows.
import { Type } from 'typebox'
import { addressTable } from '../../../channels/addresses.ts'
import { matchBys } from '../../../recipients/import-columns.ts'
import { mode, orNull, shape } from '../shapes.ts'
import { AT, at, number, string } from './answers.ts'

const state = Type.Enum(['receiving', 'waiting', 'applying', 'done', 'cancelled', 'failed'], {
  type: 'string',
  description:
    'receiving: the upload is running. waiting: the upload is complete, but no worker has started. applying: a worker applies the rows. The other states are final.',
})

export const matchBy = Type.Enum([...matchBys], {
  type: 'string',
  description: `The column that identifies the recipient of a row. all: the recipient is searched by id, then by ${addressTable().identifiers.join(', ')}. A row is refused if it matches a recipient by one of these columns, but differs in an earlier column. If match_by is an address, the column id is ignored.`,
})

export const importShapes = [
  shape(
    'ImportPreview',
    {
      columns: Type.Array(
        Type.Object({
          title: Type.String({ description: 'The cell of the first line.' }),
          column: orNull(Type.String({ description: 'The column that the title stands for. null if it is unknown.' })),
          samples: Type.Array(Type.String(), {
            description: 'The cells of the first rows, at most 200 characters each.',
          }),
        }),
      ),
      names: Type.Array(Type.String(), {
        description: 'The names of all columns. metadata.NAME and preferences.SLUG are permitted too.',
      }),
      identifying: Type.Array(Type.String(), {
        description: 'The columns that identify a person. An import needs at least one of them.',
      }),
    },
    {
      columns: [
        { title: 'E-mail', column: 'email', samples: ['ada@shop.example'] },
        { title: 'Company', column: null, samples: ['Analytical Engines'] },
      ],
      names: ['id', 'name', 'email'],
      identifying: ['id', 'email'],
    },
  ),
  shape(
    'Import',
    {
      id: number,
      name: orNull(string),
      mode,
      dry_run: Type.Boolean({ description: 'True for a dry run, which counts the rows but changes no recipient.' }),
      match_by: matchBy,
      state,
      columns: Type.Array(Type.String(), { description: 'The columns in the first line of the file.' }),
      bytes: number,
      rows: Type.Integer({ description: 'The number of rows in the uploaded part of the file.' }),
      done: Type.Integer({
        description: 'The number of processed rows: the sum of created, updated, unchanged and refused.',
      }),
      created: number,
      updated: number,
      unchanged: number,
      refused: number,
      problem: orNull(Type.String({ description: 'The reason why the import failed or is being retried.' })),
      created_at: at,
      started_at: orNull(at),
      ended_at: orNull(at),
    },
    {
      id: 3,
      name: 'customers.csv',
      mode: 'live',
      dry_run: false,
      match_by: 'all',
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
      line: Type.Integer({ description: 'The number of the line in the file. The first line has the number 1.' }),
      problems: Type.Record(Type.String(), Type.Array(Type.String()), {
        description: 'The problems by field. The field `row` contains problems of the whole row.',
      }),
      cells: Type.Record(Type.String(), Type.String(), { description: 'The cells of the row, by column.' }),
    },
    { line: 17, problems: { email: ['is not an email address'] }, cells: { name: 'Ada', email: 'ada@', tags: 'new' } },
  ),
]
