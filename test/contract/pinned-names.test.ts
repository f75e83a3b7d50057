// The service refuses a host name if one of its addresses is private, and never resolves the name a second time.
import type { LookupAddress } from 'node:dns'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSafeFetch, type SafeFetch, UnsafeUrl } from '../../src/lib/safe-fetch.ts'
import { type Provider, startProvider } from '../harness/provider.ts'

const limits = { timeoutMs: 5000, maxBytes: 1000 }
const guarded = { ...limits, allowPrivateNetwork: false }
const open = { ...limits, allowPrivateNetwork: true }

/** Creates a fetch function. Its name lookups return the given answers in order. */
function resolvingTo(...answers: string[][]): { fetch: SafeFetch; lookups: () => number } {
  let lookups = 0
  const fetch = createSafeFetch((_name, _options, callback) => {
    const addresses = answers[Math.min(lookups++, answers.length - 1)]!
    const found = addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }))
    callback(null, found)
  })
  return { fetch, lookups: () => lookups }
}

describe('host names of outgoing requests', () => {
  let provider: Provider
  let port: string
  beforeAll(async () => {
    provider = await startProvider()
    port = new URL(provider.url).port
  })
  afterAll(() => provider.stop())

  it.each([
    [['127.0.0.1']],
    [['93.184.216.34', '10.0.0.1']],
    [['::1']],
    [['2606:4700::1111', 'fd00::1']],
    [['::ffff:10.0.0.1']],
  ])('refuses a host name that resolves to %j', async (addresses) => {
    const { fetch } = resolvingTo(addresses)
    await expect(fetch('https://rebind.example/', guarded)).rejects.toBeInstanceOf(UnsafeUrl)
  })

  it.each([
    [['169.254.169.254']],
    [['100.100.100.200']],
    [['168.63.129.16']],
    [['192.168.1.5', '100.100.100.200']],
    [['fd00:ec2::254']],
    [['fd20:ce::254']],
    [['::ffff:100.100.100.200']],
    [['64:ff9b::6464:64c8']],
  ])('refuses a host name of the metadata service at %j even if private networks are permitted', async (addresses) => {
    const { fetch } = resolvingTo(addresses)
    await expect(fetch('http://nas.home/', open)).rejects.toBeInstanceOf(UnsafeUrl)
  })

  it('resolves a host name once and connects to the address that it checked', async () => {
    const { fetch, lookups } = resolvingTo(['127.0.0.1'], ['192.0.2.1'])
    expect((await fetch(`http://pinned.example:${port}/`, open)).status).toBe(200)
    expect(lookups()).toBe(1)
    expect(provider.received.at(-1)!.headers.host).toBe(`pinned.example:${port}`)
  })

  it('refuses a request that may not use private addresses, even if an earlier request was allowed to connect to the same address', async () => {
    const { fetch } = resolvingTo(['127.0.0.1'])
    await fetch(`http://shared.example:${port}/`, open)
    const request = fetch(`http://shared.example:${port}/`, { ...guarded, allowHttp: true })
    await expect(request).rejects.toBeInstanceOf(UnsafeUrl)
  })

  it('sends nothing when a request is aborted during the name lookup', async () => {
    let found = () => {}
    const fetch = createSafeFetch((_name, _options, callback) => {
      found = () => callback(null, [{ address: '127.0.0.1', family: 4 }])
    })
    const stop = new AbortController()
    const request = fetch(`http://slow.example:${port}/aborted`, { ...open, signal: stop.signal })
    stop.abort()
    await expect(request).rejects.toMatchObject({ code: 'ABORTED', requestLeft: false })
    found()
    await fetch(`http://127.0.0.1:${port}/after`, open)
    expect(provider.received.map(({ path }) => path)).not.toContain('/aborted')
  })
})
