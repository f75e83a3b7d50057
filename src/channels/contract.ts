// The interfaces of a channel and of its providers, and the types of messages and outcomes.
import type { TObject } from 'typebox'
import type { Escape, TextPlace } from '../lib/text/placeholders.ts'
import type { TextSpot } from '../lib/text/text-places.ts'
import type { StoredAddresses } from './address.ts'
import type { ApprovedShape, ApprovedTemplate } from './approved-template.ts'
import type { ConnectionFindings } from './findings.ts'
import type { ConnectionSettings, Receiver } from './inbound.ts'
import type { ChannelName } from './names.ts'
import type { FinalRemedies, RepeatedRemedies, SettingsRemedies } from './remedies.ts'
import type { RenderedText } from './rendered-text.ts'
import type { ChannelTraits } from './traits.ts'

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

export interface ContentAttachment {
  filename: string
  mime_type?: string
  /** The URL to fetch the file from. Without it the bytes are in the table `attachments`. */
  url?: string
  /** Size in bytes, decoded. */
  size?: number
}

/** A message that admission rendered and checked. It is stored with the delivery and never rendered again. */
export interface Content extends RenderedText {
  vars: Record<string, string>
  /** Names of the variables in the request that the template marks as sensitive. */
  sensitive?: string[]
  /** The text with masked sensitive variables, for members with the role viewer. Present with `sensitive`. */
  masked?: RenderedText
  /** The approved template that `own` names; present if the provider's list of templates is known. */
  approved?: ApprovedShape
  /** The locale of the selected template text. Texts that the service adds use the same language. */
  locale?: string
  /** The template is also sent to recipients that opted out. */
  essential?: boolean
  actions: ContentAction[]
  media?: Media
  attachments: ContentAttachment[]
  /** Values that the request set for this message only. A resend repeats them. */
  stated?: { address?: string; locale?: string; subject?: string }
}

/** A stored recipient with its addresses. */
export interface Addresses extends StoredAddresses {
  id: number
}

export interface OutgoingAttachment extends ContentAttachment {
  /** Reads the bytes of an attachment without a url. They are read late, so that pending messages take no memory. */
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
  /** The frame of an email. Present for email only. */
  mail?: MailFrame
  /** The recipient's current devices. Present for push only. */
  devices?: StoredAddresses['push']
}

export interface MailFrame {
  /** The part of Message-ID before the @. Unique for each delivery, and the same on every retry. */
  messageId: string
  /** The name of the source that recipients see. */
  name: string
  /** The color of buttons and links. */
  color?: string
  logoUrl?: string
  unsubscribeUrl: string
}

export interface SendCall<S = ConnectionSettings> {
  message: OutgoingMessage
  /** The connection's settings with decrypted secrets. They match the provider's settings schema. */
  settings: S
  /** Aborts at the time limit of the attempt. */
  signal: AbortSignal
  now: Date
  /** Results of steps that an earlier attempt finished, such as a photo that was already sent. */
  progress: Record<string, unknown>
  /** Whether plain http and private networks are allowed (ALLOW_PRIVATE_NETWORK). */
  allowPrivateNetwork: boolean
}

interface ProviderAnswer {
  /** The HTTP or SMTP status; absent if the provider did not answer. */
  providerStatus?: string
  /** The provider's own error code. */
  code?: string
  /** The provider's response, shortened. */
  response?: string
  /** Results of the steps that this attempt finished, for the next attempt. */
  progress?: Record<string, unknown>
  /** Push only: the devices that no longer exist. They are removed from the recipient. */
  goneDevices?: string[]
  /** The recipient's new address. It replaces the stored one. */
  movedTo?: string
}

interface Explained<Remedies> extends ProviderAnswer {
  /** Why the attempt had this outcome, for a person. */
  reason: string
  /** The remedy for each state that the message can be in afterwards. */
  remedies: Remedies
}

/** The outcome of one attempt. */
export type Outcome =
  | (ProviderAnswer & { class: 'sent'; externalId: string | null })
  /** A later attempt may succeed. `retryAfter`: the delay that the provider requested, milliseconds. */
  | (Explained<RepeatedRemedies> & { class: 'retryable'; retryAfter?: number })
  /** The provider throttles: send nothing in this `scope` before `until`. Does not count as an attempt. */
  | (Explained<RepeatedRemedies> & { class: 'throttled'; until: Date; scope: 'connection' | 'recipient' })
  /** No attempt of this message can succeed. */
  | (Explained<FinalRemedies> & { class: 'permanent' })
  /** The address no longer reaches the recipient. */
  | (Explained<FinalRemedies> & { class: 'recipient_gone' })
  /** The connection's settings are wrong or were revoked. The connection is paused until a person fixes them. */
  | (Explained<SettingsRemedies> & { class: 'misconfigured' })
  /** The request was sent and no answer came, so the message may have been delivered. It is retried. */
  | (Explained<RepeatedRemedies> & { class: 'ambiguous'; retryAfter?: number })

/** A reason why a message does not fit the channel. The text has the channel, the limit and the size. */
export interface Misfit {
  field: string
  message: string
}

export interface Channel extends ChannelTraits {
  name: ChannelName
  title: string
  /** A name for the place of the address, for error messages. */
  addressField: string
  /** Where the address is: with the recipient, or in the source's connection (a channel webhook). */
  addressOwner: 'recipient' | 'connection'
  /** Returns the address on this channel, or undefined. `settings` are present if the source is connected. */
  address(recipient: Addresses, settings?: ConnectionSettings): string | undefined
  /** Returns why there is no address, if `addressField` would be misleading. */
  missing?(recipient: Addresses, settings?: ConnectionSettings): string | undefined
  /** Messages have a title: the subject, or the template's name. */
  titled?: true
  /** Returns the rendered parts of a message, such as an email's HTML, for the test inbox and previews. */
  shown?(message: OutgoingMessage): Promise<Record<string, unknown>>
  /** Returns why the content does not fit the channel. `actionUrl`: a dummy URL with the length of a button's URL. */
  misfits(content: Content, actionUrl: string): Misfit[]
  /**
   * Returns the problems of a template's own content for this channel, by dotted path. `filled`: the placeholders are
   * filled. Otherwise texts with placeholders may still become valid.
   */
  ownMisfits?(own: Record<string, unknown>, filled: boolean): Misfit[]
  /** Escapes a variable's value in a text of the own content, and in the body, so that it does not become markup. */
  ownEscape?(place: TextPlace): Escape | undefined
  bodyEscape?(spot: TextSpot): Escape | undefined
  /** Present if the channel has a conversation window. */
  conversation?: ConversationRule
  /** Providers by name, in the order in which the portal offers them. The first one is the default. */
  providers: Record<string, Provider>
  /**
   * `any`: a source may have several connections to one provider, in an order. `refused`: it may not, for this reason:
   * an address belongs to one connection.
   */
  failover: 'any' | { refused: string }
  /** Present if each provider serves its own kind of device, and one message uses several of them. */
  sideBySide?: SideBySide
}

/** Several providers as one, for callers that name only the channel. The settings of each are a group of one object. */
export interface SideBySide<Combined = ConnectionSettings> {
  /** The name of the group, by provider. */
  groups: Record<string, string>
  /** The problems of settings without any group, by setting. */
  none: Record<string, string>
  /** Makes one attempt through one connection of each provider. Never throws, as `Provider.send`. */
  send(call: SendCall<Combined>): Promise<Outcome>
}

export interface ConversationRule {
  /** Milliseconds after the recipient's last message or button press. */
  lasts: number
  /** Returns whether a message with this own content needs an open conversation window. */
  needed(own: Record<string, unknown> | undefined): boolean
}

/** One provider of a channel. `S`: the type of its settings, which the schema describes. */
export interface Provider<S = ConnectionSettings> {
  title: string
  /** `secret: true` on a property, at any depth, encrypts and hides it. `SettingSchema` describes all marks. */
  settings: TObject
  /** Where a person gets the values of the settings, in one or two sentences. */
  help: string
  /** Returns the stored secrets that these new settings replace. Other secrets that the input omits are kept. */
  replaces?(input: Partial<S>): string[]
  /** Returns the problems of settings that match the schema, by setting. Makes no network request. */
  problems?(settings: S, allowPrivateNetwork: boolean): Record<string, string>
  /**
   * Loads the code that `complete` needs, so that `complete` is quick. `complete` adds generated settings, such as
   * keys, to settings without problems.
   */
  completion?(): Promise<{ complete(settings: S): S }>
  /** Checks with the provider whether the settings work. Sends no message. Never throws for an error of a provider. */
  check?(settings: S, allowPrivateNetwork: boolean, now: Date): Promise<ConnectionFindings>
  /** Returns how many messages a process may send at a time, for a provider that blocks clients after many refusals. */
  atOnce?(settings: S): number | undefined
  /** Present if the provider approves templates. */
  approval?: Approval<S>
  /** Present if the provider sends inbound events. */
  receiver?: Receiver<S>
  /** Makes one attempt. Never throws for an error of a provider or a network; that is an outcome. */
  send(call: SendCall<S>): Promise<Outcome>
}

export interface Approval<S = ConnectionSettings> {
  /** Returns the approved template that the own content names. Its language is by default that of `locale`. */
  named(own: Record<string, unknown> | undefined, locale: string): { name: string; language: string } | undefined
  /** Returns whether the settings identify the account with the list. */
  listed(settings: S): boolean
  /** Reads the whole list. Never throws for an error of a provider. */
  list(settings: S, allowPrivateNetwork: boolean, signal: AbortSignal): Promise<ApprovedList>
}

/** The list, or why it could not be read, by setting. */
export type ApprovedList = { templates: ApprovedTemplate[] } | { problems: Record<string, string> }
