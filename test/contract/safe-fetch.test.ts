// Addresses that the service refuses to call, before and while it connects.
import { describe, expect, it } from 'vitest'
import { safeFetch, UnsafeUrl } from '../../src/lib/safe-fetch.ts'
import { hostileUrls, metadataUrls } from '../harness/hostile-urls.ts'
import { startProvider } from '../harness/provider.ts'

describe('guarded fetch', () => {
  it.each([...hostileUrls, ['nonsense', 'no URL at all']])('refuses to fetch the URL %s (%s)', async (url) => {
    await expect(
      safeFetch(url, { timeoutMs: 1000, maxBytes: 1000, allowPrivateNetwork: false }),
    ).rejects.toBeInstanceOf(UnsafeUrl)
  })

  it.each(metadataUrls)('refuses %s (metadata service of %s) even if private networks are permitted', async (url) => {
    for (const target of [url, url.replace('https:', 'http:')])
      await expect(
        safeFetch(target, { timeoutMs: 1000, maxBytes: 1000, allowPrivateNetwork: true }),
      ).rejects.toBeInstanceOf(UnsafeUrl)
  })

  it('fetches from loopback if permitted, follows no redirect and reads at most the size limit', async () => {
    const provider = await startProvider()
    try {
      provider.reply((request) =>
        request.path === '/away'
          ? { status: 302, headers: { location: 'http://127.0.0.1:1/' } }
          : { body: { text: 'x'.repeat(5000) } },
      )
      const options = { timeoutMs: 2000, maxBytes: 1000, allowPrivateNetwork: true }
      expect((await safeFetch(`${provider.url}/away`, options)).status).toBe(302)
      const long = await safeFetch(`${provider.url}/long`, options)
      expect([long.body.length <= 1000, long.truncated]).toEqual([true, true])
    } finally {
      await provider.stop()
    }
  })

  it('fails a fetch after the timeout and reports that the request was sent', async () => {
    const provider = await startProvider()
    try {
      provider.reply(() => ({ hang: true }))
      const response = safeFetch(provider.url, { timeoutMs: 300, maxBytes: 1000, allowPrivateNetwork: true })
      await expect(response).rejects.toMatchObject({ name: 'NoAnswer', requestLeft: true })
    } finally {
      await provider.stop()
    }
  })
})
