// The SMS provider Twilio: Programmable Messaging.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { fieldsOf, textOf, textWithin } from '../../lib/json/json-fields.ts'
import type { ProviderReply } from '../../lib/provider-call.ts'
import type { Outcome, Provider, SendCall } from '../contract.ts'
import { deliveryIdIn } from '../delivery-id.ts'
import { baseOf, findingsOf } from '../gateway.ts'
import type { InboundEvent, InboundMedia, InboundRequest, Receiver } from '../inbound.ts'
import { bodyAndQuery, parseFormBody } from '../inbound-bodies.ts'
import { deliveredEvent, failedEvents, smsFailure, takenEvents } from './answers.ts'
import { basicAuth, postForm } from './form.ts'
import { answerBy, messageEvents } from './inbound-text.ts'
import type { Keyword } from './keywords.ts'
import { codeTable } from './meanings.ts'
import { callbackUrl, prepareSms } from './sending.ts'
import { apiBaseSetting, fromSetting, mediaSetting, senderProblems, sharedSettings } from './settings.ts'

const TWILIO = 'https://api.twilio.com'

const settings = Type.Object(
  {
    account_sid: Type.String({
      pattern: '^AC[0-9a-fA-F]{32}$',
      examples: ['AC00112233445566778899aabbccddeeff'],
      maxLength: 34,
      description: 'The account SID, on the first page of the console.',
    }),
    auth_token: Type.String({
      minLength: 1,
      maxLength: 255,
      secret: true,
      description: 'The auth token, on the first page of the console. It also verifies receipts and replies.',
    }),
    api_key_sid: Type.Optional(
      Type.String({
        pattern: '^SK[0-9a-fA-F]{32}$',
        examples: ['SK00112233445566778899aabbccddeeff'],
        maxLength: 34,
        description: 'The SID of an API key. Messages are then sent with the key instead of the auth token.',
      }),
    ),
    api_key_secret: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, secret: true, description: 'The secret of the API key.' }),
    ),
    from: Type.Optional(fromSetting),
    messaging_service_sid: Type.Optional(
      Type.String({
        pattern: '^MG[0-9a-fA-F]{32}$',
        examples: ['MG00112233445566778899aabbccddeeff'],
        maxLength: 34,
        description: 'The SID of a messaging service, which chooses the sender. Set it in place of from.',
      }),
    ),
    ...sharedSettings,
    ...mediaSetting,
    api_base: apiBaseSetting(TWILIO, 'The URL of a region or gateway, for example https://api.dublin.ie1.twilio.com.'),
  },
  { additionalProperties: false },
)

type TwilioSettings = Static<typeof settings>

const codes = codeTable('Twilio', {
  credentials: '20003 20008 20404',
  account: '20005 30002',
  trial: '21608',
  country: '21408',
  sender: '21603 21659 21660',
  senderCountry: '21606',
  profile: '21703 21705',
  credit: '30010',
  registration: '30018 30024 30032 30034 30035',
  callback: '21609',
  invalidNumber: '21211',
  noMobile: '21614 30006',
  unusedNumber: '30005',
  optedOut: '21610',
  noRoute: '21612',
  field: '21602 21604',
  tooLong: '21617 30019',
  media: '21620',
  spam: '30007',
  blocked: '30004 30450',
  expired: '30036',
  busy: '20500 20503',
  unreachable: '30003',
  carrierDown: '30008 30017 30410',
  rate: '20429 14107',
  queue: '21611 30001',
  dailyLimit: '63038 30022 30023 30027',
})

export const twilio: Provider<TwilioSettings> = {
  title: 'Twilio',
  help: 'In the Twilio console, copy the account SID and the auth token from the first page. Enter the URL for inbound webhooks there, as the webhook for incoming messages of the number or messaging service.',
  settings,
  problems: (given) => ({
    ...senderProblems(given, { name: 'messaging_service_sid', isSet: given.messaging_service_sid !== undefined }),
    ...(given.api_key_sid !== undefined && given.api_key_secret === undefined
      ? { api_key_secret: 'is required with api_key_sid' }
      : {}),
  }),
  check,
  send,
  receiver: twilioReceiver(),
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
  return findingsOf('auth_token', 'Twilio', {
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
  return smsFailure('Twilio', codes, reply, error, { now, secrets: [auth_token, api_key_secret] })
}

function twilioReceiver(): Receiver<TwilioSettings> {
  return {
    receipts: 'by_id',
    acceptsGet: true,
    // Twilio would report a JSON response to an incoming message as an error.
    response: { contentType: 'text/xml', body: '<Response/>' },
    verifyHeaders: (headers) => signatureIn(headers) !== undefined,
    verify,
    // The query of the URL for receipts contains the delivery id.
    bodyOf: bodyAndQuery,
    parse: parseFormBody,
    repeatKey: (body) => {
      const { MessageSid: id, MessageStatus: status = 'received' } = fieldsOf(body)
      return textWithin(id, 64) === undefined ? undefined : `${textWithin(id, 64)}/${textWithin(status, 64)}`
    },
    read,
    answer: answerBy(send),
  }
}

function signatureIn(headers: InboundRequest['headers']): Buffer | undefined {
  const text = headers['x-twilio-signature'] ?? ''
  return /^[A-Za-z0-9+/]{27}=$/.test(text) ? Buffer.from(text, 'base64') : undefined
}

/** The signature is an HMAC of the public URL with its query, followed by the sorted fields of the form. */
function verify(
  { method, headers, search, body }: InboundRequest,
  { auth_token }: TwilioSettings,
  { url }: { url: string },
): boolean {
  const given = signatureIn(headers)
  if (!given) return false
  const form = method === 'GET' ? [] : [...new URLSearchParams(body.toString('utf8'))]
  const fields = form.sort(byName).flat().join('')
  return timingSafeEqual(createHmac('sha1', auth_token).update(`${url}${search}${fields}`).digest(), given)
}

function byName([one]: [string, string], [other]: [string, string]): number {
  return one === other ? 0 : one < other ? -1 : 1
}

function read(body: unknown, given: TwilioSettings, receivedAt: Date): InboundEvent[] {
  const fields = fieldsOf(body)
  const id = textWithin(fields.MessageSid, 64)
  if (id === undefined) return [{ kind: 'unreadable', detail: 'a webhook of Twilio without a MessageSid' }]
  const status = textWithin(fields.MessageStatus, 64)
  if (status === undefined || status === 'received' || status === 'receiving')
    return textEvents(fields, id, given, receivedAt)
  const report = { externalId: id, deliveryId: deliveryIdIn(fields.delivery), at: receivedAt }
  switch (status) {
    case 'delivered':
    case 'read':
      return [deliveredEvent(status, report)]
    case 'undelivered':
    case 'failed':
    case 'canceled':
    case 'partially_delivered':
      return failedEvents(
        'Twilio',
        codes,
        { code: textWithin(fields.ErrorCode, 64) },
        textWithin(fields.To, 64),
        report,
      )
    default:
      return takenEvents(report)
  }
}

const KEYWORDS = new Map<unknown, Keyword>([
  ['STOP', 'stop'],
  ['START', 'start'],
  ['HELP', 'help'],
])

function textEvents(fields: Record<string, unknown>, id: string, given: TwilioSettings, at: Date): InboundEvent[] {
  const address = textWithin(fields.From, 64)
  if (address === undefined) return [{ kind: 'unreadable', detail: 'a message without a sender' }]
  const count = Math.min(Number(textWithin(fields.NumMedia, 2) ?? 0) || 0, 10)
  const media = Array.from({ length: count }, (_, place): InboundMedia[] => {
    const ref = textWithin(fields[`MediaUrl${place}`], 2048)
    const type = textWithin(fields[`MediaContentType${place}`], 64)?.split('/')[0] ?? 'file'
    return ref === undefined ? [] : [{ type, ref }]
  }).flat()
  const message = { id, address, text: textWithin(fields.Body, 65_536), media, at }
  return messageEvents(message, given, KEYWORDS.get(fields.OptOutType))
}
