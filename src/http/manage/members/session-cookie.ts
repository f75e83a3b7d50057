// The session's cookie: out of reach for scripts, sent to this service alone, and over TLS only where there is TLS.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { brand } from '../../../brand.ts'
import { DAY, SECOND } from '../../../limits.ts'

/** The browser forgets it later than the service does. */
const KEPT = (90 * DAY) / SECOND

/** With TLS the name itself says that no other host and no plain http may have set it. */
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
    maxAge: KEPT,
  })
}

export function clearSessionCookie(reply: FastifyReply, publicUrl: string): void {
  reply.clearCookie(nameOf(publicUrl), { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(publicUrl) })
}
