// A limit for an address counts the requests of the whole network of the address. A network is a whole IPv4 address, or
// the first 64 bits of an IPv6 address.
import { expect, it } from 'vitest'
import { networkOf } from '../../src/lib/network.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['2001:db8:1:2::/64', '2001:db8:1:2::/64'],
  ['unknown', 'unknown'],
])('counts requests from the address %s against the limit of the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
