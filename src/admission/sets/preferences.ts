// Reads the categories and preferences that a set needs, and decides which channels a recipient declines. A set without
// a category runs no statement.
import { type ChannelName, channelOf } from '../../channels/index.ts'
import { byKey } from '../../lib/by-key.ts'
import { isAllowed } from '../../recipients/preferences/decide.ts'
import { unknownCategory } from '../../recipients/preferences/preferences.ts'
import type { Transaction } from '../../store/database.ts'
import { readCategoryPreferences } from '../../store/recipients/preferences.ts'
import type { Catalog } from '../catalog.ts'
import type { Entry, Matched } from '../entry.ts'
import type { People } from '../recipients.ts'

export interface SetPreferences {
  /** Returns the error of a category that does not exist. */
  unknown(entry: Entry): string | undefined
  /** Returns the reason why the recipient does not accept the message on this channel. */
  declined(entry: Matched, channel: ChannelName): string | undefined
}

const NONE: SetPreferences = { unknown: () => undefined, declined: () => undefined }

/** Reads the categories and preferences for messages whose request or template has a category. */
export async function readPreferences(
  tx: Transaction,
  catalog: Catalog,
  people: People,
  entries: Entry[],
): Promise<SetPreferences> {
  const categorized = entries.filter((entry) => hasCategory(catalog, entry))
  if (categorized.length === 0) return NONE
  const workspaces = new Set(categorized.map(({ sender }) => sender.workspaceId))
  const recipients = [...people.byId.values()].filter(({ workspace_id: id }) => workspaces.has(id))
  const rows = await readCategoryPreferences(
    tx,
    [...workspaces],
    recipients.map(({ id }) => id),
  )
  const known = byKey(rows, ({ workspace_id, slug }) => `${workspace_id}/${slug}`)
  const categoryOf = ({ sender, parsed }: Entry) => known.get(`${sender.workspaceId}/${parsed.request.category}`)?.[0]
  return {
    unknown(entry) {
      const { category } = entry.parsed.request
      if (category === undefined || categoryOf(entry)) return undefined
      const own = rows.filter(({ workspace_id: id }) => id === entry.sender.workspaceId)
      return unknownCategory(own.map(({ slug }) => slug))
    },
    declined(entry, channel) {
      const category = categoryOf(entry)
      if (!category || entry.template.essential) return undefined
      const own = category.preferences.filter(({ recipient_id: id }) => id === entry.recipient.id)
      if (isAllowed(category, own, channel)) return undefined
      return `the recipient declines messages of the category ${category.slug} on ${channelOf(channel).title}`
    },
  }
}

function hasCategory(catalog: Catalog, { parsed, sender }: Entry): boolean {
  if (parsed.request.category !== undefined) return true
  const template = parsed.draft ?? catalog.template(sender.workspaceId, parsed.request.template)
  return !parsed.ignoresDefaults && template?.defaults.category !== undefined
}
