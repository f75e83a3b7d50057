// The client of the SDK. Its functions use an API key. Under `manage`, it has all operations of the management API,
// which use a management token.
import { randomUUID } from 'node:crypto'
import type { DryRunResponse, Operations, ReplayResponse, SendRequest, SendResponse } from './api.ts'
import { type CallOptions, call, type Settings } from './call.ts'
import { createManage, type Manage } from './manage.ts'
import type { Outcome } from './outcome.ts'

export interface ClientOptions {
  /** The address of the service, such as `https://notify.example.com`. */
  url: string
  /** An API key (`svc_live_…` or `svc_test_…`). Used to send messages and to read usage and deliveries. */
  key?: string
  /** A management token. Used for `manage`. */
  token?: string
  /** Timeout of one attempt, in milliseconds. Default: 30,000. */
  timeout?: number
  /** The maximum number of retries for each call that is safe to repeat. Default: 3. */
  retries?: number
  /** The longest delay before a retry, in milliseconds. Default: 30,000. */
  maxWait?: number
}

/**
 * The delivery of an accepted message. If a message with the same idempotency key was accepted within the last hour,
 * this is the delivery of that message.
 */
export type Sent = SendResponse | ReplayResponse

/** The result of one message of a batch. */
export type BatchResult =
  | (SendResponse & { index: number })
  | (ReplayResponse & { index: number })
  | { index: number; status: 'failed'; error: string; message: string; details?: Record<string, string[]> }

export interface Batch {
  total: number
  /** The number of accepted messages. Includes messages that were already accepted in an earlier request. */
  queued: number
  failed: number
  results: BatchResult[]
}

/** The result of a dry run: the message that the service would accept, or the earlier delivery that it would return. */
export type DryRun = DryRunResponse | (ReplayResponse & { dry_run: true })

/** The result of a dry run for one message of a batch. */
export type BatchDryRunResult =
  | (DryRun & { index: number })
  | { index: number; status: 'failed'; error: string; message: string; details?: Record<string, string[]> }

export interface BatchDryRun {
  dry_run: true
  total: number
  queued: number
  failed: number
  results: BatchDryRunResult[]
}

export type Usage = Operations['usage']['answer']
export type DeliveryRecord = Operations['readDelivery']['answer']

export interface Client {
  /**
   * Sends one message. If the message has no `idempotency_key`, adds one, so that a retry does not send the message
   * twice.
   */
  send(message: SendRequest, options?: CallOptions): Promise<Outcome<Sent>>
  /**
   * Sends up to 100 messages. `results` has one entry for each message, in the same order. Adds an `idempotency_key` to
   * each message that has none.
   */
  sendBatch(messages: SendRequest[], options?: CallOptions): Promise<Outcome<Batch>>
  /** Returns what `send` would do with the message. Stores, sends and charges nothing. */
  dryRun(message: SendRequest, options?: CallOptions): Promise<Outcome<DryRun>>
  /** Returns what `sendBatch` would do with the messages. Stores, sends and charges nothing. */
  dryRunBatch(messages: SendRequest[], options?: CallOptions): Promise<Outcome<BatchDryRun>>
  /** Sends one message with a trigger key (`svcwh_…`). This call needs no API key. */
  trigger(triggerKey: string, message: SendRequest, options?: CallOptions): Promise<Outcome<Sent>>
  /** Returns the usage of this month. */
  usage(options?: CallOptions): Promise<Outcome<Usage>>
  /** Returns the current state of a delivery. */
  delivery(id: number, options?: CallOptions): Promise<Outcome<DeliveryRecord>>
  manage: Manage
}

/** Creates a client. Throws a TypeError for an invalid `url`. */
export function createClient({ url, key, token, ...rules }: ClientOptions): Client {
  const settings: Settings = { timeout: 30_000, retries: 3, maxWait: 30_000, ...rules, url: originOf(url) }
  // Without a key, send no Authorization header. The service then returns an error that explains the remedy.
  const withKey = { credential: key, repeatable: true }
  return {
    send: (message, options) =>
      call(settings, { method: 'POST', path: '/send', body: withIdempotencyKey(message), ...withKey }, options),
    sendBatch: (messages, options) =>
      call(
        settings,
        { method: 'POST', path: '/send/batch', body: { messages: withIdempotencyKeys(messages) }, ...withKey },
        options,
      ),
    dryRun: (message, options) =>
      call(settings, { method: 'POST', path: '/send?dry_run=true', body: message, ...withKey }, options),
    dryRunBatch: (messages, options) =>
      call(settings, { method: 'POST', path: '/send/batch?dry_run=true', body: { messages }, ...withKey }, options),
    trigger: (triggerKey, message, options) =>
      call(
        settings,
        {
          method: 'POST',
          path: `/wh/${encodeURIComponent(triggerKey)}`,
          body: withIdempotencyKey(message),
          repeatable: true,
        },
        options,
      ),
    usage: (options) => call(settings, { method: 'GET', path: '/usage', ...withKey }, options),
    delivery: (id, options) => call(settings, { method: 'GET', path: `/deliveries/${id}`, ...withKey }, options),
    manage: createManage(settings, token),
  }
}

/** Returns the address without slashes at the end and without `/v1`. */
function originOf(url: string): string {
  const trimmed = withoutTrailingSlashes(String(url)).replace(/\/v1$/, '')
  if (!/^https?:\/\//.test(trimmed) || !URL.canParse(trimmed))
    throw new TypeError(`url must be the address of the service, such as https://notify.example.com, not "${url}".`)
  return trimmed
}

/** Removes the slashes at the end in linear time. The regular expression `/\\/+$/` can take quadratic time. */
function withoutTrailingSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}

/**
 * Adds an idempotency key to a message that has none. If the value is not an object, returns it unchanged. The service
 * then refuses it.
 */
function withIdempotencyKey(message: SendRequest): SendRequest {
  if (typeof message !== 'object' || message === null) return message
  return { ...message, idempotency_key: message.idempotency_key ?? randomUUID() }
}

const withIdempotencyKeys = (messages: SendRequest[]) =>
  Array.isArray(messages) ? messages.map(withIdempotencyKey) : messages
