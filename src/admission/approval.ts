// Templates that a provider approves: looked up once for a set, for the messages that name one.
import { type ChannelName, channelNames } from '../channels/index.ts'
import { providerOf } from '../channels/providers.ts'
import type { Connection } from '../store/database.ts'
import type { ApprovedRow, TemplateKey } from '../store/templates/approved-templates.ts'
import type { Catalog } from './catalog.ts'
import type { Entry, Matched } from './entry.ts'
import { allWordings, type Wording, wordingFor } from './wording.ts'

/** Reads what the entries may name, in any language, so that `approvedFor` knows it. */
export async function findApprovals(c: Connection, catalog: Catalog, entries: Entry[]): Promise<void> {
  const keys = entries.flatMap((entry) => {
    const { workspaceId } = entry.sender
    const template = catalog.template(workspaceId, entry.parsed.request.template)
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

/** The approved template a message would use on a channel; undefined when it names none, or one that is in no list. */
export function approvedFor(catalog: Catalog, entry: Matched, channel: ChannelName): ApprovedRow | undefined {
  const wording = wordingFor(entry, channel)
  const named = wording && namedBy(catalog, entry, channel, wording)
  return named && catalog.approved(entry.sender.workspaceId, named)
}

/** The channels a message may take whose providers approve templates. */
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
