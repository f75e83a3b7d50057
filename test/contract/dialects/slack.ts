// How Slack answers: a bot gets 200 and says in the body whether it worked, an incoming webhook gets a status and a word.
import type { Reply } from '../../harness/provider.ts'
import { httpDialect } from './dialect.ts'

const no = (error: string): Reply => ({ body: { ok: false, error } })
const word = (status: number, text: string): Reply => ({ status, headers: { 'content-type': 'text/html' }, text })

export const slackBot = httpDialect({
  channel: 'slack',
  way: 'bot token',
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

export const slackWebhook = httpDialect({
  channel: 'slack',
  way: 'incoming webhook',
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
