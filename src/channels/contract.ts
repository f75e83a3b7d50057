// The interfaces of a channel and of its providers, and the types of messages and outcomes.

import type { TObject } from 'typebox'
import type { Escape, TextPlace } from '../lib/text/placeholders.ts'
import type { TextSpot } from '../lib/text/text-places.ts'
import type { StoredAddresses } from './address.ts'
import type { Approval, ApprovedShape } from './approved-template.ts'
import type { Failover, FailoverSignals } from './failover.ts'
import type { ConnectionFindings } from './findings.ts'
import type { ConnectionSettings, Receiver } from './inbound.ts'
import type { MailFrame } from './mail-frame.ts'
import type { ChannelName } from './names.ts'
import type { PausedProvider } from './paused-providers.ts'
import type { FinalRemedies, RepeatedRemedies, SettingsRemedies } from './remedies.ts'
import type { ProviderSetUp } from './set-up/set-up.ts'
import type { ContentAttachment } from './text/content-attachment.ts'
import type { MessageValues, RenderedText } from './text/rendered-text.ts'
import type { Segments } from './text/segments.ts'
import type { StatedFields } from './text/stated-fields.ts'
import type { TicketReader, Tickets } from './tickets.ts'
import type { ChannelTraits, ConversationRule } from './traits.ts'

export interface Media {
  url: string
  type: 'image' | 'document' | 'video'
  filename?: string
  caption?: string
}

export interface ContentAction {
  slug: string
  label: string
  callback_url: string
  payload?: object
}

/** A message that admission rendered and checked. It is stored with the delivery and never rendered again. */
export interface Content extends RenderedText, MessageValues {
  /** The names of the variables that the request contains and that the template marks as sensitive. */
  sensitive?: string[]
  /** The text with masked sensitive variables, for members with the role viewer. Present if `sensitive` is present. */
  masked?: RenderedText
  /**
   * The parts of the approved template that the channel-specific content (`own`) names. Present if the provider's list
   * was read.
   */
  approved?: ApprovedShape
  /** The locale of the selected template text. Texts that the service adds to the message have the same language. */
  locale?: string
  /** If true, the message is also sent to recipients that opted out. */
  essential?: boolean
  /**
   * Whether the message is repeated after an attempt with an unknown outcome. `allow`: another connection may repeat
   * it. `never`: it fails. If absent, the same connection repeats it.
   */
  duplicates?: 'allow' | 'never'
  /** The category of the request, which the recipient may decline. */
  category?: string
  actions: ContentAction[]
  media?: Media
  attachments: ContentAttachment[]
  /** Values that the request sets for this message only. A resend of the message uses the same values. */
  stated?: StatedFields
  /** The segments of the text. Present for channels whose providers divide long texts. */
  segments?: Segments
}

/** A stored recipient with its addresses. */
export interface Addresses extends StoredAddresses {
  id: number
}

export interface OutgoingAttachment extends ContentAttachment {
  /** Reads the bytes of a stored attachment. Called just before the send, so that pending messages use no memory. */
  read?: () => Promise<Buffer>
}

/** A message to send: its content, its buttons with their tokens, and access to the bytes of its attachments. */
export interface OutgoingMessage extends Omit<Content, 'actions' | 'attachments'> {
  deliveryId: number
  address: string
  recipientName: string
  priority: 'low' | 'normal' | 'high'
  actions: { slug: string; label: string; token: string; url: string }[]
  attachments: OutgoingAttachment[]
  /** The sender name, layout and unsubscribe link of an email. Present for email only. */
  mail?: MailFrame
  /** The recipient's current devices. Present for push only. */
  devices?: StoredAddresses['push']
  /** The link to the recipient's preferences. Present if the message contains it. */
  preferencesUrl?: string
}

export interface SendCall<S = ConnectionSettings> extends FailoverSignals {
  message: OutgoingMessage
  /** The number of the message's lane. A provider that joins messages in one request joins only messages of one lane. */
  lane: number
  /** The connection's settings with decrypted secrets. They are valid for the provider's schema. */
  settings: S
  /** Aborts when the time limit of the attempt is reached. */
  signal: AbortSignal
  /** Side by side only: the providers whose connections are paused. They must not be called. */
  paused?: PausedProvider[]
  now: Date
  /** Results of steps that an earlier attempt finished, such as a photo that was already sent. */
  progress: Record<string, unknown>
  /** The URL of the connection's inbound webhook, for providers that get it with each message. */
  inboundUrl?: string | undefined
  /** Whether plain http and private networks are allowed (ALLOW_PRIVATE_NETWORK). */
  allowPrivateNetwork: boolean
}

interface ProviderAnswer {
  /** The HTTP or SMTP status; absent if the provider did not answer. */
  providerStatus?: string
  /** The provider's own error code. */
  code?: string
  /** Side by side only: the provider that throttles, or whose settings are wrong. Only its connection is paused. */
  provider?: string
  /** The provider's response, shortened. */
  response?: string
  /** The results of the steps that this attempt finished. The next attempt does not repeat these steps. */
  progress?: Record<string, unknown>
  /** Push only: the devices that no longer exist and that the service removes. Empty if no device is removed. */
  goneDevices?: string[]
  /** The recipient's new address. It replaces the stored address. */
  movedTo?: string
}

interface Explained<Remedies> extends ProviderAnswer {
  /** The reason for this outcome, written for a person. */
  reason: string
  /** The remedies, one for each state that the message can have after the attempt. */
  remedies: Remedies
}

/** The outcome of one attempt. */
export type Outcome =
  | (ProviderAnswer & { class: 'sent'; externalId: string | null; tickets?: Tickets })
  /**
   * A later attempt may succeed. `retryAfter` is the delay in milliseconds that the provider requested. With the scope
   * `recipient`, the cause concerns this message or recipient only, so no other connection takes the message.
   */
  | (Explained<RepeatedRemedies> & { class: 'retryable'; retryAfter?: number; scope?: 'recipient' })
  /** The provider throttles. Nothing is sent in this `scope` before `until`. The attempt does not count. */
  | (Explained<RepeatedRemedies> & { class: 'throttled'; until: Date; scope: 'connection' | 'recipient' })
  /**
   * No attempt of this message through this connection can succeed. `optedOut`: the recipient opted out at the provider.
   * `elsewhere`: only the settings of this connection prevent it, so another connection takes the message.
   */
  | (Explained<FinalRemedies> & { class: 'permanent'; optedOut?: true; elsewhere?: true })
  /**
   * The address no longer reaches the recipient. `isListed`: the provider refuses the address because of a
   * list at the provider, which may contain opt-outs. The provider may remove the address from this list.
   */
  | (Explained<FinalRemedies> & { class: 'recipient_gone'; isListed?: true })
  /** The settings are wrong, or their credentials were revoked. The connection is paused until a person fixes them. */
  | (Explained<SettingsRemedies> & { class: 'misconfigured' })
  /** The request was sent, but no readable answer arrived. The provider may have the message. The service retries. */
  | (Explained<RepeatedRemedies> & { class: 'ambiguous'; retryAfter?: number })

/** A reason why a message is not valid for the channel. If a part is too large, `message` contains the limit. */
export interface Misfit {
  field: string
  message: string
}

export interface Channel extends ChannelTraits {
  name: ChannelName
  title: string
  /** The name of the address in error messages. */
  addressField: string
  /** Where the address is stored: with the recipient, or in the source's connection (such as a webhook). */
  addressOwner: 'recipient' | 'connection'
  /** Returns the recipient's address, or undefined. `settings` are present if the source has a connection. */
  address(recipient: Addresses, settings?: ConnectionSettings): string | undefined
  /** Returns an address in another field. Used if `address` finds none and the request names the channel. */
  substitute?(recipient: Addresses): string | undefined
  /** Returns why the address is missing. Needed if the usual error, which names `addressField`, would be misleading. */
  missing?(recipient: Addresses, settings?: ConnectionSettings): string | undefined
  /** If true, messages have a title: the subject, or else the template's name. */
  titled?: true
  /** Returns the rendered parts of a message, such as an email's HTML, for the test inbox and previews. */
  shown?(message: OutgoingMessage): Promise<Record<string, unknown>>
  /**
   * Returns the problems of content that is not valid for the channel. `actionUrl` is a dummy URL of the real length.
   * `settings` are present if the source has a connection; they contain no secrets.
   */
  misfits(content: Content, actionUrl: string, settings?: ConnectionSettings): Misfit[]
  /** Returns the segments of the text. Present if providers divide long texts. `actionUrl` is as in `misfits`. */
  segments?(content: Pick<Content, 'body' | 'actions'>, actionUrl: string): Segments
  /**
   * Returns the problems of a template's channel-specific content. If the placeholders are not `filled`, a text with a
   * placeholder is accepted, because it may become valid.
   */
  ownMisfits?(own: Record<string, unknown>, filled: boolean): Misfit[]
  /** Returns the function that escapes the value of a variable at this place of the channel-specific content. */
  ownEscape?(place: TextPlace): Escape | undefined
  bodyEscape?(spot: TextSpot): Escape | undefined
  /** Present if the channel has a conversation window. */
  conversation?: ConversationRule
  /** The providers by name, in the order of the portal. The first provider is the default. */
  providers: Record<string, Provider>
  /** Whether a source may have several connections of the channel. */
  failover: Failover
  /** Present if each provider reaches a different kind of device, so that one message may use several providers. */
  sideBySide?: SideBySide
}

/** Combines several providers into one. The combined settings are one object with a group for each provider. */
export interface SideBySide<Combined = ConnectionSettings> {
  /** The name of each provider's group in the combined settings. */
  groups: Record<string, string>
  /** The providers that processes of 0.1.0 support. */
  storedBy010: string[]
  /** The problems that are reported, by setting, if the combined settings have no group of any provider. */
  none: Record<string, string>
  /** Makes one attempt, with one connection of each provider. Never throws, like `Provider.send`. */
  send(call: SendCall<Combined>): Promise<Outcome>
}

/** One provider of a channel. `S` is the type of its settings, and `settings` is their schema. */
export interface Provider<S = ConnectionSettings> extends ProviderSetUp<S> {
  /** The schema. At any depth, a property with `secret: true` is encrypted and hidden. See `SettingSchema`. */
  settings: TObject
  /** Returns the names of the stored secrets to remove. Any other stored secret stays if the input omits it. */
  replaces?(input: Partial<S>): string[]
  /** Returns the problems that the schema cannot find, by setting. Makes no network request. */
  problems?(settings: S, allowPrivateNetwork: boolean): Record<string, string>
  /** Loads the code of `complete`, which adds generated settings, such as keys, to valid settings. */
  completion?(): Promise<{ complete(settings: S): S }>
  /** Checks with the provider that the settings work. Sends no message. Never throws for a provider error. */
  check?(settings: S, allowPrivateNetwork: boolean, now: Date): Promise<ConnectionFindings>
  /**
   * Returns how many messages a process sends at the same time. Needed if the provider blocks clients after many
   * refused requests.
   */
  atOnce?(settings: S): number | undefined
  /** Present if the provider approves templates. */
  approval?: Approval<S>
  /** Present if the provider sends inbound events. */
  receiver?: Receiver<S>
  /** Present if the provider reports results only when it is asked. */
  ticketReader?: TicketReader<S>
  /** Makes one attempt. For an error of a provider or a network, returns an outcome and does not throw. */
  send(call: SendCall<S>): Promise<Outcome>
}
