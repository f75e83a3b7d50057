// Compares the mapping from fields to column names with the schema.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { columnNames } from '../../src/store/column-names.ts'
import { startTestService, type TestService } from '../harness/service.ts'

let test: TestService
beforeAll(async () => {
  test = await startTestService('embedded', {}, 'api')
})
afterAll(() => test.stop())

const readTables = async (column: string): Promise<string[]> => {
  const { rows } = await test.service.db.query<{ table_name: string }>({
    text: `select table_name from information_schema.columns where table_schema = 'public' and column_name = $1`,
    values: [column],
  })
  return rows.map(({ table_name }) => table_name)
}

it.each(columnNames)(
  'the column $column exists in every table that the mapping lists for it',
  async ({ column, tables }) => {
    expect(await readTables(column)).toEqual(expect.arrayContaining([...tables]))
  },
)

it.each(columnNames)(
  'no table has a column $name, because the column for the field $name has another name',
  async ({ name }) => {
    expect(await readTables(name)).toEqual([])
  },
)
