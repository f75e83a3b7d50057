// Reads the digest of a delivery: its key, its messages, and when it closes. Closes it on request.
import { refuse } from '../../errors.ts'
import { digests as limits } from '../../limits.ts'
import { allVars, maskedItems } from '../../redaction/digest-items.ts'
import { maskingOf, type Visibility } from '../../redaction/sensitive.ts'
import { type Connection, type Database, transaction } from '../../store/database.ts'
import { findDelivery } from '../../store/delivery/deliveries.ts'
import { readDigestItems } from '../../store/digests/digest-items.ts'
import { closeDigestsOf, type DigestRow, findDigest } from '../../store/digests/digests.ts'

/** Returns the digest as the API shows it. Returns undefined if the delivery is no digest. */
export async function digestOf(c: Connection, workspaceId: number, id: number) {
  const row = await findDigest(c, workspaceId, id)
  return row && digestBody(row)
}

function digestBody(row: DigestRow) {
  return {
    key: row.key,
    items: row.items,
    opened_at: row.opened_at.toISOString(),
    closes_at: row.closes_at?.toISOString() ?? null,
    closed_at: row.closed_at?.toISOString() ?? null,
  }
}

/**
 * Returns the digest of a delivery with its first messages. Throws not_found if the delivery is no digest. `visibility`
 * states whether the reader may see sensitive values.
 */
export async function digestItemsOf(c: Connection, workspaceId: number, id: number, visibility: Visibility) {
  const row = await findDigest(c, workspaceId, id)
  const delivery = row && (await findDelivery(c, workspaceId, id))
  if (!delivery) refuse('not_found', `No digest ${id} in this workspace.`)
  const { content, template_slug, created_at: accepted_at } = delivery
  const waiting = await readDigestItems(c, id, limits)
  const list = waiting.length > 0 ? waiting : (content.items?.list ?? [])
  const parts = { template_slug, vars: allVars(content.vars, list), sensitive: content.sensitive ?? null, accepted_at }
  const { names } = await maskingOf(c, workspaceId, visibility, parts)
  const shown = visibility === 'full' ? list : maskedItems({ list, count: 0 }, names).list
  return { ...digestBody(row), more: Math.max(0, row.items - list.length), list: shown }
}

/** Closes the open digest of a delivery, so that it is sent now. Throws not_found or conflict. */
export async function closeDigest(db: Database, now: Date, workspaceId: number, id: number): Promise<void> {
  const closed = await transaction(db, (tx) => closeDigestsOf(tx, now, workspaceId, [id]))
  if (closed > 0) return
  const row = await findDigest(db, workspaceId, id)
  if (!row) refuse('not_found', `No digest ${id} in this workspace.`)
  refuse('conflict', `The digest ${id} is already closed.`)
}
