// What a channel is: its settings, where its addresses live, what it can carry, how a message is sent and what an answer means.
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
  /** Where to fetch it from; an attachment without a url has its bytes in the attachments table. */
  url?: string
  /** Decoded bytes. */
  size?: number
}

/** A message as admission rendered and checked it; stored with the delivery and never rendered again. */
export interface Content extends RenderedText {
  vars: Record<string, string>
  /** Names of given variables that the template marks as sensitive. */
  sensitive?: string[]
  /** The text with a mask for each sensitive variable, as viewers see it; present with `sensitive`. */
  masked?: RenderedText
  /** What the provider approved under the name `own` gives, where its list of templates is known. */
  approved?: ApprovedShape
  /** Of the template's text that was taken; what is added to it speaks the same language. */
  locale?: string
  /** The template goes to people who opted out, too. */
  essential?: boolean
  actions: ContentAction[]
  media?: Media
  attachments: ContentAttachment[]
  /** What the request stated for this message alone, beyond what is stored: a resend states it again. */
  stated?: { address?: string; locale?: string; subject?: string }
}

/** A stored recipient with its addresses. */
export interface Addresses extends StoredAddresses {
  id: number
}

export interface OutgoingAttachment extends ContentAttachment {
  /** The bytes of one without a url; read when they are needed, so that many waiting messages take no memory. */
  read?: () => Promise<Buffer>
}

/** A message on its way to the provider: content, buttons with their tokens, a way to the bytes of attachments. */
export interface OutgoingMessage extends Omit<Content, 'actions' | 'attachments'> {
  deliveryId: number
  address: string
  recipientName: string
  priority: 'low' | 'normal' | 'high'
  actions: { slug: string; label: string; token: string; url: string }[]
  attachments: OutgoingAttachment[]
  /** What email puts around the message; there for email only. */
  mail?: MailFrame
  /** The recipient's devices as they are now; there for push only. */
  devices?: StoredAddresses['push']
}

export interface MailFrame {
  /** Left of the @ in Message-ID: the same on every retry, another for every delivery. */
  messageId: string
  /** The sender as recipients know it. */
  name: string
  /** Of buttons and links. */
  color?: string
  logoUrl?: string
  unsubscribeUrl: string
}

export interface SendCall<S = ConnectionSettings> {
  message: OutgoingMessage
  /** The connection's settings, secrets opened; they match the provider's settings schema. */
  settings: S
  /** Aborts when the attempt's budget is spent. */
  signal: AbortSignal
  now: Date
  /** Results of steps that an earlier try finished (such as a photo already sent). */
  progress: Record<string, unknown>
  /** Plain http and private networks are allowed (ALLOW_PRIVATE_NETWORK). */
  allowPrivateNetwork: boolean
}

interface ProviderAnswer {
  /** The provider's status: an HTTP or SMTP number, or none when it never answered. */
  providerStatus?: string
  /** The provider's own error code. */
  code?: string
  /** What the provider said, shortened. */
  response?: string
  /** Steps finished in this attempt; kept for the next. */
  progress?: Record<string, unknown>
  /** Push, where the address is a list: the devices that are no more, which leave it. Nothing else is marked unusable. */
  goneDevices?: string[]
  /** The recipient is reached under this address from now on; it takes the stored one's place. */
  movedTo?: string
}

interface Explained<Remedies> extends ProviderAnswer {
  /** Why, in words a person understands. */
  reason: string
  /** What to do about it, for each state that the message can be in afterwards. */
  remedies: Remedies
}

/** What became of one attempt. */
export type Outcome =
  | (ProviderAnswer & { class: 'sent'; externalId: string | null })
  /** May pass later; `retryAfter` (milliseconds) is what the provider asked for. */
  | (Explained<RepeatedRemedies> & { class: 'retryable'; retryAfter?: number })
  /** The provider wants fewer messages: nothing of this `scope` before `until`. Consumes no try. */
  | (Explained<RepeatedRemedies> & { class: 'throttled'; until: Date; scope: 'connection' | 'recipient' })
  /** This message will never pass. */
  | (Explained<FinalRemedies> & { class: 'permanent' })
  /** Nobody is reached at this address any more. */
  | (Explained<FinalRemedies> & { class: 'recipient_gone' })
  /** The connection's settings are wrong or were revoked: nothing passes until a person mends them. */
  | (Explained<SettingsRemedies> & { class: 'misconfigured' })
  /** The request left and no answer came: it may have been delivered. Retried, and said openly. */
  | (Explained<RepeatedRemedies> & { class: 'ambiguous'; retryAfter?: number })

/** A message that does not fit the channel: the request's field and what is wrong, with channel, limit and size. */
export interface Misfit {
  field: string
  message: string
}

export interface Channel extends ChannelTraits {
  name: ChannelName
  title: string
  /** The request field or stored field that holds the address, as a person is told about it. */
  addressField: string
  /** `recipient`: the address is the person's; `connection`: the source's connection holds it (a channel webhook). */
  addressOwner: 'recipient' | 'connection'
  /** The address on this channel, or undefined when there is none. `settings` is given where the source is connected. */
  address(recipient: Addresses, settings?: ConnectionSettings): string | undefined
  /** Why there is no address, where naming the field would mislead. */
  missing?(recipient: Addresses, settings?: ConnectionSettings): string | undefined
  /** Messages are shown under a title: the template's name where there is no subject. */
  titled?: true
  /** What a message shows besides its content, such as an email's HTML: for the test inbox and previews. */
  shown?(message: OutgoingMessage): Promise<Record<string, unknown>>
  /** What of the content this channel can't carry; empty when it fits. `actionUrl`: one as long as every button's. */
  misfits(content: Content, actionUrl: string): Misfit[]
  /**
   * What is wrong with a template's own content for this channel, by its dotted path. Not `filled`: with placeholders,
   * which may become anything.
   */
  ownMisfits?(own: Record<string, unknown>, filled: boolean): Misfit[]
  /** How a variable's value is written in a text of the own content, and in the body, where it must not become markup. */
  ownEscape?(place: TextPlace): Escape | undefined
  bodyEscape?(spot: TextSpot): Escape | undefined
  /** Present where a provider takes free messages only for a while after the person wrote. */
  conversation?: ConversationRule
  /** By name, in the order in which they are offered; a connection that names none is one to the first. */
  providers: Record<string, Provider>
  /**
   * `any`: a source may have several connections to one provider, in an order. Otherwise the reason why it may not: its
   * addresses belong to one connection.
   */
  failover: 'any' | { refused: string }
  /** Present where the providers serve side by side, each for its own kind of device. */
  sideBySide?: SideBySide
}

/** How several providers look to a caller that names the channel alone: the settings of each are a group of one object. */
export interface SideBySide<Combined = ConnectionSettings> {
  /** The name of the group, by provider. */
  groups: Record<string, string>
  /** What is wrong with settings without any group, by setting. */
  none: Record<string, string>
  /** One attempt through one connection of each provider. Never throws, as `Provider.send`. */
  send(call: SendCall<Combined>): Promise<Outcome>
}

export interface ConversationRule {
  /** Milliseconds after the person's last message or button press. */
  lasts: number
  /** Whether a message with this content of its own is such a free one. */
  needed(own: Record<string, unknown> | undefined): boolean
}

/** One provider of a channel. `S`: its settings, as the schema says. */
export interface Provider<S = ConnectionSettings> {
  title: string
  /** `secret: true` on a property, at any depth, seals and hides it. `SettingSchema` describes this mark and the others. */
  settings: TObject
  /** Where a person gets what the settings ask for, in a sentence or two. */
  help: string
  /** Stored secrets that these newly given settings replace; another one that is not given stays. */
  replaces?(input: Partial<S>): string[]
  /** What is wrong with settings that match the schema, by setting; asks nobody. */
  problems?(settings: S, allowPrivateNetwork: boolean): Record<string, string>
  /**
   * For what the service makes itself, such as keys: loads what that takes, so that `complete` is quick. It adds to settings
   * in which `problems` found nothing.
   */
  completion?(): Promise<{ complete(settings: S): S }>
  /** Asks the provider whether the settings work; sends nothing and never throws for what a provider does. */
  check?(settings: S, allowPrivateNetwork: boolean, now: Date): Promise<ConnectionFindings>
  /** Messages that one process may have under way at a time, where the provider shuts out clients that it refuses too often. */
  atOnce?(settings: S): number | undefined
  /** Present where the provider approves templates. */
  approval?: Approval<S>
  /** Present when something comes back from the provider. */
  receiver?: Receiver<S>
  /** One attempt: never throws for what a provider or a network does; that is an outcome. */
  send(call: SendCall<S>): Promise<Outcome>
}

export interface Approval<S = ConnectionSettings> {
  /** The approved template that the channel's own content names; its language is the locale's unless given. */
  named(own: Record<string, unknown> | undefined, locale: string): { name: string; language: string } | undefined
  /** Whether the settings say where the list is. */
  listed(settings: S): boolean
  /** Asks for the whole list; never throws for what a provider does. */
  list(settings: S, allowPrivateNetwork: boolean, signal: AbortSignal): Promise<ApprovedList>
}

/** The list, or why it could not be read: by setting, in words. */
export type ApprovedList = { templates: ApprovedTemplate[] } | { problems: Record<string, string> }
