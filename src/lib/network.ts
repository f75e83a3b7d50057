// Finds the network of a client's address. Limits for addresses count the requests of a whole network.
import ipaddr from 'ipaddr.js'

/**
 * Returns the network that the client with this address controls. For an IPv4 address, the network is the address
 * itself. This includes IPv4 addresses that are mapped into IPv6. For any other IPv6 address, the network is its /64
 * network (`2001:db8:1:2::/64`), because a client usually has all addresses of a /64 network. Any other text is
 * returned unchanged, for example the result of an earlier call.
 */
export function networkOf(address: string): string {
  if (IPV4.test(address) || !ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const network = new ipaddr.IPv6([...parsed.toByteArray().slice(0, 8), ...Array<number>(8).fill(0)])
  return `${network.toString()}/64`
}

/** Matches an IPv4 address as Node writes it. This saves the parsing of the address for each new IPv4 connection. */
const IPV4 = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/
