// The meanings of push services' answers. The recipient chooses the endpoint, so only the answer of a known service may
// pause the connection.
import type { Meaning } from '../../outcomes.ts'
import { settingsFix } from '../../remedies.ts'

interface WebAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** The push services of Google, Mozilla, Apple and Microsoft. Only their answers may pause a connection. */
const KNOWN = /^(fcm\.googleapis\.com|([\w-]+\.)+(push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com))$/

/** The errors with which Apple, Mozilla and Google report a VAPID signature that they accept for no browser. */
const BAD_SIGNATURE =
  /BadJwtToken|ExpiredJwtToken|invalid JWT|jwt (is )?(invalid|expired)|(invalid|missing|expired).{0,20}(vapid|authorization header|jwt)/i

/** The errors of push services if the browser subscribed with a VAPID key that is not the connection's key. */
const OTHER_KEY = /mismatch|do(es)? not (correspond|match)/i

const SUBSCRIBE_AGAIN =
  'Subscribe the browser again with the public key of the connection, and register it. Then resend the message.'

/** Returns the meaning of an error that a push service defines. Returns undefined for throttling and server errors. */
export function meaningOfWebAnswer(service: string, { status, headers, text }: WebAnswer): Meaning | undefined {
  if (status === 404 || status === 410) {
    return {
      class: 'recipient_gone',
      reason: 'the browser ended its subscription',
      remedies: { final: SUBSCRIBE_AGAIN },
    }
  }
  if (status === 413) {
    return {
      class: 'permanent',
      reason: `the notification is too large for ${service}`,
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
        "Set the subject of the connection to your contact address (mailto:you@your-domain), and check this machine's clock.",
      ),
    }
  }
  return {
    class: 'permanent',
    reason: `${service} refused the notification (${status})`,
    remedies: { final: `Read the response. ${SUBSCRIBE_AGAIN}` },
  }
}
