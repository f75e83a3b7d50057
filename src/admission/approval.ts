// Templates that a provider approves: looked up once for a set, for the messages that name one.
import { type ChannelName, channelNames, channelOf } from '../channels/index.ts'
import type { ApprovedRow, WantedTemplate } from '../store/approved-templates.ts'
import type { Connection } from '../store/database.ts'
import type { Catalog } from './catalog.ts'
import type { Entry } from './entry.ts'
import { wordingFor } from './wording.ts'

/** Reads what the entries name, so that `approvedFor` knows it. */
export async function findApprovals(c: Connection, catalog: Catalog, entries: Entry[]): Promise<void> {
  const wanted = entries.flatMap((entry) =>
    channelsOf(entry).flatMap((channel) => {
      const named = namedBy(catalog, entry, channel)
      return named ? [{ ...named, workspaceId: entry.sender.workspaceId }] : []
    }),
  )
  if (wanted.length > 0) await catalog.loadApproved(c, wanted)
}

/** The approved template a message would use on a channel; undefined when it names none, or one that is in no list. */
export function approvedFor(catalog: Catalog, entry: Entry, channel: ChannelName): ApprovedRow | undefined {
  const named = namedBy(catalog, entry, channel)
  return named && catalog.approved(entry.sender.workspaceId, named)
}

/** The channels a message may take whose providers approve templates. */
function channelsOf({ parsed }: Entry): ChannelName[] {
  const { channel } = parsed.request
  return (channel === undefined ? channelNames : [channel]).filter((name) => channelOf(name).connector?.approval)
}

function namedBy(catalog: Catalog, entry: Entry, channel: ChannelName): WantedTemplate | undefined {
  const { approval } = channelOf(channel).connector ?? {}
  const connection = approval && catalog.connection(entry.sender.workspaceId, entry.sender.sourceId, channel)
  const wording = connection && wordingFor(entry, channel)
  const named = wording && approval.named(wording.source.own, wording.locale)
  return named && { connection_id: connection.id, ...named }
}
