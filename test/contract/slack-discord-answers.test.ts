// Every documented error of Slack and Discord has a class, a reason and a remedy.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Outcome } from '../../src/channels/contract.ts'
import { providerOf } from '../../src/channels/providers.ts'
import { oraclesDir, oracleText } from '../harness/oracles.ts'
import { type Provider, type Reply, startProvider } from '../harness/provider.ts'
import { expectRemedies } from '../harness/remedies.ts'
import { discord } from './providers/discord.ts'
import { type ProviderFixture, sendCallTo } from './providers/fixture.ts'
import { slackBot, slackWebhook } from './providers/slack.ts'

describe('answers of Slack and Discord', () => {
  let provider: Provider
  beforeAll(async () => {
    provider = await startProvider()
  })
  afterAll(() => provider.stop())

  const send = async (
    fixture: ProviderFixture,
    reply: Reply,
    change: { now?: Date; address?: string } = {},
  ): Promise<Outcome> => {
    const { now = new Date(), ...message } = change
    provider.reply(() => reply)
    const outcome = await providerOf(fixture.channel).send(sendCallTo(fixture, provider.url, message, { now }))
    expectRemedies(outcome)
    return outcome
  }

  it.each<[string, string]>([
    ['ratelimited', 'throttled'],
    ['rate_limited', 'throttled'],
    ['message_limit_exceeded', 'throttled'],
    ['service_unavailable', 'retryable'],
    ['internal_error', 'retryable'],
    ['fatal_error', 'retryable'],
    ['request_timeout', 'retryable'],
    ['team_added_to_org', 'retryable'],
    ['channel_not_found', 'recipient_gone'],
    ['not_in_channel', 'recipient_gone'],
    ['is_archived', 'recipient_gone'],
    ['restricted_action', 'recipient_gone'],
    ['restricted_action_read_only_channel', 'recipient_gone'],
    ['messages_tab_disabled', 'recipient_gone'],
    ['invalid_auth', 'misconfigured'],
    ['not_authed', 'misconfigured'],
    ['token_expired', 'misconfigured'],
    ['token_revoked', 'misconfigured'],
    ['account_inactive', 'misconfigured'],
    ['missing_scope', 'misconfigured'],
    ['no_permission', 'misconfigured'],
    ['org_login_required', 'misconfigured'],
    ['msg_too_long', 'permanent'],
    ['msg_blocks_too_long', 'permanent'],
    ['invalid_blocks', 'permanent'],
    ['invalid_blocks_format', 'permanent'],
    ['no_text', 'permanent'],
    ['too_many_attachments', 'permanent'],
    ['an_unknown_error', 'permanent'],
  ])('maps the Slack error %s in a 200 to %s', async (error, expected) => {
    expect(await send(slackBot, { body: { ok: false, error } })).toMatchObject({ class: expected, code: error })
  })

  it.skipIf(!oraclesDir)("has a reason for every error in Slack's list for chat.postMessage", async () => {
    const { errors } = JSON.parse(oracleText('slack/chat.postMessage.json')) as { errors: Record<string, string> }
    expect(Object.keys(errors).length).toBeGreaterThan(60)
    for (const error of Object.keys(errors)) {
      const outcome = await send(slackBot, { body: { ok: false, error } })
      expect(outcome, error).toMatchObject({ reason: expect.not.stringContaining('(200)') })
    }
  })

  it.each<[number, string, string]>([
    [400, 'invalid_payload', 'permanent'],
    [400, 'invalid_blocks', 'permanent'],
    [400, 'missing_text_or_fallback_or_attachments', 'permanent'],
    [400, 'user_not_found', 'misconfigured'],
    [403, 'action_prohibited', 'misconfigured'],
    [403, 'invalid_token', 'misconfigured'],
    [404, 'channel_not_found', 'misconfigured'],
    [404, 'no_service', 'misconfigured'],
    [404, 'no_team', 'misconfigured'],
    [410, 'channel_is_archived', 'misconfigured'],
    [429, 'rate_limited', 'throttled'],
    [500, 'rollup_error', 'retryable'],
    [503, 'channel_not_found', 'retryable'],
  ])('maps the Slack webhook answer %d %s to %s', async (status, text, expected) => {
    expect(await send(slackWebhook, { status, text })).toMatchObject({ class: expected, code: text })
  })

  it('an archived Slack channel is a problem of the connection if its settings name the channel, and otherwise of the recipient', async () => {
    const reply = { body: { ok: false, error: 'is_archived' } }
    expect(await send(slackBot, reply)).toMatchObject({ class: 'recipient_gone' })
    expect(await send(slackBot, reply, { address: 'C0987654321' })).toMatchObject({ class: 'misconfigured' })
  })

  it.each<[string, Reply, object]>([
    ['an unknown webhook', no(404, 10015), { class: 'misconfigured', code: '10015' }],
    ['a path that is not a webhook', no(404, 0), { class: 'misconfigured' }],
    ['an invalid token', no(401, 50027), { class: 'misconfigured' }],
    ['a missing permission', no(403, 50013), { class: 'misconfigured' }],
    ['an unknown channel', no(404, 10003), { class: 'misconfigured' }],
    ['an invalid form', no(400, 50035), { class: 'permanent' }],
    ['an empty message', no(400, 50006), { class: 'permanent' }],
    ['too large a message', no(413, 40005), { class: 'permanent' }],
    ['an unknown error', no(400, 99999), { class: 'permanent', code: '99999' }],
    ['a server error', no(500, 0), { class: 'retryable' }],
    ['a limit of the webhook', limit({ retry_after: 0.3 }), { class: 'throttled', scope: 'connection' }],
    [
      'a global limit',
      limit({ retry_after: 65, global: true }),
      { class: 'throttled', reason: expect.stringContaining('global') },
    ],
    [
      'a shared limit',
      limit({ retry_after: 2 }, { 'x-ratelimit-scope': 'shared' }),
      { reason: expect.stringContaining('share') },
    ],
    ['a success without an id', { body: { id: 5 } }, { class: 'ambiguous' }],
  ])('maps the Discord answer with %s to an outcome', async (_title, reply, expected) => {
    expect(await send(discord, reply)).toMatchObject(expected)
  })

  it("pauses for the time in the body of Discord's 429, which may be a fraction of a second, not for the whole seconds in the header", async () => {
    const now = new Date()
    const outcome = await send(discord, limit({ retry_after: 64.57 }, { 'retry-after': '1' }), { now })
    expect(outcome).toMatchObject({ class: 'throttled', until: new Date(now.getTime() + 64_570) })
  })
})

function no(status: number, code: number): Reply {
  return { status, body: { message: 'no', code } }
}

function limit(body: object, headers: Record<string, string> = {}): Reply {
  return { status: 429, headers, body: { message: 'You are being rate limited.', global: false, ...body } }
}
