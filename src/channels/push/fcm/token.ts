// Requests access tokens for Firebase with a service account's signed JWT, and caches each token until shortly before
// its expiry.
import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import { later } from '../../../lib/clock.ts'
import { fieldsOf, textOf } from '../../../lib/json/json-fields.ts'
import { callProvider, excerpt, type ProviderReply } from '../../../lib/provider-call.ts'
import { MINUTE, SECOND } from '../../../limits.ts'
import type { Outcome } from '../../contract.ts'
import { failureOf } from '../../outcomes.ts'
import { repeated, settingsFix } from '../../remedies.ts'
import { GOOGLE_TOKENS, type ServiceAccount } from '../settings.ts'

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
/** Carillon renews a token five minutes before its expiry, so that the token does not expire during a request. */
const MARGIN = 5 * MINUTE
const LIFETIME = 60 * MINUTE
const TIMEOUT = 10 * SECOND
/** Maximum number of accounts in the cache. Without a limit, old keys would stay in the cache forever. */
const MAX_ACCOUNTS = 1000

export type Access = { token: string; expiresAt: Date } | { refused: Outcome }

export interface FcmAccess {
  /** Returns a token that is valid for some minutes. Concurrent callers share one request. Never throws. */
  token(account: ServiceAccount, now: Date, allowPrivateNetwork: boolean): Promise<Access>
  /** Removes a token from the cache after Firebase refused it. */
  forget(account: ServiceAccount, token: string): Promise<void>
}

export function createFcmAccess(): FcmAccess {
  const known = new Map<string, Promise<Access>>()
  return {
    async token(account, now, allowPrivateNetwork) {
      const key = JSON.stringify(account)
      const pending = known.get(key)
      const stored = await pending
      if (stored && 'token' in stored && stored.expiresAt > now) return stored
      // Several callers may have waited for the same request. If it returned no valid token, the first caller requests
      // a new token, and the other callers wait for this new request.
      const current = known.get(key)
      if (current && current !== pending) return current
      if (known.size >= MAX_ACCOUNTS) known.clear()
      const access = requestToken(account, now, allowPrivateNetwork)
      known.set(key, access)
      return access
    },
    async forget(account, token) {
      const key = JSON.stringify(account)
      const pending = known.get(key)
      const stored = await pending
      if (stored && 'token' in stored && stored.token === token && known.get(key) === pending) known.delete(key)
    },
  }
}

async function requestToken(account: ServiceAccount, now: Date, allowPrivateNetwork: boolean): Promise<Access> {
  const reply = await callProvider({
    url: account.token_uri ?? GOOGLE_TOKENS,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: await signedAssertion(account, now),
    }).toString(),
    signal: AbortSignal.timeout(TIMEOUT),
    allowPrivateNetwork,
  })
  const json: TokenAnswer = fieldsOf(reply.kind === 'answer' ? reply.json : undefined)
  if (reply.kind === 'answer' && reply.status === 200 && typeof json.access_token === 'string') {
    const seconds = Number(json.expires_in)
    const lifetime = Number.isFinite(seconds) && seconds > 0 ? seconds * SECOND : LIFETIME
    return { token: json.access_token, expiresAt: later(now, Math.max(lifetime - MARGIN, 0)) }
  }
  return { refused: refusalOf(reply, json, now) }
}

interface TokenAnswer {
  access_token?: unknown
  expires_in?: unknown
  error?: unknown
  error_description?: unknown
}

function signedAssertion(account: ServiceAccount, now: Date): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000)
  const { client_email, private_key_id, token_uri = GOOGLE_TOKENS, private_key } = account
  return new SignJWT({
    iss: client_email,
    scope: SCOPE,
    aud: token_uri,
    iat: seconds,
    exp: seconds + LIFETIME / SECOND,
  })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(private_key_id === undefined ? {} : { kid: private_key_id }) })
    .sign(createPrivateKey(private_key))
}

const SERVER = 'the token server of Firebase'

/** Returns the outcome of a failed request for a token. The outcome is never ambiguous, because no message was sent. */
function refusalOf(reply: ProviderReply, json: TokenAnswer, now: Date): Outcome {
  if (reply.kind === 'lost') return refusalOf({ ...reply, kind: 'unreachable' }, json, now)
  if (reply.kind !== 'answer') return failureOf(SERVER, reply, { now, secrets: [] })
  const { status, text } = reply
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
    const code = typeof json.error === 'string' ? json.error : undefined
    return {
      class: 'misconfigured',
      providerStatus: String(status),
      code,
      response: excerpt(text, []),
      reason: `Google does not accept the service account: ${textOf(json.error_description) ?? code ?? status}`,
      remedies: settingsFix(
        "Create a new private key for the service account, put its JSON file into the connection, and check this machine's clock.",
      ),
    }
  }
  if (status < 300) {
    return {
      class: 'retryable',
      providerStatus: String(status),
      response: excerpt(text, []),
      reason: 'the token server of Firebase returned no token',
      remedies: repeated('Check token_uri of the service account.'),
    }
  }
  return failureOf(SERVER, reply, { now, secrets: [] })
}
