// The fixture of Discord: its replies to a message that is posted to a webhook.
import { httpFixture } from './fixture.ts'

export const discord = httpFixture({
  channel: 'discord',
  recipient: { email: 'ada@example.com' },
  settings: (url) => ({ webhook_url: `${url}/api/webhooks/1/secret-token` }),
  message: { address: 'channel' },
  replies: {
    sent: { body: { id: '1101', channel_id: '5' } },
    retryable: { status: 502, body: { message: '502: Bad Gateway', code: 0 } },
    throttled: {
      status: 429,
      headers: { 'x-ratelimit-scope': 'user' },
      body: { message: 'You are being rate limited.', retry_after: 41.337, global: false },
    },
    permanent: { status: 400, body: { message: 'Invalid Form Body', code: 50035 } },
    recipient_gone: 'the address is the connection itself',
    misconfigured: { status: 404, body: { message: 'Unknown Webhook', code: 10015 } },
  },
})
