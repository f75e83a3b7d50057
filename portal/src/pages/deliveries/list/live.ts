// Live updates of the list of deliveries, by long polling while the page is visible.
import { useEffect, useMemo, useState } from 'react'
import type { Delivery } from '../../../../../sdk/src/api.ts'
import { request } from '../../../api/request.ts'
import type { DeliveryQuery } from './filters.ts'

const WAIT_SECONDS = 25
/** Maximum number of deliveries that the API watches in one request. */
const MOST_WATCHED = 100
const AFTER_A_PROBLEM_MS = 5_000

interface Live {
  rows: Delivery[]
  /** False after a failed request, until the next response. */
  isLive: boolean
}

/** Polls for changes, and merges them into the rows of the list. `isRead` is true after the first page has loaded. */
export function useLiveRows(ws: number, query: DeliveryQuery, read: Delivery[], isRead: boolean): Live {
  const [changes, setChanges] = useState<Map<number, Delivery>>(new Map())
  const [isLive, setLive] = useState(true)
  const queryText = JSON.stringify(query)

  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters make another list
  useEffect(() => setChanges(new Map()), [ws, queryText])

  const rows = useMemo(() => mergeChanges(read, changes, query), [read, changes, query])
  const watch = useMemo(() => watched(rows), [rows])

  useEffect(() => {
    if (!isRead) return
    const following = new AbortController()
    const follow = async () => {
      await waitUntilVisible(following.signal)
      try {
        const { data } = await request(
          'watchDeliveries',
          { path: { ws }, query: { ...JSON.parse(queryText), watch, wait: WAIT_SECONDS } },
          following.signal,
        )
        if (following.signal.aborted) return
        setLive(true)
        // New rows restart the effect, which then polls for them too. If there are no new rows, this loop polls again
        // for the same deliveries.
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

/** Merges changes into the rows, newest first. Removes rows that no longer match the filter. */
function mergeChanges(read: Delivery[], changes: Map<number, Delivery>, query: DeliveryQuery): Delivery[] {
  if (changes.size === 0) return read
  const states = query.state?.split(',')
  const all = new Map(read.map((row) => [row.id, row]))
  for (const [id, row] of changes) all.set(id, row)
  return [...all.values()]
    .filter((row) => states === undefined || states.includes(row.state))
    .sort((one, other) => other.id - one.id)
}

function watched(rows: Delivery[]): string {
  return rows
    .slice(0, MOST_WATCHED)
    .map(({ id, status, state, attempts_made }) => `${id}:${status}.${state}.${attempts_made}`)
    .join(',')
}

/** Waits until the page is visible. A page in the background sends no requests. */
function waitUntilVisible(signal: AbortSignal): Promise<void> {
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
