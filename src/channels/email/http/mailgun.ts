// The provider Mailgun: its settings, its check, the request that sends an email, the answers and the reports.
import { type Static, Type } from 'typebox'
import { fieldsOf, textOf, textWithin } from '../../../lib/json/json-fields.ts'
import { type ProviderReply, retryAfterOf } from '../../../lib/provider-call.ts'
import { SECOND } from '../../../limits.ts'
import type { Outcome, Provider } from '../../contract.ts'
import type { ConnectionFindings } from '../../findings.ts'
import { baseOf, findingsOf } from '../../gateway.ts'
import type { InboundEvent, InboundRequest, Receiver } from '../../inbound.ts'
import { parseJsonBody } from '../../inbound-bodies.ts'
import { momentOf } from '../../moments.ts'
import { failureOf, type Meaning, misconfigured } from '../../outcomes.ts'
import { mailboxText } from '../header-values.ts'
import type { EmailParts } from '../parts.ts'
import { senderProblems } from '../settings.ts'
import { mailgunWebhook } from './mailgun-webhook.ts'
import { meaningsOf } from './meanings.ts'
import type { Reported } from './reports.ts'
import * as reports from './reports.ts'
import { acceptedAs, composedParts, sendOverHttp } from './sending.ts'
import { commonFieldsOf, secretText } from './settings.ts'
import { hasTokenSignature } from './signatures.ts'

const NAME = 'Mailgun'
const HOSTS = { us: 'https://api.mailgun.net', eu: 'https://api.eu.mailgun.net' }

const settings = Type.Object(
  {
    api_key: secretText('An API key of the account, or a sending key of the domain.', 'key-example', {
      link: 'https://app.mailgun.com/settings/api_security',
    }),
    domain: Type.String({
      pattern: '^[A-Za-z0-9.-]+$',
      maxLength: 253,
      destination: false,
      examples: ['mg.shop.example'],
      link: 'https://app.mailgun.com/mg/sending/domains',
      description: 'The sending domain at Mailgun.',
    }),
    region: Type.Optional(
      Type.Enum(['us', 'eu'], { type: 'string', description: 'The region of the domain. The default is us.' }),
    ),
    ...commonFieldsOf('https://app.mailgun.com/mg/sending/domains'),
    webhook_signing_key: Type.Optional(
      secretText(
        'The HTTP webhook signing key of Mailgun. Without it, reports of deliveries, bounces and complaints are refused.',
        'key-example',
        { local: true, link: 'https://app.mailgun.com/mg/sending/webhooks' },
      ),
    ),
  },
  { additionalProperties: false },
)

export type MailgunSettings = Static<typeof settings>

export const mailgun: Provider<MailgunSettings> = {
  title: NAME,
  help: 'At Mailgun, add the sending domain under Sending, Domains, and create an API key under API Security.',
  settings,
  problems: senderProblems,
  check,
  send: sendOverHttp({
    async request(message, files, { settings: given }) {
      const email = await composedParts(message, files, given)
      return { url: messagesUrl(given), ...(await encoded(formOf(email, message.deliveryId), given)) }
    },
    outcome: outcomeOf,
  }),
  receiver: receiver(),
  webhook: mailgunWebhook({
    base: (given) => baseOf(given, HOSTS[given.region ?? 'us']),
    headers: ({ api_key }) => ({ authorization: `Basic ${basic(api_key)}` }),
    outcome: outcomeOf,
  }),
}

/** The name of the variable that contains the delivery id. Reports contain the variables of their message. */
const TAG = 'delivery'

function messagesUrl(given: MailgunSettings): string {
  return `${baseOf(given, HOSTS[given.region ?? 'us'])}/v3/${encodeURIComponent(given.domain)}/messages`
}

function formOf(email: EmailParts, deliveryId: number): FormData {
  const headers = {
    ...email.headers,
    'Message-Id': email.messageId,
    ...(email.replyTo ? { 'Reply-To': mailboxText(email.replyTo) } : {}),
  }
  const form = new FormData()
  form.set('from', mailboxText(email.from))
  form.set('to', mailboxText(email.to))
  form.set('subject', email.subject)
  form.set('text', email.text)
  form.set('html', email.html)
  // With tracking, Mailgun would replace the links of buttons.
  form.set('o:tracking', 'no')
  form.set(`v:${TAG}`, String(deliveryId))
  for (const [name, value] of Object.entries(headers)) form.set(`h:${name}`, value)
  for (const { filename, contentType, bytes } of email.files)
    form.append('attachment', new Blob([bytes], { type: contentType }), filename)
  return form
}

/** Encodes a form as multipart/form-data. */
async function encoded(form: FormData, { api_key }: MailgunSettings) {
  const body = new Response(form)
  return {
    body: Buffer.from(await body.arrayBuffer()),
    headers: {
      'content-type': body.headers.get('content-type') ?? '',
      authorization: `Basic ${basic(api_key)}`,
    },
  }
}

function basic(key: string): string {
  return Buffer.from(`api:${key}`).toString('base64')
}

const common = meaningsOf(NAME)

const KEY = 'Put a current API key into the connection.'
const REGION = 'Check the name of the domain, and whether the domain belongs to the region us or eu.'

const STATUSES: Record<number, Meaning> = {
  400: common.field,
  402: common.field,
  403: common.account,
  404: misconfigured('the domain does not exist in this region of Mailgun', REGION),
}

/** The meanings of texts. Mailgun has no error codes. */
const TEXTS: [RegExp, Meaning | undefined][] = [
  [/^'?to'? parameter is not a valid address/i, common.address],
  [/^'?from'? parameter is not a valid address/i, common.sender],
  [/^domain not found/i, STATUSES[404]],
  [/\bparameter\b/i, common.field],
]

const THROTTLED = /too many requests|rate limit/i
/** The pause in milliseconds after Mailgun throttles, if the answer contains no Retry-After. */
const PAUSE = 5 * SECOND

function outcomeOf(reply: ProviderReply, { api_key }: MailgunSettings, now: Date): Outcome {
  const answer = reply.kind === 'answer' ? reply : undefined
  const { id, message } = fieldsOf(answer?.json)
  // The reports contain the id without the angle brackets.
  if (answer && answer.status < 300 && typeof id === 'string' && id !== '')
    return acceptedAs(id.replace(/^<|>$/g, ''), answer.status)
  const text = textWithin(message, 500) ?? ''
  return failureOf(NAME, reply, {
    meaning: answer && answer.status < 500 ? meaningOf(answer.status, text) : undefined,
    now,
    secrets: [api_key, basic(api_key)],
    throttledFor: answer && THROTTLED.test(text) ? (retryAfterOf(answer.headers, now) ?? PAUSE) : undefined,
  })
}

function meaningOf(status: number, text: string): Meaning | undefined {
  // These two answers may have a body that is not JSON.
  if (status === 401) return misconfigured('Mailgun does not accept the API key in this region', `${KEY} ${REGION}`)
  if (status === 413) return common.tooLarge
  if (text === '' || THROTTLED.test(text)) return undefined
  const [, meaning] = TEXTS.find(([pattern]) => pattern.test(text)) ?? []
  return meaning ?? STATUSES[status]
}

/** Sends a request without a message. Mailgun refuses it with a known status if the API key and the domain work. */
async function check(given: MailgunSettings, allowPrivateNetwork: boolean, now: Date): Promise<ConnectionFindings> {
  const form = new FormData()
  form.set('o:testmode', 'yes')
  return findingsOf('api_key', NAME, {
    request: { url: messagesUrl(given), ...(await encoded(form, given)), allowPrivateNetwork },
    judge: ({ status, json }) =>
      status === 400 && textWithin(fieldsOf(json).message, 500) !== undefined
        ? { found: `the API key may send from ${given.domain}` }
        : undefined,
    outcome: (reply) => outcomeOf(reply, given, now),
  })
}

function receiver(): Receiver<MailgunSettings> {
  return {
    receipts: 'by_id',
    verifyHeaders: (_headers, { webhook_signing_key }) => webhook_signing_key !== undefined,
    verify,
    parse: parseJsonBody,
    // The signature covers only this token, so a request with the same token and another event is a replay.
    repeatKey: (body) => textWithin(fieldsOf(fieldsOf(body).signature).token, 255),
    read: (body, _settings, receivedAt) => read(body, receivedAt),
  }
}

function verify(request: InboundRequest, { webhook_signing_key: key }: MailgunSettings): boolean {
  const body = parseJsonBody({ bytes: request.body, contentType: undefined })
  const { timestamp, token, signature } = fieldsOf(fieldsOf(body).signature)
  return key !== undefined && hasTokenSignature(request, { timestamp, token, signature }, key)
}

function read(body: unknown, receivedAt: Date): InboundEvent[] {
  const report = fieldsOf(fieldsOf(body)['event-data'])
  const { event, recipient, timestamp, message: about, 'user-variables': variables } = report
  const name = textWithin(event, 64)
  if (name === undefined) return reports.unreadable('a report without an event')
  if (!READERS.has(name)) return []
  const externalId = fieldsOf(fieldsOf(about).headers)['message-id']
  const at = momentOf(timestamp, 'seconds') ?? receivedAt
  const deliveryId = fieldsOf(variables)[TAG]
  const message = reports.reportedMessage({ externalId, address: recipient, deliveryId }, at)
  if (!message) return reports.unreadable(`an event ${name} without a message or an address`)
  return READERS.get(name)?.(message, report) ?? []
}

const READERS = new Map<string, (message: Reported, report: Record<string, unknown>) => InboundEvent[]>([
  ['accepted', reports.taken],
  ['delivered', reports.delivered],
  ['complained', reports.complained],
  ['unsubscribed', (message) => reports.changedWish(message, false)],
  ['rejected', (message, { reject }) => reports.notSent(NAME, message, fieldsOf(reject).reason)],
  ['failed', readFailure],
])

/** The suppression list that each reason names. */
const LISTS: Record<string, 'hard' | 'complaint' | 'opt_out'> = {
  'suppress-bounce': 'hard',
  'suppress-complaint': 'complaint',
  'suppress-unsubscribe': 'opt_out',
}

/** The codes of an address or a domain that does not exist. Mailgun reports every final failure as permanent. */
const HARD = /^5\.1\.|^5\.4\.4$/

function readFailure(message: Reported, report: Record<string, unknown>): InboundEvent[] {
  const { severity, reason, 'delivery-status': status } = report
  // Mailgun will attempt to deliver again.
  if (severity !== 'permanent') return []
  const name = textWithin(reason, 64) ?? ''
  const list = Object.hasOwn(LISTS, name) ? LISTS[name] : undefined
  if (list) return reports.suppressed(NAME, message, list)
  const { message: text, description, 'enhanced-code': code } = fieldsOf(status)
  const diagnosis = [code, text, description]
    .map((part) => textOf(part) ?? '')
    .join(' ')
    .trim()
  return reports.bounced(message, { isHard: HARD.test(reports.statusCodeIn(diagnosis) ?? ''), diagnosis })
}
