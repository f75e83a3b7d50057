// Response schemas of the management API: imports and their refused rows.
import { Type } from 'typebox'
import { addressTable } from '../../../channels/addresses.ts'
import { matchBys } from '../../../recipients/import-columns.ts'
import { mode, orNull, shape } from '../shapes.ts'
import { AT, at, number, string } from './answers.ts'

const state = Type.Enum(['receiving', 'waiting', 'applying', 'done', 'cancelled', 'failed'], {
  type: 'string',
  description:
    'receiving: the upload is running. waiting: uploaded, not started. applying: a worker applies the rows. The other states are final.',
})

export const matchBy = Type.Enum([...matchBys], {
  type: 'string',
  description: `The column by which the recipient of a row is found. all: id, then ${addressTable().identifiers.join(', ')}; if a stronger identifier of the found recipient differs, the row is refused. With an address, the id column is ignored.`,
})

export const importShapes = [
  shape(
    'Import',
    {
      id: number,
      name: orNull(string),
      mode,
      dry_run: Type.Boolean({ description: 'The rows are counted as if they were applied, but nothing is changed.' }),
      match_by: matchBy,
      state,
      columns: Type.Array(Type.String(), { description: "The file's first line." }),
      bytes: number,
      rows: Type.Integer({ description: 'Rows of the uploaded part of the file.' }),
      done: Type.Integer({ description: 'Processed rows: the sum of the four numbers below.' }),
      created: number,
      updated: number,
      unchanged: number,
      refused: number,
      problem: orNull(Type.String({ description: 'The reason of the failure or of the current retry.' })),
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
      line: Type.Integer({ description: 'The line of the file, from 1.' }),
      problems: Type.Record(Type.String(), Type.Array(Type.String()), {
        description: 'The problems by field. `row`: problems of the whole row.',
      }),
      cells: Type.Record(Type.String(), Type.String(), { description: 'The cells of the row, by column.' }),
    },
    { line: 17, problems: { email: ['is not an email address'] }, cells: { name: 'Ada', email: 'ada@', tags: 'new' } },
  ),
]
