// Lists: how many rows a command reads, where the next ones begin, and what an empty one says.
import { counted } from '../lib/text/plural.ts'
import type { ApiPage, Query } from './api.ts'
import { type Call, type Flag, UsageError, wholeNumber } from './command.ts'
import type { Column } from './output.ts'

export const listFlags: Flag[] = [
  { name: 'limit', value: 'N', description: 'At most so many rows; 50 when left out.' },
  { name: 'all', description: 'Every row.' },
  { name: 'cursor', value: 'CURSOR', description: 'Go on where another list ended (its next_cursor).' },
]

export const modeFlag: Flag = {
  name: 'mode',
  value: 'live|test',
  choices: ['live', 'test'],
  description: 'live (when left out), or what belongs to test keys.',
}

const USUAL = 50

/** Reads a list as --limit, --all and --cursor say. */
export async function listed<T>(call: Call, path: string, query: Query = {}): Promise<ApiPage<T>> {
  const limit = wholeNumber(call, 'limit') ?? USUAL
  if (limit < 1) throw new UsageError('--limit is 1 or more.')
  const most = call.has('all') ? Number.POSITIVE_INFINITY : limit
  const pageQuery = { ...query, cursor: call.text('cursor') }
  const page = await call.api.rows<T>(path, pageQuery, most, (count) => call.out.progress(`${counted(count, 'row')}…`))
  call.out.progress(undefined)
  return page
}

/** Prints a list; `empty` is what to say, and to do, when nothing is in it. */
export function showList<T>({ out }: Call, page: ApiPage<T>, columns: Column<T>[], empty: string): number {
  return out.show(page, () => {
    if (page.data.length === 0) return out.note(empty)
    out.table(columns, page.data)
    if (page.next_cursor !== null) out.note(`There is more: --all, or --cursor ${page.next_cursor}`)
  })
}
