// Verifies messages of Amazon SNS. SNS signs each message with a certificate that it publishes on a server of Amazon.
import { verify } from 'node:crypto'
import { type JsonObject, textWithin } from '../../../lib/json/json-fields.ts'
import { HOUR } from '../../../limits.ts'
import { throughGateway } from '../../gateway.ts'
import type { InboundCall, InboundRequest } from '../../inbound.ts'
import { momentOfText } from '../../moments.ts'
import { certificateKey } from './certificates.ts'
import { signedFields } from './signed-bodies.ts'

export interface SnsSettings {
  topic_arn?: string | undefined
  api_base?: string | undefined
}

/** The age in milliseconds at which a message is refused. SNS repeats a message for about an hour. */
const WINDOW = HOUR

/** Returns whether the headers name the topic of the connection. A raw delivery has no signature. */
export function hasTopic(headers: InboundRequest['headers'], { topic_arn: topic }: SnsSettings): boolean {
  return topic !== undefined && headers['x-amz-sns-topic-arn'] === topic && headers['x-amz-sns-rawdelivery'] !== 'true'
}

/**
 * Returns the public key of the certificate that the message names. Returns undefined if the message has another topic,
 * if it is too old, or if its certificate is not on the SNS server of the topic's region. Throws if the certificate
 * cannot be read.
 */
export async function snsKey(
  { body, receivedAt }: InboundRequest,
  { settings, signal, allowPrivateNetwork }: InboundCall<SnsSettings>,
): Promise<string | undefined> {
  const { TopicArn, Timestamp, SigningCertURL } = signedFields(body)
  const sentAt = momentOfText(Timestamp)
  const isRecent = sentAt !== undefined && Math.abs(receivedAt.getTime() - sentAt.getTime()) <= WINDOW
  const named = certificateUrl(SigningCertURL, settings)
  if (settings.topic_arn === undefined || TopicArn !== settings.topic_arn || !isRecent || !named) return undefined
  const url = throughGateway(named.href, settings.api_base)
  return certificateKey({ url, now: receivedAt, signal, allowPrivateNetwork })
}

/**
 * Returns the URL if it is the URL of a certificate. With a query, the server could return an answer of its API, which
 * repeats the text of the caller.
 */
function certificateUrl(text: unknown, settings: SnsSettings): URL | undefined {
  const url = snsUrl(text, settings)
  return url && CERTIFICATE_PATH.test(url.pathname) && url.search === '' && url.hash === '' ? url : undefined
}

const CERTIFICATE_PATH = /^\/SimpleNotificationService-[0-9a-f]{32}\.pem$/

/** Returns the URL if it is on the SNS server of the topic's region. Any other server could belong to an attacker. */
export function snsUrl(text: unknown, { topic_arn: topic = '' }: SnsSettings): URL | undefined {
  const [, , , region = ''] = topic.split(':')
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
  const isExpected = url?.origin === `https://sns.${region}.${domain}` && url.username === '' && url.password === ''
  return isExpected ? url : undefined
}

/** Returns whether the key signed the message. */
export function isSignedBy(key: string, message: JsonObject): boolean {
  const { Type, Signature, SignatureVersion } = message
  const names = SIGNED.get(textWithin(Type, 64) ?? '')
  if (!names || typeof Signature !== 'string') return false
  const text = names
    .filter((name) => message[name] !== undefined && message[name] !== null)
    .map((name) => `${name}\n${String(message[name])}\n`)
    .join('')
  try {
    const algorithm = SignatureVersion === '2' ? 'sha256' : 'sha1'
    return verify(algorithm, Buffer.from(text), key, Buffer.from(Signature, 'base64'))
  } catch {
    return false
  }
}

const CONFIRMATION = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
/** The signed fields of each type of message, in their order. */
const SIGNED = new Map<string, string[]>([
  ['Notification', ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']],
  ['SubscriptionConfirmation', CONFIRMATION],
  ['UnsubscribeConfirmation', CONFIRMATION],
])
