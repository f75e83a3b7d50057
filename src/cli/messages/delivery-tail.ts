// carillon deliveries tail: follows the newest deliveries until Ctrl-C.

import { setTimeout as pause } from 'node:timers/promises'
import type { Delivery } from '../../../sdk/src/api.ts'
import type { ApiPage, Query } from '../api.ts'
import { type Call, wholeNumber } from '../command.ts'
import { stopOnSignals, tolerateOutages } from '../following.ts'
import { type Column, inOneLine, withoutControlCharacters } from '../output.ts'

/** Milliseconds between the end of a poll and the next poll. */
const INTERVAL = 1000
const FOLLOWED = 1000
const PAGE_SIZE = 100
/**
 * Every fifth poll reads all followed deliveries. Each other poll reads the first page, and reads further pages only if
 * there are more new deliveries than the first page contains.
 */
const DEEP_POLL_INTERVAL = 5

/**
 * Prints a line for each new or changed delivery, oldest first. This function filters by status itself: if the service
 * filtered, a delivery would disappear from the list when its status changes.
 */
export async function tail(call: Call, workspace: string, query: Query, columns: Column<Delivery>[]): Promise<number> {
  const { status: statusFilter, ...rest } = query
  const lines = wholeNumber(call, 'lines') ?? 10
  const path = `${workspace}/deliveries`
  const matchesStatus = ({ status }: Delivery) => statusFilter === undefined || status === statusFilter
  const stop = stopOnSignals()
  const tolerant = tolerateOutages(call)
  const { data } = await call.api.rows<Delivery>(path, rest, FOLLOWED)
  const known = new Map(data.map(({ id, status }) => [id, status]))
  const newest = data.filter(matchesStatus).slice(0, Math.max(0, lines))
  for (const delivery of newest.reverse()) print(call, delivery, columns)
  call.out.note('Following deliveries. Stop with Ctrl-C.')
  for (let round = 1; await nextPoll(stop); round++) {
    const seen =
      (await tolerant(() => readNewest(call, path, rest, floorOf(known, round % DEEP_POLL_INTERVAL === 0)))) ?? []
    for (const delivery of changedIn(known, seen)) {
      if (matchesStatus(delivery)) print(call, delivery, columns)
      known.set(delivery.id, delivery.status)
    }
    forgetOldest(known)
  }
  return 0
}

/** Waits until the next poll. Returns false if the command was stopped during the wait. */
async function nextPoll(signal: AbortSignal): Promise<boolean> {
  return pause(INTERVAL, true, { signal }).catch(() => false)
}

/** Returns the lowest id that a poll reads. */
function floorOf(known: Map<number, string>, deep: boolean): number {
  const ids = [...known.keys()]
  if (ids.length === 0) return 0
  return deep ? Math.min(...ids) : Math.max(...ids)
}

/** Reads deliveries, newest first. Stops at the id `floor`, or at the maximum number of followed deliveries. */
async function readNewest(call: Call, path: string, query: Query, floor: number): Promise<Delivery[]> {
  const seen: Delivery[] = []
  let cursor: string | undefined
  do {
    const page: ApiPage<Delivery> = await call.api.get<ApiPage<Delivery>>(path, { ...query, cursor, limit: PAGE_SIZE })
    seen.push(...page.data)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined && seen.length < FOLLOWED && (seen.at(-1)?.id ?? 0) > floor)
  return seen
}

/**
 * Returns new and changed deliveries, oldest first. An unknown delivery with an id below all followed ids is not new:
 * it was followed before.
 */
function changedIn(known: Map<number, string>, seen: Delivery[]): Delivery[] {
  const oldest = floorOf(known, true)
  return seen.filter(({ id, status }) => id >= oldest && known.get(id) !== status).reverse()
}

function forgetOldest(known: Map<number, string>): void {
  const oldest = [...known.keys()].sort((a, b) => b - a).slice(FOLLOWED)
  for (const id of oldest) known.delete(id)
}

/** Prints cells with tabs between them. Aligned columns would need the widths of later rows, which are unknown. */
function print({ out }: Call, delivery: Delivery, columns: Column<Delivery>[]): void {
  out.stream(delivery, () =>
    out.line(
      columns
        .map(({ cell, paint }) => out.paint(paint?.(delivery), withoutControlCharacters(inOneLine(cell(delivery)))))
        .join('\t')
        .trimEnd(),
    ),
  )
}
