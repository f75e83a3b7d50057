// Changes of many recipients in one request: adding and removing tags, and removal.
import { refuseInvalid } from '../errors.ts'
import { contactUpdated } from '../events/contact-events.ts'
import { recordEvents } from '../events/record.ts'
import { records } from '../limits.ts'
import { type Connection, type Database, transaction } from '../store/database.ts'
import { removeTicketsOf } from '../store/delivery/tickets.ts'
import { removeConversations } from '../store/inbound/conversations.ts'
import {
  deleteRecipients,
  type ListedRecipient,
  listRecipientIds,
  lockRecipients,
  writeTags,
} from '../store/recipients/bulk.ts'
import type { RecipientFilter } from '../store/recipients/recipients.ts'
import { requireWorkspace } from '../workspaces/workspaces.ts'

/** Returns the ids of recipients that match the filter, newest first. */
export async function recipientIdsOf(c: Connection, workspaceId: number, filter: RecipientFilter) {
  await requireWorkspace(c, workspaceId)
  return listRecipientIds(c, workspaceId, filter)
}

export interface TagChange {
  add: string[]
  remove: string[]
}

/**
 * Adds and removes tags in one transaction, and emits an event for each changed recipient. A recipient that would have
 * too many tags is refused, and the others are changed. Throws validation_failed if a tag is added and removed.
 */
export async function changeTags(
  db: Database,
  now: Date,
  workspaceId: number,
  ids: number[],
  { add, remove }: TagChange,
) {
  const both = add.filter((tag) => remove.includes(tag))
  if (both.length > 0) refuseInvalid({ remove_tags: [`contains ${both.join(', ')}, which add_tags contains too`] })
  return transaction(db, async (tx) => {
    await requireWorkspace(tx, workspaceId)
    const found = await lockRecipients(tx, workspaceId, ids)
    const planned = found.map((row) => ({ row, tags: tagsAfter(row.tags, add, remove) }))
    const refused = planned.filter(({ tags }) => tags.length > records.tags)
    const changed = planned.filter(({ row, tags }) => tags.length <= records.tags && !isEqual(row.tags, tags))
    if (changed.length > 0) {
      const rows = changed.map(({ row, tags }) => ({ id: row.id, tags }))
      await writeTags(tx, now, workspaceId, rows)
      recordEvents(
        tx,
        now,
        changed.map(({ row, tags }) => tagsChanged(row, tags, now)),
      )
    }
    return {
      changed: changed.map(({ row }) => row.id),
      unchanged: found.length - changed.length - refused.length,
      refused: refused.map(({ row }) => row.id),
      missing: missingOf(ids, found),
    }
  })
}

function tagsChanged(row: ListedRecipient, tags: string[], now: Date) {
  const added = tags.filter((tag) => !row.tags.includes(tag))
  return contactUpdated({ ...row, tags, updated_at: now }, ['tags'], added)
}

function tagsAfter(tags: string[], add: string[], remove: string[]): string[] {
  return [...new Set([...tags.filter((tag) => !remove.includes(tag)), ...add])]
}

const isEqual = (one: string[], other: string[]) =>
  one.length === other.length && one.every((tag, at) => tag === other[at])

const missingOf = (ids: number[], found: { id: number }[]) => {
  const known = new Set(found.map(({ id }) => id))
  return [...new Set(ids)].filter((id) => !known.has(id)).length
}

/** Removes recipients and their conversations in one transaction. Their deliveries stay. */
export async function removeRecipients(db: Database, workspaceId: number, ids: number[]) {
  return transaction(db, async (tx) => {
    await requireWorkspace(tx, workspaceId)
    // The results of tickets lock tickets before their recipients. The same order prevents deadlocks.
    await removeTicketsOf(tx, workspaceId, ids)
    const removed = await deleteRecipients(tx, workspaceId, ids)
    if (removed.length > 0) await removeConversations(tx, workspaceId, removed)
    return { removed, missing: new Set(ids).size - removed.length }
  })
}
