// Renders Liquid in threads with limits on time and memory. One workspace uses at most one thread at a time, so that
// slow templates do not delay other workspaces.
import { firstOf } from '../../lib/pairs.ts'
import { createThreadPool, ThreadLost, type ThreadPool, ThreadsBusy } from '../../lib/scheduling/thread-pool.ts'
import { liquid as limits, SECOND } from '../../limits.ts'
import type { LiquidJob, LiquidResult } from '../liquid/render.ts'

/**
 * The file with the code of the thread. In the bundle it is beside this module; in development it is a TypeScript
 * source.
 */
const ENTRY = new URL(
  import.meta.url.endsWith('.ts') ? './render-thread.ts' : './template-render-thread.js',
  import.meta.url,
)
const MOST_THREADS = 2
/** Maximum time in milliseconds in which a new thread loads its code. The first task of a thread waits for it. */
const START = 4 * SECOND

let pool: ThreadPool | undefined

/** No thread was free in time. The message may be sent again later. */
export class RenderingBusy extends Error {
  override name = 'RenderingBusy'
}

/** The last task of each workspace. The next task of the workspace waits for it. */
const turns = new Map<number, Promise<unknown>>()
let waiting = 0

/**
 * Renders the texts of a message. Rejects with RenderingBusy if too many messages wait, or if `until` (of
 * `performance.now()`) has passed before a thread is free.
 */
export async function renderInThread(workspaceId: number, job: LiquidJob, until: number): Promise<LiquidResult> {
  if (waiting >= limits.queued) throw new RenderingBusy()
  waiting++
  const before = turns.get(workspaceId)
  const turn = (async () => {
    await before
    if (performance.now() > until) throw new RenderingBusy()
    return run(job)
  })()
  const ended = turn.catch(() => undefined)
  turns.set(workspaceId, ended)
  try {
    return await turn
  } finally {
    waiting--
    if (turns.get(workspaceId) === ended) turns.delete(workspaceId)
  }
}

async function run(job: LiquidJob): Promise<LiquidResult> {
  pool ??= createThreadPool({
    entry: ENTRY,
    most: MOST_THREADS,
    maxQueued: limits.queued,
    idleFor: 60 * SECOND,
    longest: START + limits.message,
    heap: limits.heap,
  })
  try {
    // The cast is safe, because render-thread.ts returns the result of `renderMessage`.
    return firstOf(await pool.run(job, [])) as LiquidResult
  } catch (error) {
    if (error instanceof ThreadsBusy) throw new RenderingBusy()
    if (!(error instanceof ThreadLost)) throw error
    const message = `cannot be rendered within ${limits.message} milliseconds and ${limits.heap} MB; use shorter values, or fewer loops and filters`
    return { problem: { at: 'template', message, line: null, column: null } }
  }
}
