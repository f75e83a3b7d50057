// Reads the suppressions for a set (decisions 34 and 100). Workspaces without suppressions cost no statement. The other
// workspaces cost no round trip: the statement is sent together with the search for the recipients.
import { addressTable } from '../channels/addresses.ts'
import type { Addresses } from '../channels/contract.ts'
import { type ChannelName, channels } from '../channels/index.ts'
import { byKey } from '../lib/by-key.ts'
import { blockingSuppression, suppressionWords } from '../recipients/suppression-words.ts'
import type { Transaction } from '../store/database.ts'
import {
  type ChannelAddress,
  findSuppressions,
  type SuppressedAddress,
  storedAddress,
} from '../store/recipients/suppressions.ts'
import type { ApprovedRow } from '../store/templates/approved-templates.ts'
import type { Catalog } from './catalog.ts'
import type { Entry, Matched, Mode } from './entry.ts'
import type { People } from './recipients.ts'

const { none, texts } = addressTable()
const guardedChannels = channels.filter(({ name }) => texts.some(({ channel }) => channel === name))

export interface Suppressions {
  /**
   * Returns the reason why this message must not be sent to the address. Returns undefined if it may be sent. An
   * essential template ignores opt-outs.
   */
  reason(entry: Matched, channel: ChannelName, address: string | undefined, approved?: ApprovedRow): string | undefined
}

/** The suppressions of a set that were read together with the recipients, and the workspaces of this read. */
export interface ReadSuppressions {
  rows: SuppressedAddress[]
  workspaces: ReadonlySet<number>
}

/** Returns the workspaces of the entries that have suppressions, as far as the catalog knows. */
export function suppressingWorkspaces(catalog: Catalog, entries: Entry[]): Set<number> {
  const ids = entries.map(({ sender }) => sender.workspaceId)
  return new Set(ids.filter((id) => catalog.hasSuppressions(id)))
}

/**
 * Reads the suppressions of the addresses in the requests of these workspaces. `findPeople` reads the suppressions of
 * stored addresses.
 */
export async function readRequestedSuppressions(
  tx: Transaction,
  workspaces: ReadonlySet<number>,
  entries: Entry[],
): Promise<SuppressedAddress[]> {
  const addresses = requestedAddresses(entries.filter(({ sender }) => workspaces.has(sender.workspaceId)))
  return addresses.length > 0 ? findSuppressions(tx, addresses) : []
}

/**
 * Completes the suppressions of a set. Reads those of workspaces whose first suppression was added after the catalog
 * was filled.
 */
export async function completeSuppressions(
  tx: Transaction,
  catalog: Catalog,
  people: People,
  entries: Entry[],
  { rows, workspaces }: ReadSuppressions,
): Promise<Suppressions> {
  const unread = entries.filter(
    ({ sender: { workspaceId } }) => catalog.hasSuppressions(workspaceId) && !workspaces.has(workspaceId),
  )
  const late = unread.length > 0 ? await findSuppressions(tx, reachableAddresses(people, unread)) : []
  const byAddress = byKey<string, SuppressedAddress>([...rows, ...people.suppressed, ...late], placeOf)
  return {
    reason({ sender, template }, channel, address, approved) {
      if (!address || byAddress.size === 0) return undefined
      const holder = { workspace_id: sender.workspaceId, mode: sender.mode, channel, address }
      const found = byAddress.get(placeOf(holder))
      const message = { channel, isEssential: template.essential, isAdvertising: approved?.category === 'MARKETING' }
      const blocking = found && blockingSuppression(message, found)
      return blocking && suppressionWords(channel, { ...blocking, address })
    },
  }
}

const placeOf = (holder: ChannelAddress) =>
  `${holder.workspace_id}/${holder.mode}/${holder.channel}/${storedAddress(holder)}`

function requestedAddresses(entries: Entry[]): ChannelAddress[] {
  return entries.flatMap(({ sender, parsed }) =>
    addressesIn({ ...none, ...parsed.request.recipient, id: 0 }, sender.workspaceId, sender.mode),
  )
}

function reachableAddresses(people: People, entries: Entry[]): ChannelAddress[] {
  const stored = [...people.byId.values()].flatMap((row) => addressesIn(row, row.workspace_id, row.mode))
  return [...requestedAddresses(entries), ...stored]
}

function addressesIn(of: Addresses, workspaceId: number, mode: Mode): ChannelAddress[] {
  return guardedChannels.flatMap(({ name: channel, address: addressOf }) => {
    const address = addressOf(of)
    return address === undefined ? [] : [{ workspace_id: workspaceId, mode, channel, address }]
  })
}
