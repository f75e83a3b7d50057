// Registers the webhook for replies at Twilio: at the messaging service, and at each number and short code.
import { fieldsOf, isObject, itemsOf, textOf } from '../../lib/json/json-fields.ts'
import { baseOf } from '../gateway.ts'
import { type AskProvider, type RegistrationApi, RegistrationProblem, registering } from '../set-up/registration.ts'
import type { WebhookSetUp } from '../set-up/set-up.ts'
import { numberIn } from './answers.ts'
import { credentialOf, TWILIO, type TwilioSettings } from './twilio-settings.ts'
import { isShortCode, type NumberedSender, numbersOf, registerUrl } from './webhook.ts'

const NAME = 'Twilio'

/** The resources that have a webhook for replies. `filter` finds a resource by `field`. */
const NUMBERS = {
  path: 'IncomingPhoneNumbers',
  filter: 'PhoneNumber',
  list: 'incoming_phone_numbers',
  field: 'phone_number',
}
const SHORT_CODES = { path: 'SMS/ShortCodes', filter: 'ShortCode', list: 'short_codes', field: 'short_code' }

/** Twilio enters this URL for each new number. It only shows that the number works. */
const DEMONSTRATION = /^https:\/\/demo\.twilio\.com\//

/** Describes and registers the webhook. `api` sends the requests. */
export function twilioWebhook(
  api: Omit<RegistrationApi<TwilioSettings>, 'provider' | 'credentials'>,
): WebhookSetUp<TwilioSettings> {
  return {
    help: 'In the Twilio console, open the number or the messaging service, and enter this URL as the webhook for incoming messages. Receipts need no registration, because each message contains their URL.',
    link: 'https://console.twilio.com/us1/develop/phone-numbers/manage/incoming',
    events: [],
    register: (call, place) =>
      registering({ ...api, provider: NAME, credentials: credentialOf(call.settings) }, registerAll)(call, place),
  }
}

async function registerAll(ask: AskProvider, { url }: { url: string }, given: TwilioSettings) {
  const numbers = numbersOf(given)
  const { messaging_service_sid: service, from } = given
  if (service === undefined && numbers.length === 0)
    throw new RegistrationProblem(
      from === undefined ? 'senders' : 'from',
      'contains no phone number. Phones cannot reply to a name, so no webhook is needed',
    )
  if (service !== undefined) await registerService(ask, url, { service, base: messagingBase(given) })
  for (const sender of numbers) await registerNumber(ask, url, sender)
  return {}
}

/** Returns the base URL of the API for messaging services. It has the same region, and another host. */
function messagingBase(given: TwilioSettings): string {
  const base = baseOf(given, TWILIO)
  return base.endsWith('.twilio.com') ? base.replace('//api.', '//messaging.') : base
}

async function registerService(
  ask: AskProvider,
  url: string,
  { service, base }: { service: string; base: string },
): Promise<void> {
  const setting = 'messaging_service_sid'
  const path = `/v1/Services/${service}`
  const found = await ask(path, { base, absent: [404] })
  if (found.sid !== service) throw new RegistrationProblem(setting, 'is not a messaging service of this account')
  if (found.use_inbound_webhook_on_number === true)
    throw new RegistrationProblem(
      setting,
      'uses the webhooks of its numbers. At Twilio, choose Send a webhook under Integration of the messaging service, and register the webhook again',
    )
  const owner = { provider: NAME, setting, name: service, registered: found.inbound_request_url }
  const body = new URLSearchParams({ InboundRequestUrl: url, InboundMethod: 'POST' })
  await registerUrl(owner, url, async () => (await ask(path, { base, body })).inbound_request_url)
}

async function registerNumber(ask: AskProvider, url: string, { setting, number }: NumberedSender): Promise<void> {
  const { path, filter, list, field } = isShortCode(number) ? SHORT_CODES : NUMBERS
  const name = numberIn(number)
  const listed = await ask(`/${path}.json?${new URLSearchParams({ [filter]: name }).toString()}`)
  const found = fieldsOf(itemsOf(listed[list]).find((entry) => isObject(entry) && entry[field] === name))
  const sid = textOf(found.sid)
  if (sid === undefined) throw new RegistrationProblem(setting, `${name} is not a number of this account`)
  if (found.sms_application_sid)
    throw new RegistrationProblem(
      setting,
      `${name} belongs to an application at Twilio, which replaces the webhook. Remove the application from the number, and register the webhook again`,
    )
  const registered = typeof found.sms_url === 'string' && DEMONSTRATION.test(found.sms_url) ? '' : found.sms_url
  const body = new URLSearchParams({ SmsUrl: url, SmsMethod: 'POST' })
  await registerUrl(
    { provider: NAME, setting, name, registered },
    url,
    async () => (await ask(`/${path}/${encodeURIComponent(sid)}.json`, { body })).sms_url,
  )
}
