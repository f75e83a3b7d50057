// Reads the opt-outs for a set. Skips workspaces without opt-outs (decision 34).
import { addressTable } from '../channels/addresses.ts'
import { type ChannelName, channelOf, channels } from '../channels/index.ts'
import type { Transaction } from '../store/database.ts'
import { type OptOutHolder, findOptOuts as readOptOuts } from '../store/recipients/opt-outs.ts'
import type { Catalog } from './catalog.ts'
import type { Entry, Matched } from './entry.ts'
import type { People } from './recipients.ts'

const { none } = addressTable()
const guardedChannels = channels.filter(({ optOuts }) => optOuts !== undefined)

/** The messages that an address still receives after its opt-out. */
const stillSent = {
  all: 'the address receives only essential templates',
  advertising: 'the address receives no marketing templates except essential ones',
}

export interface OptOuts {
  /**
   * Returns the reason why this message must not be sent to the address. Returns undefined if it may be sent. Essential
   * templates ignore opt-outs.
   */
  reason(entry: Matched, channel: ChannelName, address: string | undefined): string | undefined
}

/** Reads the opt-outs of all addresses that the entries may use. */
export async function findOptOuts(
  tx: Transaction,
  catalog: Catalog,
  people: People,
  entries: Entry[],
): Promise<OptOuts> {
  const guarded = entries.filter(({ sender }) => catalog.hasOptOuts(sender.workspaceId))
  if (guarded.length === 0) return { reason: () => undefined }
  const reachable = [
    ...guarded.map(({ sender, parsed }) => ({ ...sender, of: { ...none, ...parsed.request.recipient, id: 0 } })),
    ...[...people.byId.values()].map((row) => ({ workspaceId: row.workspace_id, mode: row.mode, of: row })),
  ]
  const holders = reachable.flatMap(({ workspaceId, mode, of }) =>
    guardedChannels.flatMap((channel): OptOutHolder[] =>
      [channel.address(of), channel.substitute?.(of)].flatMap((address) =>
        address === undefined ? [] : { workspace_id: workspaceId, mode, channel: channel.name, address },
      ),
    ),
  )
  const sinceOf = await readOptOuts(tx, holders)
  return {
    reason({ sender, template }, channel, address) {
      if (!address || template.essential) return undefined
      const at = sinceOf({ workspace_id: sender.workspaceId, mode: sender.mode, channel, address })
      return at && `${address} opted out on ${at.toISOString()}; ${stillSent[channelOf(channel).optOuts ?? 'all']}`
    },
  }
}
