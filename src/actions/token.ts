// The token of one button. Its first 40 characters are random and stored. The other 24 characters are a MAC that is
// computed (decision 24).
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Seal } from '../lib/seal.ts'
import { randomText, toLettersAndDigits } from '../lib/text/random-text.ts'
import { SHORT_CODE } from './urls.ts'

const ID = 40
const MAC = 24
/**
 * A short code consists of the first characters of the stored part, and of a MAC with another purpose. The index
 * `action_tokens_by_beginning` has the same number of characters.
 */
const SHORT_ID = 8
const SHORT_MAC = SHORT_CODE - SHORT_ID

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
export function tokenOf(seal: Seal, subject: TokenSubject): string {
  return subject.id + macOf(seal, subject, 'action-token', MAC)
}

/**
 * Returns the short code of a token: 16 characters, which are letters or digits. Like the whole token, it is never
 * stored.
 */
export function shortCodeOf(seal: Seal, subject: TokenSubject): string {
  return subject.id.slice(0, SHORT_ID) + macOf(seal, subject, 'short-action-token', SHORT_MAC)
}

function macOf(
  seal: Seal,
  { id, deliveryId, slug, expiresAt }: TokenSubject,
  purpose: 'action-token' | 'short-action-token',
  length: number,
): string {
  const mac = seal.mac(JSON.stringify([id, deliveryId, slug, expiresAt.toISOString()]), purpose)
  let block = mac
  const next = () => {
    const bytes = block
    block = createHash('sha256').update(mac).update(block).digest()
    return bytes
  }
  return toLettersAndDigits(next, length)
}

/** Returns the stored part of a token, or undefined if the text cannot be a token. */
export function tokenId(text: string): string | undefined {
  return isCode(text, ID + MAC) ? text.slice(0, ID) : undefined
}

/** Returns the beginning of the stored part of a token, or undefined if the text cannot be a short code. */
export function shortCodeId(text: string): string | undefined {
  return isCode(text, SHORT_CODE) ? text.slice(0, SHORT_ID) : undefined
}

function isCode(text: string, length: number): boolean {
  return text.length === length && /^[A-Za-z0-9]+$/.test(text)
}

/** Returns whether this installation issued the token. Compares in constant time. */
export function isGenuine(seal: Seal, token: string, subject: TokenSubject): boolean {
  return isComputed(seal, token, (key) => tokenOf(key, subject))
}

/** Returns whether this installation issued the short code. Compares in constant time. */
export function isGenuineShortCode(seal: Seal, code: string, subject: TokenSubject): boolean {
  return isComputed(seal, code, (key) => shortCodeOf(key, subject))
}

function isComputed(seal: Seal, presented: string, compute: (key: Seal) => string): boolean {
  const given = Buffer.from(presented)
  return [seal, ...seal.others].some((key) => {
    const ours = Buffer.from(compute(key))
    return given.length === ours.length && timingSafeEqual(given, ours)
  })
}
