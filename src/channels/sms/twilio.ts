// The SMS provider Twilio: Programmable Messaging.
import { fieldsOf, textOf } from '../../lib/json/json-fields.ts'
import type { ProviderReply } from '../../lib/provider-call.ts'
import type { Outcome, Provider, SendCall } from '../contract.ts'
import { baseOf, findingsOf } from '../gateway.ts'
import { smsFailure } from './answers.ts'
import { basicAuth, postForm } from './form.ts'
import { answerBy } from './inbound-text.ts'
import { callbackUrl, prepareSms } from './sending.ts'
import { senderProblems } from './settings.ts'
import { twilioReceiver } from './twilio-receiver.ts'
import { credentialOf, TWILIO, type TwilioSettings, twilioCodes, twilioSettings } from './twilio-settings.ts'
import { twilioWebhook } from './twilio-webhook.ts'

export const twilio: Provider<TwilioSettings> = {
  title: 'Twilio',
  help: 'In the Twilio console, copy the account SID and the auth token from the first page. Then enter a number of the account, or a messaging service.',
  settings: twilioSettings,
  problems: (given) => ({
    ...senderProblems(given, { name: 'messaging_service_sid', isSet: given.messaging_service_sid !== undefined }),
    ...(given.api_key_sid !== undefined && given.api_key_secret === undefined
      ? { api_key_secret: 'is required with api_key_sid' }
      : {}),
  }),
  check,
  send,
  receiver: { ...twilioReceiver, answer: answerBy(send) },
  webhook: twilioWebhook({ base: accountUrl, headers: authOf, outcome: outcomeOf }),
}

function accountUrl(given: TwilioSettings): string {
  return `${baseOf(given, TWILIO)}/2010-04-01/Accounts/${given.account_sid}`
}

function authOf({ account_sid, auth_token, api_key_sid, api_key_secret }: TwilioSettings) {
  return api_key_sid !== undefined && api_key_secret !== undefined
    ? basicAuth(api_key_sid, api_key_secret)
    : basicAuth(account_sid, auth_token)
}

function check(given: TwilioSettings, allowPrivateNetwork: boolean, now: Date) {
  return findingsOf(credentialOf(given), 'Twilio', {
    request: { url: `${accountUrl(given)}.json`, headers: authOf(given), allowPrivateNetwork },
    judge: ({ status, json }) => {
      const { sid, status: state, friendly_name: name } = fieldsOf(json)
      if (status !== 200 || sid !== given.account_sid) return undefined
      return state === 'active'
        ? { found: `the credentials belong to the account ${textOf(name)}` }
        : { problem: `the account is ${textOf(state)}; read the notice about the account in the console of Twilio` }
    },
    outcome: (reply) => outcomeOf(reply, given, now),
  })
}

async function send(call: SendCall<TwilioSettings>): Promise<Outcome> {
  const { message, settings: given, signal, now, allowPrivateNetwork } = call
  const prepared = prepareSms(call, given.messaging_service_sid !== undefined)
  if ('class' in prepared) return prepared
  const { text, from } = prepared
  const reply = await postForm({
    url: `${accountUrl(given)}/Messages.json`,
    fields: {
      To: message.address,
      ...(from === undefined ? { MessagingServiceSid: given.messaging_service_sid } : { From: from }),
      Body: text,
      MediaUrl: message.media?.url,
      StatusCallback: callbackUrl(call, baseOf(given, TWILIO) !== TWILIO),
    },
    headers: authOf(given),
    signal,
    allowPrivateNetwork,
  })
  return outcomeOf(reply, given, now)
}

function outcomeOf(reply: ProviderReply, { auth_token, api_key_secret = '' }: TwilioSettings, now: Date): Outcome {
  const { sid, code, message } = reply.kind === 'answer' ? fieldsOf(reply.json) : {}
  if (reply.kind === 'answer' && reply.status < 300 && typeof sid === 'string' && /^(SM|MM)/.test(sid))
    return { class: 'sent', externalId: sid, providerStatus: String(reply.status) }
  const found = textOf(code)
  const error = found === undefined ? undefined : { code: found, detail: textOf(message) }
  return smsFailure('Twilio', twilioCodes, reply, error, { now, secrets: [auth_token, api_key_secret] })
}
