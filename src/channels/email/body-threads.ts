// Renders the text of an email: a short text at once, a long one in a thread, so that it does not block the main
// thread.
import { firstOf } from '../../lib/pairs.ts'
import { createThreadPool, ThreadLost, type ThreadPool, ThreadsBusy } from '../../lib/scheduling/thread-pool.ts'
import { SECOND } from '../../limits.ts'
import type { OutgoingMessage } from '../contract.ts'
import { type EmailBody, type EmailTexts, emailTexts, renderBody, renderWithoutParser } from './body.ts'

/** The thread's module is beside this one in the bundle, and a source file when the service runs from its sources. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? './body-thread.ts' : './email-body-thread.js', import.meta.url)
/** Characters. The slowest measured texts take 2 ms of CPU time for each 1024 characters. */
const SHORT_TEXT = 12 * 1024
/** Megabytes. 262,144 characters of the slowest Markdown take about 200. */
const HEAP = 512
/** Shorter than the time limit of an attempt, 40 seconds. */
const LONGEST = 10 * SECOND
const MAX_QUEUED = 64

let pool: ThreadPool | undefined

/** Returns the body of an email. If no thread can render a long text, the body has neither links nor Markdown. */
export async function bodyOf(message: OutgoingMessage): Promise<EmailBody> {
  const texts = emailTexts(message)
  if (isShort(texts)) return renderBody(texts)
  pool ??= createThreadPool({
    entry: ENTRY,
    most: 1,
    maxQueued: MAX_QUEUED,
    idleFor: 15 * SECOND,
    longest: LONGEST,
    heap: HEAP,
  })
  try {
    // The answer of body-thread.ts is the result of renderBody.
    return firstOf(await pool.run(texts, [])) as EmailBody
  } catch (error) {
    if (!(error instanceof ThreadLost || error instanceof ThreadsBusy)) throw error
    return renderWithoutParser(texts)
  }
}

function isShort({ body, markdown }: EmailTexts): boolean {
  return (markdown ?? body).length <= SHORT_TEXT
}
