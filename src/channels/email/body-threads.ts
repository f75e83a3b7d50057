// Renders the text of an email: a short text at once, a long one in a thread, so that it does not hold the main thread.
import { firstOf } from '../../lib/pairs.ts'
import { createThreadPool, ThreadLost, type ThreadPool, ThreadsBusy } from '../../lib/scheduling/thread-pool.ts'
import { SECOND } from '../../limits.ts'
import type { OutgoingMessage } from '../contract.ts'
import { type EmailBody, type EmailTexts, emailTexts, renderBody, renderWithoutParser } from './body.ts'

/** The bundle holds the thread's module beside this one; run from the sources, it is a source file. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? './body-thread.ts' : './email-body-thread.js', import.meta.url)
/** Characters. The slowest texts measured take 2 ms of processor time for each 1024 characters. */
const AT_ONCE = 12 * 1024
/** Megabytes: 262,144 characters of the slowest Markdown take about 200 of them. */
const HEAP = 512
/** Shorter than an attempt's budget of 40 seconds. */
const LONGEST = 10 * SECOND
const MAX_QUEUED = 64

let pool: ThreadPool | undefined

/** Where no thread can render the text, returns it as paragraphs without links and without Markdown. */
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
    // body-thread.ts answers with the result of renderBody.
    return firstOf(await pool.run(texts, [])) as EmailBody
  } catch (error) {
    if (!(error instanceof ThreadLost || error instanceof ThreadsBusy)) throw error
    return renderWithoutParser(texts)
  }
}

function isShort({ body, markdown }: EmailTexts): boolean {
  return (markdown ?? body).length <= AT_ONCE
}
