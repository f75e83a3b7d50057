// The stages of a message in admission, and its possible outcomes.

import type { Content } from '../channels/contract.ts'
import type { ChannelName } from '../channels/index.ts'
import type { Refusal } from '../errors.ts'
import type { TemplateRow } from '../store/admission/catalog.ts'
import type { RecipientRow } from '../store/admission/matching.ts'
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
}

export type AdmissionOutcome = Accepted | Replayed | Limited | RefusedMessage

/** A message at the first stage. Each stage adds to the same object and skips messages with an `outcome`. */
export interface Entry {
  sender: Sender
  parsed: ParsedSend
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
  template: TemplateRow
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
