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
  /** The API or trigger key, or null for a resend by a member. */
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

/** Filled step by step; a step that turns the message down sets `outcome`, and later steps pass it by. */
export interface Entry {
  sender: Sender
  parsed: ParsedSend
  deliveryId: number
  /** The trace that its later steps join. */
  trace?: string | undefined
  recipient?: RecipientRow
  template?: TemplateRow
  channel?: ChannelName
  address?: string
  /** The connection's id, or minus the workspace's id for the sandbox. */
  lane?: number
  content?: Content
  /** Characters that were read and written to render the content. */
  rendered?: number
  charge?: Charge | null
  outcome?: AdmissionOutcome
}

export function turnDown(entry: Entry, refusal: Refusal): void {
  entry.outcome = { kind: 'refused', refusal }
}

/** What handling the message takes, in characters. */
export function weightOf({ parsed, rendered = 0 }: Entry): number {
  return parsed.weight + rendered
}

export function stillOpen(entries: readonly Entry[]): Entry[] {
  return entries.filter((entry) => entry.outcome === undefined)
}
