// The cookie of a sign-in with the OpenID Connect provider. It is encrypted, and expires after ten minutes.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { brand } from '../../../brand.ts'
import { later } from '../../../lib/clock.ts'
import type { Seal } from '../../../lib/seal.ts'
import { MINUTE, SECOND } from '../../../limits.ts'
import type { ProvenIdentity, SignInSecrets } from '../../../members/single-sign-on/provider.ts'

const PURPOSE = 'oidc-sign-in'
const LIFE = 10 * MINUTE

/** A sign-in that has begun in this browser. */
export interface BegunSignIn {
  secrets: SignInSecrets
  /** The member who links an account at the provider. Null at a sign-in. */
  linkTo: number | null
  /** The page that opens after the sign-in. */
  to: string | null
  /** Set when the provider has identified the person, and the code of the second factor is missing. */
  proven: ProvenIdentity | null
}

export interface OidcCookieTools {
  seal: Seal
  publicUrl: () => string
}

function optionsOf(publicUrl: string) {
  const secure = publicUrl.startsWith('https:')
  const name = `${secure ? '__Host-' : ''}${brand.sessionCookie}_oidc`
  return { name, options: { path: '/', httpOnly: true, sameSite: 'lax' as const, secure } }
}

export function setOidcCookie(
  { seal, publicUrl }: OidcCookieTools,
  reply: FastifyReply,
  now: Date,
  begun: BegunSignIn,
) {
  const { name, options } = optionsOf(publicUrl())
  const text = JSON.stringify({ ...begun, ends: later(now, LIFE).getTime() })
  reply.setCookie(name, seal.close(text, PURPOSE).toString('base64url'), { ...options, maxAge: LIFE / SECOND })
}

/** Returns the sign-in that has begun in this browser. Returns undefined if there is none, or if it has expired. */
export function readOidcCookie(
  { seal, publicUrl }: OidcCookieTools,
  request: FastifyRequest,
  now: Date,
): BegunSignIn | undefined {
  const value = request.cookies[optionsOf(publicUrl()).name]
  if (!value) return undefined
  try {
    // Only this service can encrypt the value, so it has the type that `setOidcCookie` wrote.
    const begun = JSON.parse(seal.open(Buffer.from(value, 'base64url'), PURPOSE)) as BegunSignIn & { ends: number }
    return begun.ends > now.getTime() ? begun : undefined
  } catch {
    return undefined
  }
}

export function clearOidcCookie({ publicUrl }: OidcCookieTools, reply: FastifyReply): void {
  const { name, options } = optionsOf(publicUrl())
  reply.clearCookie(name, options)
}
