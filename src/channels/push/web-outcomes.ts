// What push services' answers mean. An endpoint is what a browser claimed, so that only a known service speaks of the connection.
import type { Meaning } from '../outcomes.ts'
import { settingsFix } from '../remedies.ts'

interface WebAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** Google, Mozilla, Apple, Microsoft: nobody else's word may pause a connection. */
const KNOWN = /^(fcm\.googleapis\.com|([\w-]+\.)+(push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com))$/

/** Their words for a signature they can't accept whoever the browser is; Apple's, Mozilla's and Google's. */
const BAD_SIGNATURE =
  /BadJwtToken|ExpiredJwtToken|invalid JWT|jwt (is )?(invalid|expired)|(invalid|missing|expired).{0,20}(vapid|authorization header|jwt)/i

/** Their words for a subscription made with another VAPID key. */
const OTHER_KEY = /mismatch|do(es)? not (correspond|match)/i

const SUBSCRIBE_AGAIN =
  'Have the browser subscribe again with the public key of the connection, and register it. Then resend the message.'

/** Undefined for what every provider shares (throttling, server errors). */
export function meaningOfWebAnswer(service: string, { status, headers, text }: WebAnswer): Meaning | undefined {
  if (status === 404 || status === 410) {
    return {
      class: 'recipient_gone',
      reason: 'the browser dropped its subscription',
      remedies: { final: SUBSCRIBE_AGAIN },
    }
  }
  if (status === 413) {
    return {
      class: 'permanent',
      reason: `${service} finds the notification too large`,
      remedies: { final: 'Shorten the template, and resend the message.' },
    }
  }
  if (status >= 500 || status === 408 || status === 429) return undefined
  const diagnosis = `${text} ${[headers['x-wns-error-description']].flat().join(' ')}`
  if (OTHER_KEY.test(diagnosis)) {
    return {
      class: 'permanent',
      reason: 'the browser subscribed with another VAPID key',
      remedies: { final: SUBSCRIBE_AGAIN },
    }
  }
  if (KNOWN.test(service) && BAD_SIGNATURE.test(diagnosis)) {
    return {
      class: 'misconfigured',
      reason: `${service} does not accept the VAPID signature`,
      remedies: settingsFix(
        "Put a subject that reaches you (mailto:you@your-domain) into the connection, and set this machine's clock.",
      ),
    }
  }
  return {
    class: 'permanent',
    reason: `${service} refused the notification (${status})`,
    remedies: { final: `Read the response. ${SUBSCRIBE_AGAIN}` },
  }
}
