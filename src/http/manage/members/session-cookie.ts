// The cookie of a session. Scripts in the browser cannot read it, and the browser sends it only to this service. If
// PUBLIC_URL is https, the browser sends it only over TLS.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { brand } from '../../../brand.ts'
import { DAY, SECOND } from '../../../limits.ts'

/** The lifetime of the cookie in seconds. A session never lasts longer, but it may end earlier. */
const MAX_AGE = (90 * DAY) / SECOND

/**
 * Returns the name of the cookie. With TLS, the name begins with __Host-. Browsers then let only an https page of this
 * host set the cookie.
 */
function nameOf(publicUrl: string): string {
  return isSecure(publicUrl) ? `__Host-${brand.sessionCookie}` : brand.sessionCookie
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}

export function sessionTokenOf(request: FastifyRequest, publicUrl: string): string | undefined {
  return request.cookies[nameOf(publicUrl)] || undefined
}

export function setSessionCookie(reply: FastifyReply, publicUrl: string, token: string): void {
  reply.setCookie(nameOf(publicUrl), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(publicUrl),
    maxAge: MAX_AGE,
  })
}

export function clearSessionCookie(reply: FastifyReply, publicUrl: string): void {
  reply.clearCookie(nameOf(publicUrl), { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(publicUrl) })
}
