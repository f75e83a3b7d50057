// The provider Postmark: its settings, its check, the request that sends an email, the answers and the reports.
import { type Static, Type } from 'typebox'
import { fieldsOf, textOf, textWithin } from '../../../lib/json/json-fields.ts'
import { type ProviderReply, retryAfterOf } from '../../../lib/provider-call.ts'
import { isSameText } from '../../../lib/same-text.ts'
import type { Outcome, Provider } from '../../contract.ts'
import { baseOf, findingsOf } from '../../gateway.ts'
import type { InboundEvent, InboundRequest, Receiver } from '../../inbound.ts'
import { parseJsonBody } from '../../inbound-bodies.ts'
import { momentOfText } from '../../moments.ts'
import { failureOf, type Meaning, misconfigured } from '../../outcomes.ts'
import { mailboxText } from '../header-values.ts'
import { type Mailbox, senderProblems } from '../settings.ts'
import { meaningsOf } from './meanings.ts'
import { postmarkWebhook } from './postmark-webhook.ts'
import * as reports from './reports.ts'
import { acceptedAs, composedParts, PAUSE, sendOverHttp } from './sending.ts'
import { commonFieldsOf, secretText } from './settings.ts'

const NAME = 'Postmark'
const API = 'https://api.postmarkapp.com'

const settings = Type.Object(
  {
    server_token: secretText('The API token of the server at Postmark.', '00000000-0000-0000-0000-000000000000', {
      link: 'https://account.postmarkapp.com/servers',
    }),
    message_stream: Type.Optional(
      Type.String({
        pattern: '^[a-z0-9-]+$',
        maxLength: 64,
        examples: ['outbound'],
        description: 'The ID of a transactional message stream. The default is outbound.',
      }),
    ),
    ...commonFieldsOf('https://account.postmarkapp.com/signature_domains'),
    webhook_user: Type.Optional(
      Type.String({
        // The characters that need no escape in a URL.
        pattern: '^[A-Za-z0-9._~-]+$',
        maxLength: 64,
        examples: ['carillon'],
        description: 'The user under Basic auth credentials of the webhook at Postmark. Choose any name.',
      }),
    ),
    webhook_password: Type.Optional(
      secretText(
        'The password under Basic auth credentials of the webhook at Postmark. Choose a long random text. Without it, reports of deliveries, bounces and complaints are refused.',
        'fL3v0x7Tq9',
        { pattern: '^[A-Za-z0-9._~-]+$' },
      ),
    ),
  },
  { additionalProperties: false },
)

export type PostmarkSettings = Static<typeof settings>

export const postmark: Provider<PostmarkSettings> = {
  title: NAME,
  help: 'At Postmark, verify the domain of the sender under Sender Signatures, and copy the token under API Tokens of your server.',
  settings,
  problems: (given) => ({
    ...senderProblems(given),
    ...(given.webhook_password !== undefined && given.webhook_user === undefined
      ? { webhook_user: 'is required with webhook_password' }
      : {}),
  }),
  check: (given, allowPrivateNetwork, now) =>
    findingsOf('server_token', NAME, {
      request: { url: `${baseOf(given, API)}/server`, headers: authorization(given), allowPrivateNetwork },
      judge: ({ status, json }) => {
        const name = textWithin(fieldsOf(json).Name, 255)
        return status === 200 && name !== undefined ? { found: `the token belongs to the server ${name}` } : undefined
      },
      outcome: (reply) => outcomeOf(reply, given, now),
    }),
  send: sendOverHttp({
    name: NAME,
    async request(message, files, { settings: given }) {
      const email = await composedParts(message, files, given)
      const headers = { ...email.headers, 'Message-ID': email.messageId, 'X-PM-KeepID': 'true' }
      return {
        url: `${baseOf(given, API)}/email`,
        headers: authorization(given),
        body: {
          From: mailboxText(unquoted(email.from)),
          To: mailboxText(unquoted(email.to)),
          ...(email.replyTo ? { ReplyTo: mailboxText(unquoted(email.replyTo)) } : {}),
          Subject: email.subject,
          TextBody: email.text,
          HtmlBody: email.html,
          MessageStream: given.message_stream ?? 'outbound',
          TrackOpens: false,
          TrackLinks: 'None',
          Metadata: { [reports.TAG]: String(message.deliveryId) },
          Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
          Attachments: email.files.map(({ filename, contentType, bytes }) => ({
            Name: filename,
            ContentType: contentType,
            Content: bytes.toString('base64'),
          })),
        },
      }
    },
    outcome: outcomeOf,
  }),
  receiver: receiver(),
  webhook: postmarkWebhook({ base: (given) => baseOf(given, API), headers: authorization, outcome: outcomeOf }),
}

/** Removes quotation marks and backslashes from the name. Postmark refuses some names in which they are escaped. */
function unquoted({ name, address }: Mailbox): Mailbox {
  return { name: name.replaceAll(/["\\]/g, ''), address }
}

function authorization({ server_token }: PostmarkSettings): Record<string, string> {
  return { 'x-postmark-server-token': server_token }
}

const common = meaningsOf(NAME)

/** The meanings of `ErrorCode`. Some of these numbers are also HTTP statuses, but with another meaning. */
const MEANINGS: Record<string, Meaning> = {
  10: common.apiKey,
  100: common.outage,
  300: common.field,
  400: common.sender,
  401: common.sender,
  402: common.format,
  403: common.field,
  405: common.quota,
  406: common.suppressed,
  409: common.format,
  410: common.format,
  411: common.attachment,
  412: common.account,
  413: common.account,
  1235: misconfigured(
    'the message stream does not exist at Postmark',
    'Correct message_stream. Postmark shows the ID under Message Streams of your server.',
  ),
}

const THROTTLED = '429'

function outcomeOf(reply: ProviderReply, { server_token }: PostmarkSettings, now: Date): Outcome {
  const answer = reply.kind === 'answer' ? reply : undefined
  const { ErrorCode, MessageID, Message } = fieldsOf(answer?.json)
  if (answer && answer.status < 300 && ErrorCode === 0 && typeof MessageID === 'string' && MessageID !== '')
    return acceptedAs(MessageID, answer.status)
  const code = ErrorCode === 0 ? undefined : textOf(ErrorCode)
  return failureOf(NAME, reply, {
    code,
    meaning: answer && answer.status < 500 ? meaningOf(answer.status, code, textOf(Message) ?? '') : undefined,
    now,
    secrets: [server_token],
    throttledFor: answer && code === THROTTLED ? (retryAfterOf(answer.headers, now) ?? PAUSE) : undefined,
  })
}

function meaningOf(status: number, code: string | undefined, text: string): Meaning | undefined {
  if (code === '300' && ILLEGAL_ADDRESS.test(text)) return common.address
  if (code !== undefined) return Object.hasOwn(MEANINGS, code) ? MEANINGS[code] : undefined
  return status === 413 ? common.tooLarge : undefined
}

/** The code 300 has several causes. These texts report that the `To` address is malformed. */
const ILLEGAL_ADDRESS = /^(Invalid 'To'|Error parsing 'To': Illegal email)/i

function receiver(): Receiver<PostmarkSettings> {
  // Verify only the headers: Postmark does not sign its requests.
  return {
    receipts: 'by_id',
    verifyHeaders,
    verify: ({ headers }, given) => verifyHeaders(headers, given),
    parse: parseJsonBody,
    read: (body, _settings, receivedAt) => read(body, receivedAt),
  }
}

function verifyHeaders(
  headers: InboundRequest['headers'],
  { webhook_user: user, webhook_password: password }: PostmarkSettings,
): boolean {
  if (user === undefined || password === undefined) return false
  return isSameText(headers.authorization ?? '', `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`)
}

function read(body: unknown, receivedAt: Date): InboundEvent[] {
  const report = fieldsOf(body)
  const { RecordType, Email, Recipient, MessageID, Metadata, BouncedAt, DeliveredAt, ChangedAt } = report
  return reports.readWith(READERS, report, {
    name: RecordType,
    // A report names no message if a member of the Postmark account changed the suppression.
    externalId: MessageID,
    deliveryId: fieldsOf(Metadata)[reports.TAG],
    addresses: [Email ?? Recipient],
    at: momentOfText(BouncedAt ?? DeliveredAt ?? ChangedAt) ?? receivedAt,
  })
}

const READERS = new Map<string, reports.Reader>([
  ['Delivery', reports.delivered],
  ['SpamComplaint', reports.complained],
  ['Bounce', readBounce],
  ['SubscriptionChange', readChange],
])

/**
 * Types of reports that are no bounces, for example because Postmark still attempts to deliver the message, or because
 * an automatic responder answered.
 */
const NO_BOUNCES = ['Transient', 'AutoResponder', 'Subscribe']
const HARD = ['HardBounce', 'BadEmailAddress']

function readBounce(
  message: reports.Reported,
  { Type: type, Details, Description }: Record<string, unknown>,
): InboundEvent[] {
  const name = textWithin(type, 64) ?? ''
  if (NO_BOUNCES.includes(name)) return []
  if (name === 'Unsubscribe') return reports.changedWish(message, false)
  if (name === 'ManuallyDeactivated') return deactivated(message)
  if (name === 'SpamComplaint') return reports.complained(message)
  const verdict = HARD.includes(name) ? 'hard' : 'soft'
  return reports.bounced(message, { verdict, diagnosis: textWithin(Details, 500) ?? Description })
}

/** A recipient may opt out and in again. A change by a member of the Postmark account is no opt-out or opt-in. */
function readChange(message: reports.Reported, report: Record<string, unknown>): InboundEvent[] {
  const { SuppressSending, SuppressionReason, Origin } = report
  if (SuppressSending !== true)
    return Origin === 'Recipient'
      ? reports.changedWish(message, true)
      : [{ kind: 'unblocked', address: message.address, at: message.at }]
  if (SuppressionReason === 'SpamComplaint') return reports.complained(message)
  if (SuppressionReason === 'HardBounce') return reports.bounced(message, { verdict: 'hard', diagnosis: undefined })
  return Origin === 'Recipient' ? reports.changedWish(message, false) : deactivated(message)
}

function deactivated({ address, at }: reports.Reported): InboundEvent[] {
  return [{ kind: 'blocked', address, at, reason: 'a member of the Postmark account deactivated the address' }]
}
