// The stages of a message in admission, and its possible outcomes.

import type { Content } from '../channels/contract.ts'
import type { ChannelName } from '../channels/index.ts'
import type { Refusal } from '../errors.ts'
import type { ZonedHours } from '../lib/quiet-hours/period.ts'
import type { SendableTemplate } from '../store/admission/catalog.ts'
import type { RecipientRow } from '../store/admission/matching.ts'
import type { LiquidJob, LiquidResult } from '../templates/liquid/render.ts'
import type { PlannedStep } from './fallback/schema.ts'
import type { ParsedSend } from './request.ts'

export type Mode = 'live' | 'test'

/** The source and workspace of the key that sends a message. */
export interface Sender {
  workspaceId: number
  sourceId: number
  /** The API key or trigger key. null for a resend, a test send and an automation. */
  keyId: number | null
  mode: Mode
  quota: number | null
  whatsappLimit: number | null
  defaultLocale: string
  /** The version of the workspace. The catalog reloads its cached data when the version differs. */
  version: number
  /** The usage of the month, as the gate read it. */
  quotaUsed: number
  whatsappUsed: number
}

/** The account that pays for a message. */
export type Charge = { account: 'quota' | 'whatsapp'; cost: 0 } | { account: 'credits'; cost: number }

/** The digest of an accepted message. It closes at `closesAt` if no further message joins it. */
export interface DigestState {
  result: 'opens' | 'joins'
  items: number
  closesAt: Date
}

export interface Accepted {
  kind: 'accepted'
  deliveryId: number
  mode: Mode
  channel: ChannelName
  recipient: { id: number; name: string; address: string }
  template: string
  actions: { slug: string; token: string }[]
  idempotencyKey: string | null
  charge: Charge | null
  /** Present for a message with a digest. A message that joins an open digest has the delivery of the digest. */
  digest?: DigestState
  /** The steps of a message with `fallback` or `repeat`. */
  steps?: PlannedStep[]
}

export interface Replayed {
  kind: 'replayed'
  deliveryId: number
  status: string
  idempotencyKey: string
  bodyMismatch: boolean
}

/** A message that was suppressed by the limit of its request. Describes the newest message that counts. */
export interface Limited {
  kind: 'limited'
  deliveryId: number
  status: string
  idempotencyKey: string | null
}

export interface RefusedMessage {
  kind: 'refused'
  refusal: Refusal
  /** Present if the message must be rendered in a thread first. It is admitted again with the rendered texts. */
  deferral?: Deferral
}

/** A message whose Liquid texts must be rendered before it can be accepted. */
export interface Deferral {
  /** The key with which the rendered texts are found again. */
  key: string
  job: LiquidJob
  /** The texts of further steps of a fallback. */
  others?: Pick<Deferral, 'key' | 'job'>[]
  sender: Sender
}

/** The rendered Liquid texts of a message. They are valid for one version of a template, one channel and one locale. */
export interface RenderedLiquid {
  key: string
  texts: Extract<LiquidResult, { content: unknown }>
  /** The texts of further steps of a fallback. */
  others?: Pick<RenderedLiquid, 'key' | 'texts'>[]
}

export type AdmissionOutcome = Accepted | Replayed | Limited | RefusedMessage

/** A message at the first stage. Each stage adds to the same object and skips messages with an `outcome`. */
export interface Entry {
  sender: Sender
  parsed: ParsedSend
  /** The texts of an earlier admission of the message, which deferred it. */
  liquid?: RenderedLiquid | undefined
  deliveryId: number
  /** The trace that is stored with the message. Later work adds its spans to the same trace. */
  trace?: string | undefined
  /** The number of characters that were read and written to render the content. */
  rendered: number
  outcome?: AdmissionOutcome
}

/** A message whose recipient and template are known. */
export interface Matched extends Entry {
  recipient: RecipientRow
  template: SendableTemplate
  /** The channels that were tried and that the recipient declines for the category of the message. */
  declinedChannels?: ChannelName[]
}

/** A message whose channel is chosen. */
export interface Routed extends Matched {
  channel: ChannelName
  address: string
  /** The lane of the delivery: an id in `connections`, or the negative id of the workspace for the sandbox. */
  lane: number
}

/** A message whose content is rendered and valid for the channel. */
export interface Rendered extends Routed {
  content: Content
  /** The quiet hours that the message respects. */
  quietHours?: ZonedHours
  /** The end of the quiet hours in which the message becomes due. */
  quietUntil?: Date
  /** The number of messages that count toward the limit of the request, including this one. */
  counted?: number
  /** The steps of a message with `fallback` or `repeat`. */
  steps?: PlannedStep[]
}

/** A message after the decision about its charge. `charge` is null for a message with a test key, which is free. */
export interface Charged extends Rendered {
  charge: Charge | null
}

export function refuseEntry(entry: Entry, refusal: Refusal): undefined {
  entry.outcome = { kind: 'refused', refusal }
}

/** Returns an estimate of the work for a message, in characters. */
export function weightOf({ parsed, rendered }: Entry): number {
  return parsed.weight + rendered
}

export function withoutOutcome<Stage extends Entry>(entries: readonly Stage[]): Stage[] {
  return entries.filter((entry) => entry.outcome === undefined)
}

/** Defers the message until its Liquid texts are rendered. Without a further admission, the message is refused. */
export function deferEntry(entry: Entry, deferral: Omit<Deferral, 'sender'>): undefined {
  const refusal = {
    code: 'unavailable' as const,
    message: 'The template changed while the message was rendered. Send the request again.',
    retryAfter: 1,
  }
  entry.outcome = { kind: 'refused', refusal, deferral: { ...deferral, sender: entry.sender } }
}

/** Returns the deferral of a message that was not admitted yet. */
export function deferralOf(outcome: AdmissionOutcome | undefined): Deferral | undefined {
  return outcome?.kind === 'refused' ? outcome.deferral : undefined
}
