// Finds the network of a client's address, which the limits per address count.
import ipaddr from 'ipaddr.js'

/**
 * Returns the network that one client controls. For IPv4, also when mapped into IPv6, that is the address itself. For
 * IPv6 it is the /64 network (`2001:db8:1:2::/64`), because a client usually has all of its addresses. Returns any
 * other text unchanged, for example the result of an earlier call.
 */
export function networkOf(address: string): string {
  if (IPV4.test(address) || !ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const network = new ipaddr.IPv6([...parsed.toByteArray().slice(0, 8), ...Array<number>(8).fill(0)])
  return `${network.toString()}/64`
}

/** An IPv4 address as Node writes it. Matching it saves every new IPv4 connection the parsing. */
const IPV4 = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/
