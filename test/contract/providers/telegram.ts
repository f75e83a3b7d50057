// The fixture of Telegram: the replies and updates of the Bot API.
import type { Reply } from '../../harness/provider.ts'
import { telegramUpdates } from '../../harness/provider-bodies.ts'
import { httpFixture } from './fixture.ts'

const no = (error_code: number, description: string, parameters = {}): Reply => ({
  status: error_code,
  body: { ok: false, error_code, description, parameters },
})

export const telegram = httpFixture({
  channel: 'telegram',
  recipient: { telegram_chat_id: '42' },
  settings: (url) => ({ bot_token: '1:secret-token', api_base: url }),
  message: { address: '42' },
  replies: {
    sent: { body: { ok: true, result: { message_id: 7, chat: { id: 42 } } } },
    retryable: no(502, 'Bad Gateway'),
    throttled: no(429, 'Too Many Requests: retry after 49', { retry_after: 49 }),
    permanent: no(400, "Bad Request: can't parse entities"),
    recipient_gone: no(403, 'Forbidden: bot was blocked by the user'),
    misconfigured: no(401, 'Unauthorized'),
  },
  reports: telegramUpdates,
})
