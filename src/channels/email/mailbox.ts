// Reads bounce mails from an IMAP mailbox. It changes nothing in the mailbox.
import type { ImapFlow } from 'imapflow'
import { fieldsOf } from '../../lib/json/json-fields.ts'
import { ThreadsBusy } from '../../lib/scheduling/thread-pool.ts'
import { SECOND } from '../../limits.ts'
import type { InboundCall, PollResult } from '../inbound.ts'
import { MOST_MAIL_BYTES, readReport } from './bounce-mail/threads.ts'
import { inMailbox, type MailboxSession, mailboxProblem, TOO_LARGE } from './mailbox-session.ts'
import type { EmailSettings } from './settings.ts'

/** Maximum number of mails in one poll. */
const MOST_MAILS = 50
/** Maximum number of UIDs that one search covers, so that its answer is short. */
const MOST_UIDS = 10_000
/** The first poll begins at most this number of mails before the newest mail. */
const MOST_OLDER = 1000
/**
 * The times within a poll, in milliseconds: the end of the wait for a new mail, the end of the reading of further mails,
 * and the end of the poll. A poll ends before its lease.
 */
const UNTIL = { waiting: 45 * SECOND, reading: 55 * SECOND, end: 70 * SECOND }
/** Maximum time to check a mailbox. */
const CHECKING = 20 * SECOND

/** A position in a mailbox: mails up to this UID were read. UIDs are valid for one value of `validity`. */
interface Position {
  validity: string
  uid: number
}

/** Returns the reports in new mails. Waits for a new mail if there is none. */
export async function pollMailbox(call: InboundCall<EmailSettings>, position: string | null): Promise<PollResult> {
  const startedAt = performance.now()
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(UNTIL.end)])
  try {
    return await inMailbox({ ...call, signal }, (session) => {
      const folder = call.settings.bounce_mailbox?.folder ?? 'INBOX'
      return readNew({ ...session, signal, startedAt }, folder, position)
    })
  } catch (error) {
    return { kind: 'problem', problem: mailboxProblem(error), pause: 30 * SECOND }
  }
}

/** Checks that the mailbox can be opened. Returns the number of its mails. Throws if it cannot be opened. */
export function countMails(settings: EmailSettings, allowPrivateNetwork: boolean): Promise<number> {
  const signal = AbortSignal.timeout(CHECKING)
  return inMailbox({ settings, signal, allowPrivateNetwork }, async ({ client }) => {
    const { exists } = await client.mailboxOpen(settings.bounce_mailbox?.folder ?? 'INBOX', { readOnly: true })
    return exists
  })
}

interface Poll extends MailboxSession {
  signal: AbortSignal
  startedAt: number
}

async function readNew(poll: Poll, folder: string, position: string | null): Promise<PollResult> {
  const { client, signal, startedAt } = poll
  const opened = await client.mailboxOpen(folder, { readOnly: true })
  const validity = String(opened.uidValidity)
  const known = positionOf(position)
  const after = known?.validity === validity ? known.uid : Math.max(0, opened.uidNext - 1 - MOST_OLDER)
  const last = after + MOST_UIDS
  let uids = await uidsBetween(client, after, last)
  if (uids.length === 0 && last < opened.uidNext - 1)
    return { kind: 'received', bodies: [], position: `${validity}:${last}` }
  if (uids.length === 0) {
    await newMail(client, signal, startedAt + UNTIL.waiting - performance.now())
    uids = await uidsBetween(client, after, last)
  }
  const { reports, upTo } = await readMails(poll, uids.slice(0, MOST_MAILS), after)
  const bodies = reports.map((report) => ({ ...report, validity }))
  return { kind: 'received', bodies, position: `${validity}:${upTo}` }
}

/**
 * Reads the mails. A mail that the server cannot send is skipped in two cases: the mail exceeds the limits, or a later
 * mail can be read. Otherwise, the next poll reads the mail again. If no mail could be read, throws the last error,
 * unless this error is an exceeded limit.
 */
async function readMails(poll: Poll, uids: number[], after: number) {
  const reports: object[] = []
  let upTo = after
  let isReadable = false
  let problem: unknown
  for (const uid of uids) {
    if (performance.now() > poll.startedAt + UNTIL.reading) break
    try {
      const report = await reportIn(poll, uid)
      if (report) reports.push({ ...report, uid })
      isReadable = true
      upTo = uid
    } catch (error) {
      const isTooLarge = TOO_LARGE.includes(String(fieldsOf(poll.fault()).code))
      if (isTooLarge) upTo = uid
      problem = isTooLarge ? undefined : error
      // The session has ended, or no thread is free. The next poll continues here.
      if (!poll.client.usable || poll.signal.aborted || error instanceof ThreadsBusy) break
    }
  }
  if (problem !== undefined && !isReadable) throw problem
  return { reports, upTo }
}

function positionOf(text: string | null): Position | undefined {
  const [validity, uid] = text?.split(':') ?? []
  return validity === undefined || uid === undefined ? undefined : { validity, uid: Number(uid) }
}

/** Returns the UIDs after `after` up to `last`, in ascending order. A server may answer with other UIDs. */
async function uidsBetween(client: ImapFlow, after: number, last: number): Promise<number[]> {
  const found = await client.search({ uid: `${after + 1}:${last}` }, { uid: true })
  return (found || []).filter((uid) => uid > after && uid <= last).sort((a, b) => a - b)
}

async function reportIn({ client, signal }: Poll, uid: number) {
  const mail = await client.fetchOne(String(uid), { source: { maxLength: MOST_MAIL_BYTES } }, { uid: true })
  return mail === false || mail.source === undefined ? undefined : readReport({ bytes: mail.source }, signal)
}

/** Resolves when a mail arrives, when the time is over, or when the poll ends. */
async function newMail(client: ImapFlow, signal: AbortSignal, time: number): Promise<void> {
  const waiting = new AbortController()
  const arrived = new Promise<void>((resolve) => {
    client.once('exists', () => resolve())
    client.once('close', () => resolve())
  })
  const timer = setTimeout(() => waiting.abort(), time)
  const over = new Promise<void>((resolve) => {
    AbortSignal.any([waiting.signal, signal]).addEventListener('abort', () => resolve(), { once: true })
  })
  const idling = client.idle().catch(() => {})
  try {
    await Promise.race([arrived, over])
  } finally {
    clearTimeout(timer)
  }
  if (!signal.aborted && client.usable) {
    // The next command ends the IDLE command.
    await client.noop()
    await idling
  }
}
