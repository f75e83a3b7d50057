// The undo of a change on the preference page. Its token contains what the change wrote, so nothing else is undone.
import type { Seal } from '../../lib/seal.ts'
import { DAY } from '../../limits.ts'
import type { Transaction } from '../../store/database.ts'
import { undoPreferences } from '../../store/recipients/preferences.ts'
import { deleteSuppression, type NewSuppression } from '../../store/recipients/suppressions.ts'
import { suppress } from '../suppressions.ts'
import { type EverythingOwner, mark } from './everything.ts'
import type { Written } from './page-changes.ts'
import { emitChanged } from './preferences.ts'
import type { PreferenceSubject } from './tokens.ts'

const PURPOSE = 'preference-undo'

/** The content of a token. Times are numbers of milliseconds. */
interface Undo {
  workspaceId: number
  recipientId: number
  at: number
  change: string | null
  added: number[]
  removed: (Omit<NewSuppression, 'at'> & { at: number })[]
  mark: { before: number | null; after: number | null } | null
}

/** Returns a token that is encrypted, authenticated and not stored. Returns undefined if the change wrote nothing. */
export function undoToken(
  seal: Seal,
  now: Date,
  { workspaceId, recipientId }: PreferenceSubject,
  { change, added = [], removed = [], mark: changed }: Written,
): string | undefined {
  if (change === undefined && added.length === 0 && removed.length === 0 && !changed) return undefined
  const undo: Undo = {
    workspaceId,
    recipientId,
    at: now.getTime(),
    change: change ?? null,
    added,
    removed: removed.map(({ id: _, at, ...row }) => ({ ...row, at: at.getTime() })),
    mark: changed ? { before: changed.before?.getTime() ?? null, after: changed.after?.getTime() ?? null } : null,
  }
  return seal.close(JSON.stringify(undo), PURPOSE).toString('base64url')
}

/**
 * Undoes the change of a token. Returns false if the token is forged, older than a day or of another recipient, or if later
 * changes have replaced the whole change.
 */
export async function undoChange(
  tx: Transaction,
  seal: Seal,
  now: Date,
  owner: EverythingOwner,
  token: string,
): Promise<boolean> {
  const undo = readUndo(seal, token)
  const { workspaceId, recipient } = owner
  if (undo?.workspaceId !== workspaceId || undo.recipientId !== recipient.id || now.getTime() - undo.at >= DAY)
    return false
  const { change, added, removed, mark: changed } = undo
  const restored =
    change === null ? [] : await undoPreferences(tx, now, { workspaceId, recipientId: recipient.id, change })
  if (restored.length > 0) await emitChanged(tx, now, owner, restored)
  const isMarked =
    changed !== undefined && changed !== null && (recipient.unsubscribed_at?.getTime() ?? null) === changed.after
  if (isMarked) await mark(tx, now, owner, changed.before === null ? null : new Date(changed.before))
  for (const id of added) await deleteSuppression(tx, workspaceId, id)
  await suppress(
    tx,
    now,
    removed.map((row) => ({ ...row, at: new Date(row.at) })),
  )
  return isMarked || restored.length + added.length + removed.length > 0
}

function readUndo(seal: Seal, token: string): Undo | undefined {
  try {
    // Decryption succeeds only for a token that `undoToken` has created.
    const undo: Undo = JSON.parse(seal.open(Buffer.from(token, 'base64url'), PURPOSE))
    return undo
  } catch {
    return undefined
  }
}
