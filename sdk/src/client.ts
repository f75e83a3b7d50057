// The client: the functions that use an API key, and under `manage` all operations of the management API.
import { randomUUID } from 'node:crypto'
import type { Operations, ReplayResponse, SendRequest, SendResponse } from './api.ts'
import { type CallOptions, call, type Settings } from './call.ts'
import { createManage, type Manage } from './manage.ts'
import type { Outcome } from './outcome.ts'

export interface ClientOptions {
  /** The address of the service, such as `https://notify.example.com`. */
  url: string
  /** An API key (`svc_live_…` or `svc_test_…`) for sends, usage and deliveries. */
  key?: string
  /** A management token, for `manage`. */
  token?: string
  /** Milliseconds for one attempt. Default: 30,000. */
  timeout?: number
  /** The maximum number of retries of a call that is safe to repeat. Default: 3. */
  retries?: number
  /** The longest delay before a retry, in milliseconds. Default: 30,000. */
  maxWait?: number
}

/** An accepted message. If its idempotency key was already used within the last hour, this is the earlier delivery. */
export type Sent = SendResponse | ReplayResponse

/** The result of one message of a batch. */
export type BatchResult =
  | (SendResponse & { index: number })
  | (ReplayResponse & { index: number })
  | { index: number; status: 'failed'; error: string; message: string; details?: Record<string, string[]> }

export interface Batch {
  total: number
  /** The number of accepted messages, including replays. */
  queued: number
  failed: number
  results: BatchResult[]
}

export type Usage = Operations['usage']['answer']
export type DeliveryRecord = Operations['readDelivery']['answer']

export interface Client {
  /** Sends one message. Adds an `idempotency_key` if it has none, so that a retry sends no second message. */
  send(message: SendRequest, options?: CallOptions): Promise<Outcome<Sent>>
  /**
   * Sends up to 100 messages. `results` has one entry per message, in the order of the messages. Adds an
   * `idempotency_key` to each message that has none.
   */
  sendBatch(messages: SendRequest[], options?: CallOptions): Promise<Outcome<Batch>>
  /** Sends one message with a trigger key (`svcwh_…`). Needs no API key. */
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
  // Without a key, the request has no Authorization header, and the service's error explains the remedy.
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

/** Returns the address without a trailing slash and without `/v1`. */
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

/** Adds an idempotency key to a message without one. Returns any other value unchanged; the service refuses it. */
function withIdempotencyKey(message: SendRequest): SendRequest {
  if (typeof message !== 'object' || message === null) return message
  return { ...message, idempotency_key: message.idempotency_key ?? randomUUID() }
}

const withIdempotencyKeys = (messages: SendRequest[]) =>
  Array.isArray(messages) ? messages.map(withIdempotencyKey) : messages
