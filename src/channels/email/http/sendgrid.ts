// The provider SendGrid: its settings, its check, the request that sends an email, the answers and the reports.
import { type Static, Type } from 'typebox'
import { fieldsOf, itemsOf, textWithin } from '../../../lib/json/json-fields.ts'
import { type ProviderReply, retryAfterOf } from '../../../lib/provider-call.ts'
import type { Outcome, Provider } from '../../contract.ts'
import type { ConnectionFindings } from '../../findings.ts'
import { baseOf, findingsOf } from '../../gateway.ts'
import type { InboundEvent, Receiver } from '../../inbound.ts'
import { parseJsonBody } from '../../inbound-bodies.ts'
import { momentOf } from '../../moments.ts'
import { failureOf, type Meaning } from '../../outcomes.ts'
import { asciiAddress } from '../header-values.ts'
import { statusIn } from '../refusals.ts'
import { type Mailbox, senderProblems } from '../settings.ts'
import { meaningsOf } from './meanings.ts'
import * as reports from './reports.ts'
import { sendgridWebhook } from './sendgrid-webhook.ts'
import { acceptedAs, bearer, composedParts, PAUSE, sendOverHttp, THROTTLED } from './sending.ts'
import { commonFieldsOf, secretText } from './settings.ts'
import { ecdsaKeyOf, hasEcdsaSignature } from './signatures.ts'

const NAME = 'SendGrid'
const HOSTS = { global: 'https://api.sendgrid.com', eu: 'https://api.eu.sendgrid.com' }

const settings = Type.Object(
  {
    api_key: secretText('An API key with the permission Mail Send, from Settings, API Keys.', 'SG.example', {
      pattern: '^SG\\.[\\x21-\\x7e]+$',
      link: 'https://app.sendgrid.com/settings/api_keys',
    }),
    region: Type.Optional(
      Type.Enum(['global', 'eu'], {
        type: 'string',
        description: 'The region of the account: eu for a subuser of the European Union. The default is global.',
      }),
    ),
    ...commonFieldsOf('https://app.sendgrid.com/settings/sender_auth'),
    webhook_public_key: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9+/=]+$',
        maxLength: 1024,
        examples: ['MFkwEwYHKoZIzj0CAQYI'],
        link: 'https://app.sendgrid.com/settings/mail_settings/webhook_settings',
        description:
          'The verification key of the signed event webhook at SendGrid. Without it, reports of deliveries, bounces and complaints are refused.',
      }),
    ),
  },
  { additionalProperties: false },
)

export type SendgridSettings = Static<typeof settings>

export const sendgrid: Provider<SendgridSettings> = {
  title: NAME,
  help: 'At SendGrid, authenticate the domain of the sender under Sender Authentication, and create an API key under API Keys.',
  settings,
  problems: (given) => ({ ...senderProblems(given), ...keyProblem(given) }),
  check,
  send: sendOverHttp({
    name: NAME,
    async request(message, files, { settings: given }) {
      const email = await composedParts(message, files, given)
      return {
        url: `${apiOf(given)}/v3/mail/send`,
        headers: bearer(given.api_key),
        body: {
          personalizations: [{ to: [recipient(email.to)] }],
          from: mailbox(email.from),
          ...(email.replyTo ? { reply_to: mailbox(email.replyTo) } : {}),
          // SendGrid refuses an empty subject.
          subject: email.subject || message.mail?.name || email.from.address,
          content: [
            { type: 'text/plain', value: email.text },
            { type: 'text/html', value: email.html },
          ],
          headers: { ...email.headers, 'Message-ID': email.messageId },
          custom_args: { [reports.TAG]: String(message.deliveryId) },
          tracking_settings: NO_TRACKING,
          ...(email.files.length > 0 ? { attachments: email.files.map(attachmentOf) } : {}),
        },
      }
    },
    outcome: outcomeOf,
  }),
  receiver: receiver(),
  webhook: sendgridWebhook({ base: apiOf, headers: (given) => bearer(given.api_key), outcome: outcomeOf }),
}

/** Without these settings, SendGrid may replace the links of buttons and add its own unsubscribe link. */
const NO_TRACKING = {
  click_tracking: { enable: false, enable_text: false },
  open_tracking: { enable: false },
  subscription_tracking: { enable: false },
}

function apiOf(given: SendgridSettings): string {
  return baseOf(given, HOSTS[given.region ?? 'global'])
}

function mailbox({ name, address }: Mailbox) {
  return { email: asciiAddress(address), ...(name === '' ? {} : { name }) }
}

/** Returns the recipient of a message. SendGrid refuses commas and semicolons in this name only. */
function recipient({ name, address }: Mailbox) {
  return mailbox({
    name: name
      .split(/[,;\s]+/)
      .join(' ')
      .trim(),
    address,
  })
}

function attachmentOf({ filename, contentType, bytes }: { filename: string; contentType: string; bytes: Buffer }) {
  const [type] = contentType.split(';', 1)
  return { filename, type, content: bytes.toString('base64'), disposition: 'attachment' }
}

const common = meaningsOf(NAME)
function outcomeOf(reply: ProviderReply, { api_key }: SendgridSettings, now: Date): Outcome {
  const answer = reply.kind === 'answer' ? reply : undefined
  const id = [answer?.headers['x-message-id']].flat()[0]
  const errors = itemsOf(fieldsOf(answer?.json).errors)
  if (answer && answer.status < 300 && errors.length === 0 && id) return acceptedAs(id, answer.status)
  const { field, message } = fieldsOf(errors[0])
  const text = textWithin(message, 500) ?? ''
  return failureOf(NAME, reply, {
    // SendGrid has no error codes. It names the wrong field.
    code: textWithin(field, 64),
    meaning: answer && answer.status < 500 ? meaningOf(answer.status, textWithin(field, 64) ?? '', text) : undefined,
    now,
    secrets: [api_key],
    throttledFor: answer && (answer.status === 429 || THROTTLED.test(text)) ? pauseIn(answer.headers, now) : undefined,
  })
}

/** Returns the milliseconds until the limit ends. */
function pauseIn(headers: Record<string, string | string[] | undefined>, now: Date): number {
  const reset = momentOf([headers['x-ratelimit-reset']].flat()[0], 'seconds')
  return reset ? reset.getTime() - now.getTime() : (retryAfterOf(headers, now) ?? PAUSE)
}

const TO_ADDRESS = /^personalizations\.\d{1,4}\.to\.\d{1,4}\.email$/

function meaningOf(status: number, field: string, text: string): Meaning | undefined {
  if (THROTTLED.test(text)) return undefined
  if (/maximum credits exceeded/i.test(text)) return common.quota
  if (TO_ADDRESS.test(field)) return common.address
  if (/^from(\.|$)/.test(field) || /verified sender identity/i.test(text)) return common.sender
  if (field.startsWith('attachments')) return common.attachment
  if (status !== 413 && text === '' && field === '') return undefined
  return STATUSES[status]
}

const STATUSES: Record<number, Meaning> = {
  400: common.field,
  401: common.apiKey,
  403: common.permission,
  404: common.endpoint,
  405: common.endpoint,
  413: common.tooLarge,
}

/** Reads the permissions of the API key. */
function check(given: SendgridSettings, allowPrivateNetwork: boolean, now: Date): Promise<ConnectionFindings> {
  return findingsOf('api_key', NAME, {
    request: { url: `${apiOf(given)}/v3/scopes`, headers: bearer(given.api_key), allowPrivateNetwork },
    judge: ({ status, json }) => {
      const { scopes } = fieldsOf(json)
      if (status !== 200 || !Array.isArray(scopes)) return undefined
      if (scopes.includes('mail.send')) return { found: 'the API key may send' }
      return { problem: 'lacks the permission Mail Send. Give the API key this permission at SendGrid' }
    },
    outcome: (reply) => outcomeOf(reply, given, now),
  })
}

const SIGNATURE = 'x-twilio-email-event-webhook-signature'
const TIMESTAMP = 'x-twilio-email-event-webhook-timestamp'

function receiver(): Receiver<SendgridSettings> {
  return {
    receipts: 'by_id',
    verifyHeaders: (headers, { webhook_public_key: key }) =>
      key !== undefined && headers[SIGNATURE] !== undefined && headers[TIMESTAMP] !== undefined,
    verify: (request, { webhook_public_key: key }) => {
      const { [TIMESTAMP]: timestamp, [SIGNATURE]: signature } = request.headers
      return key !== undefined && hasEcdsaSignature(request, { timestamp, signature, key })
    },
    parse: parseJsonBody,
    read: (body, _settings, receivedAt) =>
      Array.isArray(body)
        ? body.flatMap((event) => readEvent(event, receivedAt))
        : reports.unreadable('a body that is not a list'),
  }
}

function keyProblem({ webhook_public_key: key }: SendgridSettings): Record<string, string> {
  if (key === undefined || ecdsaKeyOf(key)) return {}
  return { webhook_public_key: 'is not the verification key that SendGrid shows' }
}

function readEvent(value: unknown, receivedAt: Date): InboundEvent[] {
  const report = fieldsOf(value)
  const { event, email, sg_message_id, timestamp } = report
  // The id of the message is before the first dot. A bounce that arrives later has no id.
  const externalId = textWithin(sg_message_id, 255)?.split('.', 1)[0]
  const at = momentOf(timestamp, 'seconds') ?? receivedAt
  const deliveryId = report[reports.TAG]
  return reports.readWith(READERS, report, { name: event, externalId, deliveryId, addresses: [email], at })
}

function bounce(message: reports.Reported, { type, status, reason }: Record<string, unknown>): InboundEvent[] {
  const text = textWithin(reason, 500) ?? ''
  const diagnosis = statusIn(text) === undefined ? `${textWithin(status, 16) ?? ''} ${text}`.trim() : text
  return reports.bounced(message, { verdict: type === 'blocked' ? 'soft' : 'hard', diagnosis })
}

/** The suppression list that each reason for a dropped message names. */
const LISTS = new Map<string, reports.SuppressionList>([
  ['Bounced Address', 'hard'],
  ['Invalid', 'hard'],
  ['Spam Reporting Address', 'complaint'],
  ['Unsubscribed Address', 'opt_out'],
])

function dropped(message: reports.Reported, reason: string): InboundEvent[] {
  const list = LISTS.get(reason)
  return list ? reports.suppressed(NAME, message, list) : reports.notSent(NAME, message, reason)
}

const READERS = new Map<string, reports.Reader>([
  ['processed', reports.taken],
  ['delivered', reports.delivered],
  ['spamreport', reports.complained],
  ['unsubscribe', (message) => reports.changedWish(message, false)],
  ['group_unsubscribe', (message) => reports.changedWish(message, false)],
  ['group_resubscribe', (message) => reports.changedWish(message, true)],
  ['dropped', (message, { reason }) => dropped(message, textWithin(reason, 255) ?? '')],
  ['bounce', bounce],
])
