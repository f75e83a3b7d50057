// One request to a provider, JSON unless it says otherwise, and which of three things came of it: an answer, nothing sent, or no telling.
import { NoAnswer, safeFetch, UnsafeUrl } from './safe-fetch.ts'

export type ProviderReply =
  | {
      kind: 'answer'
      status: number
      headers: Record<string, string | string[] | undefined>
      json: unknown
      text: string
    }
  /** The request never left: nothing can have happened. `unsafe`: and never will, the address must not be asked. */
  | { kind: 'unreachable'; reason: string; unsafe?: true }
  /** The request left and no answer came: it may have been acted on. */
  | { kind: 'lost'; reason: string }

export interface ProviderRequest {
  url: string
  /** An object is sent as JSON; a text or bytes as they are, under the content-type of `headers`. */
  body: object | string | Buffer
  headers?: Record<string, string>
  signal: AbortSignal
  allowPrivateNetwork: boolean
}

const TIMEOUT = 30_000
const MOST_BYTES = 64 * 1024

/** POSTs. Never throws for what a network or a provider does. */
export async function callProvider({
  url,
  body,
  headers = {},
  signal,
  allowPrivateNetwork,
}: ProviderRequest): Promise<ProviderReply> {
  try {
    const answer = await safeFetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      signal,
      timeoutMs: TIMEOUT,
      maxBytes: MOST_BYTES,
      allowPrivateNetwork,
    })
    const text = answer.body.toString('utf8')
    return { kind: 'answer', status: answer.status, headers: answer.headers, json: parse(text), text }
  } catch (error) {
    if (error instanceof UnsafeUrl) return { kind: 'unreachable', reason: `the address ${error.message}`, unsafe: true }
    if (error instanceof NoAnswer) return { kind: error.requestLeft ? 'lost' : 'unreachable', reason: error.message }
    throw error
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Milliseconds that a Retry-After header asks for, in seconds or as a date; undefined without one. */
export function retryAfterOf(headers: Record<string, string | string[] | undefined>, now: Date): number | undefined {
  const value = [headers['retry-after']].flat()[0]
  if (value === undefined) return undefined
  const seconds = Number(value)
  const milliseconds = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - now.getTime()
  return Number.isFinite(milliseconds) ? Math.max(0, Math.ceil(milliseconds)) : undefined
}

/** A provider's answer as it is kept: shortened, and without the secrets that went into the request. */
export function excerpt(text: string, secrets: string[]): string {
  const redacted = secrets
    .filter((secret) => secret.length > 0)
    .reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text)
  return redacted.length > 500 ? `${redacted.slice(0, 500).toWellFormed()}…` : redacted
}
