// Registers the webhook of a connection at Resend.
import { fieldsOf, isObject, itemsOf, textOf } from '../../../lib/json/json-fields.ts'
import { type RegistrationApi, RegistrationProblem, registering } from '../../set-up/registration.ts'
import type { WebhookSetUp } from '../../set-up/set-up.ts'

const EVENTS = [
  'email.sent',
  'email.delivered',
  'email.bounced',
  'email.complained',
  'email.failed',
  'email.suppressed',
]

/** Describes and registers the webhook. `api` sends the requests. */
export function resendWebhook<S extends { api_base?: string }>(
  api: Omit<RegistrationApi<S>, 'provider' | 'credentials' | 'isForbidden'>,
): WebhookSetUp<S> {
  const whole: RegistrationApi<S> = {
    ...api,
    provider: 'Resend',
    credentials: 'api_key',
    isForbidden: ({ json }) => fieldsOf(json).name === 'restricted_api_key',
  }
  return {
    help: 'At Resend, choose Webhooks, Add webhook, and enter this URL. Then copy the signing secret into the connection.',
    link: 'https://resend.com/webhooks',
    events: EVENTS,
    register: registering(whole, async (ask, { url }) => {
      const { data } = await ask('/webhooks?limit=100')
      const known = fieldsOf(itemsOf(data).find((entry) => isObject(entry) && entry.endpoint === url))
      const id = textOf(known.id)
      const events = { events: EVENTS }
      if (id !== undefined)
        await ask(`/webhooks/${encodeURIComponent(id)}`, { method: 'PATCH', body: { ...events, status: 'enabled' } })
      const webhook =
        id === undefined
          ? await ask('/webhooks', { body: { endpoint: url, ...events } })
          : await ask(`/webhooks/${encodeURIComponent(id)}`)
      const secret = textOf(webhook.signing_secret)
      if (!secret?.startsWith('whsec_'))
        throw new RegistrationProblem(
          'webhook_secret',
          'was not in the answer of Resend: copy it from the page of the webhook',
        )
      return { webhook_secret: secret }
    }),
  }
}
