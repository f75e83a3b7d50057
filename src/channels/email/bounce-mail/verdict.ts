// Decides what a report about one recipient means: whether the address is wrong, or only this message failed.
import { provesWrongAddress } from '../refusals.ts'

/** Maximum number of characters of an explanation. */
export const MOST_TEXT = 500
/** Maximum number of recipients of a report. */
export const MOST_RECIPIENTS = 100

/**
 * The verdict about an address.
 * - `hard`: the address or its domain does not exist.
 * - `soft`: this message was not delivered, and the address may be right.
 * - `complaint`: the recipient reported the message as spam.
 * - `opt_out`: the recipient opts out of all messages.
 * - `none`: no failure, for example a warning.
 */
export type Verdict = 'hard' | 'soft' | 'complaint' | 'opt_out' | 'none'

/** The report about one recipient. */
export interface ReportedRecipient {
  address: string | null
  verdict: Verdict
  /** The enhanced status code (RFC 3463), such as 5.1.1. */
  status: string | null
  /** The explanation of the mail server. */
  text: string
}

/** The statement of a mail server about one recipient. */
export interface Report {
  status: string | null
  /** The action of the report (RFC 3464), such as failed. */
  action: string
  text: string
}

/** Returns the verdict of a report. A status decides first, and then the SMTP code with its text. */
export function verdictOf({ status, action, text }: Report): Verdict {
  if (action !== 'failed') return 'none'
  return provesWrongAddress({ status: status ?? undefined, text, verdict: undefined }) ? 'hard' : 'soft'
}
