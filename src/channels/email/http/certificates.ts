// Reads and stores the certificates of Amazon SNS, so that reports cause few requests.
import { X509Certificate } from 'node:crypto'
import { callProvider } from '../../../lib/provider-call.ts'
import { MINUTE } from '../../../limits.ts'

const CERTIFICATE_BYTES = 16 * 1024
/**
 * Maximum number of stored certificates, and of stored URLs without a certificate. The oldest entries are removed
 * first.
 */
const MOST_STORED = 64
/** Maximum number of requests to a server at the same time. An unknown caller can cause these requests. */
const MOST_READING = 4
/** The time in milliseconds for which the service remembers that a certificate does not exist. */
const MISSING_FOR = MINUTE

interface CertificateCall {
  /** The URL to read, on the server of SNS or on the gateway of the connection. */
  url: URL
  now: Date
  signal: AbortSignal
  allowPrivateNetwork: boolean
}

/** `none` means that the server answered and has no such certificate. */
type Found = { key: string } | 'none' | 'unavailable'

/**
 * The public keys by the URL of their certificate. A gateway belongs to one workspace, and the certificates that it
 * returns must not verify reports that arrive through another server. SNS never changes the certificate of a URL.
 */
const keys = new Map<string, string>()
/** The times until which a certificate counts as missing. */
const missing = new Map<string, number>()
const reading = new Map<string, Promise<Found>>()

/**
 * Returns the public key of the certificate at a URL. Returns undefined if the server has no such certificate. Throws
 * if the server does not answer, has an internal error, or has too many requests of this process.
 */
export async function certificateKey(call: CertificateCall): Promise<string | undefined> {
  const found = await keyAt(call)
  if (found === 'unavailable') throw new Error('the certificate of Amazon SNS could not be read')
  return found === 'none' ? undefined : found.key
}

async function keyAt(call: CertificateCall): Promise<Found> {
  const { url, now } = call
  const key = keys.get(url.href)
  if (key !== undefined) return { key }
  if (now.getTime() < (missing.get(url.href) ?? 0)) return 'none'
  const started = reading.get(url.href)
  if (started) return started
  if ([...reading.keys()].filter((other) => new URL(other).origin === url.origin).length >= MOST_READING)
    return 'unavailable'
  const result = readKey(call).finally(() => reading.delete(url.href))
  reading.set(url.href, result)
  const found = await result
  // Do not store a failure of the server, because the next repetition of the message may succeed.
  if (found === 'none') store(missing, url.href, now.getTime() + MISSING_FOR)
  else if (found !== 'unavailable') store(keys, url.href, found.key)
  return found
}

async function readKey({ url, signal, allowPrivateNetwork }: CertificateCall): Promise<Found> {
  const headers = { accept: '*/*' }
  const reply = await callProvider({ url, headers, signal, allowPrivateNetwork, maxBytes: CERTIFICATE_BYTES })
  if (reply.kind !== 'answer' || reply.status >= 500 || RETRIED.includes(reply.status)) return 'unavailable'
  const key = reply.status === 200 ? publicKeyOf(reply.text) : undefined
  return key === undefined ? 'none' : { key }
}

/** Statuses below 500 after which a later request may succeed. */
const RETRIED = [408, 429]

/**
 * Returns the public key of a certificate. The certificate must be the beginning of the text. Another answer of the
 * server could repeat the text of an attacker, which could contain a certificate.
 */
function publicKeyOf(text: string): string | undefined {
  if (!/^-----BEGIN CERTIFICATE-----/.test(text)) return undefined
  try {
    return new X509Certificate(text).publicKey.export({ type: 'spki', format: 'pem' }).toString()
  } catch {
    return undefined
  }
}

function store<V>(values: Map<string, V>, name: string, value: V): void {
  const [oldest] = values.keys()
  if (oldest !== undefined && values.size >= MOST_STORED) values.delete(oldest)
  values.delete(name)
  values.set(name, value)
}
