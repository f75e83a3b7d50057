// The types of inbound webhooks and inbound events, and the interface of a provider's receiver.
import type { BounceEvent, BounceMailEvent, PreferenceEvent } from './bounces.ts'
import type { ConnectionFindings } from './findings.ts'

/** A connection's settings with decrypted secrets. They match the provider's settings schema. */
export type ConnectionSettings = Record<string, unknown>

/** One request from a provider, unchanged. Header names are in lower case. */
export interface InboundRequest {
  method: 'GET' | 'POST'
  headers: Record<string, string | undefined>
  query: Record<string, string>
  /** The query of the URL as it was sent, with its question mark. Empty if the URL has no query. */
  search: string
  body: Buffer
  /** The time at which the request arrived. A receiver refuses a signature that is too old. */
  receivedAt: Date
  /** The result of `signingKey`. */
  signingKey?: string | undefined
}

/** The bytes of a request's body, and its content type. */
export interface InboundBody {
  bytes: Buffer
  contentType: string | undefined
}

/** The URL and the secret for the inbound webhooks of a connection. */
export interface InboundPlace {
  /** The public URL of the connection's inbound webhook. */
  url: string
  /** A secret that belongs to this connection only, in hexadecimal. Some providers include it in each request. */
  secret: string
}

/**
 * An event in a provider's request. `address`, `from` and `to` have the format of stored addresses. `externalId` has
 * the format of the `externalId` in outcomes. If a connection receives the same event twice, both have the same `id`.
 */
export type InboundEvent =
  /**
   * A receipt for one message. `price` is the price category that the provider reports. `deliveryId` is the delivery id
   * that the request to the provider contained. If the provider sends a receipt for each segment of the message,
   * `parts` is the number of segments. The segments have different ids. The message is delivered when all segments are
   * delivered.
   */
  | {
      kind: 'receipt'
      externalId: string
      deliveryId?: number
      parts?: number
      status: 'delivered' | 'read' | 'failed'
      at: Date
      code?: string
      reason?: string
      remedy?: string
      outcome?: 'recipient_gone' | 'permanent'
      price?: string
    }
  /**
   * The provider reports that it accepted a message. This event identifies the delivery if the answer to the send
   * request was lost.
   */
  | { kind: 'taken'; externalId: string; deliveryId: number }
  /** A receipt for all messages that were sent to the address before or at `upTo`. */
  | { kind: 'watermark'; address: string; status: 'delivered' | 'read'; upTo: Date }
  /**
   * A reply from a recipient. The field `repliesTo` is the external id of the message to which the recipient replied.
   * The service sends `answer` back through the connection. The field `part` is set for a part of a long text.
   */
  | ({
      kind: 'message'
      id: string
      text?: string
      media?: InboundMedia[]
      at: Date
      repliesTo?: string
      answer?: string
      part?: TextPart
    } & Person)
  /**
   * A button press. `text` is the message that the channel shows for the press. `actor` is the member of the group who
   * pressed the button.
   */
  | ({
      kind: 'button_press'
      id: string
      token: string
      text?: string
      actor?: string
      at: Date
      ref?: unknown
    } & Person)
  /** A person opened a chat with the sender, for example with /start. `payload` is the value in the invitation link. */
  | ({ kind: 'joined'; id: string; payload?: string; at: Date } & Person)
  /** The address can no longer be reached: the person blocked the sender, or `reason` states another cause. */
  | { kind: 'blocked'; address: string; at: Date; reason?: string }
  | { kind: 'unblocked'; address: string; at: Date }
  | PreferenceEvent
  | BounceEvent
  | BounceMailEvent
  /** The provider asks for a request to `url`, which proves that this service requires the inbound webhooks. */
  | { kind: 'confirmation'; url: string }
  /** The provider's list of approved templates changed. */
  | { kind: 'approvals' }
  /** The address of a chat or a person changed. */
  | { kind: 'moved'; from: string; to: string; at: Date }
  | SenderEvent
  /** A part of the body that does not match the provider's documentation. */
  | { kind: 'unreadable'; detail: string }

/**
 * An event that belongs to another connection of the same lane: the connection with this sender. Providers with one
 * webhook URL for an account send the events of all its senders to the URL of one connection.
 */
export interface SenderEvent {
  kind: 'of_sender'
  /** The provider's id of the sender, for example of a phone number. */
  sender: string
  event: Exclude<InboundEvent, SenderEvent>
}

/** The place of a part in a long text. All parts of a text have the same `ref`. The first part has the number 1. */
export interface TextPart {
  ref: string
  number: number
  of: number
}

/** The person who caused an event, as described by the provider. */
export interface Person {
  address: string
  name?: string
  locale?: string
}

export interface InboundMedia {
  /** The type of the media: image, document, video, audio, sticker, location, contact, or the provider's own type. */
  type: string
  /** The file id or URL of the media at the provider. For a location or a contact, a text that describes it. */
  ref: string
}

/** The arguments of a receiver's calls to the provider. */
export interface InboundCall<S = ConnectionSettings> {
  settings: S
  signal: AbortSignal
  allowPrivateNetwork: boolean
}

/** The result of a button press. */
export interface PressResult {
  /**
   * The state of the message's buttons. `chosen`: this press or an earlier press used a button. `dead`: the buttons
   * expired. `strange`: Carillon did not send the buttons.
   */
  buttons: 'chosen' | 'dead' | 'strange'
  /** The reply in the recipient's language, at most 200 characters. */
  text: string
}

export type PollResult =
  /**
   * `bodies` are handled like the bodies of inbound webhooks. The next poll sends `position` to the provider, to
   * confirm that the bodies were received.
   */
  | { kind: 'received'; bodies: unknown[]; position: string | null }
  /** The poll failed. The next poll starts after `pause` milliseconds. The connection's check shows `problem`. */
  | { kind: 'problem'; problem: string; pause: number }

/** Receives the inbound events of a provider. `S` is the type of the settings of the provider's connections. */
export interface Receiver<S = ConnectionSettings> {
  /**
   * The receipts that the provider sends. `by_id`: receipts for single messages. `by_id_and_watermark`: also receipts
   * for all messages up to a time. Absent if the provider sends no receipts.
   */
  receipts?: 'by_id' | 'by_id_and_watermark'
  /** If false, the provider sends no requests, and the service only polls it. Default: true. */
  webhooks?: false
  /**
   * If true, the provider's requests contain the secret that `announce` registered, so after a change of the secret,
   * `announce` must be called again. Default: false.
   */
  showsSecret?: boolean
  /**
   * Returns the answer to a GET request with which the provider verifies the URL. If it returns undefined, the request
   * is a webhook (with `acceptsGet`), or it is refused with 403.
   */
  handshake?(query: Record<string, string>, settings: S): string | undefined
  /** If true, the provider may send its requests with GET. The data of such a request are in the query. */
  acceptsGet?: true
  /** The body of the response to the provider. Default: a JSON object. */
  response?: { contentType: string; body: string }
  /** Returns the body to store and to parse. Needed if data are also in the query. Default: the body of the request. */
  bodyOf?(request: InboundRequest): InboundBody
  /** Returns whether the headers may come from the provider. Runs before the body is read. Never throws. */
  verifyHeaders(headers: InboundRequest['headers'], settings: S, place: InboundPlace): boolean
  /**
   * Returns the public key for the signature of the request, if the provider publishes its keys on a server. Runs
   * before `verify`. Returns undefined if the request names no key of the provider. Throws if the key cannot be read.
   */
  signingKey?(request: InboundRequest, call: InboundCall<S>): Promise<string | undefined>
  /** Returns whether the request comes from the provider. Checks the raw bytes in constant time. Never throws. */
  verify(request: InboundRequest, settings: S, place: InboundPlace): boolean
  /**
   * Parses the body of a request, or a body from `poll`. Returns undefined if the body does not have the provider's
   * format. Never throws.
   */
  parse(body: InboundBody): unknown
  /**
   * Returns a key that is the same for a body and its repeats. If it returns undefined, the bytes of the bodies are
   * compared.
   */
  repeatKey?(body: unknown, settings: S, receivedAt: Date): string | undefined
  /**
   * Returns the events in the parsed body, in order. Never throws: a part that cannot be read becomes an event of kind
   * `unreadable`. If a part contains no time, its event has the time `receivedAt`.
   */
  read(body: unknown, settings: S, receivedAt: Date): InboundEvent[]
  /** Returns whether a connection with these settings has this sender. Required for events of kind `of_sender`. */
  hasSender?(sender: string, settings: S): boolean
  /** Makes the request for which a `confirmation` event asks. Throws if the provider does not accept the request. */
  confirm?(call: InboundCall<S>, url: string): Promise<void>
  /** Registers or removes the inbound webhook at the provider. Called when the settings are stored or checked. */
  announce?(call: InboundCall<S>, place: InboundPlace): Promise<ConnectionFindings>
  /**
   * Removes the inbound webhook at the provider. Called after a connection was deleted, or after its settings changed
   * to `next`.
   */
  withdraw?(call: InboundCall<S>, place: InboundPlace, next: S | undefined): Promise<void>
  /**
   * Returns a URL that opens a chat. Opening the chat causes a `joined` event with `payload`. If there is no URL for
   * the connection, throws an Error with a reason that a person can read.
   */
  invitation?(call: InboundCall<S>, payload: string, place: InboundPlace): Promise<string>
  /** Waits for new updates and returns them. Used by connections whose setting `mode` is `polling`. */
  poll?(call: InboundCall<S>, position: string | null): Promise<PollResult>
  /** Replies to a button press. Returns false if the reply failed and a later call may succeed. */
  replyToPress?(
    call: InboundCall<S>,
    press: Extract<InboundEvent, { kind: 'button_press' }>,
    result: PressResult,
  ): Promise<boolean>
  /** Sends the `answer` of a message. Returns false if the call failed and a later call may succeed. */
  answer?(call: InboundCall<S>, answer: { address: string; text: string; at: Date }): Promise<boolean>
}
