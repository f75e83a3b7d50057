// Reads the rows of suppression files. It knows the columns and words of Carillon's own file and of the files that email
// providers export.
import { parseDateTime } from '../lib/text/date-time.ts'
import { type SuppressionReason, suppressionReasons } from '../suppression-reasons.ts'

export interface FileEntry {
  address: string
  channel?: string
  reason: SuppressionReason
  detail: string | null
  note: string | null
  at: Date | undefined
}

/** The result of a row: an entry, a row about a message that did not fail for good, or a problem. */
export type RowResult = { entry: FileEntry } | { skipped: true } | { problem: string }

/** The names of columns without case, spaces and punctuation. SendGrid and Mailgun have a file for each reason. */
const names = {
  address: ['address', 'email', 'emailaddress', 'recipient', 'to'],
  channel: ['channel'],
  reason: ['reason', 'suppressionreason', 'lastevent', 'event', 'type'],
  origin: ['origin'],
  detail: ['detail', 'error', 'description', 'code', 'status'],
  note: ['note'],
  at: ['at', 'createdat', 'created', 'lastupdatetime', 'lastupdated', 'date'],
} as const

type Column = keyof typeof names

/** The reasons that files of other systems state, without case, spaces and punctuation. */
const words: Record<string, SuppressionReason | 'skipped'> = {
  ...Object.fromEntries(suppressionReasons.map((reason) => [plain(reason), reason])),
  bounce: 'hard_bounce',
  permanent: 'hard_bounce',
  complained: 'complaint',
  emailcomplained: 'complaint',
  spam: 'complaint',
  spamcomplaint: 'complaint',
  spamreport: 'complaint',
  suppressed: 'manual',
  manualsuppression: 'manual',
  unsubscribe: 'unsubscribed',
  ...Object.fromEntries(
    [
      ...['softbounce', 'transient', 'blocked', 'block', 'failed', 'canceled', 'cancelled', 'scheduled', 'queued'],
      // Resend's list of emails calls a full mailbox bounced, too.
      ...[
        'bounced',
        'emailbounced',
        'sent',
        'delivered',
        'deliverydelayed',
        'delayed',
        'opened',
        'clicked',
        'processed',
      ],
    ].map((word) => [word, 'skipped' as const]),
  ),
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, '')
}

/** Returns the positions of the columns. Returns undefined if the first line is a row: Amazon SES files have no titles. */
export function columnsIn(first: string[]): Partial<Record<Column, number[]>> | undefined {
  if (first.some((cell) => cell.includes('@'))) return undefined
  // A hostile file can have tens of thousands of columns, so the titles are read only once.
  const places = new Map<string, number[]>()
  for (const [at, cell] of first.entries()) {
    const title = plain(cell)
    const known = places.get(title)
    if (known) known.push(at)
    else places.set(title, [at])
  }
  const found = Object.entries(names).map(([column, known]) => [
    column,
    known.flatMap((name) => places.get(name) ?? []),
  ])
  return Object.fromEntries(found)
}

/** The columns of a file without titles. */
export const untitled: Partial<Record<Column, number[]>> = { address: [0], reason: [1] }

/**
 * Reads a row. `given` is the reason of rows that state no known reason. The column `reason` of a SendGrid file contains the
 * text of the mail server, which becomes the detail. A Resend file states the reason in the column `origin`.
 */
export function readRow(
  columns: Partial<Record<Column, number[]>>,
  cells: string[],
  given: SuppressionReason | undefined,
): RowResult {
  const textIn = (column: Column) => (columns[column] ?? []).flatMap((at) => cells[at]?.trim() || [])
  const [address] = textIn('address')
  if (address === undefined) return { problem: 'has no address' }
  const [origin] = textIn('origin')
  const [stated = origin] = textIn('reason')
  const known = stated === undefined ? undefined : reasonIn(stated, origin)
  if (known === 'skipped') return { skipped: true }
  const reason = known ?? given
  if (reason === undefined)
    return { problem: 'states no known reason; choose the reason of the whole file in the request' }
  const texts = [...(known === undefined && stated !== undefined ? [stated] : []), ...textIn('detail')]
  if (known === undefined && reason === 'hard_bounce' && texts.some((text) => TEMPORARY.test(text)))
    return { skipped: true }
  const [channel] = textIn('channel')
  const [at] = textIn('at')
  return {
    entry: {
      address,
      ...(channel === undefined ? {} : { channel }),
      reason,
      detail: stored(texts.join(' '), MOST.detail),
      note: stored(textIn('note')[0] ?? '', MOST.note),
      at: at === undefined ? undefined : momentOf(at),
    },
  }
}

/** The codes of a temporary failure: a status such as 4.2.2, or an answer that begins with 4xx. */
const TEMPORARY = /(?<![\d.])4\.[0-7]\.\d{1,3}(?!\.?\d)|^4\d\d\b/

/** Maximum numbers of characters of a stored detail and note. */
const MOST = { detail: 500, note: 1000 }

/** Returns the text in a form that the database can store. Returns null if it is empty. */
function stored(text: string, most: number): string | null {
  return text.replaceAll('\0', '').slice(0, most).toWellFormed() || null
}

/** Returns the reason that a file states. Postmark calls an opt-out a manual suppression by the recipient. */
function reasonIn(stated: string, origin: string | undefined): SuppressionReason | 'skipped' | undefined {
  const word = plain(stated)
  if (word === 'manualsuppression' && origin?.toLowerCase() === 'recipient') return 'unsubscribed'
  return Object.hasOwn(words, word) ? words[word] : undefined
}

/**
 * Returns the time in a cell: seconds since 1970, RFC 3339, or the date of an email header. Returns undefined for a time
 * before 1970, which is the mistake of a program.
 */
function momentOf(text: string): Date | undefined {
  const at = /^\d{9,10}$/.test(text) ? new Date(Number(text) * 1000) : (parseDateTime(text) ?? new Date(text))
  return at.getTime() >= 0 ? at : undefined
}
