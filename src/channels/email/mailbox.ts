// Reads bounce mails from an IMAP mailbox. It changes nothing in the mailbox.
import { isIP } from 'node:net'
import type { ImapFlow } from 'imapflow'
import { fieldsOf, textWithin } from '../../lib/json/json-fields.ts'
import { checkedLookup } from '../../lib/safe-fetch.ts'
import { checkAddress } from '../../lib/safe-url.ts'
import { messageOf } from '../../lib/thrown.ts'
import { MINUTE, SECOND } from '../../limits.ts'
import type { InboundCall, PollResult } from '../inbound.ts'
import { MOST_MAIL_BYTES, readReport } from './bounce-mail/threads.ts'
import type { EmailSettings } from './settings.ts'

/** Maximum number of mails in one poll. */
const MOST_MAILS = 50
/** Maximum time for which a poll waits for a new mail. */
const WAIT = 50 * SECOND
/** Maximum number of older mails that the first poll begins with. */
const MOST_OLDER = 1000
/** Hosts whose certificates are not verified, because the connection does not leave the machine. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/
/** Time limits in milliseconds for the connection and for each reply. */
const TIMES = { connectionTimeout: 10 * SECOND, greetingTimeout: 10 * SECOND, socketTimeout: MINUTE }

/** A position in a mailbox: mails up to this UID were read. UIDs are valid for one value of `validity`. */
interface Position {
  validity: string
  uid: number
}

/** Returns the reports in new mails. Waits for a new mail if there is none. */
export async function pollMailbox(
  { settings, signal, allowPrivateNetwork }: InboundCall<EmailSettings>,
  position: string | null,
): Promise<PollResult> {
  const client = await openMailbox(settings, allowPrivateNetwork).catch((error: unknown) => problemOf(error))
  if ('kind' in client) return client
  const leave = () => client.close()
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await readNew(client, settings.bounce_mailbox?.folder ?? 'INBOX', position, signal)
  } catch (error) {
    return problemOf(error)
  } finally {
    signal.removeEventListener('abort', leave)
    client.close()
  }
}

/** Checks that the mailbox can be opened. Returns the number of its mails. Throws if it cannot be opened. */
export async function countMails(settings: EmailSettings, allowPrivateNetwork: boolean): Promise<number> {
  const client = await openMailbox(settings, allowPrivateNetwork)
  try {
    return (await client.mailboxOpen(settings.bounce_mailbox?.folder ?? 'INBOX', { readOnly: true })).exists
  } finally {
    client.close()
  }
}

/** Describes a failure to read the mailbox, without the password. The server's answer may name a missing folder. */
export function mailboxProblem(error: unknown): string {
  const { authenticationFailed, responseText } = fieldsOf(error)
  if (authenticationFailed !== undefined) return 'the mailbox refused the user or the password'
  return `the mailbox cannot be read: ${textWithin(responseText, MOST_ANSWER) ?? messageOf(error)}`
}

/** Maximum number of characters of an answer that is shown. */
const MOST_ANSWER = 200

function problemOf(error: unknown): Extract<PollResult, { kind: 'problem' }> {
  return { kind: 'problem', problem: mailboxProblem(error), pause: 30 * SECOND }
}

async function openMailbox(
  { bounce_mailbox: mailbox }: EmailSettings,
  allowPrivateNetwork: boolean,
): Promise<ImapFlow> {
  if (!mailbox) throw new Error('the setting bounce_mailbox is missing')
  const { host, port = 993, user, password } = mailbox
  const { ImapFlow } = await import('imapflow')
  const client = new ImapFlow({
    host: await checkedAddress(host, allowPrivateNetwork),
    ...(isIP(host) === 0 ? { servername: host } : {}),
    port,
    secure: port !== 143,
    ...(port === 143 ? { doSTARTTLS: true } : {}),
    ...(LOOPBACK.test(host) ? { tls: { rejectUnauthorized: false } } : {}),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    ...TIMES,
  })
  // The error is also thrown by the operation that it ends.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Returns an address of the host. Throws if an address of the host is forbidden. */
function checkedAddress(host: string, allowPrivateNetwork: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const problem = isIP(host) === 0 ? undefined : checkAddress(host, { allowPrivateNetwork })
    if (problem !== undefined) return reject(new Error(problem))
    checkedLookup(allowPrivateNetwork)(host, {}, (error, address) => {
      if (error) reject(error)
      else resolve(typeof address === 'string' ? address : (address[0]?.address ?? host))
    })
  })
}

async function readNew(
  client: ImapFlow,
  folder: string,
  position: string | null,
  signal: AbortSignal,
): Promise<PollResult> {
  const opened = await client.mailboxOpen(folder, { readOnly: true })
  const validity = String(opened.uidValidity)
  const known = positionOf(position)
  const after = known?.validity === validity ? known.uid : Math.max(0, opened.uidNext - 1 - MOST_OLDER)
  let uids = await uidsAfter(client, after)
  if (uids.length === 0) {
    await newMail(client, signal)
    uids = await uidsAfter(client, after)
  }
  const page = uids.slice(0, MOST_MAILS)
  const bodies: unknown[] = []
  for (const uid of page) {
    const report = await reportIn(client, uid)
    if (report) bodies.push({ ...report, uid, validity })
  }
  return { kind: 'received', bodies, position: `${validity}:${page.at(-1) ?? after}` }
}

function positionOf(text: string | null): Position | undefined {
  const [validity, uid] = text?.split(':') ?? []
  return validity === undefined || uid === undefined ? undefined : { validity, uid: Number(uid) }
}

/** Returns the UIDs after a UID in ascending order. The range `n:*` also contains the last mail, so they are filtered. */
async function uidsAfter(client: ImapFlow, after: number): Promise<number[]> {
  const found = await client.search({ uid: `${after + 1}:*` }, { uid: true })
  return (found || []).filter((uid) => uid > after).sort((a, b) => a - b)
}

async function reportIn(client: ImapFlow, uid: number) {
  const mail = await client.fetchOne(String(uid), { source: { maxLength: MOST_MAIL_BYTES } }, { uid: true })
  if (mail === false || mail.source === undefined) return undefined
  return readReport({ bytes: mail.source })
}

/** Resolves when a mail arrives, when the time is over, or when the poll ends. */
async function newMail(client: ImapFlow, signal: AbortSignal): Promise<void> {
  const waiting = new AbortController()
  const arrived = new Promise<void>((resolve) => {
    client.once('exists', () => resolve())
    client.once('close', () => resolve())
  })
  const timer = setTimeout(() => waiting.abort(), WAIT)
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
