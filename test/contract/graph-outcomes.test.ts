// Maps Meta's answers to outcomes: error codes of WhatsApp and Messenger, missing answers, and unexpected answers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messengerAccepted, sendToGraph, whatsappAccepted } from '../harness/graph.ts'
import { type Provider, type Reply, startProvider } from '../harness/provider.ts'
import { expectRemedies } from '../harness/remedies.ts'

const graphError = (code: number, subcode?: number, more: Partial<Reply> = {}): Reply => ({
  status: 400,
  body: { error: { message: 'secret-token is refused', type: 'OAuthException', code, error_subcode: subcode } },
  ...more,
})

/** The error codes that Meta documents, grouped by outcome. */
const WHATSAPP: Record<string, number[]> = {
  throttled: [4, 80007, 130429, 131048, 131056],
  retryable: [1, 2, 131000, 131016, 131057, 133004],
  misconfigured: [0, 190, 3, 10, 200, 230, 299, 33, 131005, 368, 130497, 131031, 131042, 131037, 131045, 133010],
  recipient_gone: [131026, 131021, 131030],
  permanent: [
    131047, 131049, 131050, 130472, 100, 131008, 131009, 131051, 131052, 131053, 132000, 132001, 132005, 132007, 132012,
    132015, 132016, 132068, 132069, 135000,
  ],
}

const MESSENGER: Record<string, [number, number?][]> = {
  throttled: [[4], [613], [32], [80006], [4, 2018022], [10, 1893063]],
  retryable: [[1], [2], [1200]],
  misconfigured: [[190], [190, 463], [200], [230], [10], [200, 2018028], [100, 33], [368]],
  recipient_gone: [[551], [551, 1545041], [100, 2018001], [10, 2018108], [200, 1545041]],
  permanent: [[100], [10, 2018278], [10, 2018065], [100, 2018109], [100, 2018047], [100, 2018008]],
}

describe("outcomes of Meta's answers", () => {
  let provider: Provider
  beforeAll(async () => {
    provider = await startProvider()
  })
  afterAll(() => provider.stop())

  const cases = [
    ...Object.entries(WHATSAPP).flatMap(([expected, codes]) =>
      codes.map((code) => ['whatsapp', code, undefined, expected] as const),
    ),
    ['whatsapp', 100, 33, 'misconfigured'] as const,
    ...Object.entries(MESSENGER).flatMap(([expected, codes]) =>
      codes.map(([code, subcode]) => ['messenger', code, subcode, expected] as const),
    ),
  ]
  it.each(cases)(
    'on %s, maps the error code %i (subcode %s) to the outcome %s with a reason and a remedy',
    async (channel, code, subcode, expected) => {
      const outcome = await sendToGraph(channel, provider, {}, graphError(code, subcode))
      expect(outcome).toMatchObject({
        class: expected,
        code: subcode === undefined ? String(code) : `${code}/${subcode}`,
        providerStatus: '400',
        reason: expect.stringMatching(/^\S.{10,}/),
      })
      expectRemedies(outcome)
      expect(outcome).not.toMatchObject({ reason: expect.stringContaining('reports error') })
      expect(JSON.stringify(outcome)).not.toContain('secret-token')
    },
  )

  it("pauses a throttled message for the time in Retry-After, or else for the default time of Meta's error code", async () => {
    const now = new Date()
    const wait = async (reply: Reply) => {
      const outcome = await sendToGraph('whatsapp', provider, {}, reply, { now })
      return outcome.class === 'throttled' && [outcome.scope, outcome.until.getTime() - now.getTime()]
    }
    expect(await wait(graphError(131056))).toEqual(['recipient', 10_000])
    expect(await wait(graphError(130429))).toEqual(['connection', 5000])
    expect(await wait(graphError(131048))).toEqual(['connection', 3_600_000])
    expect(await wait(graphError(130429, undefined, { headers: { 'retry-after': '90' } }))).toEqual([
      'connection',
      90_000,
    ])
    expect(await wait({ status: 429, headers: { 'retry-after': '3600' }, text: 'slow down' })).toEqual([
      'connection',
      3_600_000,
    ])
  })

  it("maps Meta's error code to an outcome regardless of the HTTP status", async () => {
    expect(await sendToGraph('whatsapp', provider, {}, graphError(131026, undefined, { status: 200 }))).toMatchObject({
      class: 'recipient_gone',
    })
    expect(await sendToGraph('whatsapp', provider, {}, graphError(131047, undefined, { status: 500 }))).toMatchObject({
      class: 'permanent',
    })
    expect(await sendToGraph('messenger', provider, {}, graphError(190, undefined, { status: 429 }))).toMatchObject({
      class: 'misconfigured',
    })
  })

  it.each<[string, Reply, string, RegExp]>([
    ['an unknown code', graphError(999_999), 'permanent', /999999: .*refused/],
    ['an unknown code with status 503', graphError(999_999, undefined, { status: 503 }), 'retryable', /999999/],
    [
      'an unknown code that Meta calls transient',
      { status: 400, body: { error: { code: 999_999, is_transient: true } } },
      'retryable',
      /999999/,
    ],
    ['an HTML page with status 200', { status: 200, text: '<html>Welcome</html>' }, 'ambiguous', /cannot be read/],
    ['a success without a message', { status: 200, body: { success: true } }, 'ambiguous', /cannot be read/],
    ['a list with status 200', { status: 200, body: [] }, 'ambiguous', /cannot be read/],
    [
      'an HTML page with status 403',
      { status: 403, text: '<html>Blocked</html>' },
      'retryable',
      /is not in the format of/,
    ],
    ['an error without a code', { status: 404, body: { error: 'not found' } }, 'retryable', /is not in the format of/],
    ['an HTML page with status 502', { status: 502, text: '<html>Bad gateway</html>' }, 'retryable', /502/],
    ['status 401 without a body', { status: 401, text: '' }, 'misconfigured', /credentials/],
    ['an incomplete answer', { status: 200, body: { messages: [] }, drop: 'midway' }, 'ambiguous', /did not answer/],
    ['a closed connection', { drop: 'now' }, 'ambiguous', /did not answer/],
  ])('maps %s from Meta to an outcome with a reason', async (_title, reply, expected, reasonPattern) => {
    for (const channel of ['whatsapp', 'messenger'] as const)
      expect(await sendToGraph(channel, provider, {}, reply)).toMatchObject({
        class: expected,
        reason: expect.stringMatching(reasonPattern),
      })
  })

  it('reports a missing answer from Meta as ambiguous, and a refused connection as retryable', async () => {
    for (const channel of ['whatsapp', 'messenger'] as const) {
      const signal = AbortSignal.timeout(200)
      expect((await sendToGraph(channel, provider, {}, { hang: true }, { signal })).class).toBe('ambiguous')
      expect((await sendToGraph(channel, { ...provider, url: 'http://127.0.0.1:1' })).class).toBe('retryable')
    }
  })

  it('records that WhatsApp withholds a message for review, and ignores a malformed message id', async () => {
    const yes = (message: object): Reply => ({ body: { messages: [message] } })
    expect(
      await sendToGraph(
        'whatsapp',
        provider,
        {},
        yes({ id: 'wamid.9', message_status: 'held_for_quality_assessment' }),
      ),
    ).toMatchObject({ class: 'sent', externalId: 'wamid.9', response: expect.stringContaining('held_for_quality') })
    for (const id of [undefined, '', 5, null])
      expect(await sendToGraph('whatsapp', provider, {}, yes({ id }))).toMatchObject({
        class: 'sent',
        externalId: null,
      })
    expect(await sendToGraph('whatsapp', provider, {}, whatsappAccepted)).not.toHaveProperty('response')
    expect(await sendToGraph('messenger', provider, {}, messengerAccepted)).toMatchObject({ externalId: 'm_1' })
  })
})
