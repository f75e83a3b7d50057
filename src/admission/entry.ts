// A message on its way through admission, and what may become of it.

import type { Content } from '../channels/contract.ts'
import type { ChannelName } from '../channels/index.ts'
import type { Refusal } from '../errors.ts'
import type { TemplateRow } from '../store/admission/catalog.ts'
import type { RecipientRow } from '../store/admission/matching.ts'
import type { ParsedSend } from './request.ts'

export type Mode = 'live' | 'test'

/** On whose behalf a message is sent: the source and workspace that the key stands for. */
export interface Sender {
  workspaceId: number
  sourceId: number
  /** The API or trigger key; null for a message of the service's own: a resend, a test send or an automation. */
  keyId: number | null
  mode: Mode
  quota: number | null
  whatsappLimit: number | null
  defaultLocale: string
  /** Of everything cached about the workspace. */
  version: number
}

/** What pays for a message. */
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

export interface RefusedMessage {
  kind: 'refused'
  refusal: Refusal
}

export type AdmissionOutcome = Accepted | Replayed | RefusedMessage

/** A message at the first stage. Each stage adds to the same object; a message with an `outcome` reaches no further one. */
export interface Entry {
  sender: Sender
  parsed: ParsedSend
  deliveryId: number
  /** The trace that its later steps join. */
  trace?: string | undefined
  /** Characters that were read and written to render the content. */
  rendered: number
  outcome?: AdmissionOutcome
}

/** Its recipient and its template are found. */
export interface Matched extends Entry {
  recipient: RecipientRow
  template: TemplateRow
}

/** Its channel is chosen. */
export interface Routed extends Matched {
  channel: ChannelName
  address: string
  /**
   * The queue it waits in: the number of the source's channel (a row of `connections`), which has its provider connections below
   * it. For the sandbox, minus the workspace's id.
   */
  lane: number
}

/** Its content is rendered and fits the channel. */
export interface Rendered extends Routed {
  content: Content
}

/** It is paid for; null for a test key. */
export interface Charged extends Rendered {
  charge: Charge | null
}

export function refuseEntry(entry: Entry, refusal: Refusal): undefined {
  entry.outcome = { kind: 'refused', refusal }
}

/** What handling the message takes, in characters. */
export function weightOf({ parsed, rendered }: Entry): number {
  return parsed.weight + rendered
}

export function withoutOutcome<Stage extends Entry>(entries: readonly Stage[]): Stage[] {
  return entries.filter((entry) => entry.outcome === undefined)
}
