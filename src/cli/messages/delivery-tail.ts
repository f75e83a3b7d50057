// carillon deliveries tail: follows the newest deliveries until Ctrl-C.

import { setTimeout as pause } from 'node:timers/promises'
import type { Delivery } from '../../../sdk/src/api.ts'
import type { ApiPage, Query } from '../api.ts'
import { type Call, wholeNumber } from '../command.ts'
import { patience, stopOnSignals } from '../following.ts'
import { type Column, inOneLine, withoutControlCharacters } from '../output.ts'

const EVERY = 1000
const FOLLOWED = 1000
const PAGE = 100
/** Every so many looks go down to the oldest that is followed; the others end at what is known. */
const DEEP = 5

/** Prints a line for each new delivery and each change, oldest first. A status is chosen here: a list would lose who leaves it. */
export async function tail(call: Call, workspace: string, query: Query, columns: Column<Delivery>[]): Promise<number> {
  const { status: wantedStatus, ...rest } = query
  const lines = wholeNumber(call, 'lines') ?? 10
  const path = `${workspace}/deliveries`
  const matchesStatus = ({ status }: Delivery) => wantedStatus === undefined || status === wantedStatus
  const stop = stopOnSignals()
  const patiently = patience(call)
  const { data } = await call.api.rows<Delivery>(path, rest, FOLLOWED)
  const known = new Map(data.map(({ id, status }) => [id, status]))
  const newest = data.filter(matchesStatus).slice(0, Math.max(0, lines))
  for (const delivery of newest.reverse()) print(call, delivery, columns)
  call.out.note('Following; Ctrl-C ends.')
  for (let round = 1; await next(stop); round++) {
    const seen = (await patiently(() => readNewest(call, path, rest, floorOf(known, round % DEEP === 0)))) ?? []
    for (const delivery of changedIn(known, seen)) {
      if (matchesStatus(delivery)) print(call, delivery, columns)
      known.set(delivery.id, delivery.status)
    }
    forgetOldest(known)
  }
  return 0
}

/** Waits for the next look; false when it was ended. */
async function next(signal: AbortSignal): Promise<boolean> {
  return pause(EVERY, true, { signal }).catch(() => false)
}

/** How far down a look goes. */
function floorOf(known: Map<number, string>, deep: boolean): number {
  const ids = [...known.keys()]
  if (ids.length === 0) return 0
  return deep ? Math.min(...ids) : Math.max(...ids)
}

/** Newest first, down to `floor` or as many as are followed. */
async function readNewest(call: Call, path: string, query: Query, floor: number): Promise<Delivery[]> {
  const seen: Delivery[] = []
  let cursor: string | undefined
  do {
    const page: ApiPage<Delivery> = await call.api.get<ApiPage<Delivery>>(path, { ...query, cursor, limit: PAGE })
    seen.push(...page.data)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined && seen.length < FOLLOWED && (seen.at(-1)?.id ?? 0) > floor)
  return seen
}

/** Oldest first. What is older than everything that is followed was forgotten and is not new. */
function changedIn(known: Map<number, string>, seen: Delivery[]): Delivery[] {
  const oldest = floorOf(known, true)
  return seen.filter(({ id, status }) => id >= oldest && known.get(id) !== status).reverse()
}

function forgetOldest(known: Map<number, string>): void {
  const oldest = [...known.keys()].sort((a, b) => b - a).slice(FOLLOWED)
  for (const id of oldest) known.delete(id)
}

/** Never a table: the widths of what is yet to come are not known. */
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
