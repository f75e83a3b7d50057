// Sends the emails of the installation itself, such as notices to owners, through the mail server in SMTP_URL.
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Clock } from '../lib/clock.ts'
import { openSmtpSession } from '../lib/smtp-session.ts'
import { SECOND } from '../limits.ts'
import { emailCheckReason, emailReason } from './email/outcomes.ts'
import { checkedSender, emailProblems, senderOf, serverOf } from './email/settings.ts'

export interface OperatorMail {
  /** The part of Message-ID before the @. Mail clients use it to recognize a repeated email. */
  id: string
  to: string[]
  subject: string
  text: string
}

const SEND_TIMEOUT = 30 * SECOND
const CHECK_TIMEOUT = 15 * SECOND

/**
 * Returns a sentence with the name of an invalid setting and its problem. Returns undefined if the settings are valid.
 */
export function operatorMailProblem(url: string, from: string | undefined): string | undefined {
  const problems = emailProblems({ url, from: from ?? senderFor(url) }, true)
  if (problems.url !== undefined) return `SMTP_URL ${problems.url}`
  return problems.from === undefined ? undefined : `SMTP_FROM ${problems.from}`
}

/**
 * Returns a function that sends an email. The function opens a session for each email, because these emails are rare.
 * It throws an Error with the reason if the mail server does not accept the email. The operator's mail server may be in
 * a private network.
 */
export function createOperatorMailer(
  url: string,
  from: string | undefined,
  clock: Clock,
): (mail: OperatorMail) => Promise<void> {
  const server = serverOf(url, true)
  const sender = checkedSender(from ?? senderFor(url))
  return async ({ id, to, subject, text }) => {
    const node = new MailComposer({
      from: sender,
      to,
      subject: subject.replace(/\p{Cc}+/gu, ' '),
      text,
      messageId: `<${id}@${sender.address.slice(sender.address.lastIndexOf('@') + 1)}>`,
      date: clock.now(),
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
      newline: 'windows',
    }).compile()
    const raw = await node.build()
    try {
      const signal = AbortSignal.timeout(SEND_TIMEOUT)
      const session = await openSmtpSession(server, signal)
      try {
        for (const address of to) await session.send({ from: sender.address, to: address }, raw, signal)
        session.quit()
      } catch (error) {
        session.close()
        throw error
      }
    } catch (error) {
      throw new Error(`${emailReason(error)}; check SMTP_URL`, { cause: error })
    }
  }
}

/**
 * Checks the mail server: opens and closes a session. Returns a description of the server, or the reason why no email
 * can be sent.
 */
export async function checkOperatorMail(url: string): Promise<{ seen: string } | { problem: string }> {
  const server = serverOf(url, true)
  try {
    const session = await openSmtpSession(server, AbortSignal.timeout(CHECK_TIMEOUT))
    session.quit()
    const signedIn = session.signedIn ? `signed in as ${server.user}` : 'not signed in'
    return {
      seen: `${server.host}:${server.port} answers, ${session.encrypted ? 'encrypted' : 'not encrypted'}, ${signedIn}`,
    }
  } catch (error) {
    return { problem: emailCheckReason(error) }
  }
}

/**
 * Returns the user name of the server's login if it is an email address. Otherwise returns an address at the server's
 * host name.
 */
function senderFor(text: string): string {
  const { user, host } = serverOf(text, true)
  return user !== undefined && senderOf(user) ? user : `carillon@${host}`
}
