// Outcomes of failed email attempts: the class, reason and remedy for a mail server's reply, or for a missing reply.
import { later } from '../../lib/clock.ts'
import { excerpt } from '../../lib/provider-call.ts'
import { SmtpBusy, SmtpFailure, type SmtpReply, type SmtpStage } from '../../lib/smtp-session.ts'
import { SECOND } from '../../limits.ts'
import type { Outcome } from '../contract.ts'
import { outage, rateLimited, repeated, settingsFix } from '../remedies.ts'
import { provesWrongAddress } from './refusals.ts'
import { CORRECT_SERVER, type EmailMeaning, meaningOfNoReply, SERVER, TOO_LARGE } from './silence.ts'

/** The pause in milliseconds after the mail server throttled a message. SMTP has no Retry-After. */
const PAUSE = 30 * SECOND
/** The pause of a connection, in milliseconds, after a message got no free SMTP session. */
const BUSY_PAUSE = 5 * SECOND

const CHECK_AGAIN =
  'Check again in a few minutes. If the problem stays, correct the mail server in the settings of the connection.'

/**
 * Returns the outcome of a failed attempt. `size` is the size of the whole message in bytes. The stored response does
 * not contain `secrets`.
 */
export function emailOutcome(error: unknown, now: Date, size: number, secrets: string[]): Outcome {
  if (error instanceof SmtpBusy) {
    return {
      class: 'throttled',
      until: later(now, BUSY_PAUSE),
      scope: 'connection',
      reason: `the mail server is slow: ${error.message} until the time limit of this message`,
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

/**
 * Returns the problem that a connection check reports. The text must not mention a message, because a check sends no
 * message.
 */
export function emailProblem(error: unknown): string {
  return `${emailCheckReason(error)}. ${fixOf(meaningOf(error))}`
}

function fixOf({ class: name, remedies }: EmailMeaning): string {
  if (name === 'misconfigured') return remedies.pending
  return name === 'permanent' || name === 'recipient_gone' ? CORRECT_SERVER : CHECK_AGAIN
}

/**
 * Returns the reason why the mail server cannot be used, with the server's reply. Throws the error if it is not an SMTP
 * error.
 */
export function emailCheckReason(error: unknown): string {
  const { class: name, reason, reply } = meaningOf(error)
  if (!reply || name === 'misconfigured') return withReply(reason, reply)
  const state = reply.code < 500 ? 'is not available at the moment' : 'answered the check with an error'
  return withReply(`the mail server ${state} (${codesOf(reply)})`, reply)
}

/**
 * Returns the reason why the server did not accept a message, with the server's reply. Throws the error if it is not an
 * SMTP error.
 */
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
  if (code === 421 || (code < 500 && THROTTLED.test(text))) {
    return {
      class: 'throttled',
      reason: `the mail server throttles messages or is not available at the moment (${codes})`,
      remedies: rateLimited(SERVER),
    }
  }
  if (code < 500) {
    return {
      class: 'retryable',
      ...(isAboutRecipient(stage, command, reply) ? { scope: 'recipient' as const } : {}),
      reason: `the mail server cannot accept the message at the moment (${codes})`,
      remedies: outage(SERVER),
    }
  }
  if (stage === 'auth' || code === 530 || code === 534 || code === 535 || code === 538) {
    return {
      class: 'misconfigured',
      reason:
        code === 530
          ? `the mail server requires a sign-in (${codes})`
          : `the mail server does not accept the user and password (${codes})`,
      remedies: settingsFix(
        'Put the correct user and password into the settings of the connection. Many providers require an app password or an API key.',
      ),
    }
  }
  if (command === 'STARTTLS') return WITHOUT_TLS
  if (stage === 'greeting' || stage === 'hello') {
    return {
      class: 'misconfigured',
      reason: `the mail server refuses this client (${codes})`,
      remedies: settingsFix(
        `Ask the server's operator to accept connections from this host, or use another server. ${CORRECT_SERVER}`,
      ),
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
          reason: `the message of ${size} bytes is larger than the mail server accepts (${codes})`,
          remedies: TOO_LARGE,
        }
  }
  if (command === 'MAIL FROM' && [501, 550, 551, 553].includes(code)) {
    return {
      class: 'misconfigured',
      reason: `the mail server does not allow the from address of this connection (${codes})`,
      remedies: settingsFix("Use a from address of this account, or ask the server's operator to allow this address."),
    }
  }
  if (command === 'RCPT TO' && isGone(reply)) {
    return {
      class: 'recipient_gone',
      reason: `the mailbox does not exist (${codes})`,
      remedies: {
        final:
          'Correct the address of the recipient. Messages to this address are refused until a member lifts its suppression.',
      },
    }
  }
  return {
    class: 'permanent',
    reason: `the mail server refused the message permanently (${codes})`,
    remedies: {
      final: 'Read the response: it names a policy, a filter or a block list. Fix the cause, and resend the message.',
    },
  }
}

/**
 * Returns whether a temporary refusal concerns this recipient or this message only, as greylisting does. The codes
 * 4.3.x mean that the server has a problem with all messages.
 */
function isAboutRecipient(stage: SmtpStage, command: string, { code, enhanced = '' }: SmtpReply): boolean {
  if (enhanced.startsWith('4.3.')) return false
  return command === 'RCPT TO' || (stage === 'end' && (code === 450 || /^4\.[1267]\./.test(enhanced)))
}

const THROTTLED = /thrott|too (many|fast|much)|rate.?limit|sending rate|limit exceeded|quota exceeded|4\.7\.28/i

/** Returns whether the reply means that the mailbox does not exist. The codes 550, 551 and 553 mean this by themselves. */
function isGone({ code, enhanced, text }: SmtpReply): boolean {
  const verdict = [550, 551, 553].includes(code) ? 'hard' : undefined
  return provesWrongAddress({ status: enhanced, text: `${code} ${text}`, verdict })
}

const WITHOUT_TLS: EmailMeaning = {
  class: 'misconfigured',
  reason: 'the mail server offers no encryption, so the password would be sent unencrypted',
  remedies: settingsFix(
    'Use TLS, or the port with STARTTLS (587). With security none, the password is sent unencrypted.',
  ),
}
