// What an installation of 0.1.0 leaves behind: every secret sealed in the form of that version, and no upgrade finished.
import { createSeal } from '../../src/lib/seal.ts'
import type { Database } from '../../src/store/database.ts'
import { readSealed, replaceSealed, sealedColumns } from '../../src/store/sealed.ts'

const EVERY_ROW = 100_000

/** Turns the data of a stopped service into that of 0.1.0. */
export async function turnInto010(db: Database, masterKey: string): Promise<void> {
  const seal = createSeal(masterKey)
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

/** How many stored values there are in each form, by column: `{ 'keys.sealed': { 1: 0, 2: 5 } }`. */
export async function sealedForms(db: Database): Promise<Record<string, { old: number; bound: number }>> {
  const forms: Record<string, { old: number; bound: number }> = {}
  for (const column of sealedColumns) {
    const rows = await readSealed(db, column, 0, EVERY_ROW)
    const bound = rows.filter(({ sealed }) => sealed[0] === 2).length
    forms[`${column.table}.${column.column}`] = { old: rows.length - bound, bound }
  }
  return forms
}
