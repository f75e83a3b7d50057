// Reads bounce mails in a separate thread. Anyone can send such a mail, and the slowest mails of the maximum size take
// the mail parser many minutes.
import { firstOf } from '../../../lib/pairs.ts'
import { createThreadPool, ThreadLost, type ThreadPool } from '../../../lib/scheduling/thread-pool.ts'
import { SECOND } from '../../../limits.ts'
import type { BounceMailEvent } from '../../bounces.ts'
import { headerOf } from './fields.ts'
import { formOf } from './form.ts'
import { storedReport } from './report.ts'

/** Maximum number of bytes of a mail that are read. The report is at the beginning of a bounce mail. */
export const MOST_MAIL_BYTES = 512 * 1024

/**
 * The file with the code of the thread. In the bundle it is beside this module; in development it is a TypeScript
 * source.
 */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './bounce-mail-thread.js', import.meta.url)
/** Maximum heap of a thread in megabytes. */
const HEAP = 256
/** Maximum time to read a mail. A report of the maximum size takes less than a second. */
const LONGEST = 10 * SECOND
const MAX_QUEUED = 64

let pool: ThreadPool | undefined

export interface MailToRead {
  /** The beginning of the mail. */
  bytes: Uint8Array
  /** The names of the message, if the return path of the mail is known. Otherwise the mail contains them. */
  names?: readonly string[]
}

/**
 * Returns the report of a mail. Returns undefined for a mail that reports nothing, that names no message, or that takes
 * too long. Rejects with `ThreadsBusy` if too many mails are waiting, and with `TaskCancelled` if `signal` aborts before
 * the mail is read.
 */
export async function readReport(mail: MailToRead, signal?: AbortSignal): Promise<BounceMailEvent | undefined> {
  if (formOf(headerOf(mail.bytes)) === undefined) return undefined
  pool ??= createThreadPool({
    entry: ENTRY,
    most: 1,
    maxQueued: MAX_QUEUED,
    idleFor: 15 * SECOND,
    longest: LONGEST,
    heap: HEAP,
  })
  try {
    const report: unknown = JSON.parse(String(firstOf(await pool.run(mail, [], signal))))
    return report === null ? undefined : storedReport(report)
  } catch (error) {
    if (error instanceof ThreadLost) return undefined
    throw error
  }
}
