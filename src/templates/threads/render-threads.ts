// Renders Liquid in threads with limits on time and memory. One workspace uses at most one thread at a time, so that
// slow templates do not delay other workspaces.
import { firstOf } from '../../lib/pairs.ts'
import { createThreadPool, ThreadLost, type ThreadPool, ThreadsBusy } from '../../lib/scheduling/thread-pool.ts'
import { liquid as limits, SECOND } from '../../limits.ts'
import type { LiquidJob, LiquidResult, TimedResult } from '../liquid/render.ts'
import { NOTE_BYTES, notedText } from './current-text.ts'

/**
 * The file with the code of the thread. In the bundle it is beside this module; in development it is a TypeScript
 * source.
 */
const ENTRY = new URL(
  import.meta.url.endsWith('.ts') ? './render-thread.ts' : './template-render-thread.js',
  import.meta.url,
)
const MOST_THREADS = 2

let pool: ThreadPool | undefined

/** No thread was free in time. The message may be sent again later. */
export class RenderingBusy extends Error {
  override name = 'RenderingBusy'
}

/** The last task of each workspace. The next task of the workspace waits for it. */
const turns = new Map<number, Promise<unknown>>()
let waiting = 0

/** The time that a request may still use. */
export interface RenderingTime {
  /** Milliseconds of threads. */
  left: number
}

export function renderingTime(): RenderingTime {
  return { left: limits.request }
}

/**
 * Renders the texts of a message. Rejects with RenderingBusy if too many messages wait, if the message waited too long,
 * or if the request has no time left.
 */
export async function renderInThread(
  workspaceId: number,
  job: LiquidJob,
  time: RenderingTime = renderingTime(),
): Promise<LiquidResult> {
  if (waiting >= limits.queued) throw new RenderingBusy()
  waiting++
  const begun = performance.now()
  const before = turns.get(workspaceId)
  const turn = (async () => {
    await before
    if (time.left <= 0 || performance.now() - begun > limits.wait) throw new RenderingBusy()
    const result = await run(job)
    time.left -= 'took' in result ? result.took : limits.message
    return result
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

async function run(job: LiquidJob): Promise<LiquidResult | TimedResult> {
  pool ??= createThreadPool({
    entry: ENTRY,
    most: MOST_THREADS,
    maxQueued: limits.queued,
    idleFor: 60 * SECOND,
    longest: limits.message,
    heap: limits.heap,
    notes: NOTE_BYTES,
  })
  try {
    // The cast is safe, because render-thread.ts returns the result of `renderMessage`.
    return firstOf(await pool.run(job, [])) as TimedResult
  } catch (error) {
    if (error instanceof ThreadsBusy) throw new RenderingBusy()
    if (!(error instanceof ThreadLost)) throw error
    const named = job.template === undefined ? '' : `the template ${job.template} `
    const message = `${named}cannot be rendered within ${limits.message} milliseconds and ${limits.heap} MB; use shorter values, or fewer loops and filters`
    return { problem: { at: notedText(error.notes) ?? 'template', message, line: null, column: null } }
  }
}
