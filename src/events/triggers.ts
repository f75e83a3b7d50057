// Finds the automation triggers of events.
import { keywordOf } from '../lib/text/keyword.ts'
import type { ContactTrigger } from '../store/automations/automations.ts'
import type { Occurrence } from './catalog.ts'

/**
 * Returns the automation triggers of an event. If a contact is created with tags, each tag is a trigger too. Events
 * about automations trigger nothing.
 */
export function triggersOf(occurrence: Occurrence): ContactTrigger[] {
  const { workspaceId: workspace_id, mode } = occurrence
  switch (occurrence.event) {
    case 'contact.created': {
      const { id, tags } = occurrence.data.contact
      const created = { type: 'contact.created' } as const
      const about = { workspace_id, mode, recipient_id: id }
      return [{ ...about, ...created, match: '', trigger: created }, ...tags.map((tag) => tagged(about, tag))]
    }
    case 'contact.updated': {
      const about = { workspace_id, mode, recipient_id: occurrence.data.contact.id }
      return (occurrence.tagged ?? []).map((tag) => tagged(about, tag))
    }
    case 'message.received': {
      const { recipient, body, message_id } = occurrence.data
      const keyword = keywordOf(body)
      if (keyword === '') return []
      const trigger = { type: 'message.received', keyword, message_id } as const
      return [{ workspace_id, mode, recipient_id: recipient.id, type: trigger.type, match: keyword, trigger }]
    }
    default:
      return []
  }
}

function tagged(about: Pick<ContactTrigger, 'workspace_id' | 'mode' | 'recipient_id'>, tag: string): ContactTrigger {
  return { ...about, type: 'contact.tagged', match: tag, trigger: { type: 'contact.tagged', tag } }
}
