// Converts an installation to the state of 0.1.0: secrets are encrypted in the form of that version, and the upgrade is
// not finished.
import type { ChannelName } from '../../src/channels/index.ts'
import { providerOf } from '../../src/channels/providers.ts'
import { splitSecrets } from '../../src/connections/secret-settings.ts'
import { closeSecrets, readSettingsInForce } from '../../src/connections/secrets.ts'
import { createSeal, type Seal } from '../../src/lib/seal.ts'
import type { Database } from '../../src/store/database.ts'
import { readSealed, replaceSealed, sealedColumns } from '../../src/store/sealed.ts'
import { readPartsOfLanes } from '../../src/store/workspaces/provider-connections.ts'

const EVERY_ROW = 100_000

/** Converts the data of a stopped service to the form that 0.1.0 stores. */
export async function downgradeTo010(db: Database, masterKey: string): Promise<void> {
  const seal = createSeal(masterKey)
  await restoreOldSettings(db, seal)
  for (const column of sealedColumns) {
    for (const row of await readSealed(db, column, 0, EVERY_ROW)) {
      const place = column.at(row)
      await replaceSealed(db, column, row, seal.closeAt(seal.openAt(row.sealed, place), place, false))
    }
  }
  await db.query({ text: 'update installation set finished_version = null, resealed_at = null' })
  await db.query({ text: 'delete from processes' })
  await db.query({ text: 'delete from workers' })
}

/** Stores the settings of every connection in the row of its lane, as 0.1.0 does. */
async function restoreOldSettings(db: Database, seal: Seal): Promise<void> {
  const { rows } = await db.query<{ lane: number }>({ text: 'select distinct lane from provider_connections' })
  for (const { lane } of rows) {
    const parts = await readPartsOfLanes(db, [lane])
    const { workspace_id: workspaceId, channel } = parts[0]!
    const settings = readSettingsInForce(seal, channel as ChannelName, parts)!
    const { open, secrets } = splitSecrets(providerOf(channel as ChannelName).settings, settings)
    const sealed = closeSecrets(seal, { workspaceId, id: lane, provider: null, bound: false }, secrets)
    await db.query({
      text: 'update connections set settings = $2, secrets = $3 where id = $1',
      values: [lane, JSON.stringify(open), sealed],
    })
  }
  await db.query({ text: 'delete from provider_connections' })
  await db.query({ text: 'update attempts set connection_id = null' })
}

/** Returns the number of stored values in each form, by column: `{ 'keys.sealed': { old: 0, bound: 5 } }`. */
export async function countSealedForms(db: Database): Promise<Record<string, { old: number; bound: number }>> {
  const forms: Record<string, { old: number; bound: number }> = {}
  for (const column of sealedColumns) {
    const rows = await readSealed(db, column, 0, EVERY_ROW)
    const bound = rows.filter(({ sealed }) => sealed[0] === 2).length
    forms[`${column.table}.${column.column}`] = { old: rows.length - bound, bound }
  }
  return forms
}
