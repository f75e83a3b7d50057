// Renders the text of an email. Long texts are rendered in a separate thread, so that they do not block the main
// thread.
import { firstOf } from '../../lib/pairs.ts'
import { createThreadPool, ThreadLost, type ThreadPool, ThreadsBusy } from '../../lib/scheduling/thread-pool.ts'
import { SECOND } from '../../limits.ts'
import type { OutgoingMessage } from '../contract.ts'
import { type EmailBody, type EmailTexts, emailTexts, renderBody, renderWithoutParser } from './body.ts'

/**
 * The file with the code of the thread. In the bundle it is beside this module; in development it is a TypeScript
 * source.
 */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? './body-thread.ts' : './email-body-thread.js', import.meta.url)
/**
 * A text with at most this number of characters is rendered in the main thread. The slowest measured texts take 2 ms of
 * CPU time per 1024 characters.
 */
const SHORT_TEXT = 12 * 1024
/** Maximum heap of a thread in megabytes. The slowest Markdown of 262,144 characters needs about 200 MB. */
const HEAP = 512
/** Maximum time to render a text. It is shorter than the time limit of an attempt, which is 40 seconds. */
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
    // The cast is safe, because body-thread.ts returns the result of renderBody.
    return firstOf(await pool.run(texts, [])) as EmailBody
  } catch (error) {
    if (!(error instanceof ThreadLost || error instanceof ThreadsBusy)) throw error
    return renderWithoutParser(texts)
  }
}

function isShort({ body, markdown }: EmailTexts): boolean {
  return (markdown ?? body).length <= SHORT_TEXT
}
