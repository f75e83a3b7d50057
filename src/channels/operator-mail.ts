// The operator's own mail, such as notices to owners: plain messages through the server that SMTP_URL names.
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Clock } from '../lib/clock.ts'
import { openSmtpSession } from '../lib/smtp-session.ts'
import { SECOND } from '../limits.ts'
import { emailCheckReason, emailReason } from './email/outcomes.ts'
import { checkedSender, emailProblems, senderOf, serverOf } from './email/settings.ts'

export interface OperatorMail {
  /** Makes the Message-ID, so that a repeated message can be told. */
  id: string
  to: string[]
  subject: string
  text: string
}

const WHOLE = 30 * SECOND
const CHECK = 15 * SECOND

/** What is wrong with the settings, as a sentence naming the setting, or undefined. */
export function operatorMailProblem(url: string, from: string | undefined): string | undefined {
  const problems = emailProblems({ url, from: from ?? senderFor(url) }, true)
  if (problems.url !== undefined) return `SMTP_URL ${problems.url}`
  return problems.from === undefined ? undefined : `SMTP_FROM ${problems.from}`
}

/**
 * A mailer over a session for each mail: notices are few. Rejects with an Error that says in a sentence why a mail was
 * not taken. The operator's server may stand on a private network.
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
      const signal = AbortSignal.timeout(WHOLE)
      const session = await openSmtpSession(server, signal)
      try {
        for (const address of to) await session.send({ from: sender.address, to: address }, raw, signal)
        session.quit()
      } catch (error) {
        session.close()
        throw error
      }
    } catch (error) {
      throw new Error(`${emailReason(error)}; look at SMTP_URL`, { cause: error })
    }
  }
}

/** Opens a session as a mail would, and closes it: what was seen, or why nothing can be sent. */
export async function checkOperatorMail(url: string): Promise<{ seen: string } | { problem: string }> {
  const server = serverOf(url, true)
  try {
    const session = await openSmtpSession(server, AbortSignal.timeout(CHECK))
    session.quit()
    const signedIn = session.signedIn ? `signed in as ${server.user}` : 'nobody signed in'
    return {
      seen: `${server.host}:${server.port} answers, ${session.encrypted ? 'encrypted' : 'not encrypted'}, ${signedIn}`,
    }
  } catch (error) {
    return { problem: emailCheckReason(error) }
  }
}

/** The user of the server where it is an address, as it often is; else an address at the server's name. */
function senderFor(text: string): string {
  const { user, host } = serverOf(text, true)
  return user !== undefined && senderOf(user) ? user : `carillon@${host}`
}
