// The figures of a period: outcomes, failure rate, times until messages are sent, reasons of failures, and the queue.
import type { ChannelName } from '../../channels/index.ts'
import type { Visibility } from '../../redaction/sensitive.ts'
import type { Connection } from '../../store/database.ts'
import { readSourceNames } from '../../store/figures/failures.ts'
import { readQueueDepth } from '../../store/figures/queue-depth.ts'
import type { Cell } from '../../store/figures/segments.ts'
import type { FigureCounts } from './counts.ts'
import type { FigureRange } from './range.ts'
import { rankReasons } from './reasons.ts'
import { addCell, newSum, type Sum, tallyOf } from './tally.ts'

export interface FigureQuery {
  range: FigureRange
  zone: string
  source?: number | undefined
  channel?: ChannelName | undefined
  visibility: Visibility
}

/** Maximum number of sources that are listed, those with the most messages first. */
const MOST_SOURCES = 50

/**
 * Returns the figures of live messages that were accepted in the range, by their current status. The workspace must
 * exist.
 */
export async function figuresOf(
  c: Connection,
  counts: FigureCounts,
  now: Date,
  workspaceId: number,
  { range, zone, source, channel, visibility }: FigureQuery,
) {
  const { cells, progress, countedFrom } = await counts.read(now, workspaceId, range)
  const from = range.from.getTime() / 1000
  const to = range.to.getTime() / 1000
  const chosen = cells.filter(
    (cell) =>
      cell.slot >= from &&
      cell.slot < to &&
      (source === undefined || cell.source === source) &&
      (channel === undefined || cell.channel === channel),
  )
  const queue = await readQueueDepth(c, workspaceId, now, { source, channel })
  return {
    from: range.from.toISOString(),
    to: range.to.toISOString(),
    unit: range.unit,
    time_zone: zone,
    progress,
    counted_from: countedFrom?.toISOString() ?? null,
    total: tallyOf(sumOf(chosen)),
    buckets: bucketsOf(chosen, range),
    channels: ranked(chosen, (cell) => cell.channel).map(([name, tally]) => ({ channel: name, ...tally })),
    sources: await sourcesOf(c, workspaceId, chosen),
    reasons: await rankReasons(c, workspaceId, chosen, visibility),
    queue: { ...queue, oldest_due_at: queue.oldest_due_at?.toISOString() ?? null },
  }
}

function sumOf(cells: readonly Cell[]): Sum {
  const sum = newSum()
  for (const cell of cells) addCell(sum, cell)
  return sum
}

function bucketsOf(cells: readonly Cell[], { starts, to }: FigureRange) {
  const sums = starts.map(newSum)
  for (const cell of cells) {
    const sum = sums[placeOf(starts, cell.slot * 1000)]
    if (sum) addCell(sum, cell)
  }
  return sums.map((sum, index) => ({
    from: new Date(starts[index] ?? 0).toISOString(),
    to: new Date(starts[index + 1] ?? to).toISOString(),
    ...tallyOf(sum),
  }))
}

/** Returns the index of the last start that is not after `at`, or -1. The starts are sorted. */
function placeOf(starts: readonly number[], at: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Returns the figures of each group of cells, the group with the most messages first. */
function ranked<Key>(cells: readonly Cell[], keyOf: (cell: Cell) => Key) {
  const sums = new Map<Key, Sum>()
  for (const cell of cells) {
    const sum = sums.get(keyOf(cell)) ?? newSum()
    sums.set(keyOf(cell), sum)
    addCell(sum, cell)
  }
  const tallies = [...sums].map(([key, sum]) => [key, tallyOf(sum)] as const)
  return tallies.sort(([, one], [, other]) => other.accepted - one.accepted)
}

async function sourcesOf(c: Connection, workspaceId: number, cells: readonly Cell[]) {
  const tallies = ranked(cells, (cell) => cell.source).slice(0, MOST_SOURCES)
  const ids = tallies.map(([id]) => id)
  const names = new Map((await readSourceNames(c, workspaceId, ids)).map(({ id, name }) => [id, name]))
  return tallies.map(([id, tally]) => ({ source_id: id, name: names.get(id) ?? '', ...tally }))
}
