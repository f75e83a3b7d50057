// Registers the webhook of a connection at Postmark.
import { randomBytes } from 'node:crypto'
import { fieldsOf, isObject, textOf } from '../../../lib/json/json-fields.ts'
import { type RegistrationApi, RegistrationProblem, registering } from '../../set-up/registration.ts'
import type { WebhookSetUp } from '../../set-up/set-up.ts'

const TRIGGERS = {
  Delivery: { Enabled: true },
  Bounce: { Enabled: true, IncludeContent: false },
  SpamComplaint: { Enabled: true, IncludeContent: false },
  SubscriptionChange: { Enabled: true },
}
/** The size of a generated password in bytes. */
const PASSWORD = 24

/** Describes and registers the webhook. `api` sends the requests. */
export function postmarkWebhook<
  S extends { api_base?: string; message_stream?: string; webhook_user?: string; webhook_password?: string },
>(api: Omit<RegistrationApi<S>, 'provider' | 'credentials'>): WebhookSetUp<S> {
  return {
    help: 'At Postmark, open the message stream of your server, and add a webhook with this URL under Webhooks. Under Basic auth credentials, enter the user and password of this connection.',
    link: 'https://account.postmarkapp.com/servers',
    events: ['Delivery', 'Bounce', 'Spam complaint', 'Subscription change'],
    register: registering(
      { ...api, provider: 'Postmark', credentials: 'server_token' },
      async (ask, { url }, settings) => {
        const stream = settings.message_stream ?? 'outbound'
        const user = settings.webhook_user ?? 'carillon'
        const password = settings.webhook_password ?? randomBytes(PASSWORD).toString('base64url')
        const { Webhooks } = await ask(`/webhooks?MessageStream=${encodeURIComponent(stream)}`)
        if (!Array.isArray(Webhooks)) throw unknownAnswer()
        const known = fieldsOf(Webhooks.find((entry) => isObject(entry) && withoutUser(entry.Url) === url))
        const id = textOf(known.ID)
        const webhook = { Url: url, HttpAuth: { Username: user, Password: password }, Triggers: TRIGGERS }
        const { ID } =
          id === undefined
            ? await ask('/webhooks', { body: { ...webhook, MessageStream: stream } })
            : await ask(`/webhooks/${encodeURIComponent(id)}`, { method: 'PUT', body: webhook })
        if (textOf(ID) === undefined) throw unknownAnswer()
        return { webhook_user: user, webhook_password: password }
      },
    ),
  }
}

/**
 * Returns the problem of an answer that is not from the API of Postmark, for example because `api_base` is a web page.
 */
function unknownAnswer(): RegistrationProblem {
  return new RegistrationProblem('server_token', 'received an unknown answer of Postmark. Check api_base')
}

/** Returns a URL without its user and password. A member may have entered them in the URL. */
function withoutUser(url: unknown): string | undefined {
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined
  const bare = new URL(url)
  bare.username = ''
  bare.password = ''
  return bare.href
}
