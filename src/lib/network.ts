// The network of a client's address: what limits by address count.
import ipaddr from 'ipaddr.js'

/**
 * Returns the network that one client controls: an IPv4 address as a whole, an IPv4 address mapped into IPv6 as that IPv4
 * address, and the /64 of an IPv6 address (`2001:db8:1:2::/64`), because a client with one address of it has all of them.
 * Text that is no address, such as a network that this function returned, is returned as it is.
 */
export function networkOf(address: string): string {
  if (IPV4.test(address) || !ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const network = new ipaddr.IPv6([...parsed.toByteArray().slice(0, 8), ...Array<number>(8).fill(0)])
  return `${network.toString()}/64`
}

/** As Node writes it. It needs no parsing, which every new connection would pay for. */
const IPV4 = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/
