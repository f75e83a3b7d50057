// What it means that a mail server gave no reply: it could not be reached, broke off, or stayed silent.
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
  | { class: 'retryable'; remedies: RepeatedRemedies }
  | { class: 'throttled'; remedies: RepeatedRemedies }
  | { class: 'ambiguous'; remedies: RepeatedRemedies }
  | { class: 'misconfigured'; remedies: SettingsRemedies }
  | { class: 'permanent'; remedies: FinalRemedies }
  | { class: 'recipient_gone'; remedies: FinalRemedies }
)

/** The mail server, in remedies. */
export const SERVER = 'the mail server'
export const CORRECT_URL = "Correct the url of the connection, and use the connection's check."
export const TOO_LARGE = { final: 'Put large files behind links, and resend the message.' }

/** No reply: the connection failed, broke off or stayed silent. */
export function meaningOfNoReply(error: SmtpFailure): EmailMeaning {
  const { stage, code, message } = error
  if (code === 'UNSAFE') {
    return {
      class: 'misconfigured',
      reason: `the mail server's address ${message}`,
      remedies: settingsFix('Use a public address, or have the operator set ALLOW_PRIVATE_NETWORK=1.'),
    }
  }
  if (CERTIFICATE.test(code)) {
    return {
      class: 'misconfigured',
      reason: `the mail server's certificate is not valid for its name: ${message}`,
      remedies: settingsFix(
        "Use the name of the certificate, have it renewed, or put ?tls=unverified into the connection's url.",
      ),
    }
  }
  if (code === 'EAUTH') {
    return {
      class: 'misconfigured',
      reason: `signing in is not possible: ${message}`,
      remedies: settingsFix(CORRECT_URL),
    }
  }
  if (code === 'EENVELOPE') {
    return {
      class: 'permanent',
      reason: `the mail server can't be given this address: ${message}`,
      remedies: { final: 'Correct the address of the recipient, and resend the message.' },
    }
  }
  if (code === 'EMESSAGE') {
    return { class: 'permanent', reason: message, remedies: TOO_LARGE }
  }
  if (stage === 'end') {
    return {
      class: 'ambiguous',
      reason: `the mail server had the whole message and ${code === 'TIMEOUT' ? 'gave no answer in time' : 'broke off without an answer'}`,
      remedies: unknownOutcome,
    }
  }
  return { class: 'retryable', reason: `${STAGES[stage]}: ${silenceWords(error)}`, remedies: outage(SERVER) }
}

/** OpenSSL's errors are lines of numbers and file names around a few words. */
function silenceWords({ stage, code, message }: SmtpFailure): string {
  const tls = /:SSL routines:[^:]*:([^:]+):/.exec(message)?.[1]
  if (tls === 'wrong version number')
    return 'it does not speak TLS there; smtps:// is for a port that begins with TLS (465), smtp:// for the others (587, 25)'
  if (tls !== undefined) return `the encryption failed (${tls})`
  if (stage === 'greeting' && code === 'TIMEOUT')
    return 'it gave no answer in time; a port that begins with TLS (465) wants smtps://'
  return SENTENCES[code] ?? message
}

const CERTIFICATE = /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|HOSTNAME_MISMATCH)/

const STAGES: Record<SmtpStage, string> = {
  connect: 'the mail server could not be reached',
  greeting: 'the mail server took the connection and did not greet',
  hello: 'the mail server did not finish the greeting or the encryption',
  auth: 'the mail server did not finish the sign-in',
  envelope: 'the mail server did not answer the sender and recipient',
  message: 'the mail server broke off while it was given the message',
  end: 'the mail server did not answer the message',
}

const SENTENCES: Record<string, string> = {
  TIMEOUT: 'it gave no answer in time',
  ECONNREFUSED: 'it refuses the connection',
  ECONNRESET: 'it broke the connection off',
  EPIPE: 'it broke the connection off',
  ECONNECTION: 'it closed the connection',
  ENOTFOUND: 'no name server knows its name',
  EAI_AGAIN: 'its name could not be looked up just now',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
}
