// Who wants no more email, or no advertising by WhatsApp: looked up once for a set, and only in workspaces where anybody opted out (decision 34).
import { addressTable } from '../channels/addresses.ts'
import { emailKey } from '../lib/text/email-address.ts'
import type { Transaction } from '../store/database.ts'
import { findOptOuts as readOptOuts } from '../store/recipients/opt-outs.ts'
import type { Catalog } from './catalog.ts'
import type { Entry } from './entry.ts'
import type { People } from './recipients.ts'

/** The addresses whose messages people can opt out of. */
const GUARDED = addressTable().requested.flatMap(({ field, takesOptOuts }) => (takesOptOuts ? field : []))

export interface OptOuts {
  /** Why this message may not go to the address; undefined when it may. Essential templates go to everybody. */
  reason(entry: Entry, address: string | null): string | undefined
}

/** Looks up every address that one of the entries may go to. */
export async function findOptOuts(
  tx: Transaction,
  catalog: Catalog,
  people: People,
  entries: Entry[],
): Promise<OptOuts> {
  const guarded = entries.filter(({ sender }) => catalog.hasOptOuts(sender.workspaceId))
  if (guarded.length === 0) return { reason: () => undefined }
  const holders = [
    ...guarded.map(({ sender, parsed }) => ({ ...sender, ...parsed.request.recipient })),
    ...[...people.byId.values()].map((row) => ({ ...row, workspaceId: row.workspace_id })),
  ]
  const found = await readOptOuts(
    tx,
    holders.flatMap(({ workspaceId, mode, ...holder }) =>
      GUARDED.flatMap((field) => {
        const address = holder[field]
        return address ? [{ workspace_id: workspaceId, mode, address: emailKey(address) }] : []
      }),
    ),
  )
  const since = new Map(found.map((row) => [`${row.workspace_id}/${row.mode}/${row.address}`, row.at]))
  return {
    reason({ sender, template }, address) {
      if (!address || template?.essential) return undefined
      const at = since.get(`${sender.workspaceId}/${sender.mode}/${emailKey(address)}`)
      return at && `${address} opted out on ${at.toISOString()}; only essential templates are sent to it`
    },
  }
}
