// Protects against cross-site requests. A change that is sent with a cookie must come from a page of this service.
import type { IncomingHttpHeaders } from 'node:http'
import ipaddr from 'ipaddr.js'
import { refuse } from '../../../errors.ts'

const SAFE = ['GET', 'HEAD']

/**
 * Throws forbidden if a page of another origin sends a change. A browser adds the session cookie to every request, so
 * the cookie does not prove that the member requested the change. These requests are permitted:
 * - Requests from a page at the origin of PUBLIC_URL.
 * - Requests with the header `Sec-Fetch-Site: same-origin`. A script cannot set this header.
 * - Requests from a page at localhost or an IP address, if the host of the page's origin equals the Host header. On
 *   plain http, browsers send Sec-Fetch-Site only to localhost. Another host name is not permitted here, because an
 *   attacker can make it point to this server (DNS rebinding). Set PUBLIC_URL to use a host name without TLS.
 * - Requests from a program, which have no cookie and no origin.
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
