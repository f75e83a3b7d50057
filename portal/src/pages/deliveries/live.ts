// Live updates of the list: one request that is answered when something changes, asked again and again while the page is seen.
import { useEffect, useMemo, useState } from 'react'
import type { Delivery } from '../../../../sdk/src/api.ts'
import { request } from '../../api/request.ts'
import type { DeliveryQuery } from './filters.ts'

const WAIT_SECONDS = 25
/** The API watches so many at most. */
const MOST_WATCHED = 100
const AFTER_A_PROBLEM_MS = 5_000

interface Live {
  rows: Delivery[]
  /** Whether updates arrive: false after a problem, until the next answer. */
  isLive: boolean
}

/** The list's rows with everything that changed since they were read; `isRead`: the first page is there. */
export function useLiveRows(ws: number, query: DeliveryQuery, read: Delivery[], isRead: boolean): Live {
  const [changes, setChanges] = useState<Map<number, Delivery>>(new Map())
  const [isLive, setLive] = useState(true)
  const queryText = JSON.stringify(query)

  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters make another list
  useEffect(() => setChanges(new Map()), [ws, queryText])

  const rows = useMemo(() => merged(read, changes, query), [read, changes, query])
  const watch = useMemo(() => watched(rows), [rows])

  useEffect(() => {
    if (!isRead) return
    const following = new AbortController()
    const follow = async () => {
      await untilSeen(following.signal)
      try {
        const { data } = await request(
          'watchDeliveries',
          { path: { ws }, query: { ...JSON.parse(queryText), watch, wait: WAIT_SECONDS } },
          following.signal,
        )
        if (following.signal.aborted) return
        setLive(true)
        // A new set of rows is a new watch, and that asks again; without news the same one goes on here.
        if (data.length === 0) return void follow()
        setChanges((before) => new Map([...before, ...data.map((row) => [row.id, row] as const)]))
      } catch {
        if (following.signal.aborted) return
        setLive(false)
        setTimeout(() => following.signal.aborted || void follow(), AFTER_A_PROBLEM_MS)
      }
    }
    void follow()
    return () => following.abort()
  }, [ws, queryText, watch, isRead])

  return { rows, isLive }
}

/** Newest first. A row that changed out of the filter leaves the list. */
function merged(read: Delivery[], changes: Map<number, Delivery>, { status }: DeliveryQuery): Delivery[] {
  if (changes.size === 0) return read
  const all = new Map(read.map((row) => [row.id, row]))
  for (const [id, row] of changes) all.set(id, row)
  return [...all.values()]
    .filter((row) => status === undefined || row.status === status)
    .sort((one, other) => other.id - one.id)
}

function watched(rows: Delivery[]): string {
  return rows
    .slice(0, MOST_WATCHED)
    .map(({ id, status }) => `${id}:${status}`)
    .join(',')
}

/** A page in the background asks nothing. */
function untilSeen(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve()
  return new Promise((resolve) => {
    const onVisible = () => {
      if (document.visibilityState !== 'visible' && !signal.aborted) return
      document.removeEventListener('visibilitychange', onVisible)
      resolve()
    }
    document.addEventListener('visibilitychange', onVisible)
    signal.addEventListener('abort', onVisible)
  })
}
