// Classifies failures without a reply. The mail server was unreachable, closed the connection, or did not answer.
import type { SmtpFailure, SmtpStage } from '../../lib/smtp-session.ts'
import {
  type FinalRemedies,
  outage,
  type RepeatedRemedies,
  type SettingsRemedies,
  settingsFix,
  unknownOutcome,
} from '../remedies.ts'

export type EmailMeaning = { reason: string } & (
  | { class: 'retryable'; scope?: 'recipient'; remedies: RepeatedRemedies }
  | { class: 'throttled'; remedies: RepeatedRemedies }
  | { class: 'ambiguous'; remedies: RepeatedRemedies }
  | { class: 'misconfigured'; remedies: SettingsRemedies }
  | { class: 'permanent'; remedies: FinalRemedies }
  | { class: 'recipient_gone'; remedies: FinalRemedies }
)

/** The name that remedies use for the mail server. */
export const SERVER = 'the mail server'
export const CORRECT_SERVER = 'Correct the mail server in the settings of the connection, then check the connection.'
export const TOO_LARGE = { final: 'Replace large files with links, and resend the message.' }

/** Returns the meaning of an SMTP failure without a reply. */
export function meaningOfNoReply(error: SmtpFailure): EmailMeaning {
  const { stage, code, message } = error
  if (code === 'UNSAFE') {
    return {
      class: 'misconfigured',
      reason: `the mail server's address ${message}`,
      remedies: settingsFix('Use a public address, or ask the operator to set ALLOW_PRIVATE_NETWORK=1.'),
    }
  }
  if (CERTIFICATE.test(code)) {
    return {
      class: 'misconfigured',
      reason: `the mail server's certificate is not trusted or not valid for its name: ${message}`,
      remedies: settingsFix(
        'Use the host name in the certificate, have the certificate renewed, or set certificate to unverified in the settings of the connection.',
      ),
    }
  }
  if (code === 'EAUTH') {
    return {
      class: 'misconfigured',
      reason: `the sign-in is not possible: ${message}`,
      remedies: settingsFix(CORRECT_SERVER),
    }
  }
  if (code === 'EENVELOPE') {
    return {
      class: 'permanent',
      reason: `the address cannot be sent to the mail server: ${message}`,
      remedies: { final: 'Correct the address of the recipient, and resend the message.' },
    }
  }
  if (code === 'EMESSAGE') {
    return { class: 'permanent', reason: message, remedies: TOO_LARGE }
  }
  if (stage === 'end') {
    return {
      class: 'ambiguous',
      reason: `the mail server received the whole message and ${code === 'TIMEOUT' ? 'did not answer in time' : 'closed the connection without an answer'}`,
      remedies: unknownOutcome,
    }
  }
  return { class: 'retryable', reason: `${STAGES[stage]}: ${silenceWords(error)}`, remedies: outage(SERVER) }
}

/** Returns a readable cause, because in OpenSSL's errors the cause is between numbers and file names. */
function silenceWords({ stage, code, message }: SmtpFailure): string {
  const tls = /:SSL routines:[^:]*:([^:]+):/.exec(message)?.[1]
  if (tls === 'wrong version number')
    return 'the port does not start with TLS; use TLS (smtps://) on port 465, and STARTTLS (smtp://) on other ports (587, 25)'
  if (tls !== undefined) return `the TLS handshake failed (${tls})`
  if (stage === 'greeting' && code === 'TIMEOUT')
    return 'it did not answer in time; a port that starts with TLS (465) requires TLS (smtps://)'
  return SENTENCES[code] ?? message
}

const CERTIFICATE = /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|HOSTNAME_MISMATCH)/

const STAGES: Record<SmtpStage, string> = {
  connect: 'the mail server could not be reached',
  greeting: 'the mail server accepted the connection and sent no greeting',
  hello: 'the mail server did not finish the greeting or the encryption',
  auth: 'the mail server did not finish the sign-in',
  envelope: 'the mail server did not reply to the commands with the sender and the recipient',
  message: 'the mail server closed the connection while it received the message',
  end: 'the mail server did not reply to the message',
}

const SENTENCES: Record<string, string> = {
  TIMEOUT: 'it did not answer in time',
  ECONNREFUSED: 'it refused the connection',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  ECONNECTION: 'it closed the connection',
  ENOTFOUND: 'its host name does not exist',
  EAI_AGAIN: 'its host name could not be resolved at the moment',
  EHOSTUNREACH: 'there is no network route to it',
  ENETUNREACH: 'there is no network route to it',
}
