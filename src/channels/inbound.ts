// The types of inbound webhooks and inbound events, and the interface of a provider's receiver.
import type { ConnectionFindings } from './findings.ts'

/** A connection's settings with decrypted secrets. They match the provider's settings schema. */
export type ConnectionSettings = Record<string, unknown>

/** One request from a provider, unchanged. Header names are in lower case. */
export interface InboundRequest {
  method: 'GET' | 'POST'
  headers: Record<string, string | undefined>
  query: Record<string, string>
  body: Buffer
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
  /** The connection's own secret, in hexadecimal. Some providers send it back in each request. */
  secret: string
}

/**
 * An event in a provider's request. `address`, `from` and `to` have the form that recipients store, `externalId` that
 * of the attempt's outcome. An `id` identifies repeats within the connection.
 */
export type InboundEvent =
  /**
   * A receipt for one message. `price`: the provider's category of the message. `deliveryId`: the delivery id that the
   * send request contained.
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
  /**
   * The provider accepted a message. Identifies the delivery of a message if the answer to its send request was lost.
   */
  | { kind: 'taken'; externalId: string; deliveryId: number }
  /** A receipt for all messages that were sent to the address before or at `upTo`. */
  | { kind: 'watermark'; address: string; status: 'delivered' | 'read'; upTo: Date }
  /** A reply from a recipient. `repliesTo`: the external id of the message that the recipient answers. */
  | ({ kind: 'message'; id: string; text?: string; media?: InboundMedia[]; at: Date; repliesTo?: string } & Person)
  /**
   * A button press. `text`: the message that the channel shows for the press. `actor`: the member of the group who
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
  /**
   * A person opened a chat with the sender: with /start, or with an opt-in. `payload`: the value in the invitation
   * link.
   */
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
  /** The type of the media: image, document, video, audio, sticker, location, contact, or the provider's own type. */
  type: string
  /** The file id or URL under which the provider stores the media. For a location or a contact: its text. */
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
   * The state of the message's buttons. `chosen`: a button was used, by this press or an earlier one. `dead`: the
   * buttons expired. `strange`: the buttons are not from Carillon.
   */
  buttons: 'chosen' | 'dead' | 'strange'
  /** The reply in the recipient's language, at most 200 characters. */
  text: string
}

export type PollResult =
  /**
   * `bodies` are read like the bodies of inbound webhooks. The next call gets `position`, and thereby confirms the
   * bodies.
   */
  | { kind: 'received'; bodies: unknown[]; position: string | null }
  /** The poll failed. The next poll starts after `pause` milliseconds. `problem`: a text for the connection's check. */
  | { kind: 'problem'; problem: string; pause: number }

/** Receives the inbound events of a provider. `S`: the settings of the provider's connections. */
export interface Receiver<S = ConnectionSettings> {
  /**
   * The receipts that the provider sends: for single messages (`by_id`), or also for all messages until a time. Absent:
   * none.
   */
  receipts?: 'by_id' | 'by_id_and_watermark'
  /**
   * Whether the provider sends back the secret that `announce` registered. A new secret must then be registered.
   * Default: false.
   */
  showsSecret?: boolean
  /**
   * Returns the answer to a GET request with which the provider verifies the URL. Undefined refuses the request with
   * 403.
   */
  handshake?(query: Record<string, string>, settings: S): string | undefined
  /** Returns whether the headers may come from the provider. Runs before the body is read. Never throws. */
  verifyHeaders(headers: InboundRequest['headers'], settings: S, place: InboundPlace): boolean
  /** Returns whether the request comes from the provider. Checks the raw bytes in constant time. Never throws. */
  verify(request: InboundRequest, settings: S, place: InboundPlace): boolean
  /**
   * Parses the body of a request, or a body from `poll`. Returns undefined if the body has another format than the
   * provider's. Never throws.
   */
  parse(body: InboundBody): unknown
  /**
   * Returns a key that the parsed body and its repeats have in common. Without a key, the bytes of bodies are compared.
   */
  repeatKey?(body: unknown, settings: S): string | undefined
  /**
   * Returns the events in the parsed body, in order. Never throws: a part that cannot be read becomes an event of kind
   * `unreadable`. A part without a time gets the time `receivedAt`.
   */
  read(body: unknown, settings: S, receivedAt: Date): InboundEvent[]
  /** Registers or removes the inbound webhook at the provider. Called when the settings are stored or checked. */
  announce?(call: InboundCall<S>, place: InboundPlace): Promise<ConnectionFindings>
  /**
   * Removes the inbound webhook at the provider. Called after a connection was deleted or got the new settings `next`.
   */
  withdraw?(call: InboundCall<S>, place: InboundPlace, next: S | undefined): Promise<void>
  /**
   * Returns a URL that opens a chat. Opening the chat causes a `joined` event with `payload`. Throws an Error with a
   * sentence for a person if there is no such URL.
   */
  invitation?(call: InboundCall<S>, payload: string, place: InboundPlace): Promise<string>
  /** Waits for new updates and returns them. Used by connections whose setting `mode` is `polling`. */
  poll?(call: InboundCall<S>, position: string | null): Promise<PollResult>
  /** Replies to a button press. Returns false if a later call may succeed. */
  replyToPress?(
    call: InboundCall<S>,
    press: Extract<InboundEvent, { kind: 'button_press' }>,
    result: PressResult,
  ): Promise<boolean>
}
