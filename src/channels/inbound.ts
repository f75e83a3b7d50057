// The types of inbound webhooks and inbound events, and the interface of a provider's receiver.
import type { ConnectionFindings } from './findings.ts'

/** A connection's settings with decrypted secrets. They match the provider's settings schema. */
export type ConnectionSettings = Record<string, unknown>

/** One unchanged request from a provider. Header names are in lower case. */
export interface InboundRequest {
  method: 'GET' | 'POST'
  headers: Record<string, string | undefined>
  query: Record<string, string>
  body: Buffer
}

/** The bytes of a body, and the content type of its request. */
export interface InboundBody {
  bytes: Buffer
  contentType: string | undefined
}

/** The address and the secret for inbound webhooks of a connection. */
export interface InboundPlace {
  /** The public URL of the connection's inbound webhook. */
  url: string
  /** A secret of this connection, in hexadecimal, for providers that send it back in each request. */
  secret: string
}

/**
 * An event in a provider's request. `address`, `from` and `to` have the form that recipients store, `externalId` that
 * of the attempt's outcome. An `id` identifies repeats within the connection.
 */
export type InboundEvent =
  /**
   * A receipt for one message. `price`: the provider's category. `deliveryId`: the id that the send request carried.
   */
  | {
      kind: 'receipt'
      externalId: string
      deliveryId?: number
      status: 'delivered' | 'read' | 'failed'
      at: Date
      code?: string
      reason?: string
      remedy?: string
      outcome?: 'recipient_gone' | 'permanent'
      price?: string
    }
  /** The provider accepted a message. Identifies a message whose answer was lost. */
  | { kind: 'taken'; externalId: string; deliveryId: number }
  /** A receipt for every message that was sent to the address until `upTo`. */
  | { kind: 'watermark'; address: string; status: 'delivered' | 'read'; upTo: Date }
  /** A reply from a recipient. `repliesTo`: the external id of the message that it answers. */
  | ({ kind: 'message'; id: string; text?: string; media?: InboundMedia[]; at: Date; repliesTo?: string } & Person)
  /**
   * A button press. `text`: the message that the channel shows for the press. `actor`: the group member that pressed.
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
  /** A person opened a chat with the sender: /start, an opt-in. `payload`: the value in the invitation link. */
  | ({ kind: 'joined'; id: string; payload?: string; at: Date } & Person)
  | { kind: 'blocked' | 'unblocked'; address: string; at: Date }
  /** A recipient opted out on this channel (see `optOuts`), or opted in again. */
  | { kind: 'preference'; optedIn: boolean; address: string; at: Date }
  /** The provider's list of approved templates changed. */
  | { kind: 'approvals' }
  /** A chat or a person has a new address. */
  | { kind: 'moved'; from: string; to: string; at: Date }
  /** A part of the body that does not match the provider's documentation. */
  | { kind: 'unreadable'; detail: string }

/** The person behind an event, from the provider's data. */
export interface Person {
  address: string
  name?: string
  locale?: string
}

export interface InboundMedia {
  /** image, document, video, audio, sticker, location, contact, or the provider's own type. */
  type: string
  /** The file id or URL with which the provider returns the media; for a location or contact, its text. */
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
   * State of the message's buttons. `chosen`: one was used, now or before. `dead`: expired. `strange`: not from
   * Carillon.
   */
  buttons: 'chosen' | 'dead' | 'strange'
  /** The reply in the recipient's language, at most 200 characters. */
  text: string
}

export type PollResult =
  /** `bodies` are read like bodies of requests. The next call starts at `position`, which confirms them. */
  | { kind: 'received'; bodies: unknown[]; position: string | null }
  /** The poll failed. Poll again after `pause` milliseconds. `problem`: a text for the connection's check. */
  | { kind: 'problem'; problem: string; pause: number }

/** `S`: the settings of the provider's connections. */
export interface Receiver<S = ConnectionSettings> {
  /** The kinds of receipts: by external id, or also for every message until a time. Absent: no receipts. */
  receipts?: 'by_id' | 'by_id_and_watermark'
  /** Requests contain the secret that `announce` registered, so a new secret must be registered. Default: false. */
  showsSecret?: boolean
  /** Returns the answer to the provider's verification request (GET); undefined to refuse it with 403. */
  handshake?(query: Record<string, string>, settings: S): string | undefined
  /** Returns whether the headers can be the provider's. Runs before the body is read. Never throws. */
  verifyHeaders(headers: InboundRequest['headers'], settings: S, place: InboundPlace): boolean
  /** Returns whether the provider sent the request. Checks the raw bytes, in constant time. Never throws. */
  verify(request: InboundRequest, settings: S, place: InboundPlace): boolean
  /**
   * Parses a body, of a request or of `poll`. Returns undefined for another format than the provider's. Never throws.
   */
  parse(body: InboundBody): unknown
  /** Returns a key from the parsed body that identifies repeats of the request. Without a key, the bytes do. */
  repeatKey?(body: unknown, settings: S): string | undefined
  /**
   * Returns the events of the parsed body, in order. Never throws: a part that cannot be read becomes `unreadable`.
   * `receivedAt` is the time of parts without a time.
   */
  read(body: unknown, settings: S, receivedAt: Date): InboundEvent[]
  /** Registers or removes the inbound webhook at the provider. Called when settings are stored or checked. */
  announce?(call: InboundCall<S>, place: InboundPlace): Promise<ConnectionFindings>
  /** Removes the inbound webhook at the provider after a connection was deleted or got new settings (`next`). */
  withdraw?(call: InboundCall<S>, place: InboundPlace, next: S | undefined): Promise<void>
  /**
   * Returns a URL that opens a chat and causes a `joined` with `payload`. Throws an Error with a sentence if it cannot.
   */
  invitation?(call: InboundCall<S>, payload: string, place: InboundPlace): Promise<string>
  /** Reads new updates and waits a while for them. For connections whose setting `mode` is `polling`. */
  poll?(call: InboundCall<S>, position: string | null): Promise<PollResult>
  /** Replies to a button press. Returns false if another attempt may succeed. */
  replyToPress?(
    call: InboundCall<S>,
    press: Extract<InboundEvent, { kind: 'button_press' }>,
    result: PressResult,
  ): Promise<boolean>
}
