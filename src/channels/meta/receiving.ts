// Verifies Meta's inbound webhooks: the handshake that registers the URL, and the signature of a body. Reads action
// tokens.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { isSameText } from '../../lib/same-text.ts'
import type { ConnectionFindings } from '../findings.ts'
import type { InboundCall, InboundPlace, InboundRequest } from '../inbound.ts'
import { type GraphSettings, isMeta } from './call.ts'

/** Returns the challenge if the request contains the connection's verify token, otherwise undefined. */
export function graphHandshake(query: Record<string, string>, { verify_token }: GraphSettings): string | undefined {
  const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query
  if (mode !== 'subscribe' || typeof verify_token !== 'string' || !challenge || challenge.length > 1024)
    return undefined
  return isSameText(token ?? '', verify_token) ? challenge : undefined
}

/**
 * Reports a problem if Meta cannot call the connection's URL. Does not register the URL, because a person must enter it
 * in Meta's console. Does not check the URL if the connection uses a gateway.
 */
export async function graphAnnounce(
  { settings }: InboundCall<GraphSettings>,
  { url }: InboundPlace,
): Promise<ConnectionFindings> {
  const { protocol, origin } = new URL(url)
  if (protocol === 'https:' || !isMeta(settings)) return { found: [], problems: {} }
  const problem = `Meta cannot register the webhook URL of this connection: PUBLIC_URL (${origin}) is not an https URL. Statuses, replies and button presses arrive only if it is a public https URL`
  return { found: [], problems: { verify_token: problem } }
}

/** Returns whether the request has a signature and the connection has the secret for checking it. */
export function hasGraphSignature(headers: InboundRequest['headers'], { app_secret }: GraphSettings): boolean {
  return signatureIn(headers) !== undefined && typeof app_secret === 'string'
}

/** Verifies `X-Hub-Signature-256`. This signature is the HMAC of the body's bytes with the app's secret. */
export function graphSignature({ headers, body }: InboundRequest, { app_secret }: GraphSettings): boolean {
  const signature = signatureIn(headers)
  if (signature === undefined || typeof app_secret !== 'string') return false
  return timingSafeEqual(createHmac('sha256', app_secret).update(body).digest(), Buffer.from(signature, 'hex'))
}

/** Returns the signature in hexadecimal. Returns undefined if the header is missing or malformed. */
function signatureIn(headers: InboundRequest['headers']): string | undefined {
  return /^sha256=([0-9a-f]{64})$/i.exec(headers['x-hub-signature-256'] ?? '')?.[1]
}

/**
 * Returns whether a payload has the form of an action token: 64 letters and digits (decision 24). Any other payload
 * belongs to another program.
 */
export function isActionToken(payload: string | undefined): payload is string {
  return payload !== undefined && /^[A-Za-z0-9]{64}$/.test(payload)
}
