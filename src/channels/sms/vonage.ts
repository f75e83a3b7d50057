// The SMS provider Vonage: the SMS API.
import { fieldsOf, itemsOf, textOf, textWithin } from '../../lib/json/json-fields.ts'
import type { ProviderReply } from '../../lib/provider-call.ts'
import type { Outcome, Provider, SendCall } from '../contract.ts'
import { baseOf, findingsOf } from '../gateway.ts'
import { unknownOutcome } from '../remedies.ts'
import { smsFailure } from './answers.ts'
import { basicAuth, postForm } from './form.ts'
import { answerBy } from './inbound-text.ts'
import { codeTable } from './meanings.ts'
import { prepareSms, receiptUrl, referenceOf } from './sending.ts'
import { senderProblems } from './settings.ts'
import { vonageReceiver } from './vonage-receiver.ts'
import { VONAGE, type VonageSettings, vonageSettings } from './vonage-settings.ts'
import { vonageWebhook } from './vonage-webhook.ts'

const codes = codeTable('Vonage', {
  rate: '1 10',
  field: '2 3 6 22',
  credentials: '4 14 32',
  busy: '5',
  optedOut: '7',
  account: '8',
  credit: '9',
  permission: '11',
  tooLong: '12',
  senderCountry: '15',
  callback: '23',
  trial: '29',
  unusedNumber: '33',
})

export const vonage: Provider<VonageSettings> = {
  title: 'Vonage',
  help: 'In the Vonage dashboard, open the API settings. Copy the key and the secret, and enable signed webhooks.',
  settings: vonageSettings,
  problems: (given) => senderProblems(given),
  check: (given, allowPrivateNetwork, now) =>
    findingsOf('api_secret', 'Vonage', {
      request: {
        url: `${baseOf(given, VONAGE)}/account/get-balance`,
        headers: authOf(given),
        allowPrivateNetwork,
      },
      judge: ({ status, json }) => {
        const { value } = fieldsOf(json)
        return status === 200 && typeof value === 'number'
          ? { found: `the credentials work; the balance is ${value} EUR` }
          : undefined
      },
      outcome: (reply) => outcomeOf(reply, given, now),
    }),
  send,
  receiver: { ...vonageReceiver, answer: answerBy(send) },
  webhook: vonageWebhook({
    base: (given) => baseOf(given, VONAGE),
    headers: authOf,
    outcome: outcomeOf,
  }),
}

function authOf({ api_key, api_secret }: VonageSettings) {
  return basicAuth(api_key, api_secret)
}

/**
 * The reference contains the delivery id. It also contains the number of segments, because Vonage sends a receipt for
 * each segment. The URL for receipts has no query: Vonage signs only the parameters that it adds.
 */
async function send(call: SendCall<VonageSettings>): Promise<Outcome> {
  const { message, settings: given, signal, now, allowPrivateNetwork } = call
  const prepared = prepareSms(call, false)
  if ('class' in prepared) return prepared
  const { text, from } = prepared
  const { encoding, segments } = prepared.segments
  const reference = referenceOf(message)
  const reply = await postForm({
    url: `${baseOf(given, VONAGE)}/sms/json`,
    fields: {
      api_key: given.api_key,
      api_secret: given.api_secret,
      from: from?.replace(/^\+/, ''),
      to: message.address.replace(/^\+/, ''),
      text,
      type: encoding === 'UCS-2' ? 'unicode' : 'text',
      callback: receiptUrl(call, baseOf(given, VONAGE) !== VONAGE),
      'client-ref': reference && `${reference}.${segments}`,
    },
    signal,
    allowPrivateNetwork,
  })
  return outcomeOf(reply, given, now)
}

/**
 * The HTTP status is 200 for failures too. Each segment has a status. If Vonage accepted only some segments, the outcome
 * is unknown for every code: the recipient gets a part of the message.
 */
function outcomeOf(reply: ProviderReply, { api_secret }: VonageSettings, now: Date): Outcome {
  const parts = reply.kind === 'answer' ? itemsOf(fieldsOf(reply.json).messages).map(fieldsOf) : []
  const id = textWithin(parts[0]?.['message-id'], 64)
  const failed = parts.find(({ status }) => textOf(status) !== '0')
  if (reply.kind === 'answer' && reply.status < 300 && id !== undefined && !failed)
    return { class: 'sent', externalId: id, providerStatus: String(reply.status) }
  const code = textOf(failed?.status)
  const error = code === undefined ? undefined : { code, detail: textOf(failed?.['error-text']) }
  const outcome = smsFailure('Vonage', codes, reply, error, { now, secrets: [api_secret] })
  const isPartial = parts.length > 1 && parts.some(({ status }) => textOf(status) === '0')
  if (!isPartial) return outcome
  const { providerStatus, response } = outcome
  return {
    class: 'ambiguous',
    reason: 'Vonage accepted only some segments of the message',
    remedies: unknownOutcome,
    ...(providerStatus === undefined ? {} : { providerStatus }),
    ...(code === undefined ? {} : { code }),
    ...(response === undefined ? {} : { response }),
  }
}
