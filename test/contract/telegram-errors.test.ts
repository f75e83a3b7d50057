// Replays a collection of real error replies of Telegram. Every error maps to an outcome.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { providerOf } from '../../src/channels/providers.ts'
import { oracleFiles, oraclesDir, oracleText } from '../harness/oracles.ts'
import { type Provider, startProvider } from '../harness/provider.ts'
import { expectRemedies } from '../harness/remedies.ts'
import { sendCallTo } from './providers/fixture.ts'
import { telegram } from './providers/telegram.ts'

const EXPECTED: Record<string, string> = {
  'bad-request-chat-not-found': 'recipient_gone',
  'bad-request-group-chat-migrated': 'recipient_gone',
  'bad-request-group-deactivated': 'recipient_gone',
  'bad-request-peer-id-invalid': 'recipient_gone',
  'bad-request-user-not-found': 'recipient_gone',
  'conflicted-terminated-by-other-long-poll': 'misconfigured',
  'forbidden-bot-blocked-by-user': 'recipient_gone',
  'forbidden-bot-cant-send-messages-to-bots': 'recipient_gone',
  'forbidden-bot-not-member-channel': 'recipient_gone',
  'forbidden-bot-not-member-supergroup': 'recipient_gone',
  'forbidden-bot-was-kicked': 'recipient_gone',
  'forbidden-cant-initiate-conversation': 'recipient_gone',
  'forbidden-user-is-deactivated': 'recipient_gone',
  'too-many-requests': 'throttled',
  unauthorized: 'misconfigured',
  'webhook-is-active': 'misconfigured',
}

describe.skipIf(!oraclesDir)('recorded errors of the Bot API', () => {
  let provider: Provider
  beforeAll(async () => {
    provider = await startProvider()
  })
  afterAll(() => provider.stop())

  it.each(oracleFiles('telegram-errors').map((file) => [file.replace('.json', ''), file]))(
    'maps the Telegram error %s to an outcome with a reason',
    async (name, file) => {
      const body = JSON.parse(oracleText(`telegram-errors/${file}`)) as { error_code: number }
      provider.reply(() => ({ status: body.error_code, body }))
      const outcome = await providerOf('telegram').send(sendCallTo(telegram, provider.url))
      // Errors that are not in the list are about a message that Telegram can never accept.
      expect(outcome).toMatchObject({
        class: EXPECTED[name] ?? 'permanent',
        code: String(body.error_code),
        reason: expect.stringMatching(/\w{4}/),
      })
      expectRemedies(outcome)
    },
  )
})
