// Protects against cross-site requests. A change that is sent with a cookie must come from a page of this service.
import type { IncomingHttpHeaders } from 'node:http'
import ipaddr from 'ipaddr.js'
import { refuse } from '../../../errors.ts'

const SAFE = ['GET', 'HEAD']

/**
 * Throws forbidden for a change that a page of another origin sends, because the browser adds the session cookie to
 * such a request. These requests pass:
 * - from a page at the origin of PUBLIC_URL;
 * - with the header `Sec-Fetch-Site: same-origin`, which scripts cannot set;
 * - from a page at localhost or an IP address, if the host in the page's origin equals the Host header. Browsers send no
 *   Sec-Fetch-Site on plain http, except at localhost. A DNS name does not pass, because an attacker can point a name at
 *   this server (DNS rebinding). For a name in a local network without TLS, set PUBLIC_URL.
 * - from a program that sends neither a cookie nor an origin.
 */
export function refuseOtherOrigin(method: string, headers: IncomingHttpHeaders, publicUrl: string): void {
  if (SAFE.includes(method)) return
  const { origin, host, cookie } = headers
  if (origin === undefined && cookie === undefined) return
  if (headers['sec-fetch-site'] === 'same-origin') return
  const page = origin !== undefined && URL.canParse(origin) ? new URL(origin) : undefined
  if (page?.origin === new URL(publicUrl).origin) return
  const isAtHost = page !== undefined && page.host === host
  if (isAtHost && isFixedHost(page.hostname)) return
  refuse(
    'forbidden',
    isAtHost
      ? `Nothing was changed: this page is at ${page.origin}, but PUBLIC_URL is ${publicUrl}. Open ${publicUrl}, or set PUBLIC_URL to ${page.origin}.`
      : 'Nothing was changed: the request does not come from a page of this service.',
  )
}

/** Returns whether the host is `localhost` or an IP address. Browsers reach such a host without DNS. */
function isFixedHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.startsWith('[') || ipaddr.IPv4.isValid(hostname)
}
