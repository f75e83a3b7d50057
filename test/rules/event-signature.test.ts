// Compares signatures with published test vectors and with the test vector in the documentation.
import { readFileSync } from 'node:fs'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { callbackHeaders, eventHeaders, newSecret } from '../../src/events/sign.ts'

const page = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8')
/** The test vector in the documentation: `name: value` lines in a code block. */
const vector = Object.fromEntries(
  /```text\n(secret: [\s\S]*?)```/
    .exec(page)![1]!
    .trim()
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
)
const at = new Date(Number(vector['X-Service-Timestamp']) * 1000)
const signed = {
  wireId: vector['X-Service-Delivery-Id']!,
  event: 'delivery.sent',
  mode: 'live' as const,
  body: vector.body!,
  at,
}

describe('event and callback signatures', () => {
  it('sends the signatures of the documented test vector', () => {
    const headers = eventHeaders({ current: vector.secret! }, signed)
    for (const name of ['X-Service-Signature', 'X-Service-Delivery-Id', 'X-Service-Timestamp', 'webhook-signature'])
      expect([name, headers[name]]).toEqual([name, vector[name]])
    expect(JSON.parse(vector.body!)).toMatchObject({ event: 'delivery.sent' })
  })

  it('the Standard Webhooks package computes the same signature for the documented test vector', () => {
    expect(new Webhook(vector.secret!).sign(signed.wireId, at, signed.body)).toBe(vector['webhook-signature'])
  })

  it('creates secrets whose signatures the Standard Webhooks package accepts', () => {
    const secret = newSecret()
    const now = new Date(performance.timeOrigin + performance.now())
    const headers = eventHeaders({ current: secret }, { ...signed, at: now })
    expect(new Webhook(secret).verify(signed.body, headers)).toEqual(JSON.parse(signed.body))
    expect(() => new Webhook(newSecret()).verify(signed.body, headers)).toThrow()
    expect(() => new Webhook(secret).verify(`${signed.body} `, headers)).toThrow()
  })

  it("signs a callback with the signature that GitHub's documentation shows for the same secret and body", () => {
    // The values of "Validating webhook deliveries" in GitHub's documentation.
    const key = { id: 3, text: ["It's a Secret", 'to Everybody'].join(' ') }
    const headers = callbackHeaders(key, { ...signed, body: 'Hello, World!' })
    expect(headers['X-Service-Signature']).toBe(
      'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    )
  })
})
