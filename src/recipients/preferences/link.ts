// Creates and reads the links with which recipients change their preferences without signing in.
import { brand } from '../../brand.ts'
import { refuse } from '../../errors.ts'
import { later } from '../../lib/clock.ts'
import type { Seal } from '../../lib/seal.ts'
import { validity } from '../../limits.ts'
import type { Connection } from '../../store/database.ts'
import { findRecipient } from '../../store/recipients/recipients.ts'

export interface PreferenceSubject {
  workspaceId: number
  recipientId: number
}

const PURPOSE = 'preferences'

/** Returns a token that is encrypted, authenticated and not stored. */
export function preferenceToken(seal: Seal, now: Date, { workspaceId, recipientId }: PreferenceSubject) {
  const expiresAt = later(now, validity.preferenceLink)
  const text = JSON.stringify([workspaceId, recipientId, expiresAt.getTime()])
  return { token: seal.close(text, PURPOSE).toString('base64url'), expiresAt }
}

/** Returns the recipient of a token. Returns undefined if the token is forged or has expired. */
export function readPreferenceToken(seal: Seal, now: Date, token: string): PreferenceSubject | undefined {
  try {
    // Decryption succeeds only for a token that `preferenceToken` has created.
    const values: [number, number, number] = JSON.parse(seal.open(Buffer.from(token, 'base64url'), PURPOSE))
    const [workspaceId, recipientId, expiresAt] = values
    return now.getTime() < expiresAt ? { workspaceId, recipientId } : undefined
  } catch {
    return undefined
  }
}

/** Creates a link for a recipient of this workspace. With `mode`, the recipient must have this mode. */
export async function createPreferenceLink(
  { db, seal, publicUrl }: { db: Connection; seal: Seal; publicUrl: string },
  now: Date,
  workspaceId: number,
  recipientId: number,
  mode?: 'live' | 'test',
) {
  const recipient = await findRecipient(db, workspaceId, recipientId)
  if (!recipient || (mode !== undefined && recipient.mode !== mode))
    refuse('not_found', `No recipient ${recipientId} in this workspace.`)
  const { token, expiresAt } = preferenceToken(seal, now, { workspaceId, recipientId })
  return {
    url: `${publicUrl}${brand.basePath}/${brand.segment}/preferences/${token}`,
    expires_at: expiresAt.toISOString(),
  }
}
