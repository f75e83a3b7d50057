// Fuzzes signatures. The SDK and an independent package accept our signatures and refuse every changed request.
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { verify, verifyCallback } from '../../sdk/src/index.ts'
import { callbackHeaders, eventHeaders, newSecret } from '../../src/events/sign.ts'
import { anyJson, runs } from '../harness/fuzz.ts'

const [secret, older, unrelated] = [newSecret(), newSecret(), newSecret()]
const key = { id: 3, text: 'svc_live_abcdefghijklmnop' }
const at = new Date('2030-01-31T09:20:00Z')

const bodies = fc
  .record({ event: fc.constant('delivery.sent'), delivery_id: fc.nat(), data: anyJson })
  .map((body) => JSON.stringify(body).toWellFormed())
const wireIds = fc.stringMatching(/^msg_[0-9a-f]{1,32}$/)
const signedEvent = fc
  .record({ body: bodies, wireId: wireIds, rotated: fc.boolean() })
  .map(({ body, wireId, rotated }) => ({
    body,
    headers: eventHeaders(
      { current: secret, ...(rotated ? { previous: older } : {}) },
      { wireId, event: 'delivery.sent', mode: 'live', body, at },
    ),
  }))

/** Generates a change of at least one byte. */
const change = fc.record({
  at: fc.nat(),
  how: fc.constantFrom('flip', 'drop', 'double'),
  by: fc.integer({ min: 1, max: 255 }),
})
const changedBytes = (bytes: Buffer, { at: place, how, by }: { at: number; how: string; by: number }) => {
  const index = place % bytes.length
  if (how === 'drop') return Buffer.concat([bytes.subarray(0, index), bytes.subarray(index + 1)])
  if (how === 'double') return Buffer.concat([bytes.subarray(0, index + 1), bytes.subarray(index)])
  const copy = Buffer.from(bytes)
  copy[index]! ^= by
  return copy
}

describe('event signatures', () => {
  it('the SDK and the Standard Webhooks package verify an event with each secret of a rotation', () => {
    fc.assert(
      fc.property(signedEvent, ({ body, headers }) => {
        const [mine] = headers['webhook-signature']!.split(' ')
        expect(verify(body, headers, secret, { now: at })).toMatchObject({ ok: true })
        expect(verify(body, headers, [unrelated, secret], { now: at })).toMatchObject({ ok: true })
        expect(verify(body, headers, unrelated, { now: at })).toMatchObject({ ok: false })
        expect(new Webhook(secret).sign(headers['webhook-id']!, at, body)).toBe(mine)
        const rotated = headers['webhook-signature']!.includes(' ')
        expect(verify(body, headers, older, { now: at }).ok).toBe(rotated)
        expect(verify(body, headers, rotated ? older : secret, { now: at, signature: 'service' })).toMatchObject({
          ok: true,
        })
      }),
      runs(200),
    )
  })

  it('refuses an event after one byte of its body, id or timestamp was changed', () => {
    fc.assert(
      fc.property(
        signedEvent,
        change,
        fc.constantFrom('body', 'webhook-id', 'webhook-timestamp'),
        ({ body, headers }, edit, part) => {
          const [before, now] = [Buffer.from(part === 'body' ? body : headers[part]!), { now: at, tolerance: 10 ** 13 }]
          const after = changedBytes(before, edit)
          fc.pre(!after.equals(before))
          const result =
            part === 'body'
              ? verify(after, headers, secret, now)
              : verify(body, { ...headers, [part]: after.toString('latin1') }, secret, now)
          expect(result.ok).toBe(false)
        },
      ),
      runs(600),
    )
  })

  it('refuses unsigned requests with any headers and bytes without throwing', () => {
    const names = [
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
      'x-service-signature',
      'x-service-timestamp',
      'x-service-delivery-id',
    ]
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('v1,', 'v1,AAAA', 'sha256=', 'sha256=zz', `${at.getTime() / 1000}`, '-1', '1e9', ''),
    )
    const headers = fc.dictionary(fc.constantFrom(...names), fc.oneof(texts, fc.array(texts)) as fc.Arbitrary<string>)
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 60 }),
        headers,
        fc.constantFrom('standard' as const, 'service' as const),
        (body, generated, signature) => {
          expect(verify(body, generated, secret, { now: at, signature }).ok).toBe(false)
          expect(verifyCallback(body, generated, key.text, { now: at }).ok).toBe(false)
        },
      ),
      runs(500),
    )
  })
})

it('verifies a callback, and refuses a callback with a changed byte or a wrong key', () => {
  fc.assert(
    fc.property(bodies, wireIds, change, (body, wireId, edit) => {
      const headers = callbackHeaders(key, { wireId, event: 'ok', mode: 'live', body, at })
      expect(verifyCallback(body, headers, key.text, { now: at })).toMatchObject({ ok: true, id: wireId, keyId: '3' })
      expect(verifyCallback(body, headers, `${key.text}x`, { now: at }).ok).toBe(false)
      const after = changedBytes(Buffer.from(body), edit)
      fc.pre(!after.equals(Buffer.from(body)))
      expect(verifyCallback(after, headers, key.text, { now: at }).ok).toBe(false)
    }),
    runs(300),
  )
})
