// Registers the webhooks of a connection at Mailgun, one for each event of the domain.
import { fieldsOf, itemsOf, textOf } from '../../../lib/json/json-fields.ts'
import { type AskProvider, type RegistrationApi, RegistrationProblem, registering } from '../../set-up/registration.ts'
import type { WebhookSetUp } from '../../set-up/set-up.ts'

const EVENTS = ['accepted', 'delivered', 'permanent_fail', 'complained', 'unsubscribed']
/** The path of the key with which Mailgun signs reports. An account without a key answers 400. */
const KEY = '/v5/accounts/http_signing_key'
/** Mailgun permits at most three URLs for each event. */
const MOST_URLS = 3

/** Describes and registers the webhooks. `api` sends the requests. */
export function mailgunWebhook<S extends { api_base?: string; domain: string }>(
  api: Omit<RegistrationApi<S>, 'provider' | 'credentials'>,
): WebhookSetUp<S> {
  const whole: RegistrationApi<S> = {
    ...api,
    provider: 'Mailgun',
    credentials: 'api_key',
    refusalHint: 'If the key is a sending key, it may not manage webhooks: use an API key of the account.',
  }
  return {
    help: 'At Mailgun, choose Send, Sending, Webhooks, and add this URL for each event. Then copy the HTTP webhook signing key into the connection.',
    link: 'https://app.mailgun.com/mg/sending/webhooks',
    events: ['Accepted', 'Delivered', 'Permanent Failure', 'Spam Complaints', 'Unsubscribes'],
    register: registering(whole, async (ask, { url }, { domain }) => {
      const path = `/v3/domains/${encodeURIComponent(domain)}/webhooks`
      const stored = fieldsOf((await ask(path)).webhooks)
      for (const event of EVENTS) await addUrl(ask, path, { event, url, urls: urlsOf(stored[event]) })
      const key = textOf((await ask(KEY, { absent: [400, 404] })).http_signing_key)
      if (key === undefined)
        throw new RegistrationProblem(
          'webhook_signing_key',
          'is not in the answer of Mailgun: create it on the page of the webhooks, and copy it into the connection',
        )
      return { webhook_signing_key: key }
    }),
  }
}

async function addUrl(
  ask: AskProvider,
  path: string,
  { event, url, urls }: { event: string; url: string; urls: string[] },
): Promise<void> {
  if (urls.includes(url)) return
  if (urls.length >= MOST_URLS)
    throw new RegistrationProblem('domain', `already has ${urls.length} webhooks for ${event}: remove one at Mailgun`)
  const fields = [...urls, url].map((each): [string, string] => ['url', each])
  if (urls.length > 0) {
    await ask(`${path}/${event}`, { method: 'PUT', body: new URLSearchParams(fields) })
  } else {
    await ask(path, { body: new URLSearchParams([['id', event], ...fields]) })
  }
}

/** Returns the URLs of an event. Older domains have one `url` instead of a list. */
function urlsOf(webhook: unknown): string[] {
  const { urls, url } = fieldsOf(webhook)
  return [...itemsOf(urls), url].flatMap((each) => (typeof each === 'string' ? [each] : []))
}
