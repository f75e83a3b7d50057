// Shapes of imports in the management API: an import, and a row that it refused.
import { Type } from 'typebox'
import { addressTable } from '../../../channels/addresses.ts'
import { matchBys } from '../../../recipients/import-columns.ts'
import { mode, orNull, shape } from '../shapes.ts'
import { AT, at, number, string } from './answers.ts'

const state = Type.Enum(['receiving', 'waiting', 'applying', 'done', 'cancelled', 'failed'], {
  type: 'string',
  description: 'receiving: the file is still coming. waiting, applying: workers are at it. The others are ends.',
})

export const matchBy = Type.Enum([...matchBys], {
  type: 'string',
  description: `The column that finds the person of a row. all: id, then ${addressTable().identifiers.join(', ')}; a person whose stored stronger identifier differs is not meant, and the row is refused. With an address, the id column is ignored.`,
})

export const importShapes = [
  shape(
    'Import',
    {
      id: number,
      name: orNull(string),
      mode,
      dry_run: Type.Boolean({ description: 'Counted as if it were applied; nobody is changed.' }),
      match_by: matchBy,
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
      line: Type.Integer({ description: 'Of the file, from 1.' }),
      problems: Type.Record(Type.String(), Type.Array(Type.String()), {
        description: 'What is wrong, by field; row: with the row as a whole.',
      }),
      cells: Type.Record(Type.String(), Type.String(), { description: 'As the file has them, by column.' }),
    },
    { line: 17, problems: { email: ['is no email address'] }, cells: { name: 'Ada', email: 'ada@', tags: 'new' } },
  ),
]
