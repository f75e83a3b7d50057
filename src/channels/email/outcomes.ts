// What a mail server's answer, or its silence, means for a message: class, reason and remedy in words.
import { later } from '../../lib/clock.ts'
import { excerpt } from '../../lib/provider-call.ts'
import { SmtpBusy, SmtpFailure, type SmtpReply } from '../../lib/smtp-session.ts'
import { SECOND } from '../../limits.ts'
import type { Outcome } from '../contract.ts'
import { outage, rateLimited, repeated, settingsFix } from '../remedies.ts'
import { CORRECT_URL, type EmailMeaning, meaningOfNoReply, SERVER, TOO_LARGE } from './silence.ts'

/** SMTP has no Retry-After: how long a server that wants less is left alone, milliseconds. */
const PAUSE = 30 * SECOND
/** After all sessions were busy: others are first in the queue by then. */
const BUSY_PAUSE = 5 * SECOND

const CHECK_AGAIN = 'Check again in a few minutes. If the problem stays, correct the url of the connection.'

/** `size`: of the whole message, bytes. `secrets` never appear in what is kept. */
export function emailOutcome(error: unknown, now: Date, size: number, secrets: string[]): Outcome {
  if (error instanceof SmtpBusy) {
    return {
      class: 'throttled',
      until: later(now, BUSY_PAUSE),
      scope: 'connection',
      reason: `the mail server is slow: ${error.message} for as long as this message could wait`,
      remedies: repeated('Send fewer messages at a time, or use a faster mail server.'),
    }
  }
  if (!(error instanceof SmtpFailure)) throw error
  const { reply } = error
  const meaning = reply ? ofReply(error, reply, size) : meaningOfNoReply(error)
  const answer = reply && {
    providerStatus: String(reply.code),
    code: reply.enhanced,
    response: excerpt(reply.text, secrets),
  }
  if (meaning.class !== 'throttled') return { ...answer, ...meaning }
  return { ...answer, ...meaning, class: 'throttled', until: later(now, PAUSE), scope: 'connection' }
}

/** Words for the connection's check. No message was sent, so nothing is said about one. */
export function emailProblem(error: unknown): string {
  return `${emailCheckReason(error)}. ${fixOf(meaningOf(error))}`
}

function fixOf({ class: name, remedies }: EmailMeaning): string {
  if (name === 'misconfigured') return remedies.pending
  return name === 'permanent' || name === 'recipient_gone' ? CORRECT_URL : CHECK_AGAIN
}

/** Why the mail server cannot be used, with the server's words. Throws on what no mail server did. */
export function emailCheckReason(error: unknown): string {
  const { class: name, reason, reply } = meaningOf(error)
  if (!reply || name === 'misconfigured') return withReply(reason, reply)
  const state = reply.code < 500 ? 'is not available just now' : 'answers the check with an error'
  return withReply(`the mail server ${state} (${codesOf(reply)})`, reply)
}

/** Why no message can be handed over, with the server's words. Throws on what no mail server did. */
export function emailReason(error: unknown): string {
  const { reason, reply } = meaningOf(error)
  return withReply(reason, reply)
}

function withReply(reason: string, reply: SmtpReply | undefined): string {
  return `${reason}${reply ? ` ("${excerpt(reply.text, [])}")` : ''}`
}

function codesOf({ code, enhanced }: SmtpReply): string {
  return enhanced === undefined ? String(code) : `${code} ${enhanced}`
}

function meaningOf(error: unknown) {
  if (!(error instanceof SmtpFailure)) throw error
  const { reply } = error
  return { ...(reply ? ofReply(error, reply, 0) : meaningOfNoReply(error)), reply }
}

function ofReply({ stage, command = '' }: SmtpFailure, reply: SmtpReply, size: number): EmailMeaning {
  const { code, enhanced, text } = reply
  const codes = codesOf(reply)
  if (code === 421 || (code < 500 && WANTS_LESS.test(text))) {
    return {
      class: 'throttled',
      reason: `the mail server wants fewer messages or is not available just now (${codes})`,
      remedies: rateLimited(SERVER),
    }
  }
  if (code < 500) {
    return {
      class: 'retryable',
      reason: `the mail server can't take the message just now (${codes})`,
      remedies: outage(SERVER),
    }
  }
  if (stage === 'auth' || code === 530 || code === 534 || code === 535 || code === 538) {
    return {
      class: 'misconfigured',
      reason:
        code === 530
          ? `the mail server wants a sign-in first (${codes})`
          : `the mail server does not accept user and password (${codes})`,
      remedies: settingsFix(
        "Put the right user and password into the connection's url. Many providers require an app password or an API key.",
      ),
    }
  }
  if (command === 'STARTTLS') return WITHOUT_TLS
  if (stage === 'greeting' || stage === 'hello') {
    return {
      class: 'misconfigured',
      reason: `the mail server refuses this client (${codes})`,
      remedies: settingsFix(`Ask the server's operator to let this host in, or use another server. ${CORRECT_URL}`),
    }
  }
  if (code === 552 || enhanced === '5.2.3' || enhanced === '5.3.4') {
    return command === 'RCPT TO' || enhanced === '5.2.2'
      ? {
          class: 'permanent',
          reason: `the recipient's mailbox is full (${codes})`,
          remedies: { final: 'Resend the message later.' },
        }
      : {
          class: 'permanent',
          reason: `the message of ${size} bytes is larger than the mail server takes (${codes})`,
          remedies: TOO_LARGE,
        }
  }
  if (command === 'MAIL FROM' && [501, 550, 551, 553].includes(code)) {
    return {
      class: 'misconfigured',
      reason: `the mail server does not let this connection send as its from address (${codes})`,
      remedies: settingsFix("Use a from address of this account, or have the server's operator allow this address."),
    }
  }
  if (command === 'RCPT TO' && isGone(reply)) {
    return {
      class: 'recipient_gone',
      reason: `nobody is reached at this address, says the mail server (${codes})`,
      remedies: {
        final: 'Correct the address of the recipient. Messages to this address are refused until it changes.',
      },
    }
  }
  return {
    class: 'permanent',
    reason: `the mail server refuses the message for good (${codes})`,
    remedies: {
      final:
        'Read the response: it names a policy, a filter or a block list. Correct the cause, and resend the message.',
    },
  }
}

const WANTS_LESS = /thrott|too (many|fast|much)|rate.?limit|sending rate|limit exceeded|quota exceeded|4\.7\.28/i

/** 550, 551 and 553 say that the mailbox does not exist, unless they say that they mean a policy. */
function isGone({ code, enhanced, text }: SmtpReply): boolean {
  if (enhanced !== undefined) return GONE.includes(enhanced)
  return [550, 551, 553].includes(code) && (UNKNOWN.test(text) || !POLICY.test(text))
}

const GONE = ['5.1.0', '5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1', '5.5.0']
const UNKNOWN =
  /(unknown|no such|invalid|non-?existent|inactive) (user|recipient|mailbox|address)|user unknown|does(n't| not) exist|not found/i
const POLICY =
  /relay|spam|polic|block|black|denied|reject|spf|dkim|dmarc|reputation|authenticat|not permitted|not allowed/i

const WITHOUT_TLS: EmailMeaning = {
  class: 'misconfigured',
  reason: 'the mail server offers no encryption, and without it the password would travel in the clear',
  remedies: settingsFix(
    'Use smtps://, or the port with STARTTLS (587). With ?tls=off the password travels in the clear.',
  ),
}
