// Creates the link to the preference page of a recipient.
import { preferencesUrl } from '../../channels/text/preferences-place.ts'
import { refuse } from '../../errors.ts'
import type { Seal } from '../../lib/seal.ts'
import type { Connection } from '../../store/database.ts'
import { findRecipient } from '../../store/recipients/recipients.ts'
import { preferenceToken } from './tokens.ts'

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
    url: preferencesUrl(publicUrl, token),
    expires_at: expiresAt.toISOString(),
  }
}
