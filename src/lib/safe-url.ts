// Decides which URLs may be requested. The decision depends on the text of the URL, and on the addresses of its host.
import ipaddr from 'ipaddr.js'

export interface UrlRules {
  /** Allows loopback addresses, private networks, and host names without a dot. */
  allowPrivateNetwork: boolean
  /** Allows plain http. By default, plain http is allowed if private networks are allowed. */
  allowHttp?: boolean
}

/** Domains that are reserved for private networks and do not exist on the public internet. */
const PRIVATE_SUFFIXES = ['localhost', 'local', 'internal', 'home.arpa']

const HOME_RANGES = new Set(['unicast', 'private', 'loopback', 'uniqueLocal', 'carrierGradeNat'])

const METADATA = 'a cloud metadata service'

/**
 * Addresses from which machines in a cloud get their credentials. They are refused even if private networks are
 * allowed. The list does not need link-local addresses, because the whole link-local range is refused.
 */
const METADATA_ADDRESSES = new Set(
  [
    '100.100.100.200', // Alibaba Cloud
    'fd00:100::100:200', // Alibaba Cloud, in IPv6
    '168.63.129.16', // Azure; this address is in a public range
    '192.0.0.192', // Oracle Cloud Classic
    'fd00:c1::a9fe:a9fe', // Oracle Cloud
    'fd20:ce::254', // Google Cloud
    'fd00:42::42', // Scaleway
    'fd00:a9fe:a9fe::1', // Akamai
  ].map((text) => ipaddr.parse(text).toString()),
)

/**
 * The block that AWS uses for all services of its machines, such as metadata (::254) and the credentials of pods
 * (::23).
 */
const METADATA_BLOCK = ipaddr.IPv6.parseCIDR('fd00:ec2::/32')

/**
 * Matches the host name of a parsed URL, in which international names are written in ASCII. URL parsers accept `;` and
 * `,` in a host name. These characters are refused here, because they would end a directive of a
 * Content-Security-Policy.
 */
const HOST_NAME = /^[a-z0-9._-]+$/

const METADATA_NAMES = [
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'instance-data.ec2.internal',
]

/**
 * IPv6 blocks that contain IPv4 addresses, and that ipaddr.js classifies as unicast: ::/96, and the local translation
 * prefix.
 */
const MISLEADING = [ipaddr.IPv6.parseCIDR('::/96'), ipaddr.IPv6.parseCIDR('64:ff9b:1::/48')]

/**
 * Returns the problem of a URL, from its text only. Returns undefined if there is none. The host name is not resolved
 * here, because each request resolves it again and checks the addresses.
 */
export function checkUrl(text: string, rules: UrlRules): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url) return 'is not a URL; write the full URL, such as https://example.com/path'
  return checkParts(url, rules)
}

/** Returns the problem of a parsed URL, or undefined if there is none. */
export function checkParts(url: URL, rules: UrlRules): string | undefined {
  const allowHttp = rules.allowHttp ?? rules.allowPrivateNetwork
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) {
    return allowHttp ? 'must start with https:// or http://' : 'must start with https://'
  }
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password'
  const host = url.hostname.replace(/\.$/, '')
  const literal = host.startsWith('[') ? host.slice(1, -1) : host
  const problem = ipaddr.isValid(literal) ? checkAddress(literal, rules) : checkName(host, rules)
  return problem ?? checkPort(url.port, rules)
}

function checkName(host: string, { allowPrivateNetwork }: UrlRules): string | undefined {
  if (!HOST_NAME.test(host)) return 'contains characters that are not allowed in a host name'
  if (METADATA_NAMES.includes(host)) return `points to ${host}, ${METADATA}`
  if (allowPrivateNetwork) return undefined
  const isPrivate = !host.includes('.') || PRIVATE_SUFFIXES.some((suffix) => host.endsWith(`.${suffix}`))
  return isPrivate ? `points to ${host}, a name of a private network` : undefined
}

/**
 * Refuses ports below 1024 on the public internet, except 80 and 443. `text` is empty if the URL uses the default port.
 */
function checkPort(text: string, { allowPrivateNetwork }: UrlRules): string | undefined {
  const port = text === '' ? 443 : Number(text)
  if (allowPrivateNetwork || port >= 1024 || port === 443 || port === 80) return undefined
  return `uses port ${port}; use port 443, 80, or 1024 and above`
}

/**
 * Returns the problem of an IP address, or undefined if there is none. An IPv4 address that is mapped into IPv6 is
 * treated as the IPv4 address.
 */
export function checkAddress(text: string, rules: UrlRules): string | undefined {
  if (!ipaddr.isValid(text)) return `points to ${text}, which is not an IP address`
  const address = ipaddr.process(text)
  if (isMetadata(address)) return `points to ${text}, ${METADATA}`
  const range = rangeOf(address)
  const allowed = rules.allowPrivateNetwork ? HOME_RANGES.has(range) : range === 'unicast'
  return allowed ? undefined : `points to ${text}, an address that is not on the public internet (${range})`
}

function isMetadata(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (METADATA_ADDRESSES.has(address.toString())) return true
  return address instanceof ipaddr.IPv6 && address.match(METADATA_BLOCK)
}

function rangeOf(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  const range = address.range()
  if (address instanceof ipaddr.IPv4 || range !== 'unicast') return range
  return MISLEADING.some((block) => address.match(block)) ? 'translated' : range
}
