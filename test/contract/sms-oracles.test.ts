// SMS providers against their published error codes, sample webhooks and signatures.
import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../src/channels/contract.ts'
import type { InboundEvent } from '../../src/channels/inbound.ts'
import { bodyOrQuery } from '../../src/channels/inbound-bodies.ts'
import { smsMeanings } from '../../src/channels/sms/meanings.ts'
import { segmentsOf } from '../../src/channels/sms/segments.ts'
import { vonageSignature } from '../../src/channels/sms/vonage-receiver.ts'
import { oraclesDir, oracleText } from '../harness/oracles.ts'
import { type Provider, type Reply, startProvider } from '../harness/provider.ts'
import { expectRemedies } from '../harness/remedies.ts'
import { providerFor, sendCallTo } from './providers/fixture.ts'
import { telnyx, twilio, vonage } from './providers/sms.ts'

interface Code {
  code: string
  http: number | null
  class: string
  remedy: string
}

interface Sample {
  name: string
  method?: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
  now: number
  expect: {
    event: string
    id: string
    from?: string
    to?: string
    text?: string
    code?: string
    class?: string
    part?: number
  }[]
}

interface Callbacks {
  samples: Sample[]
  bad: Sample[]
  keys: Record<string, string>
}

const read = <T>(file: string): T => JSON.parse(oracleText(file)) as T

/** Returns the provider's answer with an error code. The code may be an HTTP status, such as `HTTP 429`. */
const answers: Record<string, (code: Code) => Reply> = {
  twilio: ({ code, http }) => ({ status: http ?? 400, body: { code: Number(code), message: 'no', status: http } }),
  vonage: ({ code, http }) =>
    code.startsWith('HTTP')
      ? { status: http!, body: {} }
      : { status: http!, body: { 'message-count': '1', messages: [{ status: code, 'error-text': 'no' }] } },
  telnyx: ({ code, http }) => ({ status: http ?? 400, body: { errors: [{ code, title: 'no', detail: 'no' }] } }),
}

/** Returns the receipt of a failed message with an error code, as a parsed body. */
const receipts: Record<string, (code: string) => object> = {
  twilio: (code) => ({ MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: code, To: '+15550100001' }),
  vonage: (code) => ({ messageId: '1', msisdn: '15550100001', status: 'failed', 'err-code': code }),
  telnyx: (code) => ({
    data: {
      event_type: 'message.finalized',
      payload: { id: '1', to: [{ phone_number: '+15550100001', status: 'delivery_failed' }], errors: [{ code }] },
    },
  }),
}

const keysOf: Record<string, (keys: Record<string, string>) => object> = {
  twilio: ({ authToken }) => ({ auth_token: authToken }),
  vonage: ({ signatureSecret, apiKey, method }) => ({
    signature_secret: signatureSecret,
    api_key: apiKey,
    signature_method: method,
  }),
  telnyx: ({ publicKey }) => ({ public_key: publicKey }),
}

/**
 * Codes for wrong settings or a missing route that concern only the number of the recipient. Another connection takes
 * the message, and this connection is not paused.
 */
const ofOneNumber = new Set(['21408', '21606', '21608', '21612', '15', '29', '40309', '40329', '40330', '40331'])

function classOf(outcome: Outcome): string {
  if (outcome.class !== 'permanent') return outcome.class
  if (outcome.optedOut) return 'opted_out'
  return outcome.elsewhere ? 'elsewhere' : outcome.class
}

/** The meanings that a receipt code may have if its documentation contains these words. */
const namesByWords: [RegExp, string[]][] = [
  [/spam filter stopped the message:|spam filter of|as spam/i, ['spam']],
  [/expired|longer than its validity/, ['expired']],
  [
    /10DLC: register|10DLC campaign of the number|\(India DLT\)\.$|registered first|not verified:/,
    ['registration', 'optedOut'],
  ],
  [/switched off|temporarily unavailable|phone was busy/, ['unreachable']],
  [/landline/, ['noMobile']],
  [/no longer (active|in use)/, ['unusedNumber']],
  [/no route/, ['noRoute']],
  [/account was suspended/, ['account']],
  [/limit is used up|limit of the (campaign|brand) is used up/, ['dailyLimit']],
]

/** The class that the documentation of a receipt code may have. A missing registration or route depends on the number. */
function documentedClasses(meaning: Pick<Outcome, 'class'> & { optedOut?: unknown; elsewhere?: unknown }): string[] {
  if (meaning.optedOut === true) return ['opted_out']
  return meaning.elsewhere === true ? ['misconfigured', 'permanent'] : [meaning.class]
}

/** The events that a sample may produce, as the samples name them. */
function eventsOf(events: InboundEvent[]): object[] {
  const gone = events.some((event) => event.kind === 'bounce' && event.type === 'hard')
  return events.flatMap((event): object[] => {
    switch (event.kind) {
      case 'receipt':
        return event.status === 'failed'
          ? [{ event: 'failed', id: event.externalId, code: event.code, gone }]
          : [{ event: event.status, id: event.externalId }]
      case 'preference':
        return [{ event: event.optedIn ? 'opted_in' : 'opted_out', from: event.address }]
      case 'message':
        return [{ event: 'received', id: event.id, from: event.address, text: event.text, part: event.part?.number }]
      default:
        return [event]
    }
  })
}

/** The expected events in the same format. Without a delivery id, a report that a message was sent has no effect. */
function expectedOf({ event, id, from, to, text, code, class: kind, part }: Sample['expect'][number]): object[] {
  const numberOf = (text: string | undefined) => text && `+${text.replace('+', '')}`
  const address = numberOf(from)
  if (event === 'sent' || event === 'delayed' || event === 'ignored') return []
  const optOut = kind === 'opted_out' ? [{ event: 'opted_out', from: numberOf(to) }] : []
  if (event === 'failed') return [...optOut, { event, id, code, gone: kind === 'recipient_gone' }]
  if (event === 'delivered') return [{ event, id }]
  const received = { event: 'received', id, from: address, text, part }
  return event === 'received' ? [received] : [{ event, from: address }, received]
}

describe.skipIf(oraclesDir === undefined).each([
  ['twilio', twilio],
  ['vonage', vonage],
  ['telnyx', telnyx],
] as const)('SMS by %s', (name, fixture) => {
  const provider = providerFor(fixture)
  const settings = fixture.http!.settings('http://127.0.0.1:1')

  it('maps each documented error code to the documented class, with a reason and a remedy', async () => {
    const { codes } = read<{ codes: Code[] }>(`${name}/answers.json`)
    expect(codes.length).toBeGreaterThan(10)
    const server: Provider = await startProvider()
    const found: [string, string][] = []
    for (const code of codes) {
      server.reply(() => answers[name]!(code))
      const outcome: Outcome = await provider.send(sendCallTo(fixture, server.url))
      expectRemedies(outcome)
      found.push([code.code, classOf(outcome)])
    }
    await server.stop()
    expect(found).toEqual(codes.map(({ code, class: kind }) => [code, ofOneNumber.has(code) ? 'elsewhere' : kind]))
  })

  it('maps each documented receipt code to its reason, remedy and effect on the address', () => {
    const { receipt_codes: codes } = read<{ receipt_codes: Code[] }>(`${name}/answers.json`)
    const failures = codes.filter((code) => code.class !== 'delivered')
    expect(failures.length).toBeGreaterThan(10)
    const meanings = Object.entries(smsMeanings(provider.title))
    for (const code of failures) {
      const events = provider.receiver!.read(receipts[name]!(code.code), settings, new Date())
      const optsOut = events.some((event) => event.kind === 'preference' && !event.optedIn)
      expect(optsOut, code.code).toBe(code.class === 'opted_out')
      const bounces = events.filter((event) => event.kind === 'bounce')
      expect(bounces, code.code).toMatchObject(
        code.class === 'recipient_gone' ? [{ type: 'hard', address: '+15550100001', code: code.code }] : [],
      )
      expect(
        events.find((event) => event.kind === 'receipt'),
        code.code,
      ).toMatchObject({
        kind: 'receipt',
        status: 'failed',
        code: code.code,
        reason: expect.stringMatching(/\w+ \w+/),
        remedy: expect.stringMatching(/\.$/),
        outcome: 'permanent',
      })
      const reason = events.flatMap((event) => (event.kind === 'receipt' ? [event.reason] : []))[0]
      const found = meanings.filter(([, meaning]) => meaning.reason === reason)
      expect(found, code.code).toHaveLength(1)
      for (const [name, meaning] of found) {
        expect(documentedClasses(meaning), `${code.code} is ${name}`).toContain(code.class)
        for (const [words, names] of namesByWords)
          if (words.test(code.remedy)) expect(names, `${code.code}: ${code.remedy}`).toContain(name)
      }
    }
  })

  const { samples, bad, keys } = oraclesDir
    ? read<Callbacks>(`${name}/callbacks.json`)
    : { samples: [], bad: [], keys: {} }
  const signed = { ...settings, ...keysOf[name]!(keys) }
  const requestOf = ({ method = 'POST', url, headers, body = '', now }: Sample) => {
    const { search, searchParams, origin, pathname } = new URL(url)
    const request = { method, headers, search, query: Object.fromEntries(searchParams), body: Buffer.from(body) }
    return {
      request: { ...request, receivedAt: new Date(now * 1000) },
      place: { url: `${origin}${pathname}`, secret: '' },
    }
  }

  it.each(samples.map((sample) => [sample.name, sample] as const))(
    'accepts a signed webhook and reads its events: %s',
    (_name, sample) => {
      const receiver = provider.receiver!
      const { request, place } = requestOf(sample)
      expect(receiver.verifyHeaders(request.headers, signed, place)).toBe(true)
      expect(receiver.verify(request, signed, place)).toBe(true)
      const body = receiver.parse((receiver.bodyOf ?? bodyOrQuery)(request))
      const events = receiver.read(body, signed, request.receivedAt)
      expect(eventsOf(events).filter((event) => 'event' in event)).toEqual(sample.expect.flatMap(expectedOf))
    },
  )

  it.each(bad.map((sample) => [sample.name, sample] as const))('refuses a webhook: %s', (_name, sample) => {
    const { request, place } = requestOf(sample)
    expect(provider.receiver!.verify(request, signed, place)).toBe(false)
  })
})

describe.skipIf(oraclesDir === undefined)('SMS texts and signatures', () => {
  it('computes the signatures that Vonage documents, with each method', () => {
    const { vectors } = read<{
      vectors: { method: 'sha256'; secret: string; params: Record<string, string>; sig: string }[]
    }>('vonage/callbacks.json')
    for (const { method, secret, params, sig } of vectors)
      expect(vonageSignature(params, method, secret), method).toBe(sig.toLowerCase())
  })

  it('counts the units and segments of texts in GSM-7 and UCS-2', () => {
    const { cases } = read<{
      cases: { name: string; text: string; encoding: string; units: number; segments: number }[]
    }>('sms/segments.json')
    for (const { name, text, encoding, units, segments } of cases)
      expect({ name, ...segmentsOf(text) }).toEqual({ name, encoding, units, segments })
  })
})
