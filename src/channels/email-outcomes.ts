// What a mail server's answer, or its silence, means for a message: class, reason and remedy in words.
import { later } from '../lib/clock.ts'
import { excerpt } from '../lib/provider-call.ts'
import { SmtpBusy, SmtpFailure, type SmtpReply, type SmtpStage } from '../lib/smtp-session.ts'
import { SECOND } from '../limits.ts'
import type { Outcome } from './contract.ts'

type Class = 'retryable' | 'throttled' | 'permanent' | 'recipient_gone' | 'misconfigured'

interface Meaning {
  class: Class
  reason: string
  remedy: string
}

/** SMTP has no Retry-After: how long a server that wants less is left alone, milliseconds. */
const PAUSE = 30 * SECOND
/** After all sessions were busy: others are first in the queue by then. */
const BUSY_PAUSE = 5 * SECOND

const NOTHING = 'Nothing; it is tried again.'
const CHECK_AGAIN = 'Check again in a while; if it stays so, mend the url of the connection.'
const URL_REMEDY = "Mend the url of the connection and use the connection's check."

/** `size`: of the whole message, bytes. `secrets` never appear in what is kept. */
export function emailOutcome(error: unknown, now: Date, size: number, secrets: string[]): Outcome {
  if (error instanceof SmtpBusy) {
    return {
      class: 'throttled',
      until: later(now, BUSY_PAUSE),
      scope: 'connection',
      reason: `the mail server is slow: ${error.message} for as long as this message could wait`,
      remedy: 'Nothing; the message lost no try and is sent when the server keeps up.',
    }
  }
  if (!(error instanceof SmtpFailure)) throw error
  const { reply } = error
  const meaning = reply ? ofReply(error, reply, size) : ofSilence(error)
  const answer = reply && {
    providerStatus: String(reply.code),
    code: reply.enhanced,
    response: excerpt(reply.text, secrets),
  }
  if (meaning.class === 'throttled')
    return { ...answer, ...meaning, class: 'throttled', until: later(now, PAUSE), scope: 'connection' }
  return { ...answer, ...meaning, class: meaning.class }
}

/** Words for the connection's check: the same reading without a message, so that nothing is tried again by itself. */
export function emailProblem(error: unknown): string {
  const { class: kind, remedy } = meaningOf(error)
  const lasts = ['misconfigured', 'permanent', 'recipient_gone'].includes(kind)
  return `${emailReason(error)}. ${lasts ? remedy : CHECK_AGAIN}`
}

/** Why no message can be handed over, with the server's words. Throws on what no mail server did. */
export function emailReason(error: unknown): string {
  const { reason } = meaningOf(error)
  const { reply } = error as SmtpFailure
  return `${reason}${reply ? ` ("${excerpt(reply.text, [])}")` : ''}`
}

function meaningOf(error: unknown) {
  if (!(error instanceof SmtpFailure)) throw error
  return error.reply ? ofReply(error, error.reply, 0) : ofSilence(error)
}

function ofReply({ stage, command = '' }: SmtpFailure, reply: SmtpReply, size: number): Meaning {
  const { code, enhanced = '', text } = reply
  const said = `${code}${enhanced ? ` ${enhanced}` : ''}`
  if (code === 421 || (code < 500 && WANTS_LESS.test(text))) {
    return {
      class: 'throttled',
      reason: `the mail server wants fewer messages or is not available just now (${said})`,
      remedy: 'Nothing; sending goes on after half a minute, and the message lost no try.',
    }
  }
  if (code < 500) {
    return {
      class: 'retryable',
      reason: `the mail server can't take the message just now (${said})`,
      remedy: NOTHING,
    }
  }
  if (stage === 'auth' || code === 530 || code === 534 || code === 535 || code === 538) {
    return {
      class: 'misconfigured',
      reason:
        code === 530
          ? `the mail server wants a sign-in first (${said})`
          : `the mail server does not accept user and password (${said})`,
      remedy: `Put the right user and password into the connection's url; many providers want an app password or an API key there.`,
    }
  }
  if (command === 'STARTTLS') return WITHOUT_TLS
  if (stage === 'greeting' || stage === 'hello') {
    return {
      class: 'misconfigured',
      reason: `the mail server refuses this client (${said})`,
      remedy: `Ask the server's operator to let this host in, or use another server. ${URL_REMEDY}`,
    }
  }
  if (code === 552 || enhanced === '5.2.3' || enhanced === '5.3.4') {
    return command === 'RCPT TO' || enhanced === '5.2.2'
      ? { class: 'permanent', reason: `the recipient's mailbox is full (${said})`, remedy: 'Resend it later.' }
      : {
          class: 'permanent',
          reason: `the message of ${size} bytes is larger than the mail server takes (${said})`,
          remedy: 'Put large files behind links and resend.',
        }
  }
  if (command === 'MAIL FROM' && [501, 550, 551, 553].includes(code)) {
    return {
      class: 'misconfigured',
      reason: `the mail server does not let this connection send as its from address (${said})`,
      remedy: "Use a from address of this account, or have the server's operator allow this one.",
    }
  }
  if (command === 'RCPT TO' && isGone(reply)) {
    return {
      class: 'recipient_gone',
      reason: `nobody is reached at this address, says the mail server (${said})`,
      remedy: 'Correct the address; it is not written to again until it changes.',
    }
  }
  return {
    class: 'permanent',
    reason: `the mail server refuses the message for good (${said})`,
    remedy: 'Read the response: it names a policy, a filter or a block list. Mend that, then resend.',
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

/** No reply: the connection failed, broke off or stayed silent. */
function ofSilence(error: SmtpFailure): Meaning | (Omit<Meaning, 'class'> & { class: 'ambiguous' }) {
  const { stage, code, message } = error
  if (code === 'UNSAFE') {
    return {
      class: 'misconfigured',
      reason: `the mail server's address ${message}`,
      remedy: 'Use a public address, or have the operator set ALLOW_PRIVATE_NETWORK=1.',
    }
  }
  if (CERTIFICATE.test(code)) {
    return {
      class: 'misconfigured',
      reason: `the mail server's certificate is not valid for its name: ${message}`,
      remedy: `Use the name the certificate is for, have it renewed, or put ?tls=unverified into the connection's url.`,
    }
  }
  if (code === 'EAUTH') {
    return {
      class: 'misconfigured',
      reason: `signing in is not possible: ${message}`,
      remedy: URL_REMEDY,
    }
  }
  if (code === 'EENVELOPE') {
    return {
      class: 'permanent',
      reason: `the mail server can't be given this address: ${message}`,
      remedy: 'Correct the address of the recipient and resend.',
    }
  }
  if (code === 'EMESSAGE') {
    return { class: 'permanent', reason: message, remedy: 'Put large files behind links and resend.' }
  }
  if (stage === 'end') {
    return {
      class: 'ambiguous',
      reason: `the mail server had the whole message and ${code === 'TIMEOUT' ? 'gave no answer in time' : 'broke off without an answer'}`,
      remedy: 'Nothing; it is tried again under the same Message-ID, and the recipient may get it twice.',
    }
  }
  return { class: 'retryable', reason: `${STAGES[stage]}: ${silenceWords(error)}`, remedy: NOTHING }
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

const WITHOUT_TLS: Meaning = {
  class: 'misconfigured',
  reason: 'the mail server offers no encryption, and without it the password would travel in the clear',
  remedy: 'Use smtps:// or the port with STARTTLS (587); ?tls=off in the url sends it in the clear.',
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
