// Tests of undocumented behavior of a provider: closed connections, timeouts, HTML pages, and absurd Retry-After
// values.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Outcome, SendCall } from '../../../src/channels/contract.ts'
import { HOUR } from '../../../src/limits.ts'
import { type Provider, type Reply, startProvider } from '../../harness/provider.ts'
import { expectRemedies, PROMISES_AN_ATTEMPT } from '../../harness/remedies.ts'
import { fixtureName, type ProviderFixture, providerFor, type Scenario, sendCallTo } from './fixture.ts'

const PAGE = '<!doctype html><html><body><h1>Sign in</h1></body></html>'
const html = { 'content-type': 'text/html' }

export function describeFaults(fixture: ProviderFixture): void {
  describe(fixtureName(fixture), () => {
    let provider: Provider
    beforeAll(async () => {
      provider = await startProvider()
    })
    afterAll(() => provider.stop())

    const send = (reply: Reply, change: Partial<SendCall> = {}, url = provider.url): Promise<Outcome> => {
      provider.reply(() => reply)
      return providerFor(fixture).send(sendCallTo(fixture, url, {}, change))
    }

    it.each<[string, Reply, Outcome['class']]>([
      ['closes the connection without an answer', { drop: 'now' }, 'ambiguous'],
      ['closes the connection during its answer', { text: '{"ok":true', drop: 'midway' }, 'ambiguous'],
      ['returns incomplete JSON', { text: '{"ok":true,"resu' }, 'ambiguous'],
      ['returns 200 with an HTML page', { headers: html, text: PAGE }, 'ambiguous'],
      ['returns 200 with a very long HTML page', { headers: html, text: PAGE.repeat(5000) }, 'ambiguous'],
      ['returns 200 without a body', { text: '' }, 'ambiguous'],
      ['returns 200 with null', { body: null }, 'ambiguous'],
      ['returns 200 with a list', { body: [] }, 'ambiguous'],
      ['is behind a failing gateway', { status: 502, headers: html, text: PAGE }, 'retryable'],
      ['is in maintenance', { status: 503, headers: { ...html, 'retry-after': '120' }, text: PAGE }, 'retryable'],
      ['is behind a proxy that requires authentication', { status: 407, headers: html, text: PAGE }, 'retryable'],
      ['has a wrong URL where another server returns 404', { status: 404, headers: html, text: PAGE }, 'retryable'],
      ['redirects with 302', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'misconfigured'],
      ['redirects with 308', { status: 308, headers: { location: 'https://example.com/' } }, 'misconfigured'],
      [
        'throttles with an HTML page',
        { status: 429, headers: { ...html, 'retry-after': '3600' }, text: PAGE },
        'throttled',
      ],
    ])('returns an outcome with reason and remedy when the provider %s', async (_title, reply, expected) => {
      const outcome = await send(reply)
      expect(outcome).toMatchObject({ class: expected, reason: expect.stringMatching(/\w+ \w+/) })
      expectRemedies(outcome)
      expect(JSON.stringify(outcome)).not.toContain('secret-token')
    })

    const errorsInside: [Exclude<Scenario, 'dropped' | 'sent'>, Outcome['class'][]][] = [
      ['permanent', ['permanent']],
      ['recipient_gone', ['recipient_gone']],
      ['misconfigured', ['misconfigured']],
      ['throttled', ['throttled']],
      // An error in a 200 response does not prove that the provider rejected the message.
      ['retryable', ['retryable', 'ambiguous']],
    ]
    it.each(errorsInside.filter(([scenario]) => fixture.unsupported[scenario] === undefined))(
      'reads an error inside a 200 answer of the provider as %s',
      async (scenario, expected) => {
        const reply = fixture.http!.replies[scenario] as Reply
        expect(expected).toContain((await send({ ...reply, status: 200 })).class)
      },
    )

    it('reports an ambiguous attempt when the provider never answers', async () => {
      const outcome = await send({ hang: true }, { signal: AbortSignal.timeout(200) })
      expect(outcome).toMatchObject({ class: 'ambiguous', reason: expect.stringContaining('did not answer') })
    })

    it('reports a retryable attempt when the provider is not reachable, because nothing was sent', async () => {
      expect(await send({}, {}, 'http://127.0.0.1:1')).toMatchObject({
        class: 'retryable',
        reason: expect.stringContaining('refused the connection'),
      })
    })

    it('sends no request to a provider in a private network that the operator did not permit', async () => {
      provider.received.length = 0
      const outcome = await send({}, { allowPrivateNetwork: false })
      expect(outcome).toMatchObject({
        class: 'misconfigured',
        reason: expect.stringMatching(/address (must start with https|points to 127\.0\.0\.1)/),
        remedies: { pending: expect.stringContaining('ALLOW_PRIVATE_NETWORK') },
      })
      expect(provider.received).toEqual([])
    })

    it.each<[string, Reply, string?]>([
      ['returns an HTML page', { headers: html, text: PAGE }],
      ['is behind a failing gateway', { status: 502, headers: html, text: PAGE }],
      ['closes the connection', { drop: 'now' }],
      ['throttles', { status: 429, headers: { 'retry-after': '3600' }, body: {} }],
      ['is not reachable', {}, 'http://127.0.0.1:1'],
      ['refuses the credentials', fixture.http!.replies.misconfigured as Reply],
    ])(
      'the connection check reports one problem and mentions no later attempt when the provider %s',
      async (_title, reply, url = provider.url) => {
        provider.reply(() => reply)
        const { found, problems } = await providerFor(fixture).check!(fixture.http!.settings(url), true, new Date())
        const messages = Object.values(problems)
        expect([found, messages]).toEqual([[], [expect.stringMatching(/\w+ \w+/)]])
        expect(messages[0]).not.toMatch(PROMISES_AN_ATTEMPT)
        expect(messages[0]).not.toMatch(/twice|secret-token/)
      },
    )

    it('pauses for at least a second and at most a day, whatever pause a throttling provider requests', async () => {
      const now = new Date()
      const waitAfter = async (retryAfter: string) => {
        const outcome = await send({ status: 429, headers: { 'retry-after': retryAfter }, body: {} }, { now })
        return outcome.class === 'throttled' && outcome.until.getTime() - now.getTime()
      }
      expect(await waitAfter('3600')).toBe(HOUR)
      expect(await waitAfter('0')).toBe(1000)
      expect(await waitAfter('Mon, 01 Jan 2001 00:00:00 GMT')).toBe(1000)
      expect(await waitAfter('9e300')).toBe(24 * HOUR)
      expect(await waitAfter('soon')).toBe(5000)
    })
  })
}
