// The requests of SMS providers and the outcomes of their answers, without the service.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Outcome, SendCall } from '../../src/channels/contract.ts'
import { type Provider, type Reply, startProvider } from '../harness/provider.ts'
import { expectRemedies } from '../harness/remedies.ts'
import { providerFor, sendCallTo } from './providers/fixture.ts'
import { httpGateway, vonage } from './providers/sms.ts'

describe('sending SMS', () => {
  let server: Provider
  beforeAll(async () => {
    server = await startProvider()
  })
  afterAll(() => server.stop())
  beforeEach(() => {
    server.received.length = 0
  })

  type Fixture = typeof vonage
  const send = (fixture: Fixture, reply: Reply, body = 'Hello', change: Partial<SendCall> = {}): Promise<Outcome> => {
    server.reply(() => reply)
    return providerFor(fixture).send(sendCallTo(fixture, server.url, { body }, change))
  }
  const inboundUrl = 'https://sms.example/v1/inbound/sms/1'

  describe('by Vonage', () => {
    it.each(['1', '5', '7', '9', '15', '29', '33'])(
      'an SMS by Vonage has an unknown outcome if some segments are accepted and others are refused with the code %s',
      async (code) => {
        const messages = [
          { status: '0', 'message-id': '1' },
          { status: code, 'error-text': 'no' },
        ]
        const outcome = await send(vonage, { body: { 'message-count': '2', messages } })
        expect(outcome).toMatchObject({ class: 'ambiguous', code })
        expectRemedies(outcome)
      },
    )

    it('requests receipts at the URL for inbound webhooks without added parameters, because Vonage signs only its own parameters', async () => {
      await send(vonage, vonage.http!.replies.sent as Reply, 'Hello', { inboundUrl })
      const form = Object.fromEntries(new URLSearchParams(server.received[0]!.text))
      expect(form).toMatchObject({ callback: inboundUrl, 'client-ref': '1.1' })
    })

    it('checks the credentials of Vonage with a request whose URL does not contain the secret', async () => {
      server.reply(() => ({ body: { value: 3.5, autoReload: false } }))
      const { check } = providerFor(vonage)
      const findings = await check!(vonage.http!.settings(server.url), true, new Date())
      expect(findings).toEqual({ found: ['the credentials work; the balance is 3.5 EUR'], problems: {} })
      const [{ path, headers }] = server.received as [Provider['received'][number]]
      expect(path).toBe('/account/get-balance')
      expect(headers.authorization).toBe(`Basic ${Buffer.from('abcd1234:secret-token').toString('base64')}`)
    })
  })

  describe('by an HTTP gateway', () => {
    it('adds the delivery id to the callback URL of an HTTP gateway, as a parameter that gateways do not use themselves', async () => {
      const change = { settings: { ...httpGateway.http!.settings(server.url), body: 'dlr={{callback}}' }, inboundUrl }
      await send(httpGateway, { body: { id: 'G1' } }, 'Hello', change)
      expect(new URLSearchParams(server.received[0]!.text).get('dlr')).toBe(
        `${inboundUrl}?secret=secret-token-of-the-gateway&carillon_id=1`,
      )
    })

    it.each(['Your TOKEN is 1', 'TOKEN', 'A "TOKEN"\n& <TOKEN> è'])(
      'ignores the texts of errors in the message %j when the answer repeats this message',
      async (body) => {
        const sent = { class: 'sent', externalId: 'G1' }
        expect(await send(httpGateway, { body: { id: 'G1', message: body } }, body)).toMatchObject(sent)
        const id_field = undefined
        const change = { settings: { ...httpGateway.http!.settings(server.url), id_field } }
        const echoes = [body, encodeURIComponent(body), new URLSearchParams({ text: body }).toString()]
        for (const text of echoes)
          expect(await send(httpGateway, { text: `0: Accepted, ${text}` }, body, change)).toMatchObject({
            class: 'sent',
          })
      },
    )

    it('finds the text of an error in an answer that also repeats the message', async () => {
      const refused = { text: 'BUSY: cannot send Your TOKEN is 1' }
      expect(await send(httpGateway, refused, 'Your TOKEN is 1')).toMatchObject({ class: 'retryable' })
      const wrong = { status: 401, text: 'TOKEN is wrong: Your TOKEN is 1' }
      expect(await send(httpGateway, wrong, 'Your TOKEN is 1')).toMatchObject({ class: 'misconfigured' })
    })

    it.each(['{{ text }}', '{{to-digits}}', '{{}}', '{{text', '{{a placeholder that is much too long for any name}}'])(
      'refuses the settings with the wrong placeholder %s',
      (placeholder) => {
        const { problems } = providerFor(httpGateway)
        const given = { ...httpGateway.http!.settings(server.url), body: `text=${placeholder}` }
        expect(problems!(given, true)).toEqual({ body: expect.stringContaining('placeholder') })
      },
    )
  })
})
