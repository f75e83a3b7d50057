// The cookie of a session. Scripts cannot read it, and browsers send it only to this service. If PUBLIC_URL is https,
// browsers send it only over TLS.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { brand } from '../../../brand.ts'
import { DAY, SECOND } from '../../../limits.ts'

/** The lifetime of the cookie in seconds. The session may end earlier, but not later. */
const MAX_AGE = (90 * DAY) / SECOND

/**
 * Returns the name of the cookie. With TLS the name has the prefix __Host-, so that no other host and no plain http
 * page can set the cookie.
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
