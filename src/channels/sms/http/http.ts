// The SMS provider for any gateway with an HTTP interface, such as a phone with a modem, Kannel or a local operator.
import { randomUUID } from 'node:crypto'
import { textOf } from '../../../lib/json/json-fields.ts'
import { callProvider, excerpt, type ProviderReply } from '../../../lib/provider-call.ts'
import type { Outcome, Provider, SendCall } from '../../contract.ts'
import type { ConnectionFindings } from '../../findings.ts'
import { findingsOf } from '../../gateway.ts'
import { failureOf } from '../../outcomes.ts'
import { answerBy } from '../inbound-text.ts'
import { type SmsMeaning, smsMeanings } from '../meanings.ts'
import { prepareSms, referenceOf } from '../sending.ts'
import { listProblems } from '../settings.ts'
import { CALLBACK_ID, httpReceiver, valueAt } from './http-receiver.ts'
import { gatewayHeaders, gatewayRequest, templateProblems, withoutMessage } from './http-request.ts'
import { type HttpSettings, httpSettings } from './http-settings.ts'

/** The name of the provider in reasons and remedies. */
const GATEWAY = 'the gateway'

export const httpGateway: Provider<HttpSettings> = {
  title: 'HTTP gateway',
  help: 'Describe the request that your gateway expects. The documentation has the settings of common gateways.',
  settings: httpSettings,
  problems: (given) => ({
    ...listProblems(given),
    ...templateProblems(given),
    ...authProblems(given),
    ...errorProblems(given),
  }),
  check,
  send,
  receiver: { ...httpReceiver, answer: answerBy(send) },
  webhook: {
    help: 'At the gateway, enter this URL for replies, with ?secret= and the secret of the inbound settings at its end. For receipts, put {{callback}} into the request: it contains the URL with the secret.',
    events: [],
  },
}

function authProblems({ auth = 'none', user, password }: HttpSettings): Record<string, string> {
  if (auth === 'none') return {}
  return {
    ...(auth === 'basic' && user === undefined ? { user: 'is required for the authentication' } : {}),
    ...(password === undefined ? { password: 'is required for the authentication' } : {}),
  }
}

async function send(call: SendCall<HttpSettings>): Promise<Outcome> {
  const { message, settings, signal, now, allowPrivateNetwork } = call
  const prepared = prepareSms(call, true)
  if ('class' in prepared) return prepared
  const { text, segments, from = '' } = prepared
  // Receipts contain this id. A test message has no delivery id, and its receipt is found by a random id.
  const id = referenceOf(message) ?? (settings.inbound ? randomUUID() : '')
  const request = gatewayRequest(settings, {
    to: message.address,
    to_digits: message.address.replace(/^\+/, ''),
    text,
    from,
    id,
    callback: callbackOf(call, id),
    coding: segments.encoding === 'UCS-2' ? '2' : '0',
    user: settings.user ?? '',
    password: settings.password ?? '',
  })
  return outcomeOf(await callProvider({ ...request, signal, allowPrivateNetwork }), settings, { id, text, now })
}

/** Returns the URL for receipts. It contains the secret, because most gateways cannot sign requests. */
function callbackOf({ inboundUrl, settings: { inbound } }: SendCall<HttpSettings>, id: string): string {
  return inboundUrl === undefined || !inbound
    ? ''
    : `${inboundUrl}?${new URLSearchParams({ secret: inbound.secret, [CALLBACK_ID]: id }).toString()}`
}

/**
 * The settings decide what an answer means. The page of a proxy is never a success. An answer without the documented
 * text or id is no success either. In both cases, the outcome is ambiguous.
 */
function outcomeOf(
  reply: ProviderReply,
  settings: HttpSettings,
  { id, text: sent, now }: { id: string; text: string; now: Date },
): Outcome {
  const secrets = secretsOf(settings)
  const failed = (meaning?: SmsMeaning) =>
    failureOf(GATEWAY, reply, { now, secrets, understood: false, ...(meaning ? { meaning } : {}) })
  if (reply.kind !== 'answer') return failed()
  const { status, text, json } = reply
  const [, meaning] = errorLines(settings).find(([sign]) => reports(text, sign, sent)) ?? []
  if (meaning) return failed(meaning)
  if (status === 400 || status === 422) return failed(meanings.field)
  const { success_text: sign = '', id_field: idField } = settings
  if (status >= 300 || isPage(text) || !text.includes(sign)) return failed()
  const externalId = idField === undefined ? id : textOf(valueAt(json, idField))
  if (externalId === undefined || externalId.length > 255) return failed()
  return {
    class: 'sent',
    externalId: externalId === '' ? null : externalId,
    providerStatus: String(status),
    response: excerpt(text, secrets),
  }
}

/** Returns whether the answer contains the text of an error. A gateway may repeat the message in its answer. */
function reports(answer: string, sign: string, sent: string): boolean {
  return (sent.includes(sign) ? withoutMessage(answer, sent) : answer).includes(sign)
}

const isPage = (text: string) => /^\s*<(!doctype )?html/i.test(text)

function secretsOf({ password = '', inbound }: HttpSettings): string[] {
  return [password, encodeURIComponent(password), inbound?.secret ?? '']
}

const meanings = smsMeanings(GATEWAY)
const NAMES = new Map<string, SmsMeaning>([
  ['refused', meanings.field],
  ['unknown_number', meanings.invalidNumber],
  ['opted_out', meanings.optedOut],
  ['credentials', meanings.credentials],
  ['throttled', meanings.rate],
  ['retry', meanings.busy],
])

/** Returns the texts in the setting `errors` with their meanings. A line with an unknown meaning is skipped. */
function errorLines({ errors = '' }: HttpSettings): [string, SmsMeaning][] {
  return linesOf(errors).flatMap(([sign, name]): [string, SmsMeaning][] => {
    const meaning = NAMES.get(name)
    return meaning && sign !== '' ? [[sign, meaning]] : []
  })
}

/** Splits each line at its last equals sign. */
function linesOf(errors: string): [string, string][] {
  return errors
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const at = line.lastIndexOf('=')
      return at === -1 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    })
}

function errorProblems({ errors = '' }: HttpSettings): Record<string, string> {
  const wrong = linesOf(errors).find(([sign, name]) => sign === '' || !NAMES.has(name))
  return wrong
    ? { errors: `has the invalid line ${wrong.join(' = ')}; write lines such as ERR 105 = unknown_number` }
    : {}
}

async function check(settings: HttpSettings, allowPrivateNetwork: boolean, now: Date): Promise<ConnectionFindings> {
  const { check_url: url } = settings
  if (url === undefined)
    return { found: ['without check_url, only a test message shows whether the gateway works'], problems: {} }
  return findingsOf('check_url', GATEWAY, {
    request: { url, headers: gatewayHeaders(settings), allowPrivateNetwork },
    judge: ({ status, text }) =>
      status < 300 && !isPage(text) && !errorLines(settings).some(([sign]) => text.includes(sign))
        ? { found: 'the gateway accepts the credentials' }
        : undefined,
    outcome: (reply) => outcomeOf(reply, settings, { id: '', text: '', now }),
  })
}
