// Registers the event webhook of a connection at SendGrid.
import { fieldsOf, isObject, itemsOf, textOf } from '../../../lib/json/json-fields.ts'
import { type RegistrationApi, RegistrationProblem, registering } from '../../set-up/registration.ts'
import type { WebhookSetUp } from '../../set-up/set-up.ts'
import { ecdsaKeyOf } from './signatures.ts'

const PATH = '/v3/user/webhooks/event/settings'

/** The events that the webhook sends. Opens and clicks are not tracked. */
const EVENTS = {
  processed: true,
  delivered: true,
  dropped: true,
  bounce: true,
  spam_report: true,
  unsubscribe: true,
  group_unsubscribe: true,
  group_resubscribe: true,
  deferred: false,
  open: false,
  click: false,
}

/** Describes and registers the webhook. `api` sends the requests. */
export function sendgridWebhook<S extends { api_base?: string }>(
  api: Omit<RegistrationApi<S>, 'provider' | 'credentials'>,
): WebhookSetUp<S> {
  return {
    help: 'At SendGrid, choose Settings, Mail Settings, Event Webhooks, and create a webhook with this URL. Turn on the signature verification, and copy the verification key into the connection.',
    link: 'https://app.sendgrid.com/settings/mail_settings/webhook_settings',
    events: [
      'Processed',
      'Delivered',
      'Dropped',
      'Bounced',
      'Spam Reports',
      'Unsubscribed',
      'Group Unsubscribes',
      'Group Resubscribes',
    ],
    register: registering({ ...api, provider: 'SendGrid', credentials: 'api_key' }, async (ask, { url }) => {
      const { webhooks } = await ask(`${PATH}/all`)
      const known = fieldsOf(itemsOf(webhooks).find((entry) => isObject(entry) && entry.url === url))
      const body = { enabled: true, url, ...EVENTS }
      const id = textOf(known.id)
      const kept =
        id === undefined
          ? await ask(PATH, { body })
          : await ask(`${PATH}/${encodeURIComponent(id)}`, { method: 'PATCH', body })
      const signed = textOf(kept.id) ?? id
      // Without an id, SendGrid would change the oldest webhook of the account.
      if (signed === undefined) throw missingKey()
      const path = `${PATH}/signed/${encodeURIComponent(signed)}`
      const { public_key } = await ask(path, { method: 'PATCH', body: { enabled: true } })
      const key = textOf(public_key)
      if (key === undefined || !ecdsaKeyOf(key)) throw missingKey()
      return { webhook_public_key: key }
    }),
  }
}

function missingKey(): RegistrationProblem {
  return new RegistrationProblem(
    'webhook_public_key',
    'was not in the answer of SendGrid: copy it from the page of the webhook',
  )
}
