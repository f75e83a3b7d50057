// The client: what an API key may do, and under `manage` every operation of the management API.
import { randomUUID } from 'node:crypto'
import type { Operations, ReplayResponse, SendRequest, SendResponse } from './api.ts'
import { type CallOptions, call, type Settings } from './call.ts'
import { createManage, type Manage } from './manage.ts'
import type { Outcome } from './outcome.ts'

export interface ClientOptions {
  /** Where the service is: `https://notify.example.com`. */
  url: string
  /** An API key (`svc_live_…` or `svc_test_…`), to send and to read usage. */
  key?: string
  /** A management token, for `manage`. */
  token?: string
  /** Milliseconds for one attempt; 30,000 when left out. */
  timeout?: number
  /** How often a call is repeated where that is safe; 3 when left out, 0 for never. */
  retries?: number
  /** The longest pause before a repetition, in milliseconds: 30,000 when left out. */
  maxWait?: number
}

/** A send that was accepted, or, under an idempotency key used within the hour, the delivery it made then. */
export type Sent = SendResponse | ReplayResponse

/** One message of a batch. */
export type BatchResult =
  | (SendResponse & { index: number })
  | (ReplayResponse & { index: number })
  | { index: number; status: 'failed'; error: string; message: string; details?: Record<string, string[]> }

export interface Batch {
  total: number
  /** Accepted, replays included. */
  queued: number
  failed: number
  results: BatchResult[]
}

export type Usage = Operations['usage']['answer']
export type DeliveryRecord = Operations['readDelivery']['answer']

export interface Client {
  /** Sends one message. Without `idempotency_key` it is given one, so that a repetition sends nothing twice. */
  send(message: SendRequest, options?: CallOptions): Promise<Outcome<Sent>>
  /** Sends up to 100 messages, each on its own: look at `results`, in the order given. Keys as for `send`. */
  sendBatch(messages: SendRequest[], options?: CallOptions): Promise<Outcome<Batch>>
  /** Sends one message with a trigger key (`svcwh_…`), without an API key. */
  trigger(triggerKey: string, message: SendRequest, options?: CallOptions): Promise<Outcome<Sent>>
  /** What the month has used so far. */
  usage(options?: CallOptions): Promise<Outcome<Usage>>
  /** A delivery as it is now. */
  delivery(id: number, options?: CallOptions): Promise<Outcome<DeliveryRecord>>
  manage: Manage
}

/** Throws a TypeError, at once, for an address that can't be one. */
export function createClient({ url, key, token, ...rules }: ClientOptions): Client {
  const settings: Settings = { timeout: 30_000, retries: 3, maxWait: 30_000, ...rules, url: originOf(url) }
  // Without a key the header is sent empty-handed: the refusal that comes back says what to do.
  const withKey = { credential: key, repeatable: true }
  return {
    send: (message, options) =>
      call(settings, { method: 'POST', path: '/send', body: keyed(message), ...withKey }, options),
    sendBatch: (messages, options) =>
      call(
        settings,
        { method: 'POST', path: '/send/batch', body: { messages: keyedAll(messages) }, ...withKey },
        options,
      ),
    trigger: (triggerKey, message, options) =>
      call(
        settings,
        { method: 'POST', path: `/wh/${encodeURIComponent(triggerKey)}`, body: keyed(message), repeatable: true },
        options,
      ),
    usage: (options) => call(settings, { method: 'GET', path: '/usage', ...withKey }, options),
    delivery: (id, options) => call(settings, { method: 'GET', path: `/deliveries/${id}`, ...withKey }, options),
    manage: createManage(settings, token),
  }
}

/** People give the address with and without what every path begins with. */
function originOf(url: string): string {
  const trimmed = withoutTrailingSlashes(String(url)).replace(/\/v1$/, '')
  if (!/^https?:\/\//.test(trimmed) || !URL.canParse(trimmed))
    throw new TypeError(`url is the service's address, such as https://notify.example.com, and not "${url}".`)
  return trimmed
}

/** In linear time, which `/\\/+$/` is not. */
function withoutTrailingSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}

/** What is no message is the service's to refuse, in its words. */
function keyed(message: SendRequest): SendRequest {
  if (typeof message !== 'object' || message === null) return message
  return { ...message, idempotency_key: message.idempotency_key ?? randomUUID() }
}

const keyedAll = (messages: SendRequest[]) => (Array.isArray(messages) ? messages.map(keyed) : messages)
