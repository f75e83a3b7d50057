// The origin check. It applies to requests that have a session cookie and change data, and uses the headers that
// browsers add.
import { describe, expect, it } from 'vitest'
import type { Refused } from '../../src/errors.ts'
import { refuseOtherOrigin } from '../../src/http/manage/access/origin.ts'

/** Returns the message of the refusal, or undefined if the request passes. */
function refusal(headers: Record<string, string>, publicUrl = 'http://localhost:4400', method = 'POST') {
  try {
    refuseOtherOrigin(method, { cookie: 'carillon_session=x', ...headers }, publicUrl)
    return undefined
  } catch (error) {
    return (error as Refused).message
  }
}

describe('origin check', () => {
  it.each([
    [
      'the origin of PUBLIC_URL behind a proxy that changes the Host',
      { origin: 'https://notify.example', host: '10.0.0.5:4400' },
    ],
    [
      'a page at another https name with Sec-Fetch-Site same-origin',
      { origin: 'https://other.example', host: 'other.example', 'sec-fetch-site': 'same-origin' },
    ],
    [
      'a page at 127.0.0.1',
      { origin: 'http://127.0.0.1:4400', host: '127.0.0.1:4400', 'sec-fetch-site': 'same-origin' },
    ],
    [
      'a page at localhost in a browser without Sec-Fetch-Site',
      { origin: 'http://localhost:4400', host: 'localhost:4400' },
    ],
    [
      'a page at an IPv4 address of the local network over plain http',
      { origin: 'http://192.168.1.5:4400', host: '192.168.1.5:4400' },
    ],
    ['a page at an IPv6 address over plain http', { origin: 'http://[fd00::5]:4400', host: '[fd00::5]:4400' }],
    [
      'a form without an origin and with Sec-Fetch-Site same-origin',
      { host: 'notify.example', 'sec-fetch-site': 'same-origin' },
    ],
  ])('accepts a change from %s', (_name, headers) => {
    expect(refusal(headers, 'https://notify.example')).toBeUndefined()
  })

  it.each([
    [
      'a DNS name that points to this server (DNS rebinding)',
      { origin: 'http://evil.example:4400', host: 'evil.example:4400' },
    ],
    [
      'a rebound name that resembles an address',
      { origin: 'http://127.0.0.1.evil.example:4400', host: '127.0.0.1.evil.example:4400' },
    ],
    ['a rebound name that ends in localhost', { origin: 'http://evil-localhost:4400', host: 'evil-localhost:4400' }],
    [
      'a page of another site',
      { origin: 'https://evil.example', host: 'notify.example', 'sec-fetch-site': 'cross-site' },
    ],
    [
      'a page of a neighboring name',
      { origin: 'https://blog.notify.example', host: 'notify.example', 'sec-fetch-site': 'same-site' },
    ],
    ['another port of the same address', { origin: 'http://192.168.1.5:8080', host: '192.168.1.5:4400' }],
    ['a page with the origin null', { origin: 'null', host: 'localhost:4400' }],
    ['a cookie without an origin', { host: 'localhost:4400' }],
  ])('refuses a change from %s', (_name, headers) => {
    expect(refusal(headers, 'https://notify.example')).toMatch(/^(This request|Nothing was changed)/)
  })

  it('refuses a change from a host name that differs from PUBLIC_URL, and accepts the change when PUBLIC_URL has that host name', () => {
    const headers = { origin: 'http://nas.local:4400', host: 'nas.local:4400' }
    expect(refusal(headers)).toBe(
      'Nothing was changed: this page is at http://nas.local:4400, but PUBLIC_URL is http://localhost:4400. Open http://localhost:4400, or set PUBLIC_URL to http://nas.local:4400.',
    )
    expect(refusal(headers, 'http://nas.local:4400')).toBeUndefined()
  })

  it('accepts requests that change nothing, and requests of programs that send neither cookie nor origin', () => {
    expect(refusal({ origin: 'https://evil.example' }, undefined, 'GET')).toBeUndefined()
    expect(() => refuseOtherOrigin('POST', { host: 'anything' }, 'http://localhost:4400')).not.toThrow()
  })
})
