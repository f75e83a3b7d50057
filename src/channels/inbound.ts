// What comes back from a channel's provider: how a request is verified, what it says, and what the provider is told.
import type { ConnectionFindings } from './findings.ts'

/** A connection's settings, secrets opened; they match the provider's settings schema. */
export type ConnectionSettings = Record<string, unknown>

/** One request from a provider, as it came. Header names are in lower case. */
export interface InboundRequest {
  method: 'GET' | 'POST'
  headers: Record<string, string | undefined>
  query: Record<string, string>
  body: Buffer
}

/** A body as it came, and the type that its request named. */
export interface InboundBody {
  bytes: Buffer
  contentType: string | undefined
}

/** Where a connection's provider reaches this service. */
export interface InboundPlace {
  /** The public address of the connection. */
  url: string
  /** Made for this connection alone, in hexadecimal; for providers that repeat a secret of ours. */
  secret: string
}

/**
 * An event in a provider's request. `address` and `from`/`to` are written as recipients hold them, `externalId` as
 * the provider's outcome does. An `id` tells a repeat within the connection.
 */
export type InboundEvent =
  /** A message of ours got further, or did not. `price` is the provider's category, `deliveryId` what we sent along. */
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
  /** A message of ours was taken: tells those apart whose answer was lost. `deliveryId` is what we sent along. */
  | { kind: 'taken'; externalId: string; deliveryId: number }
  /** Every message sent to the address up to a moment got further. */
  | { kind: 'watermark'; address: string; status: 'delivered' | 'read'; upTo: Date }
  /** A person wrote. `repliesTo`: the external id of the message of ours they answer. */
  | ({ kind: 'message'; id: string; text?: string; media?: InboundMedia[]; at: Date; repliesTo?: string } & Person)
  /** A button of ours was pressed. `text`: where the channel shows that as a message; `actor`: who of a group did it. */
  | ({
      kind: 'button_press'
      id: string
      token: string
      text?: string
      actor?: string
      at: Date
      ref?: unknown
    } & Person)
  /** A person opened the channel to us: /start, an opt-in. `payload` is what our link carried. */
  | ({ kind: 'joined'; id: string; payload?: string; at: Date } & Person)
  | { kind: 'blocked' | 'unblocked'; address: string; at: Date }
  /** A person wants no more of what an opt-out blocks on this channel (`optOuts`), or wants it again. */
  | { kind: 'wish'; optedIn: boolean; address: string; at: Date }
  /** The list of templates that the provider approved is another than it was. */
  | { kind: 'approvals' }
  /** The same chat or person has another address from now on. */
  | { kind: 'moved'; from: string; to: string; at: Date }
  /** A part that means nothing to us because it is not what the provider documents. */
  | { kind: 'unreadable'; detail: string }

/** Who did it, as the provider tells it. */
export interface Person {
  address: string
  name?: string
  locale?: string
}

export interface InboundMedia {
  /** image, document, video, audio, sticker, location, contact or the provider's own word. */
  type: string
  /** What the provider gives it out for: a file id or an address. */
  ref: string
}

/** What is needed to talk to the provider about what comes back. */
export interface InboundCall<S = ConnectionSettings> {
  settings: S
  signal: AbortSignal
  allowPrivateNetwork: boolean
}

/** The result of a button press. */
export interface PressResult {
  /** Of the message: one was chosen, now or before; they are dead; or they are none of ours and stay as they are. */
  buttons: 'chosen' | 'dead' | 'strange'
  /** The reply, in the person's language; at most 200 characters. */
  text: string
}

export type PollResult =
  /** `bodies` are read like bodies of requests; the next call begins at `position`, which confirms them. */
  | { kind: 'received'; bodies: unknown[]; position: string | null }
  /** Nothing can be received; asked again after `wait` milliseconds. `problem`: in words, for the connection's check. */
  | { kind: 'problem'; problem: string; pause: number }

/** `S`: the settings of the provider's connections. */
export interface Receiver<S = ConnectionSettings> {
  /** What its receipts name: a message of ours by external id, or also every message up to a moment. None by default. */
  receipts?: 'by_id' | 'by_id_and_watermark'
  /** Whether the provider shows us the secret it was told (`announce`), so that a new one has to be told. No by default. */
  showsSecret?: boolean
  /** The provider's verification handshake (GET): what to answer, or undefined when it is refused (403). */
  handshake?(query: Record<string, string>, settings: S): string | undefined
  /** Returns whether the headers could come from the provider. Runs before the body is read. Never throws. */
  verifyHeaders(headers: InboundRequest['headers'], settings: S, place: InboundPlace): boolean
  /** Whether the request is the provider's: checked on the raw bytes, in constant time. Never throws. */
  verify(request: InboundRequest, settings: S, place: InboundPlace): boolean
  /** Reads a body, of a request or of `poll`; undefined for one that this provider does not send. Never throws. */
  parse(body: InboundBody): unknown
  /** What tells a repeat of the whole request, from its parsed body; without one, its bytes do. */
  repeatKey?(body: unknown, settings: S): string | undefined
  /**
   * What the parsed body says, in order. Never throws: a part that can't be read becomes `unreadable`, the rest is read.
   * `receivedAt` is for parts that tell no time.
   */
  read(body: unknown, settings: S, receivedAt: Date): InboundEvent[]
  /** Tells the provider where to send what happens, or that nothing is to be sent. Asked when settings are kept or checked. */
  announce?(call: InboundCall<S>, place: InboundPlace): Promise<ConnectionFindings>
  /** Tells the provider that a connection has other settings from now on, or is no more. */
  withdraw?(call: InboundCall<S>, place: InboundPlace, next: S | undefined): Promise<void>
  /** An address that opens a chat with us and brings `payload` along (a `joined`); throws a sentence when there is none. */
  invitation?(call: InboundCall<S>, payload: string, place: InboundPlace): Promise<string>
  /** Asks for what happened, waiting for it a while. For connections whose setting `mode` is `polling`. */
  poll?(call: InboundCall<S>, position: string | null): Promise<PollResult>
  /** Replies to a button press; returns false if another attempt may succeed. */
  replyToPress?(
    call: InboundCall<S>,
    press: Extract<InboundEvent, { kind: 'button_press' }>,
    result: PressResult,
  ): Promise<boolean>
}
