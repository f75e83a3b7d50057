// Registers the webhooks of an account at Vonage, for replies and for receipts.
import { type RegistrationApi, RegistrationProblem, registering } from '../set-up/registration.ts'
import type { WebhookSetUp } from '../set-up/set-up.ts'
import type { VonageSettings } from './vonage-settings.ts'
import { registerUrl } from './webhook.ts'

const NAME = 'Vonage'
const PATH = '/account/settings'

/** Describes and registers the webhooks. `api` sends the requests. */
export function vonageWebhook(
  api: Omit<RegistrationApi<VonageSettings>, 'provider' | 'credentials'>,
): WebhookSetUp<VonageSettings> {
  return {
    help: 'In the Vonage dashboard, open the API settings, and choose the SMS API. Enter this URL as the webhook for delivery receipts and for inbound SMS. Copy the signature secret into the connection.',
    link: 'https://dashboard.nexmo.com/settings',
    events: [],
    register: registering(
      { ...api, provider: NAME, credentials: 'api_secret' },
      async (ask, { url }, { api_key, signature_secret }) => {
        if (signature_secret === undefined)
          throw new RegistrationProblem(
            'signature_secret',
            'is required, because webhooks without a signature are refused. Copy it from the API settings at Vonage',
          )
        // Without parameters, the request changes nothing and returns the settings.
        const found = await ask(PATH, { body: new URLSearchParams() })
        const receipts = found['dr-callback-url']
        const body = new URLSearchParams({ moCallBackUrl: url })
        // Each message contains the URL for its receipt. The URL of the account is only used for other messages.
        if (!receipts || receipts === url) body.append('drCallBackUrl', url)
        const owner = { provider: NAME, setting: 'api_key', name: api_key, registered: found['mo-callback-url'] }
        await registerUrl(owner, url, async () => (await ask(PATH, { body }))['mo-callback-url'])
        return {}
      },
    ),
  }
}
