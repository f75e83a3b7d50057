// Classifies refusals of mail servers: whether a refusal proves that the address is wrong. Answers to SMTP commands,
// reports of providers and bounce mails use the same rules (decision 98).

export interface Refusal {
  /** The enhanced status code (RFC 3463), such as 5.1.1. */
  status: string | undefined
  /** The answer of the mail server, with its SMTP code if it is known. */
  text: string
  /**
   * The source's own verdict. `hard`: the address is wrong. `soft`: the address may be right. Undefined if the source
   * does not distinguish the two.
   */
  verdict: 'hard' | 'soft' | undefined
}

/**
 * Returns whether the refusal proves that the address is wrong. A precise status decides before the verdict of the
 * source, because providers also call a full mailbox and a blocked sender permanent.
 */
export function provesWrongAddress({ status, text, verdict }: Refusal): boolean {
  if (verdict === 'soft') return false
  if (status === '5.2.1') return verdict === 'hard'
  if (status !== undefined && !IMPRECISE.includes(status)) return WRONG_ADDRESS.test(status)
  if (SENDER.test(text)) return false
  if (UNKNOWN.test(text)) return verdict === 'hard' || SMTP_CODE.test(text)
  return !POLICY.test(text) && (verdict === 'hard' || (SMTP_CODE.test(text) && UNAVAILABLE.test(text)))
}

/** Status codes that mail servers use for all kinds of causes. Some use 5.1.0 also for a refused sender. */
const IMPRECISE = ['5.0.0', '5.1.0', '5.5.0']
/** Status codes of a wrong address or domain. The codes 5.1.7 and 5.1.8 are about the address of the sender. */
const WRONG_ADDRESS = /^5\.1\.(?![78]$)|^5\.4\.4$/
/** SMTP codes of a mailbox that cannot be reached. */
const SMTP_CODE = /\b55[013]\b/
const SENDER = /\bsender\b/i
const UNKNOWN =
  /(?:unknown|no such|invalid|non-?existent|inactive) (?:user|recipient|mailbox|address|person)|(?:user|recipient|mailbox|address|account) (?:is )?(?:unknown|not found)|does(?:n't| not) exist|no mailbox|not a valid (?:user|mailbox|recipient)/i
/** The text of RFC 5321 for the code 550. Servers also use it for a refusal by a policy. */
const UNAVAILABLE = /mailbox (?:is )?unavailable/i
const POLICY =
  /relay|spam|polic|block|black|denied|reject|spf|dkim|dmarc|reputation|authenticat|not permitted|not allowed/i

/**
 * Returns the enhanced status code of a failure in the answer of a mail server. A part of an IP address or of a version
 * is not a code.
 */
export function statusIn(text: string): string | undefined {
  return /(?<![\d.])[45]\.[0-7]\.\d{1,3}(?!\.?\d)/.exec(text)?.[0]
}
