// Creates and reads the tokens of links with which recipients change their preferences without signing in.
import { TOKEN_LENGTH } from '../../channels/text/preferences-place.ts'
import { later } from '../../lib/clock.ts'
import type { Seal } from '../../lib/seal.ts'
import { DAY, validity } from '../../limits.ts'

export interface PreferenceSubject {
  workspaceId: number
  recipientId: number
}

const PURPOSE = 'preferences'
const MESSAGE_PURPOSE = 'message-preferences'
/** The number of characters of an id in the token of a message. */
const ID = 10
/** The number of characters in a token of a message: the ids and the day on which it expires. */
const TOKEN_TEXT = 24

/** Returns a token that is encrypted, authenticated and not stored. */
export function preferenceToken(seal: Seal, now: Date, { workspaceId, recipientId }: PreferenceSubject) {
  const expiresAt = later(now, validity.preferenceLink)
  const text = JSON.stringify([workspaceId, recipientId, expiresAt.getTime()])
  return { token: seal.close(text, PURPOSE).toString('base64url'), expiresAt }
}

/**
 * Returns the token of a link in a message that is sent until `sentUntil`. The token has a fixed length. All attempts of
 * a delivery contain the same token, because a provider compares the requests with one idempotency key.
 */
export function messagePreferenceToken(seal: Seal, sentUntil: Date, subject: PreferenceSubject): string {
  const { workspaceId, recipientId } = subject
  const days = Math.ceil(later(sentUntil, validity.preferenceLink).getTime() / DAY)
  const text = [fixed(workspaceId, ID), fixed(recipientId, ID), fixed(days, TOKEN_TEXT - 2 * ID)].join('')
  return seal.closeSame(text, MESSAGE_PURPOSE).toString('hex')
}

const fixed = (value: number, length: number) => value.toString(36).padStart(length, '0')

function readMessageToken(seal: Seal, now: Date, token: string): PreferenceSubject | undefined {
  const text = seal.open(Buffer.from(token, 'hex'), MESSAGE_PURPOSE)
  const [workspaceId = 0, recipientId = 0, days = 0] = [
    text.slice(0, ID),
    text.slice(ID, 2 * ID),
    text.slice(2 * ID),
  ].map((part) => Number.parseInt(part, 36))
  return now.getTime() < days * DAY ? { workspaceId, recipientId } : undefined
}

/** Returns the recipient of a token. Returns undefined if the token is forged or has expired. */
export function readPreferenceToken(seal: Seal, now: Date, token: string): PreferenceSubject | undefined {
  try {
    if (token.length === TOKEN_LENGTH && /^[0-9a-f]+$/.test(token)) return readMessageToken(seal, now, token)
    // Decryption succeeds only for a token that `preferenceToken` has created.
    const values: [number, number, number] = JSON.parse(seal.open(Buffer.from(token, 'base64url'), PURPOSE))
    const [workspaceId, recipientId, expiresAt] = values
    return now.getTime() < expiresAt ? { workspaceId, recipientId } : undefined
  } catch {
    return undefined
  }
}
