// What Meta calls us with: the address and the handshake that registers it, the signature of a body, and its times.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { SECOND } from '../../limits.ts'
import type { ConnectionFindings } from '../findings.ts'
import type { InboundCall, InboundPlace, InboundRequest } from '../inbound.ts'
import { type GraphSettings, isMeta } from './call.ts'

/** The challenge to answer when the verify token is the connection's, else undefined. */
export function graphHandshake(query: Record<string, string>, { verify_token }: GraphSettings): string | undefined {
  const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query
  if (mode !== 'subscribe' || typeof verify_token !== 'string' || !challenge || challenge.length > 1024)
    return undefined
  return sameText(token ?? '', verify_token) ? challenge : undefined
}

/** Tells Meta nothing, which a person does; says whether it could call the address. What a gateway can is its own matter. */
export async function graphAnnounce(
  { settings }: InboundCall<GraphSettings>,
  { url }: InboundPlace,
): Promise<ConnectionFindings> {
  const { protocol, origin } = new URL(url)
  if (protocol === 'https:' || !isMeta(settings)) return { found: [], problems: {} }
  const problem = `Meta can't register the address of this connection: PUBLIC_URL (${origin}) is no https address. Until it is one that the internet reaches, no status, reply or tap comes back`
  return { found: [], problems: { verify_token: problem } }
}

/** Whether there is a signature, and a secret to check it with. */
export function graphSignatureIsThere(headers: InboundRequest['headers'], { app_secret }: GraphSettings): boolean {
  return signatureIn(headers) !== undefined && typeof app_secret === 'string'
}

/** `X-Hub-Signature-256` is the HMAC of the body's bytes under the app's secret. */
export function graphSignature({ headers, body }: InboundRequest, { app_secret }: GraphSettings): boolean {
  const signature = signatureIn(headers)
  if (signature === undefined || typeof app_secret !== 'string') return false
  return timingSafeEqual(createHmac('sha256', app_secret).update(body).digest(), Buffer.from(signature, 'hex'))
}

/** The signature of a request, in hexadecimal; undefined when it is missing or malformed. */
function signatureIn(headers: InboundRequest['headers']): string | undefined {
  return /^sha256=([0-9a-f]{64})$/i.exec(headers['x-hub-signature-256'] ?? '')?.[1]
}

/** In a time that tells nothing of where they differ, whatever their lengths. */
function sameText(one: string, other: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}

/** A moment of this century, from seconds or milliseconds since 1970 in a number or its text. */
export function momentOf(value: unknown, unit: 'seconds' | 'milliseconds'): Date | undefined {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined
  const at = new Date(unit === 'seconds' ? number * SECOND : number)
  const year = at.getUTCFullYear()
  return year >= 2000 && year < 2100 ? at : undefined
}

/** Ours are 64 letters and digits (decision 24); other payloads belong to somebody else. */
export function isActionToken(payload: string | undefined): payload is string {
  return payload !== undefined && /^[A-Za-z0-9]{64}$/.test(payload)
}
