// Checks templates and layouts in a thread with limits on time and memory.
import { Refused } from '../../errors.ts'
import { firstOf } from '../../lib/pairs.ts'
import { createThreadPool, ThreadLost, type ThreadPool, ThreadsBusy } from '../../lib/scheduling/thread-pool.ts'
import { SECOND, templateChecks } from '../../limits.ts'
import { errorAt } from '../problems.ts'
import type { Checked, CheckTask } from './check.ts'

/**
 * The files with the code of the threads. In the bundle they are beside this module; in development they are TypeScript
 * sources.
 */
const inDevelopment = import.meta.url.endsWith('.ts')
const ENTRY = new URL(inDevelopment ? './check-thread.ts' : './template-check-thread.js', import.meta.url)
const MJML_ENTRY = new URL(inDevelopment ? './mjml-thread.ts' : './template-mjml-thread.js', import.meta.url)

let pool: ThreadPool | undefined
/** The thread for MJML, which needs much memory. It starts with the first content with MJML. */
let mjmlPool: ThreadPool | undefined

function poolFor(task: CheckTask): ThreadPool {
  if (hasMjml(task)) {
    mjmlPool ??= createPool(MJML_ENTRY)
    return mjmlPool
  }
  pool ??= createPool(ENTRY)
  return pool
}

function createPool(entry: URL): ThreadPool {
  return createThreadPool({
    entry,
    most: 1,
    maxQueued: templateChecks.queued,
    idleFor: 60 * SECOND,
    longest: templateChecks.time,
    heap: templateChecks.heap,
  })
}

function hasMjml(task: CheckTask): boolean {
  if (task.kind === 'layout') return task.format === 'mjml'
  return Object.values(task.locales).some(({ channels }) => channels?.email?.mjml !== undefined)
}

/** Returns the problems of the content. Content that exceeds the limits of the thread has one problem on `field`. */
export async function checkInThread(task: CheckTask, field: string): Promise<Checked> {
  try {
    // The cast is safe, because check-thread.ts returns the result of `check`.
    return firstOf(await poolFor(task).run(task, [])) as Checked
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
