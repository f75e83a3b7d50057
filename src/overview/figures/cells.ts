// Groups the rows of a count into cells, which are the counts of one slot, source and channel.
import type { CountRow, FigureOutcome } from '../../store/figures/counting.ts'
import type { Cell, Failure } from '../../store/figures/segments.ts'

/** The place of each outcome in `Cell.counts`. */
const places: Record<FigureOutcome, 0 | 1 | 2 | 3 | 4 | 5> = {
  sent: 0,
  delivered: 1,
  read: 2,
  failed: 3,
  cancelled: 4,
  pending: 5,
}

/** Maximum number of different errors that a cell counts separately. The others share one entry without a message. */
const MOST_ERRORS = 20

export function cellsOf(rows: readonly CountRow[]): Cell[] {
  const cells = new Map<string, Cell>()
  for (const row of rows) {
    const key = `${row.slot}/${row.source_id}/${row.channel}`
    const cell = cells.get(key) ?? newCell(row)
    cells.set(key, cell)
    cell.counts[places[row.outcome]] += row.count
    if (row.delay !== null) cell.delays[row.delay] = (cell.delays[row.delay] ?? 0) + row.count
    if (row.outcome === 'failed')
      cell.failures.push({
        reason: row.reason ?? '',
        message: row.message ?? '',
        count: row.count,
        newest: row.newest_id,
      })
  }
  for (const cell of cells.values()) cell.failures = limitErrors(cell.failures)
  return [...cells.values()]
}

function newCell({ slot, source_id, channel }: CountRow): Cell {
  return { slot, source: source_id, channel, counts: [0, 0, 0, 0, 0, 0], delays: {}, failures: [] }
}

function limitErrors(failures: Failure[]): Failure[] {
  if (failures.length <= MOST_ERRORS) return failures
  const sorted = failures.toSorted((one, other) => other.count - one.count)
  const rest = new Map<string, Failure>()
  for (const { reason, count, newest } of sorted.slice(MOST_ERRORS)) {
    const entry = rest.get(reason) ?? { reason, message: '', count: 0, newest }
    rest.set(reason, { ...entry, count: entry.count + count, newest: Math.max(entry.newest, newest) })
  }
  return [...sorted.slice(0, MOST_ERRORS), ...rest.values()]
}
