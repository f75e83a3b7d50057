// Finds the provider-approved templates that the messages of a set may use.
import { type ChannelName, channelNames } from '../channels/index.ts'
import { providerOf } from '../channels/providers.ts'
import type { Connection } from '../store/database.ts'
import type { ApprovedRow, TemplateKey } from '../store/templates/approved-templates.ts'
import type { Catalog } from './catalog.ts'
import type { Entry, Matched } from './entry.ts'
import { allWordings, type Wording, wordingFor } from './wording.ts'

/** Loads the approved templates that the entries may use, in all languages. `approvedFor` then returns them. */
export async function findApprovals(c: Connection, catalog: Catalog, entries: Entry[]): Promise<void> {
  const keys = entries.flatMap((entry) => {
    const { workspaceId } = entry.sender
    const template = entry.parsed.draft ?? catalog.template(workspaceId, entry.parsed.request.template)
    if (!template) return []
    return channelsOf(entry).flatMap((channel) =>
      allWordings(template, channel).flatMap((wording) => {
        const named = namedBy(catalog, entry, channel, wording)
        return named ? [{ ...named, workspaceId }] : []
      }),
    )
  })
  if (keys.length > 0) await catalog.loadApproved(c, keys)
}

/**
 * Returns the approved template that a message uses on a channel. Returns undefined if the message uses no approved
 * template, or if the provider does not list the template.
 */
export function approvedFor(catalog: Catalog, entry: Matched, channel: ChannelName): ApprovedRow | undefined {
  const wording = wordingFor(entry, channel)
  const named = wording && namedBy(catalog, entry, channel, wording)
  return named && catalog.approved(entry.sender.workspaceId, named)
}

/** Returns the channels that a message may use and on which the provider approves templates. */
function channelsOf({ parsed }: Entry): ChannelName[] {
  const { channel } = parsed.request
  return (channel === undefined ? channelNames : [channel]).filter((name) => providerOf(name).approval)
}

function namedBy(
  catalog: Catalog,
  { sender }: Entry,
  channel: ChannelName,
  { locale, source }: Wording,
): TemplateKey | undefined {
  const { approval } = providerOf(channel)
  const connection = approval && catalog.connection(sender.workspaceId, sender.sourceId, channel)
  const named = connection && approval.named(source.own, locale)
  return named && { connection_id: connection.id, ...named }
}
