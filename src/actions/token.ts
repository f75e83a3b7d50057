// The token of one button. Its first 40 characters are random and stored. The other 24 characters are a MAC that is
// computed (decision 24).
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Seal } from '../lib/seal.ts'
import { randomText, toLettersAndDigits } from '../lib/text/random-text.ts'

const ID = 40
const MAC = 24

export interface TokenSubject {
  id: string
  deliveryId: number
  slug: string
  /**
   * The expiry at the time when the token was issued. The token is always computed from this value, so links stay valid
   * when the delivery is rescheduled.
   */
  expiresAt: Date
}

/** The stored part of a new token. */
export function newTokenId(): string {
  return randomText(ID)
}

/**
 * Returns the whole token: 64 characters, which are letters or digits. The whole token is computed when a message is
 * composed and never stored, so a copy of the database contains no usable token.
 */
export function tokenOf(seal: Seal, { id, deliveryId, slug, expiresAt }: TokenSubject): string {
  const mac = seal.mac(JSON.stringify([id, deliveryId, slug, expiresAt.toISOString()]), 'action-token')
  let block = mac
  const next = () => {
    const bytes = block
    block = createHash('sha256').update(mac).update(block).digest()
    return bytes
  }
  return id + toLettersAndDigits(next, MAC)
}

/** Returns the stored part of a token, or undefined if the text cannot be a token. */
export function tokenId(text: string): string | undefined {
  return text.length === ID + MAC && /^[A-Za-z0-9]+$/.test(text) ? text.slice(0, ID) : undefined
}

/** Returns whether this installation issued the token. Compares in constant time. */
export function isGenuine(seal: Seal, token: string, subject: TokenSubject): boolean {
  const presented = Buffer.from(token)
  return [seal, ...seal.others].some((key) => {
    const ours = Buffer.from(tokenOf(key, subject))
    return presented.length === ours.length && timingSafeEqual(presented, ours)
  })
}
