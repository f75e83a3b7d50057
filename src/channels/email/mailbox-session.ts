// Opens an IMAP mailbox for reading. A member of a workspace chooses the server, so the session has limits.
import { isIP } from 'node:net'
import type { ImapFlow } from 'imapflow'
import { fieldsOf, textWithin } from '../../lib/json/json-fields.ts'
import { checkedLookup } from '../../lib/safe-fetch.ts'
import { checkAddress } from '../../lib/safe-url.ts'
import { messageOf } from '../../lib/thrown.ts'
import { MINUTE, SECOND } from '../../limits.ts'
import type { EmailSettings } from './settings.ts'

/** Hosts whose certificates are not verified, because the connection does not leave the machine. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/
/** Time limits in milliseconds for the connection and for each reply. */
const TIMES = { connectionTimeout: 10 * SECOND, greetingTimeout: 10 * SECOND, socketTimeout: MINUTE }
const MB = 1024 * 1024
/** Limits of one response of the server. The largest response contains the first 512 KB of a mail. */
const RESPONSE = {
  maxLiteralSize: MB,
  maxLineLength: MB / 2,
  maxResponseSize: 2 * MB,
  maxResponseTokens: 10_000,
  disableCompression: true,
}
/** Maximum number of bytes that the server may send in one session. A poll reads 50 mails of 512 KB. */
const MOST_RECEIVED = 64 * MB
const CHECK_EVERY = 100

/** The codes of the errors that report that a response exceeds the limits. */
export const TOO_LARGE = ['LiteralTooLarge', 'LineTooLarge', 'ResponseTooLarge', 'TooManyTokens']

interface MailboxCall {
  settings: EmailSettings
  signal: AbortSignal
  allowPrivateNetwork: boolean
}

export interface MailboxSession {
  client: ImapFlow
  /** Returns the error that ended the session. */
  fault(): unknown
}

/** Opens a session for the work, and closes it afterwards, or when `signal` aborts. */
export async function inMailbox<Result>(
  { settings, signal, allowPrivateNetwork }: MailboxCall,
  work: (session: MailboxSession) => Promise<Result>,
): Promise<Result> {
  const client = await clientOf(settings, allowPrivateNetwork)
  let fault: unknown
  const end = (reason: string) => {
    fault ??= new Error(reason)
    client.close()
  }
  const leave = () => end('the mail server took too long')
  client.on('error', (error) => {
    fault ??= error
  })
  signal.addEventListener('abort', leave, { once: true })
  const watch = setInterval(() => {
    if (client.stats().received > MOST_RECEIVED) end('the mail server sent too much')
  }, CHECK_EVERY)
  try {
    signal.throwIfAborted()
    await client.connect()
    return await work({ client, fault: () => fault })
  } catch (error) {
    throw fault ?? error
  } finally {
    clearInterval(watch)
    signal.removeEventListener('abort', leave)
    client.close()
  }
}

/** Describes a failure to read the mailbox, without the password. The server's answer may name a missing folder. */
export function mailboxProblem(error: unknown): string {
  const { authenticationFailed, responseText } = fieldsOf(error)
  if (authenticationFailed !== undefined) return 'the mailbox refused the user or the password'
  return `the mailbox cannot be read: ${textWithin(responseText, MOST_ANSWER) ?? messageOf(error)}`
}

/** Maximum number of characters that are shown of the server's answer. */
const MOST_ANSWER = 200

async function clientOf({ bounce_mailbox: mailbox }: EmailSettings, allowPrivateNetwork: boolean): Promise<ImapFlow> {
  if (!mailbox) throw new Error('the setting bounce_mailbox is missing')
  const { host, port = 993, user, password } = mailbox
  const { ImapFlow } = await import('imapflow')
  return new ImapFlow({
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
    ...RESPONSE,
  })
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
