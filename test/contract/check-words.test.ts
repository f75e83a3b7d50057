// A connection check sends no message, so the problems that it reports do not mention a message.
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { providerOf } from '../../src/channels/providers.ts'
import { type Provider, type Reply, startProvider } from '../harness/provider.ts'
import { firebaseError, isTokenRequest, serviceAccount } from '../harness/push.ts'
import { fixtureName, type ProviderRef, providerFor } from './providers/fixture.ts'
import { providerFixtures } from './providers/index.ts'

const OF_A_MESSAGE =
  /resend (the message|it)|refuse[sd]? (a part of )?the message|the message|fewer messages|\btemplate\b/i
const json = (status: number, body: object): Reply => ({ status, body })
/** Error replies without an explanation from the provider. */
const ANSWERS: Reply[] = [
  ...[400, 402, 403, 404, 408, 409, 410, 413, 422, 429, 500, 502, 503].flatMap((status): Reply[] => [
    json(status, {}),
    { status, text: '<html>' },
    json(status, { ok: false, error_code: status, description: 'Bad Request: no such thing' }),
    json(status, { error: { code: 131000, message: 'Something went wrong' } }),
    json(status, { ok: false, error: 'something_else' }),
    json(status, { code: 12345, message: 'Something' }),
    json(status, { error: { code: status, status: 'INVALID_ARGUMENT', message: 'no' } }),
  ]),
  { status: 302, headers: { location: 'https://example.com/' } },
  json(200, {}),
  { status: 200, text: '<html>' },
  { drop: 'now' },
]

const granted: Reply = { body: { access_token: 'secret-token', expires_in: 3600 } }
const overHttp = providerFixtures.flatMap(({ http, ...fixture }) =>
  http ? [{ ...http, ...fixture, way: fixtureName(fixture) }] : [],
)
const firebase = {
  channel: 'push' as const,
  settings: (url: string) => ({ fcm: { service_account: serviceAccount(url), api_base: url } }),
  replies: { permanent: firebaseError(400, 'INVALID_ARGUMENT'), gone: firebaseError(404, 'NOT_FOUND') },
}
const ways: Way[] = [...overHttp, { ...firebase, way: 'push by Firebase' }]

interface Way extends ProviderRef {
  way: string
  settings: (url: string) => Record<string, unknown>
  /** A scenario that cannot occur has a text with the reason, in place of a reply. */
  replies: Record<string, Reply | string>
}

describe.each(ways)('the check of $way', ({ settings, replies, ...fixture }) => {
  let provider: Provider
  beforeAll(async () => {
    provider = await startProvider()
  })
  afterAll(() => provider.stop())

  const problemsOf = async (answer: Reply, isGranted: boolean): Promise<string[]> => {
    provider.reply((request) => (isGranted && isTokenRequest(request) ? granted : answer))
    const { problems } = await providerFor(fixture).check!(settings(provider.url), true, new Date())
    return Object.values(problems)
  }

  it('reports problems of the connection without mentioning a message, for any reply of the provider', async () => {
    const own = Object.entries(replies).flatMap(([name, reply]) =>
      name === 'sent' || typeof reply === 'string' ? [] : [reply],
    )
    const messages: string[] = []
    for (const reply of [...ANSWERS, ...own])
      for (const isGranted of [true, false]) messages.push(...(await problemsOf(reply, isGranted)))
    expect(messages.length).toBeGreaterThan(ANSWERS.length)
    expect([...new Set(messages)].filter((text) => OF_A_MESSAGE.test(text))).toEqual([])
  })
})

describe('the check of a mail server', () => {
  it.each(['220', '421', '450', '451', '452', '500', '530', '550', '554'])(
    "reports a mail server's %s greeting or sign-in reply without mentioning a message",
    async (code) => {
      const server = createServer((socket) => {
        socket.on('error', () => {})
        socket.write(code === '220' ? '220 ready\r\n' : `${code} no\r\n`)
        socket.on('data', () => socket.write('454 not now\r\n'))
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      try {
        const address = server.address()
        const port = typeof address === 'object' && address !== null ? address.port : 0
        const { problems } = await providerOf('email').check!(
          { url: `smtp://ada:secret@127.0.0.1:${port}?tls=off`, from: 'shop@shop.example' },
          true,
          new Date(),
        )
        // 530 refuses the sign-in, and the other codes refuse the session.
        const setting = code === '530' ? 'user' : 'host'
        expect(Object.keys(problems)).toEqual([setting])
        expect(problems[setting]).not.toMatch(OF_A_MESSAGE)
      } finally {
        server.close()
      }
    },
  )
})
