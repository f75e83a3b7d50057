// The client of the OpenID Connect provider: discovery, the sign-in page of the provider, and the exchange of its
// answer for the identity of a person. Uses PKCE, a state and a nonce.
import type * as OpenId from 'openid-client'
import type { OidcConfig } from '../../config.ts'
import { Refused, refuse } from '../../errors.ts'
import type { Clock } from '../../lib/clock.ts'
import { NoAnswer, type SafeFetch, safeFetch, UnsafeUrl } from '../../lib/safe-fetch.ts'
import { errorOf } from '../../lib/thrown.ts'
import { HOUR, SECOND } from '../../limits.ts'

const TIMEOUT = 8 * SECOND
const MAX_BYTES = 256 * 1024
const SCOPE = 'openid email profile'
/** After this time the settings of the provider are read again. */
const DISCOVERY_LIFE = HOUR

/** The secrets of one sign-in, which the browser keeps in an encrypted cookie. */
export interface SignInSecrets {
  state: string
  nonce: string
  verifier: string
}

/** The person whom the provider has identified. */
export interface ProvenIdentity {
  issuer: string
  /** The id of the person at the provider. */
  subject: string
  email: string | undefined
  /** Whether the provider has verified that the address belongs to the person. */
  isVerified: boolean
  name: string | undefined
}

export interface OidcProvider {
  readonly name: string
  /** Returns the address of the provider's sign-in page. Throws unavailable if the provider does not respond. */
  begin(redirectUri: string): Promise<{ url: string; secrets: SignInSecrets }>
  /**
   * Exchanges the provider's answer for an identity. `answer` is the URL to which the provider sent the browser. Throws
   * forbidden if the answer is not valid, and unavailable if the provider does not respond.
   */
  finish(answer: URL, secrets: SignInSecrets): Promise<ProvenIdentity>
  /** Reads the settings of the provider. Throws an error with a sentence for the operator. */
  check(): Promise<void>
}

export function createOidcProvider(config: OidcConfig, clock: Clock, send: SafeFetch = safeFetch): OidcProvider {
  const configuration = createDiscovery(config, clock, send)
  const discovered = () =>
    configuration().catch((error: unknown) => {
      throw unavailable(config.name, error)
    })
  return {
    name: config.name,
    async begin(redirectUri) {
      const client = await import('openid-client')
      const settings = await discovered()
      const secrets = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const url = client.buildAuthorizationUrl(settings, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, secrets }
    },
    async finish(answer, secrets) {
      refuseProviderError(config.name, answer)
      const settings = await discovered()
      return identityOf(settings, answer, secrets).catch((error: unknown) => {
        throw isNoAnswer(error) ? unavailable(config.name, error) : unusable(config.name, error)
      })
    },
    async check() {
      await configuration()
    },
  }
}

/** Returns a function that reads the provider's settings once an hour. Concurrent calls share one request. */
function createDiscovery(config: OidcConfig, clock: Clock, send: SafeFetch): () => Promise<OpenId.Configuration> {
  let known: { settings: Promise<OpenId.Configuration>; until: number } | undefined
  return async () => {
    const now = clock.now().getTime()
    if (known === undefined || now >= known.until) {
      const settings = discover(config, send)
      const fresh = { settings, until: now + DISCOVERY_LIFE }
      known = fresh
      settings.catch(() => {
        if (known === fresh) known = undefined
      })
    }
    return known.settings
  }
}

async function discover(config: OidcConfig, send: SafeFetch): Promise<OpenId.Configuration> {
  const client = await import('openid-client')
  const { issuer, clientId, clientSecret } = config
  return client.discovery(
    new URL(issuer),
    clientId,
    clientSecret === undefined ? { token_endpoint_auth_method: 'none' } : clientSecret,
    clientSecret === undefined ? client.None() : undefined,
    {
      timeout: TIMEOUT / SECOND,
      [client.customFetch]: fetchThrough(config, send),
      // This permits http for all hosts, but `fetchThrough` permits it only for the hosts of OIDC_PRIVATE_HOSTS.
      ...(config.privateHosts.length > 0 ? { execute: [client.allowInsecureRequests] } : {}),
    },
  )
}

/**
 * Returns a fetch function that sends requests with safe-fetch: checked addresses, no redirects, limits on time and
 * size. Only hosts of OIDC_PRIVATE_HOSTS may have private addresses and use http.
 */
function fetchThrough({ privateHosts }: OidcConfig, send: SafeFetch): OpenId.CustomFetch {
  return async (url, { method, headers, body }) => {
    const isPrivate = privateHosts.includes(new URL(url).host)
    const answer = await send(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body instanceof URLSearchParams ? { body: body.toString() } : {}),
      allowPrivateNetwork: isPrivate,
      timeoutMs: TIMEOUT,
      maxBytes: MAX_BYTES,
    })
    if (answer.truncated) throw new Error(`sent a response of more than ${MAX_BYTES / 1024} KB`)
    const pairs = Object.entries(answer.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, one]),
    )
    const isEmpty = answer.status === 204 || answer.status === 304
    return new Response(isEmpty ? null : new Uint8Array(answer.body), { status: answer.status, headers: pairs })
  }
}

async function identityOf(
  settings: OpenId.Configuration,
  answer: URL,
  secrets: SignInSecrets,
): Promise<ProvenIdentity> {
  const client = await import('openid-client')
  const tokens = await client.authorizationCodeGrant(settings, answer, {
    pkceCodeVerifier: secrets.verifier,
    expectedState: secrets.state,
    expectedNonce: secrets.nonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('sent no ID token')
  // Some providers put the address only into the answer of their userinfo endpoint.
  const needsMore = claims.email === undefined && settings.serverMetadata().userinfo_endpoint !== undefined
  const more = needsMore ? await client.fetchUserInfo(settings, tokens.access_token, claims.sub) : claims
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: text(more.email),
    isVerified: more.email_verified === true,
    name: text(more.name),
  }
}

/** Throws forbidden if the provider sent an error instead of a code, for example because the person canceled. */
function refuseProviderError(name: string, answer: URL): void {
  const error = answer.searchParams.get('error')
  if (error === null) return
  if (error === 'access_denied') refuse('forbidden', `The sign-in with ${name} was canceled.`)
  const description = (answer.searchParams.get('error_description') ?? error).replace(/\p{Cc}+/gu, ' ').slice(0, 200)
  refuse('forbidden', `${name} refused the sign-in: ${description}. Try again, or ask an operator.`)
}

function unavailable(name: string, error: unknown): Refused {
  return new Refused({
    code: 'unavailable',
    message: `The sign-in with ${name} does not work at the moment: it ${oidcProblem(error)}. Try again in a minute, or ask an operator.`,
    retryAfter: 60,
  })
}

function unusable(name: string, error: unknown): Refused {
  return new Refused({
    code: 'forbidden',
    message: `The answer of ${name} could not be used: it ${oidcProblem(error)}. Start the sign-in again.`,
  })
}

/** Returns the reason of a failed request or of an invalid answer, as a phrase that follows “it”. */
export function oidcProblem(error: unknown): string {
  const root = rootOf(errorOf(error))
  if (isNoAnswer(root)) return root.message
  const code = 'error' in root && typeof root.error === 'string' ? root.error : undefined
  return code === undefined ? `is not valid (${root.message.slice(0, 200)})` : `answered ${code.slice(0, 100)}`
}

/** openid-client puts the error of a request into the field `cause`. */
function rootOf(error: Error): Error {
  return error.cause instanceof Error ? rootOf(error.cause) : error
}

function isNoAnswer(error: unknown): boolean {
  const root = rootOf(errorOf(error))
  return root instanceof NoAnswer || root instanceof UnsafeUrl
}
