// Checks templates and layouts in a thread with limits on time and memory.
import { Refused } from '../../errors.ts'
import { firstOf } from '../../lib/pairs.ts'
import { createThreadPool, ThreadLost, type ThreadPool, ThreadsBusy } from '../../lib/scheduling/thread-pool.ts'
import { SECOND, templateChecks } from '../../limits.ts'
import { errorAt } from '../problems.ts'
import type { Checked, CheckTask } from './check.ts'

/**
 * The file with the code of the thread. In the bundle it is beside this module; in development it is a TypeScript
 * source.
 */
const ENTRY = new URL(
  import.meta.url.endsWith('.ts') ? './check-thread.ts' : './template-check-thread.js',
  import.meta.url,
)

let pool: ThreadPool | undefined

/** Returns the problems of the content. Content that exceeds the limits of the thread has one problem on `field`. */
export async function checkInThread(task: CheckTask, field: string): Promise<Checked> {
  pool ??= createThreadPool({
    entry: ENTRY,
    most: 1,
    maxQueued: templateChecks.queued,
    idleFor: 60 * SECOND,
    longest: templateChecks.time,
    heap: templateChecks.heap,
  })
  try {
    // The cast is safe, because check-thread.ts returns the result of `check`.
    return firstOf(await pool.run(task, [])) as Checked
  } catch (error) {
    if (error instanceof ThreadsBusy)
      throw new Refused({
        code: 'unavailable',
        message: 'Too many templates are checked at the same time. Try again.',
        retryAfter: 5,
      })
    if (!(error instanceof ThreadLost)) throw error
    const message = `cannot be checked within ${templateChecks.time / SECOND} seconds and ${templateChecks.heap} MB; make it shorter or simpler`
    return { problems: [errorAt(field, message)], compiled: null, variables: {} }
  }
}
