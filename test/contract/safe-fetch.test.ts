// Which addresses the service refuses to call, before and while it connects.
import { describe, expect, it } from 'vitest'
import { safeFetch, UnsafeUrl } from '../../src/lib/safe-fetch.ts'
import { startProvider } from '../harness/provider.ts'

const hostile = [
  'http://example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'https://user:pass@example.com/',
  'https://localhost/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::127.0.0.1]/',
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://100.64.0.1/',
  'https://0.0.0.0/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[fe80::1]/',
  'https://[fc00::1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://192.0.2.1/',
  'https://router.local/',
  'https://db.internal/',
  'nonsense',
]

describe('the guarded fetch', () => {
  it.each(hostile)('refuses %s', async (url) => {
    await expect(
      safeFetch(url, { timeoutMs: 1000, maxBytes: 1000, allowPrivateNetwork: false }),
    ).rejects.toBeInstanceOf(UnsafeUrl)
  })

  it('asks loopback when the operator allows it, follows no redirect and reads no more than it may', async () => {
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

  it('gives up when there is no answer in time, and says that the request left', async () => {
    const provider = await startProvider()
    try {
      provider.reply(() => ({ hang: true }))
      const asked = safeFetch(provider.url, { timeoutMs: 300, maxBytes: 1000, allowPrivateNetwork: true })
      await expect(asked).rejects.toMatchObject({ name: 'NoAnswer', requestLeft: true })
    } finally {
      await provider.stop()
    }
  })
})
