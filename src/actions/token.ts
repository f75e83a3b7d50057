// The token of one button: 40 random characters that are stored, 24 of a MAC that are not (decision 24).
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Seal } from '../lib/seal.ts'
import { randomText, toLettersAndDigits } from '../lib/text/random-text.ts'

const ID = 40
const MAC = 24

export interface TokenSubject {
  id: string
  deliveryId: number
  slug: string
  /** As it was when the token was issued: a delivery that is moved keeps its links. */
  expiresAt: Date
}

/** The stored part of a new token. */
export function newTokenId(): string {
  return randomText(ID)
}

/**
 * The whole token, 64 letters and digits: computed whenever a message is composed, never stored, so that a copy of
 * the database holds no usable button.
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

/** The stored part of what may be a token; undefined when it can't be one. */
export function tokenId(text: string): string | undefined {
  return text.length === ID + MAC && /^[A-Za-z0-9]+$/.test(text) ? text.slice(0, ID) : undefined
}

/** Whether the token's MAC is ours; takes the same time wherever they differ. */
export function isGenuine(seal: Seal, token: string, subject: TokenSubject): boolean {
  const presented = Buffer.from(token)
  return [seal, ...seal.others].some((key) => {
    const ours = Buffer.from(tokenOf(key, subject))
    return presented.length === ours.length && timingSafeEqual(presented, ours)
  })
}
