// The flags of all lists, and the functions that read the pages of a list and print it.
import { counted } from '../lib/text/plural.ts'
import type { ApiPage, Query } from './api.ts'
import { type Call, type Flag, UsageError, wholeNumber } from './command.ts'
import type { Column } from './output.ts'

export const listFlags: Flag[] = [
  { name: 'limit', value: 'N', description: 'Maximum number of rows. Default: 50.' },
  { name: 'all', description: 'All rows.' },
  {
    name: 'cursor',
    value: 'CURSOR',
    description: 'Continue an earlier list. The value is the next_cursor of that list.',
  },
]

export const modeFlag: Flag = {
  name: 'mode',
  value: 'live|test',
  choices: ['live', 'test'],
  description: 'The mode of the API keys: live (default) or test.',
}

const DEFAULT_LIMIT = 50

/** Reads a list with the flags --limit, --all and --cursor. */
export async function listed<T>(call: Call, path: string, query: Query = {}): Promise<ApiPage<T>> {
  const limit = wholeNumber(call, 'limit') ?? DEFAULT_LIMIT
  if (limit < 1) throw new UsageError('--limit must be 1 or more.')
  const most = call.has('all') ? Number.POSITIVE_INFINITY : limit
  const pageQuery = { ...query, cursor: call.text('cursor') }
  const page = await call.api.rows<T>(path, pageQuery, most, (count) => call.out.progress(`${counted(count, 'row')}…`))
  call.out.progress(undefined)
  return page
}

/** Prints a list. If it has no rows, prints the message `empty`. */
export function showList<T>({ out }: Call, page: ApiPage<T>, columns: Column<T>[], empty: string): number {
  return out.show(page, () => {
    if (page.data.length === 0) return out.note(empty)
    out.table(columns, page.data)
    if (page.next_cursor !== null) out.note(`There are more rows. Use --all, or --cursor ${page.next_cursor}`)
  })
}
