// Who wants no more e-mail: looked up once for a set, and only in workspaces where anybody opted out (decision 34).
import type { Transaction } from '../store/database.ts'
import { findOptOuts } from '../store/opt-outs.ts'
import type { Catalog } from './catalog.ts'
import type { Entry } from './entry.ts'

/** Sets `optedOut` where the address an e-mail would go to opted out and the template is not essential. */
export async function findOptedOut(tx: Transaction, catalog: Catalog, entries: Entry[]): Promise<void> {
  const asked = entries.flatMap((entry) => {
    const { sender, parsed, recipient, template } = entry
    if (!catalog.hasOptOuts(sender.workspaceId)) return []
    const address = (parsed.request.recipient.email ?? recipient?.email)?.toLowerCase()
    if (address === undefined || !template || template.essential) return []
    return [{ entry, workspace_id: sender.workspaceId, mode: sender.mode, address }]
  })
  if (asked.length === 0) return
  const found = await findOptOuts(
    tx,
    asked.map(({ entry: _, ...holder }) => holder),
  )
  const since = new Map(found.map((row) => [`${row.workspace_id}/${row.mode}/${row.address}`, row.at]))
  for (const { entry, workspace_id, mode, address } of asked) {
    const at = since.get(`${workspace_id}/${mode}/${address}`)
    if (at) entry.optedOut = `${address} opted out on ${at.toISOString()}; only essential templates are sent to it`
  }
}
