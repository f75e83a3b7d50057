// Decides what a report about one recipient means: whether the address is wrong, or only this message failed.
import { provesWrongAddress } from '../refusals.ts'

/**
 * The verdict about an address.
 * - `hard`: the address or its domain does not exist.
 * - `soft`: this message was not delivered, and the address may be right.
 * - `complaint`: the recipient reported the message as spam.
 * - `none`: no failure, for example a warning.
 */
export type Verdict = 'hard' | 'soft' | 'complaint' | 'none'

/** The report about one recipient. */
export interface ReportedRecipient {
  address: string | null
  verdict: Verdict
  /** The enhanced status code (RFC 3463), such as 5.1.1. */
  status: string | null
  /** The cause in one word, such as unknown_user. */
  cause: string
  /** The action of the report (RFC 3464), such as failed. */
  action?: string
  /** The explanation of the mail server. */
  text: string
}

/** The statement of a mail server about one recipient. */
export interface Report {
  status: string | null
  action: string | undefined
  text: string
}

/** Matches the words with which mail servers report an unknown recipient, if they give no precise status. */
const UNKNOWN =
  /unknown (?:user|recipient|address)|(?:user|recipient|mailbox|address) (?:is )?(?:unknown|not found|does not exist|doesn't exist|unavailable)|no such (?:user|recipient|address|mailbox|person)|no mailbox|not a valid (?:user|mailbox|recipient)|invalid (?:recipient|mailbox)/i

/** Returns the verdict of a report and its cause. A status decides first, and then the SMTP code with its text. */
export function verdictOf({ status, action = 'failed', text }: Report): { verdict: Verdict; cause: string } {
  if (action === 'delayed') return { verdict: 'none', cause: 'delayed' }
  if (action !== 'failed') return { verdict: 'none', cause: 'delivered' }
  const cause = causeOf(status, text)
  const isHard = provesWrongAddress({ status: status ?? undefined, text, verdict: undefined })
  return { verdict: isHard ? 'hard' : 'soft', cause }
}

function causeOf(status: string | null, text: string): string {
  if (status === null || status === '5.0.0') return UNKNOWN.test(text) ? 'unknown_user' : 'other'
  if (/^5\.1\.[78]$/.test(status)) return 'sender'
  if (status === '5.4.4' || status === '5.1.2') return 'bad_domain'
  if (/^5\.1\./.test(status)) return 'unknown_user'
  if (/^[45]\.2\.2$/.test(status)) return 'mailbox_full'
  if (/^[45]\.4\./.test(status)) return 'unreachable'
  if (/^[45]\.7\.2\d$/.test(status)) return 'policy'
  if (!/^[45]\.7\./.test(status)) return 'other'
  if (/relay/i.test(text)) return 'relay_denied'
  return /block|blacklist|denylist|reputation|unavailable/i.test(text) ? 'blocked' : 'policy'
}
