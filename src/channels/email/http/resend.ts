// The provider Resend: its settings, its check, the request that sends an email, the answers and the reports.
import { type Static, Type } from 'typebox'
import { fieldsOf, isObject, itemsOf, textOf } from '../../../lib/json/json-fields.ts'
import { type ProviderReply, retryAfterOf } from '../../../lib/provider-call.ts'
import { HOUR, SECOND } from '../../../limits.ts'
import type { Outcome, Provider } from '../../contract.ts'
import type { ConnectionFindings } from '../../findings.ts'
import { baseOf, findingsOf } from '../../gateway.ts'
import type { InboundEvent, Receiver } from '../../inbound.ts'
import { parseJsonBody } from '../../inbound-bodies.ts'
import { momentOfText } from '../../moments.ts'
import { failureOf, type Meaning } from '../../outcomes.ts'
import { repeated, unknownOutcome } from '../../remedies.ts'
import { domainOf, mailboxText } from '../header-values.ts'
import { checkedSender, senderProblems } from '../settings.ts'
import { meaningsOf } from './meanings.ts'
import * as reports from './reports.ts'
import { resendWebhook } from './resend-webhook.ts'
import { acceptedAs, bearer, composedParts, sendOverHttp } from './sending.ts'
import { commonFieldsOf, secretText } from './settings.ts'
import { hasStandardSignature } from './signatures.ts'

const NAME = 'Resend'
const API = 'https://api.resend.com'

const settings = Type.Object(
  {
    api_key: secretText(
      'An API key. Resend shows it once, under API Keys. Sending access is sufficient.',
      're_example',
      {
        pattern: '^re_[\\x21-\\x7e]+$',
        link: 'https://resend.com/api-keys',
      },
    ),
    ...commonFieldsOf('https://resend.com/domains'),
    webhook_secret: Type.Optional(
      secretText(
        'The signing secret of the webhook at Resend. Without it, reports of deliveries, bounces and complaints are refused.',
        'whsec_example',
        { pattern: '^whsec_[A-Za-z0-9+/=_-]+$', local: true, link: 'https://resend.com/webhooks' },
      ),
    ),
  },
  { additionalProperties: false },
)

export type ResendSettings = Static<typeof settings>

export const resend: Provider<ResendSettings> = {
  title: NAME,
  help: 'At Resend, verify the domain of the sender under Domains, and create an API key under API Keys.',
  settings,
  problems: senderProblems,
  check,
  send: sendOverHttp({
    name: NAME,
    async request(message, files, { settings: { api_key, api_base, ...sender } }) {
      const {
        from,
        to,
        replyTo,
        subject,
        text,
        html,
        headers,
        files: attached,
      } = await composedParts(message, files, sender)
      return {
        url: `${baseOf({ api_base }, API)}/emails`,
        headers: { ...bearer(api_key), 'idempotency-key': message.mail?.messageId ?? String(message.deliveryId) },
        body: {
          from: mailboxText(from),
          to: [mailboxText(to)],
          ...(replyTo ? { reply_to: mailboxText(replyTo) } : {}),
          subject,
          text,
          html,
          headers,
          tags: [{ name: reports.TAG, value: String(message.deliveryId) }],
          ...(attached.length > 0 ? { attachments: attached.map(attachmentOf) } : {}),
        },
      }
    },
    outcome: (reply, { api_key }, now) => outcomeOf(reply, api_key, now),
  }),
  receiver: receiver(),
  webhook: resendWebhook({
    base: (given) => baseOf(given, API),
    headers: (given) => bearer(given.api_key),
    outcome: (reply, given, now) => outcomeOf(reply, given.api_key, now),
  }),
}

function attachmentOf({ filename, contentType, bytes }: { filename: string; contentType: string; bytes: Buffer }) {
  return { filename, content: bytes.toString('base64'), content_type: contentType }
}

const common = meaningsOf(NAME)

const MEANINGS: Record<string, Meaning> = {
  missing_api_key: common.apiKey,
  invalid_api_key: common.apiKey,
  restricted_api_key: common.permission,
  invalid_access: common.permission,
  invalid_from_address: common.sender,
  invalid_region: common.sender,
  not_found: common.endpoint,
  method_not_allowed: common.endpoint,
  validation_error: common.field,
  invalid_parameter: common.field,
  missing_required_field: common.field,
  security_error: common.field,
  invalid_idempotency_key: common.format,
  invalid_attachment: common.attachment,
  monthly_quota_exceeded: common.quota,
  // All attempts of a delivery have the same key. Their contents differ if the brand or a file at a URL changed between
  // them. Resend may have sent the first content.
  invalid_idempotent_request: {
    class: 'ambiguous',
    reason: 'Resend already has another version of this message from an earlier attempt',
    remedies: unknownOutcome,
  },
  concurrent_idempotent_requests: {
    class: 'retryable',
    reason: 'Resend still processes an earlier attempt of this message',
    remedies: repeated('Check whether the recipient received the message.'),
  },
  application_error: common.outage,
  internal_server_error: common.outage,
}

/** The pause in milliseconds after a limit, by its code, if the answer contains no Retry-After. */
const PAUSES: Record<string, number> = { daily_quota_exceeded: HOUR, rate_limit_exceeded: SECOND }

function outcomeOf(reply: ProviderReply, key: string, now: Date): Outcome {
  const answer = reply.kind === 'answer' ? reply : undefined
  const { id, name } = fieldsOf(answer?.json)
  if (answer && answer.status < 300 && typeof id === 'string' && id !== '') return acceptedAs(id, answer.status)
  const code = textOf(name)
  const pause = code !== undefined && Object.hasOwn(PAUSES, code) ? PAUSES[code] : undefined
  return failureOf(NAME, reply, {
    code,
    meaning: answer && answer.status < 500 ? meaningOf(code, answer.status) : undefined,
    now,
    secrets: [key],
    throttledFor: answer && pause !== undefined ? (retryAfterOf(answer.headers, now) ?? pause) : undefined,
  })
}

/** Returns the meaning of a code. With the status 403, a `validation_error` reports a domain that is not verified. */
function meaningOf(code: string | undefined, status: number): Meaning | undefined {
  if (code === 'validation_error' && status === 403) return common.sender
  return code !== undefined && Object.hasOwn(MEANINGS, code) ? MEANINGS[code] : undefined
}

/** Reads the domains of the account. An API key that may only send is refused with a known code. */
function check(given: ResendSettings, allowPrivateNetwork: boolean, now: Date): Promise<ConnectionFindings> {
  const domain = domainOf(checkedSender(given.from).address).toLowerCase()
  return findingsOf('api_key', NAME, {
    request: { url: `${baseOf(given, API)}/domains?limit=100`, headers: bearer(given.api_key), allowPrivateNetwork },
    judge: ({ status, json }) => {
      const { name, data, has_more } = fieldsOf(json)
      if (name === 'restricted_api_key')
        return { found: 'the API key works. It may only send, so the domain of the sender was not checked' }
      if (status !== 200 || !Array.isArray(data)) return undefined
      const found = itemsOf(data).find((entry) => isObject(entry) && entry.name === domain)
      if (fieldsOf(found).status === 'verified') return { found: `the API key works, and ${domain} is verified` }
      if (!found && has_more === true) return { found: 'the API key works' }
      return { setting: 'from', problem: `has the domain ${domain}, which is not verified at Resend` }
    },
    outcome: (reply) => outcomeOf(reply, given.api_key, now),
  })
}

const SIGNED = ['svix-id', 'svix-timestamp', 'svix-signature']

function receiver(): Receiver<ResendSettings> {
  return {
    receipts: 'by_id',
    verifyHeaders: (headers, { webhook_secret }) =>
      webhook_secret !== undefined && SIGNED.every((name) => headers[name] !== undefined),
    verify: (request, { webhook_secret: secret }) => secret !== undefined && hasStandardSignature(request, secret),
    parse: parseJsonBody,
    read: (body, _settings, receivedAt) => read(body, receivedAt),
  }
}

function read(body: unknown, receivedAt: Date): InboundEvent[] {
  const { type, created_at, data } = fieldsOf(body)
  const report = fieldsOf(data)
  const { email_id: externalId, to, tags } = report
  const at = momentOfText(created_at) ?? receivedAt
  const deliveryId = fieldsOf(tags)[reports.TAG]
  return reports.readWith(READERS, report, { name: type, externalId, deliveryId, addresses: itemsOf(to), at })
}

const READERS = new Map<string, reports.Reader>([
  ['email.sent', reports.taken],
  ['email.delivered', reports.delivered],
  ['email.complained', reports.complained],
  ['email.failed', (message, { failed }) => reports.notSent(NAME, message, fieldsOf(failed).reason)],
  [
    'email.bounced',
    (message, { bounce }) => {
      const { type, message: text, diagnosticCode } = fieldsOf(bounce)
      return reports.bounced(message, {
        verdict: reports.BOUNCE_TYPES.get(type),
        diagnosis: itemsOf(diagnosticCode)[0] ?? text,
      })
    },
  ],
  [
    'email.suppressed',
    (message, { suppressed: entry }) =>
      reports.suppressed(NAME, message, fieldsOf(entry).reason === 'previous_complaint' ? 'complaint' : 'hard'),
  ],
])
