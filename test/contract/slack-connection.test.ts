// A Slack connection: bot token or webhook, refused settings, the channel of a message, and the connection check.
import { describe, expect, it } from 'vitest'
import type { Addresses } from '../../src/channels/contract.ts'
import { channelOf } from '../../src/channels/index.ts'
import { providerOf } from '../../src/channels/providers.ts'
import { startProvider } from '../harness/provider.ts'
import type { ProviderFixture } from './providers/fixture.ts'
import { slackBot, slackWebhook } from './providers/slack.ts'

const channel = channelOf('slack')
const slack = providerOf('slack')

describe('slack connections', () => {
  const { problems, check, replaces } = slack
  const hook = 'https://hooks.slack.com/services/T000/B000/abc'

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['a webhook', { webhook_url: hook }, {}],
    ['a bot', { bot_token: 'xoxb-1', channel: 'C1' }, {}],
    ['neither a webhook nor a bot', {}, { bot_token: expect.stringContaining('required') }],
    [
      'both a webhook and a bot',
      { webhook_url: hook, bot_token: 'xoxb-1', channel: 'C1' },
      { webhook_url: expect.stringContaining('one of them') },
    ],
    ['a bot without a channel', { bot_token: 'xoxb-1' }, { channel: expect.stringContaining('required') }],
    [
      'a webhook with a channel',
      { webhook_url: hook, channel: 'C1' },
      { channel: expect.stringContaining('bot_token') },
    ],
    [
      'another host of the webhook',
      { webhook_url: 'https://hooks.slack.com.evil.example/services/T/B/x' },
      { webhook_url: expect.stringContaining('hooks.slack.com') },
    ],
    [
      'another path of the webhook',
      { webhook_url: 'https://hooks.slack.com/else' },
      { webhook_url: expect.stringContaining('/services/') },
    ],
    ['a gateway', { webhook_url: 'https://gate.example/services/T/B/x', api_base: 'https://gate.example' }, {}],
  ])('validates the Slack settings of %s', (_title, settings, expected) =>
    expect(problems!(settings, false)).toEqual(expected),
  )

  it('setting a Slack bot token removes the stored webhook, and setting a webhook removes the stored token', () => {
    expect([replaces!({ bot_token: 'x' }), replaces!({ webhook_url: 'x' }), replaces!({ channel: 'x' })]).toEqual([
      ['webhook_url'],
      ['bot_token'],
      [],
    ])
  })

  it("posts to the recipient's Slack channel if there is one, else to the connection's channel; a webhook cannot post to the recipient's channel [SLACK-05, D12c]", () => {
    const recipient = (slack_channel: string | null) => ({ slack_channel }) as Addresses
    expect(channel.address(recipient('C9'), { channel: 'C1' })).toBe('C9')
    expect(channel.address(recipient(null), { channel: 'C1' })).toBe('C1')
    expect(channel.address(recipient(null), {})).toBe('webhook')
    expect(channel.address(recipient(null))).toBeUndefined()
    expect(channel.address(recipient('C9'), {})).toBeUndefined()
    expect(channel.missing!(recipient('C9'), {})).toContain('connect a bot token to reach C9')
    expect(channel.missing!(recipient(null), undefined)).toBeUndefined()
  })

  it.each<[string, ProviderFixture, object, object]>([
    [
      'a valid token',
      slackBot,
      { body: { ok: true, user: 'carillon', team: 'Acme' }, headers: { 'x-oauth-scopes': 'chat:write,users:read' } },
      { found: ['the token belongs to carillon in Acme'], problems: {} },
    ],
    [
      'a token without the scope',
      slackBot,
      { body: { ok: true, user: 'c', team: 'A' }, headers: { 'x-oauth-scopes': 'users:read' } },
      { found: [], problems: { bot_token: expect.stringContaining('chat:write; it has users:read') } },
    ],
    [
      'a revoked token',
      slackBot,
      { body: { ok: false, error: 'token_revoked' } },
      { found: [], problems: { bot_token: expect.stringContaining('was revoked') } },
    ],
    [
      'an existing webhook',
      slackWebhook,
      { status: 400, text: 'no_text' },
      { found: ['the incoming webhook exists'], problems: {} },
    ],
    [
      'a removed webhook',
      slackWebhook,
      { status: 404, text: 'no_service' },
      { found: [], problems: { webhook_url: expect.stringContaining('removed') } },
    ],
    [
      'a page of another server',
      slackWebhook,
      { text: '<html></html>' },
      { found: [], problems: { webhook_url: expect.stringContaining('cannot be read') } },
    ],
  ])('checks a Slack connection with %s, without sending a message', async (_title, fixture, reply, expected) => {
    const provider = await startProvider()
    provider.reply(() => reply)
    expect(await check!(fixture.http!.settings(provider.url), true, new Date())).toEqual(expected)
    expect(provider.received.map(({ path }) => path.split('/').at(-1))).toEqual([
      fixture === slackBot ? 'auth.test' : 'secret-token',
    ])
    await provider.stop()
  })
})
