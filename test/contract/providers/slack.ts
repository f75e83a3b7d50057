// The fixtures of Slack. The Web API returns 200 with `ok` in the body; an incoming webhook returns a status and one word.
import type { Reply } from '../../harness/provider.ts'
import { httpFixture } from './fixture.ts'

const no = (error: string): Reply => ({ body: { ok: false, error } })
const word = (status: number, text: string): Reply => ({ status, headers: { 'content-type': 'text/html' }, text })

export const slackBot = httpFixture({
  channel: 'slack',
  variant: 'bot token',
  recipient: { slack_channel: 'C0123456789' },
  settings: (url) => ({ bot_token: 'xoxb-secret-token', channel: 'C0987654321', api_base: `${url}/api` }),
  message: { address: 'C0123456789' },
  replies: {
    sent: { body: { ok: true, channel: 'C0123456789', ts: '1503435956.000247' } },
    retryable: no('service_unavailable'),
    throttled: { status: 429, headers: { 'retry-after': '43' }, body: { ok: false, error: 'ratelimited' } },
    permanent: no('invalid_blocks'),
    recipient_gone: no('channel_not_found'),
    misconfigured: no('token_revoked'),
  },
})

export const slackWebhook = httpFixture({
  channel: 'slack',
  variant: 'incoming webhook',
  recipient: { email: 'ada@example.com' },
  settings: (url) => ({ webhook_url: `${url}/services/T000/B000/secret-token` }),
  message: { address: 'webhook' },
  replies: {
    sent: word(200, 'ok'),
    retryable: word(500, 'rollup_error'),
    throttled: { ...word(429, 'rate_limited'), headers: { 'content-type': 'text/html', 'retry-after': '43' } },
    permanent: word(400, 'invalid_payload'),
    recipient_gone: 'the address is the connection itself',
    misconfigured: word(404, 'no_service'),
  },
})
