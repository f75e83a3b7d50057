// Changes the preferences of a recipient for a member or token.
import { refuseInvalid } from '../../errors.ts'
import { type Database, transaction } from '../../store/database.ts'
import { listCategories } from '../../store/recipients/categories.ts'
import { EVERYTHING, resubscribe, unsubscribe } from './everything.ts'
import {
  applyPreferences,
  changesOf,
  type PreferenceInput,
  recipientPreferences,
  refuseImpossible,
  requireRecipient,
} from './preferences.ts'

/** Changes preferences of a recipient. Throws validation_failed for an unknown category. */
export async function setPreferences(
  db: Database,
  now: Date,
  workspaceId: number,
  recipientId: number,
  { [EVERYTHING]: everything, ...input }: PreferenceInput,
) {
  if (everything?.channels)
    refuseInvalid({ [`${EVERYTHING}.channels`]: ['is not permitted, because * applies to all channels'] })
  return transaction(db, async (tx) => {
    const recipient = await requireRecipient(tx, workspaceId, recipientId, true)
    const changes = changesOf(input)
    refuseImpossible(await listCategories(tx, workspaceId), changes)
    const owner = { workspaceId, recipient, origin: 'member' as const }
    if (everything?.allowed === false) await unsubscribe(tx, now, owner)
    else if (everything?.allowed !== undefined && recipient.unsubscribed_at) await resubscribe(tx, now, owner)
    await applyPreferences(tx, now, workspaceId, recipient, changes, { origin: 'member' })
    return recipientPreferences(tx, workspaceId, recipientId)
  })
}
