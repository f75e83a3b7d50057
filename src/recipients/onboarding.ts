// Onboarding: a link that opens a chat with the bot and says, sealed, which recipient follows it.
import { later } from '../lib/clock.ts'
import type { Seal } from '../lib/seal.ts'
import { HOUR, windows } from '../limits.ts'

/** Whom a link is for. It works once: `address` is what the recipient had when it was made. */
export interface LinkSubject {
  recipientId: number
  address: string | null
}

/** A link that was followed. */
export interface RecipientLink {
  recipientId: number
  /** Whether the recipient still has the address that the link was made for. */
  madeFor(address: string | null): boolean
}

const SEPARATOR = '.'

/**
 * The payload of a link: letters, digits, _ and -, at most 64 of them (Telegram's limit). Three short words are sealed:
 * the recipient, the hour in which the link ends, and a mark of their address, so that a used link is void.
 */
export function linkPayload(seal: Seal, now: Date, workspaceId: number, { recipientId, address }: LinkSubject): string {
  const words = [recipientId.toString(36), endOf(now).toString(36), markOf(seal, address)]
  return seal.close(words.join(SEPARATOR), purposeOf(workspaceId)).toString('base64url')
}

/** When a link made now stops working. */
export function linkExpiry(now: Date): Date {
  return new Date(endOf(now) * HOUR)
}

/** What a payload says; undefined when it is none of ours, of another workspace or too old. */
export function readLink(seal: Seal, now: Date, workspaceId: number, payload: string): RecipientLink | undefined {
  try {
    const text = seal.open(Buffer.from(payload, 'base64url'), purposeOf(workspaceId))
    const [recipient, end, mark] = text.split(SEPARATOR)
    if (recipient === undefined || end === undefined) return undefined
    if (Number.parseInt(end, 36) * HOUR <= now.getTime()) return undefined
    return { recipientId: Number.parseInt(recipient, 36), madeFor: (address) => markOf(seal, address) === mark }
  } catch {
    return undefined
  }
}

function endOf(now: Date): number {
  return Math.ceil(later(now, windows.onboarding).getTime() / HOUR)
}

function markOf(seal: Seal, address: string | null): string {
  return seal
    .mac(address ?? '', 'link-address')
    .toString('base64url')
    .slice(0, 4)
}

function purposeOf(workspaceId: number): string {
  return `link/${workspaceId}`
}
