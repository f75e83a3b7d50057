// Registers the webhook of a connection at Telnyx, in each messaging profile of its senders.
import { fieldsOf, isObject, itemsOf, textOf } from '../../lib/json/json-fields.ts'
import { type AskProvider, type RegistrationApi, RegistrationProblem, registering } from '../set-up/registration.ts'
import type { WebhookSetUp } from '../set-up/set-up.ts'
import { numberIn } from './answers.ts'
import type { SenderSettings } from './settings.ts'
import { isShortCode, type NumberedSender, numbersOf, registerUrl } from './webhook.ts'

const NAME = 'Telnyx'

interface ProfileSettings extends SenderSettings {
  api_base?: string
  messaging_profile_id?: string
}

/** A messaging profile, and the setting that leads to it. */
interface Profile {
  setting: string
  id: string
}

/** Describes and registers the webhook. `api` sends the requests. */
export function telnyxWebhook<S extends ProfileSettings>(
  api: Omit<RegistrationApi<S>, 'provider' | 'credentials'>,
): WebhookSetUp<S> {
  return {
    help: 'In the Telnyx portal, open the messaging profile of the number, and enter this URL as the webhook URL of its inbound settings. Choose the webhook API version 2.',
    link: 'https://portal.telnyx.com/#/app/messaging',
    events: [],
    register: registering({ ...api, provider: NAME, credentials: 'api_key' }, async (ask, { url }, given) => {
      for (const profile of await profilesOf(ask, given)) await registerProfile(ask, url, profile)
      return {}
    }),
  }
}

/** Returns the messaging profiles of the senders, each once. */
async function profilesOf(ask: AskProvider, { messaging_profile_id: own, ...senders }: ProfileSettings) {
  const profiles: Profile[] = own === undefined ? [] : [{ setting: 'messaging_profile_id', id: own }]
  for (const sender of numbersOf(senders)) {
    const profile = { setting: sender.setting, id: await profileOf(ask, sender) }
    if (!profiles.some(({ id }) => id.toLowerCase() === profile.id.toLowerCase())) profiles.push(profile)
  }
  return profiles
}

async function profileOf(ask: AskProvider, { setting, number }: NumberedSender): Promise<string> {
  const name = numberIn(number)
  const [path, field] = isShortCode(number)
    ? (['/v2/short_codes?page[size]=250', 'short_code'] as const)
    : ([`/v2/phone_numbers/messaging?filter[phone_number]=${encodeURIComponent(name)}`, 'phone_number'] as const)
  const { data } = await ask(path)
  const found = itemsOf(data).find((entry) => isObject(entry) && entry[field] === name)
  const id = textOf(fieldsOf(found).messaging_profile_id)
  if (id) return id
  throw new RegistrationProblem(
    setting,
    found === undefined
      ? `${name} is not a number of this account`
      : `${name} belongs to no messaging profile. Assign it to a messaging profile at Telnyx, and register the webhook again`,
  )
}

async function registerProfile(ask: AskProvider, url: string, { setting, id }: Profile): Promise<void> {
  const path = `/v2/messaging_profiles/${encodeURIComponent(id)}`
  const found = fieldsOf((await ask(path, { absent: [404] })).data)
  if (textOf(found.id) === undefined)
    throw new RegistrationProblem(setting, 'is not a messaging profile of this account')
  const body = { webhook_url: url, webhook_api_version: '2' }
  await registerUrl({ provider: NAME, setting, name: id, registered: found.webhook_url }, url, async () => {
    const { data } = await ask(path, { method: 'PATCH', body })
    return fieldsOf(data).webhook_url
  })
}
