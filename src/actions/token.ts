// The token of one button: 40 random characters that are stored, 24 of a MAC that are not (decision 24).
import { createHash } from 'node:crypto'
import { randomText, toLettersAndDigits } from '../lib/random-text.ts'
import type { Seal } from '../lib/seal.ts'

const ID = 40
const MAC = 24

export interface TokenSubject {
  id: string
  deliveryId: number
  slug: string
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
