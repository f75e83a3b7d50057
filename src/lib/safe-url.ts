// Which URLs may be asked: the rules for the text of a URL and for the addresses its name resolves to.
import ipaddr from 'ipaddr.js'

export interface UrlRules {
  /** Loopback and private ranges are allowed, and with them names without a dot. */
  allowPrivateNetwork: boolean
  /** Plain http is allowed; when left out, as `allowPrivateNetwork` says. */
  allowHttp?: boolean
}

/** Reserved for networks behind a wall; none of them is ever delegated on the public internet. */
const PRIVATE_SUFFIXES = ['localhost', 'local', 'internal', 'home.arpa']

const HOME_RANGES = new Set(['unicast', 'private', 'loopback', 'uniqueLocal', 'carrierGradeNat'])

const METADATA = 'the metadata service of a cloud machine'

/** Where cloud machines hand out their credentials; refused in private networks too. Link-local ones are refused by range. */
const METADATA_ADDRESSES = new Set(
  [
    '100.100.100.200', // Alibaba Cloud
    'fd00:100::100:200', // the same in IPv6
    '168.63.129.16', // Azure, which also takes it for an ordinary public address
    '192.0.0.192', // Oracle Cloud Classic
    'fd00:c1::a9fe:a9fe', // Oracle Cloud
    'fd20:ce::254', // Google Cloud
    'fd00:42::42', // Scaleway
    'fd00:a9fe:a9fe::1', // Akamai
  ].map((text) => ipaddr.parse(text).toString()),
)

/** AWS puts every service of its instances into this block: metadata at ::254, credentials of pods at ::23, time, names. */
const METADATA_BLOCK = ipaddr.IPv6.parseCIDR('fd00:ec2::/32')

/** As a parsed URL has it: international names are ASCII by then, yet `;` and `,` pass, which end a directive of a page's policy. */
const HOST_NAME = /^[a-z0-9._-]+$/

const METADATA_NAMES = [
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'instance-data.ec2.internal',
]

/** Blocks that ipaddr.js takes for ordinary addresses: v4-compatible (::/96) and the local translation prefix. */
const MISLEADING = [ipaddr.IPv6.parseCIDR('::/96'), ipaddr.IPv6.parseCIDR('64:ff9b:1::/48')]

/**
 * What is wrong with the URL's text, as a sentence, or undefined. Asks no name server: a name is checked again, with
 * the addresses it has then, when the request is made.
 */
export function checkUrl(text: string, rules: UrlRules): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url) return 'is no URL; write it in full, such as https://example.com/path'
  return checkParts(url, rules)
}

/** The same for a URL that was parsed already. */
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

/** Names are checked again by the addresses that they resolve to. */
function checkName(host: string, { allowPrivateNetwork }: UrlRules): string | undefined {
  if (!HOST_NAME.test(host)) return 'has a host name with characters that no host name has'
  if (METADATA_NAMES.includes(host)) return `points to ${host}, ${METADATA}`
  if (allowPrivateNetwork) return undefined
  const isPrivate = !host.includes('.') || PRIVATE_SUFFIXES.some((suffix) => host.endsWith(`.${suffix}`))
  return isPrivate ? `points to ${host}, a name of a private network` : undefined
}

/** `text`: the port as a parsed URL has it, empty for the protocol's own. On the public internet no other service is asked. */
function checkPort(text: string, { allowPrivateNetwork }: UrlRules): string | undefined {
  const port = text === '' ? 443 : Number(text)
  if (allowPrivateNetwork || port >= 1024 || port === 443 || port === 80) return undefined
  return `uses port ${port}; use 443, 80 or one from 1024 on`
}

/** What is wrong with an IP address, as a sentence, or undefined. A v4 address inside a v6 one counts as itself. */
export function checkAddress(text: string, rules: UrlRules): string | undefined {
  if (!ipaddr.isValid(text)) return `points to ${text}, which is no address`
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
