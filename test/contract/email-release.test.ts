// Messages with files while a provider hangs. Another connection can take the waiting messages, and the unanswered
// calls do not delay messages of other connections.
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Outcome, SendCall } from '../../src/channels/contract.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { emailApis } from './providers/email-apis.ts'
import { providerFor, sendCallTo } from './providers/fixture.ts'

/** The number of messages with files that a process sends at the same time. */
const TURNS = 8

let hanging: Provider
let working: Provider
beforeEach(async () => {
  ;[hanging, working] = await Promise.all([startProvider(), startProvider()])
})
afterEach(() => Promise.all([hanging.stop(), working.stop()]))

const attachments: SendCall['message']['attachments'] = [
  { filename: 'a.txt', mime_type: 'text/plain', read: async () => Buffer.from('text') },
]

it.each(emailApis.map((fixture) => [fixture.provider ?? '', fixture] as const))(
  'when another connection takes over from %s, waiting messages with files end their attempts, and unanswered calls free their turns',
  async (_name, fixture) => {
    const { send, title } = providerFor(fixture)
    hanging.reply(() => ({ hang: true }))
    working.reply(() => fixture.http!.replies.sent as object)
    const through = (url: string, change: Partial<SendCall>): Promise<Outcome> =>
      send(sendCallTo(fixture, url, { attachments }, change))
    const toHanging = () => {
      const [stopped, released] = [new AbortController(), new AbortController()]
      const outcome = through(hanging.url, { signal: stopped.signal, released: released.signal })
      return { outcome, stopped, released }
    }

    const calls = Array.from({ length: TURNS }, toHanging)
    await expect.poll(() => hanging.received.length, { timeout: 20_000 }).toBe(TURNS)
    const waiting = toHanging()
    for (const { released } of [...calls, waiting]) released.abort()
    expect(await waiting.outcome).toMatchObject({
      class: 'retryable',
      reason: `${title} stopped answering other messages, so this message was not sent to it`,
    })
    const signal = new AbortController().signal
    expect(await through(working.url, { signal })).toMatchObject({ class: 'sent' })
    expect(hanging.received).toHaveLength(TURNS)
    for (const { stopped } of calls) stopped.abort()
    for (const { outcome } of calls) expect((await outcome).class).toBe('ambiguous')
  },
)
