// Finds the network of a client's address. The limits per address count requests of this network.
import ipaddr from 'ipaddr.js'

/**
 * Returns the network that one client controls. An IPv4 address is its own network, even if it is mapped into IPv6. For
 * an IPv6 address the result is its /64 network (`2001:db8:1:2::/64`), because a client usually has all addresses of
 * such a network. Any other text is returned unchanged, for example the result of an earlier call.
 */
export function networkOf(address: string): string {
  if (IPV4.test(address) || !ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const network = new ipaddr.IPv6([...parsed.toByteArray().slice(0, 8), ...Array<number>(8).fill(0)])
  return `${network.toString()}/64`
}

/** An IPv4 address as Node writes it. This match avoids parsing the address of each new IPv4 connection. */
const IPV4 = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/
