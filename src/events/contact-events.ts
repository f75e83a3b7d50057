// The events for created and updated contacts (specification, Catalog B).
import { addressTable, byField } from '../channels/addresses.ts'
import type { ContactRow } from '../store/events/event-subjects.ts'
import { aboutContact, type Contact, type ContactOrigin, type Occurrence } from './catalog.ts'

const { texts } = addressTable()

export function contactCreated(row: ContactRow, origin: ContactOrigin): Occurrence {
  return { ...about(row), event: 'contact.created', data: { contact: contactOf(row), origin } }
}

/**
 * Returns the event contact.updated. `changed` holds the names of the changed fields, and `tagged` holds the tags that
 * were added.
 */
export function contactUpdated(row: ContactRow, changed: string[], tagged: string[] = []): Occurrence {
  return { ...about(row), event: 'contact.updated', data: { contact: contactOf(row), changed }, tagged }
}

function about({ id, workspace_id, mode }: ContactRow) {
  return { workspaceId: workspace_id, mode, subject: aboutContact(id) }
}

/** Copies only the public fields, because a row may contain fields that subscribers must not see. */
function contactOf(row: ContactRow): Contact {
  return {
    id: row.id,
    name: row.name,
    ...byField(texts, ({ field }) => row[field]),
    locale: row.locale,
    tags: row.tags,
    metadata: row.metadata,
    preferred_channel: row.preferred_channel,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
