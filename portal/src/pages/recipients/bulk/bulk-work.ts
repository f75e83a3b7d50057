// Changes many recipients in requests of a limited size, one after the other, with progress.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { renew } from '../../../api/queries.ts'
import { request } from '../../../api/request.ts'
import { useWorkspace } from '../../../session/workspace.tsx'

/** The API accepts this number of recipients in one request. */
const AT_A_TIME = 500
/** Maximum number of recipients of one change. */
const MOST_RECIPIENTS = 10_000

export type BulkChange = { kind: 'addTag' | 'removeTag'; tag: string } | { kind: 'remove' }

export interface BulkResult {
  change: BulkChange
  changed: number[]
  unchanged: number
  /** The number of recipients that would have too many tags. */
  refused: number
  /** The number of recipients that were removed in the meantime. */
  missing: number
  /** The error that ended the change early. */
  error?: unknown
  /** True if the member stopped the change. */
  isStopped: boolean
}

export interface BulkWork {
  progress: { done: number; total: number } | undefined
  result: BulkResult | undefined
  start(change: BulkChange, ids: number[]): Promise<void>
  stop(): void
  forget(): void
}

export function useBulkWork(): BulkWork {
  const { id: ws } = useWorkspace()
  const client = useQueryClient()
  const [progress, setProgress] = useState<BulkWork['progress']>()
  const [result, setResult] = useState<BulkResult>()
  const isStopping = useRef(false)
  const start = async (change: BulkChange, ids: number[]) => {
    const sum: BulkResult = { change, changed: [], unchanged: 0, refused: 0, missing: 0, isStopped: false }
    isStopping.current = false
    setResult(undefined)
    try {
      for (let done = 0; done < ids.length; done += AT_A_TIME) {
        setProgress({ done, total: ids.length })
        const part = await applyTo(ws, change, ids.slice(done, done + AT_A_TIME))
        sum.changed.push(...part.changed)
        sum.unchanged += part.unchanged
        sum.refused += part.refused
        sum.missing += part.missing
        if (!isStopping.current || done + AT_A_TIME >= ids.length) continue
        sum.isStopped = true
        break
      }
    } catch (error) {
      sum.error = error
    }
    setProgress(undefined)
    setResult(sum)
    await renew(client, 'listRecipients', 'readRecipient')
  }
  return {
    progress,
    result,
    start,
    stop: () => {
      isStopping.current = true
    },
    forget: () => setResult(undefined),
  }
}

async function applyTo(ws: number, change: BulkChange, ids: number[]) {
  if (change.kind === 'remove') {
    const { removed, missing } = await request('removeRecipients', { path: { ws }, body: { ids } })
    return { changed: removed, unchanged: 0, refused: 0, missing }
  }
  const tags = change.kind === 'addTag' ? { add_tags: [change.tag] } : { remove_tags: [change.tag] }
  const answer = await request('tagRecipients', { path: { ws }, body: { ids, ...tags } })
  return { ...answer, refused: answer.refused.length }
}

/** Returns the change that undoes a change. The removal of a recipient cannot be undone. */
export function undoOf({ change }: BulkResult): BulkChange | undefined {
  if (change.kind === 'remove') return undefined
  return { kind: change.kind === 'addTag' ? 'removeTag' : 'addTag', tag: change.tag }
}

/** Returns the ids of the recipients that match a filter, newest first, up to the maximum number. */
export async function matchingIds(
  ws: number,
  query: { mode: 'live' | 'test'; q?: string; tag?: string },
): Promise<{ ids: number[]; isComplete: boolean }> {
  const ids: number[] = []
  let cursor: string | undefined
  do {
    const page = await request('listRecipientIds', {
      path: { ws },
      query: cursor === undefined ? query : { ...query, cursor },
    })
    ids.push(...page.data)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined && ids.length < MOST_RECIPIENTS)
  return { ids: ids.slice(0, MOST_RECIPIENTS), isComplete: cursor === undefined && ids.length <= MOST_RECIPIENTS }
}
