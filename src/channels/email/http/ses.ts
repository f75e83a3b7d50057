// The provider Amazon SES: its settings, its check, the request that sends an email, and the answers.
import { fieldsOf, textWithin } from '../../../lib/json/json-fields.ts'
import { type ProviderReply, retryAfterOf } from '../../../lib/provider-call.ts'
import { HOUR } from '../../../limits.ts'
import type { Outcome, Provider } from '../../contract.ts'
import type { ConnectionFindings } from '../../findings.ts'
import { baseOf, findingsOf } from '../../gateway.ts'
import { failureOf, type Meaning, misconfigured, permanent } from '../../outcomes.ts'
import { asciiAddress } from '../header-values.ts'
import { senderProblems } from '../settings.ts'
import { meaningsOf } from './meanings.ts'
import { TAG } from './reports.ts'
import { acceptedAs, PAUSE, sendOverHttp } from './sending.ts'
import { sesReceiver } from './ses-reports.ts'
import { type SesSettings, sesSettings } from './ses-settings.ts'

const NAME = 'Amazon SES'

export const ses: Provider<SesSettings> = {
  title: NAME,
  help: 'In the AWS console, verify the domain of the sender in SES, and create an access key for an IAM user with the permissions ses:SendEmail and ses:SendRawEmail.',
  settings: sesSettings,
  problems: senderProblems,
  check,
  send: sendOverHttp({
    name: NAME,
    async request(message, files, { settings: given, now }) {
      const { composeEmail } = await import('../message.ts')
      const { from, reply_to } = given
      // The raw format permits attachments and any header. SES replaces Message-ID and Date.
      const { raw, envelope } = await composeEmail(message, files, { from, reply_to }, now)
      const body = JSON.stringify({
        FromEmailAddress: envelope.from,
        Destination: { ToAddresses: [asciiAddress(message.address)] },
        Content: { Raw: { Data: raw.toString('base64') } },
        EmailTags: [{ Name: TAG, Value: String(message.deliveryId) }],
        ...(given.configuration_set === undefined ? {} : { ConfigurationSetName: given.configuration_set }),
      })
      return signedRequest({ url: `${apiOf(given)}/v2/email/outbound-emails`, method: 'POST', body }, given, now)
    },
    outcome: outcomeOf,
  }),
  receiver: sesReceiver,
  signature: ({ access_key_id }) => `the AWS access key ${access_key_id}`,
  webhook: {
    help: 'In the AWS console, create a subscription of the SNS topic with the protocol HTTPS and this URL. Leave raw message delivery off. Carillon confirms the subscription. The topic must be an event destination of the configuration set.',
    link: 'https://console.aws.amazon.com/sns/v3/home#/subscriptions',
    events: ['Send', 'Delivery', 'Bounce', 'Complaint', 'Reject'],
  },
}

function apiOf(given: SesSettings): string {
  const domain = given.region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
  return baseOf(given, `https://email.${given.region}.${domain}`)
}

type SesCredentials = Pick<SesSettings, 'access_key_id' | 'secret_access_key' | 'session_token' | 'region'>

/** Adds the headers of AWS Signature Version 4. Each attempt needs a new signature, because it contains the time. */
export async function signedRequest<R extends { url: string; method: 'GET' | 'POST'; body: string }>(
  request: R,
  { access_key_id, secret_access_key, session_token, region }: SesCredentials,
  now: Date,
): Promise<R & { headers: Record<string, string> }> {
  const { AwsV4Signer } = await import('aws4fetch')
  const signer = new AwsV4Signer({
    ...request,
    headers: request.method === 'POST' ? { 'content-type': 'application/json' } : {},
    accessKeyId: access_key_id,
    secretAccessKey: secret_access_key,
    ...(session_token === undefined ? {} : { sessionToken: session_token }),
    service: 'ses',
    region,
    datetime: now.toISOString().replace(/[:-]|\.\d{3}/g, ''),
    allHeaders: true,
  })
  const { headers } = await signer.sign()
  return { ...request, headers: Object.fromEntries(headers) }
}

type AnsweredReply = Extract<ProviderReply, { kind: 'answer' }>

const common = meaningsOf(NAME)
const signature = misconfigured(
  'Amazon SES does not accept the signature of the request',
  "Correct the secret access key. If the key is correct, correct the clock of this service's machine.",
)

const noPermission = misconfigured(
  'the IAM user may not send from this address through Amazon SES',
  'Give the IAM user the permissions ses:SendEmail and ses:SendRawEmail for the domain of the sender.',
)

/**
 * The meanings of the errors. The keys are names of errors without the ending "Exception", because some errors are
 * reported both with this ending and without it.
 */
const MEANINGS: Record<string, Meaning> = {
  AccountSuspended: common.account,
  OptInRequired: common.account,
  SendingPaused: misconfigured(
    'sending is paused at Amazon SES, for the account or for the configuration set',
    'Resume sending in the AWS console. Then resume the connection.',
  ),
  MailFromDomainNotVerified: misconfigured(
    'the custom MAIL FROM domain is not verified at Amazon SES',
    'Correct the DNS records of the MAIL FROM domain.',
  ),
  NotFound: misconfigured(
    'the configuration set does not exist in this region of Amazon SES',
    'Correct configuration_set or region.',
  ),
  SignatureDoesNotMatch: signature,
  InvalidSignature: signature,
  IncompleteSignature: signature,
  // The signature is at least 15 minutes old, because a clock is wrong.
  RequestExpired: signature,
  UnrecognizedClient: common.apiKey,
  InvalidClientTokenId: common.apiKey,
  InternalFailure: common.outage,
  ServiceUnavailable: common.outage,
  ExpiredToken: common.apiKey,
  MissingAuthenticationToken: common.apiKey,
  AccessDenied: noPermission,
  NotAuthorized: noPermission,
  BadRequest: common.field,
  MessageRejected: permanent(
    'Amazon SES refused the message',
    'Read the response, correct the template, and resend the message.',
  ),
}

/** The pause in milliseconds after a limit, by its name. SES sends no Retry-After. */
const PAUSES: Record<string, number> = {
  LimitExceeded: HOUR,
  TooManyRequests: PAUSE,
  Throttling: PAUSE,
}

function outcomeOf(reply: ProviderReply, given: SesSettings, now: Date): Outcome {
  const answer = reply.kind === 'answer' ? reply : undefined
  const { MessageId } = fieldsOf(answer?.json)
  if (answer && answer.status < 300 && typeof MessageId === 'string' && MessageId !== '')
    return acceptedAs(MessageId, answer.status)
  const code = answer && errorCode(answer)
  const pause = answer && code !== undefined ? pauseAfter(code, answer.text) : undefined
  return failureOf(NAME, reply, {
    code,
    meaning: answer && answer.status < 500 ? meaningOf(code, answer) : undefined,
    now,
    secrets: [given.secret_access_key, given.session_token ?? ''],
    throttledFor: answer && pause !== undefined ? (retryAfterOf(answer.headers, now) ?? pause) : undefined,
  })
}

/** Returns the name of the error, from a header or from the body. */
function errorCode({ headers, json }: AnsweredReply): string | undefined {
  const header = [headers['x-amzn-errortype']].flat()[0]
  const { __type: type } = fieldsOf(json)
  return header?.split(':', 1)[0] ?? textWithin(type, 255)?.split('#').at(-1)
}

const withoutSuffix = (code: string) => code.replace(/Exception$/, '')

function pauseAfter(code: string, text: string): number | undefined {
  const name = withoutSuffix(code)
  if (!Object.hasOwn(PAUSES, name)) return undefined
  return /daily/i.test(text) ? HOUR : PAUSES[name]
}

function meaningOf(
  code: string | undefined,
  { status, text }: Pick<AnsweredReply, 'status' | 'text'>,
): Meaning | undefined {
  if (code === undefined) return undefined
  if (code === 'MessageRejected' && /not verified/i.test(text)) return common.sender
  if (code === 'BadRequestException' && ILLEGAL_ADDRESS.test(text)) return common.address
  const name = withoutSuffix(code)
  if (Object.hasOwn(MEANINGS, name)) return MEANINGS[name]
  // An unknown error with one of these statuses concerns the credentials, and therefore all messages.
  return status === 401 || status === 403 ? common.permission : undefined
}

const ILLEGAL_ADDRESS = /missing final '@domain'|illegal address|(domain|local address) contains/i

/** Reads the state of the account. The IAM user may send without the permission for this request. */
async function check(given: SesSettings, allowPrivateNetwork: boolean, now: Date): Promise<ConnectionFindings> {
  const { url, headers } = await signedRequest(
    { url: `${apiOf(given)}/v2/email/account`, method: 'GET', body: '' },
    given,
    now,
  )
  return findingsOf('access_key_id', NAME, {
    request: { url, headers, allowPrivateNetwork },
    judge: (answer) => {
      if (errorCode(answer) === 'AccessDeniedException')
        return { found: 'the access key works. It may not read the account, so the account was not checked' }
      const { SendingEnabled, ProductionAccessEnabled } = fieldsOf(answer.json)
      if (answer.status !== 200 || typeof SendingEnabled !== 'boolean') return undefined
      if (!SendingEnabled) return { problem: 'belongs to an account whose sending is paused at Amazon SES' }
      return ProductionAccessEnabled === false
        ? { found: 'the account is in the sandbox of SES, which sends only to verified addresses' }
        : { found: 'the account may send' }
    },
    outcome: (reply) => outcomeOf(reply, given, now),
  })
}
