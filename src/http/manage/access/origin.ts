// Where a change with a cookie may come from: pages of this service, as the browser declares it, whatever the Host header says.
import type { IncomingHttpHeaders } from 'node:http'
import ipaddr from 'ipaddr.js'
import { refuse } from '../../../errors.ts'

const SAFE = ['GET', 'HEAD']

/**
 * Throws forbidden for a change that a page of another origin makes the browser send: a cookie travels along. A page may be
 * at the origin of PUBLIC_URL, or wherever the browser declares `Sec-Fetch-Site: same-origin`, a header that scripts cannot
 * set. Browsers leave it out on plain http except at localhost, so a page at an IP address or localhost passes by an equal Host
 * header: only a DNS name can be pointed at this server by someone else (DNS rebinding). A plain-http name of a local network
 * needs PUBLIC_URL. Programs that send neither a cookie nor an origin pass.
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
      ? `Nothing was changed: this page is at ${page.origin}, and PUBLIC_URL is ${publicUrl}. Open ${publicUrl}, or set PUBLIC_URL to ${page.origin}.`
      : 'This request does not come from a page of this service, so nothing was changed.',
  )
}

/** A host that no DNS server decides about. */
function isFixedHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.startsWith('[') || ipaddr.IPv4.isValid(hostname)
}
