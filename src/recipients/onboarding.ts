// Onboarding links. A link opens a chat with the bot. It contains the encrypted id of the recipient for whom the link
// was created.
import { later } from '../lib/clock.ts'
import type { Seal } from '../lib/seal.ts'
import { HOUR, windows } from '../limits.ts'

/**
 * The recipient of a link, and the address that the recipient had when the link was created. If this address changes,
 * the link is no longer valid.
 */
export interface LinkSubject {
  recipientId: number
  address: string | null
}

/** The content of a link that a person has opened. */
export interface RecipientLink {
  recipientId: number
  /** Returns whether the recipient already had this address when the link was created. */
  madeFor(address: string | null): boolean
}

const SEPARATOR = '.'

/**
 * Returns the payload of a link. It has at most 64 letters, digits, _ and -, which is Telegram's limit. The payload
 * contains, in encrypted form, the recipient's id, the hour in which the link expires, and a MAC of the recipient's
 * address. The use of the link changes this address. The MAC then no longer matches, so the link is no longer valid.
 */
export function linkPayload(seal: Seal, now: Date, workspaceId: number, { recipientId, address }: LinkSubject): string {
  const parts = [recipientId.toString(36), endOf(now).toString(36), addressMac(seal, address)]
  return seal.close(parts.join(SEPARATOR), purposeOf(workspaceId)).toString('base64url')
}

/** Returns the expiry of a link that is created now. */
export function linkExpiry(now: Date): Date {
  return new Date(endOf(now) * HOUR)
}

/** Decrypts a payload. Returns undefined if it is forged, if it has expired, or if it belongs to another workspace. */
export function readLink(seal: Seal, now: Date, workspaceId: number, payload: string): RecipientLink | undefined {
  try {
    const text = seal.open(Buffer.from(payload, 'base64url'), purposeOf(workspaceId))
    const [recipient, end, mac] = text.split(SEPARATOR)
    if (recipient === undefined || end === undefined) return undefined
    if (Number.parseInt(end, 36) * HOUR <= now.getTime()) return undefined
    return { recipientId: Number.parseInt(recipient, 36), madeFor: (address) => addressMac(seal, address) === mac }
  } catch {
    return undefined
  }
}

function endOf(now: Date): number {
  return Math.ceil(later(now, windows.onboarding).getTime() / HOUR)
}

function addressMac(seal: Seal, address: string | null): string {
  return seal
    .mac(address ?? '', 'link-address')
    .toString('base64url')
    .slice(0, 4)
}

function purposeOf(workspaceId: number): string {
  return `link/${workspaceId}`
}
