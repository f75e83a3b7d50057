// The import worker. It claims an import and applies its next set of rows. The rows and their events are written in one
// transaction.
import { contactCreated, contactUpdated } from '../events/contact-events.ts'
import { recordEvents } from '../events/record.ts'
import { type Clock, later } from '../lib/clock.ts'
import { startLoop } from '../lib/scheduling/loop.ts'
import { imports, MINUTE, SECOND } from '../limits.ts'
import { type Database, type Transaction, transaction } from '../store/database.ts'
import { isPassing, isRetryableConflict } from '../store/failures.ts'
import { readDefaultLocale } from '../store/recipients/contacts.ts'
import {
  type ClaimedImport,
  claimImport,
  dropImportPeople,
  finishImport,
  keepImportPeople,
  lockImport,
  readImportPeople,
  readRows,
  recordImportFailure,
  releaseImport,
  settleSet,
} from '../store/recipients/import-queue.ts'
import { findImported, type ImportedRecipient, insertImported, replaceImported } from '../store/recipients/importing.ts'
import { dropOldImports } from '../store/recipients/imports.ts'
import { columnsOf, fieldsOf } from './import-columns.ts'
import { addressKeys, type ImportPlan, type PlanPart, planSet } from './import-match.ts'
import { knownPreferences, type RowPreferences, writePreferences } from './preferences/import.ts'

export interface ImportWorkOptions {
  db: Database
  clock: Clock
  /** Maximum number of rows per transaction. */
  set?: number
  /** Called when events or automation runs may have been written. */
  onEventsRecorded: () => void
  onError: (error: unknown) => void
}

export interface ImportWork {
  /** Claims an import at once. Called when an upload is complete. */
  wake(): void
  /** Finishes the current set of rows and stops. */
  stop(): Promise<void>
}

/** An import fails after this number of consecutive unexpected errors. */
const MOST_FAILURES = 5
/**
 * Maximum number of consecutive conflicts of a set with other transactions. After this number, the next conflict counts
 * as an unexpected error.
 */
const MOST_CONFLICTS = 20

export function startImportWork({
  db,
  clock,
  set = imports.set,
  onEventsRecorded,
  onError,
}: ImportWorkOptions): ImportWork {
  /** The number of consecutive conflicts in this process, by the id of the import. */
  const conflicts = new Map<number, number>()
  const work = async (): Promise<'again' | undefined> => {
    const now = clock.now()
    const claimed = await claimImport(db, now, later(now, imports.lease))
    if (!claimed) return undefined
    try {
      await transaction(db, (tx) => applySet(tx, clock.now(), claimed, set))
      conflicts.delete(claimed.id)
      onEventsRecorded()
    } catch (error) {
      const times = (conflicts.get(claimed.id) ?? 0) + 1
      if (isRetryableConflict(error) && times < MOST_CONFLICTS) {
        // Another transaction has just stored an address that a row of the set contains. The next attempt finds the
        // recipient who has this address.
        conflicts.set(claimed.id, times)
        await releaseImport(db, clock.now(), claimed)
        return 'again'
      }
      conflicts.delete(claimed.id)
      if (isPassing(error) && !isRetryableConflict(error)) throw error
      await giveBack(claimed, error)
    }
    return 'again'
  }

  const giveBack = async (claimed: ClaimedImport, error: unknown) => {
    onError(error)
    const now = clock.now()
    const nextAt = claimed.failures + 1 < MOST_FAILURES ? later(now, 10 * SECOND) : null
    await recordImportFailure(
      db,
      now,
      claimed,
      `the rows could not be applied: ${String(error).slice(0, 1000)}`,
      nextAt,
    )
  }

  const clean = async () => {
    const now = clock.now()
    await dropOldImports(db, now, later(now, -imports.kept))
    return (await dropImportPeople(db)) ? ('again' as const) : undefined
  }
  const working = startLoop(clock, SECOND, work, onError)
  const cleaning = startLoop(clock, MINUTE, clean, onError)
  return {
    wake: () => working.wake(),
    async stop() {
      await Promise.all([working.stop(), cleaning.stop()])
    },
  }
}

/**
 * Applies one set of rows. Locks and writes the recipients, emits the events and records the progress of the import.
 */
async function applySet(tx: Transaction, now: Date, claimed: ClaimedImport, most: number): Promise<void> {
  const from = await lockImport(tx, claimed)
  if (from === undefined) return
  const { rows, isLast } = await readRows(tx, claimed.id, from, { most, characters: imports.charactersOfASet })
  const last = rows.at(-1)
  if (last !== undefined) {
    const plan = await planRows(tx, claimed, rows)
    const created = claimed.dry_run ? [] : await writePlan(tx, now, claimed.workspace_id, plan)
    keepImportPeople(tx, claimed.id, [...plan.met, ...created])
    settleSet(tx, now, claimed.id, {
      created: countOf(plan, ({ created }) => created),
      updated: countOf(plan, ({ updated }) => updated),
      unchanged: plan.unchanged,
      refused: plan.refused,
      from,
      upTo: last.line,
    })
  }
  if (isLast) finishImport(tx, now, claimed.id)
}

function countOf(plan: ImportPlan, rowsOf: (part: PlanPart) => unknown[]): number {
  return plan.parts.reduce((count, part) => count + rowsOf(part).length, 0)
}

async function planRows(
  tx: Transaction,
  { id, workspace_id: workspaceId, mode, header, dry_run, match_by: matchBy }: ClaimedImport,
  rows: { line: number; record: string[] }[],
): Promise<ImportPlan> {
  const columns = columnsOf(header, matchBy)
  // Ignore problems here, because the rows were validated during the upload.
  const parsedRows = rows.map(({ line, record }) => ({ line, fields: fieldsOf(columns, record).fields }))
  const defaultLocale = await readDefaultLocale(tx, workspaceId)
  const people = await findImported(
    tx,
    { workspaceId, mode },
    parsedRows.map(({ fields }) => fields),
    !dry_run,
  )
  const hasPreferences = parsedRows.some(({ fields }) => fields.preferences !== undefined)
  const ids = people.map((row) => row.id)
  const preferences = hasPreferences ? await knownPreferences(tx, workspaceId, ids) : undefined
  const place = { workspaceId, mode, matchBy, defaultLocale, preferences }
  const met = people.length > 0 ? await readImportPeople(tx, id, ids) : new Map()
  return planSet(place, parsedRows, people, met)
}

/**
 * Writes the parts of the plan one after the other, because a part may use identifiers that an earlier part has removed
 * from recipients. Returns the new recipients with the lines of their rows.
 */
async function writePlan(
  tx: Transaction,
  now: Date,
  workspaceId: number,
  { parts }: ImportPlan,
): Promise<{ recipient: number; line: number }[]> {
  const lines: { recipient: number; line: number }[] = []
  for (const part of parts) lines.push(...(await writePart(tx, now, workspaceId, part)))
  return lines
}

async function writePart(tx: Transaction, now: Date, workspaceId: number, { created, updated }: PlanPart) {
  const fieldsOfNew = created.map(({ fields }) => fields)
  const made = created.length > 0 ? await insertImported(tx, now, fieldsOfNew) : []
  if (made.length < created.length)
    throw Object.assign(new Error('another transaction created one of the recipients'), { code: '40001' })
  const replaced =
    updated.length > 0
      ? await replaceImported(
          tx,
          now,
          workspaceId,
          updated.map(({ fields }) => fields),
        )
      : []
  const rows = new Map(replaced.map((row) => [row.id, row]))
  recordEvents(tx, now, [
    ...made.map((row) => contactCreated(row, 'csv')),
    ...updated.flatMap(({ fields, changed, tagged }) => {
      const row = rows.get(fields.id)
      return row && changed.length > 0 ? [contactUpdated(row, changed, tagged)] : []
    }),
  ])
  const rowOf = new Map(created.flatMap((row) => addressKeys(row.fields).map((key) => [key, row] as const)))
  const found = made.flatMap((recipient) => {
    const [row] = addressKeys(recipient).flatMap((key) => rowOf.get(key) ?? [])
    return row ? [{ recipient, line: row.line, preferences: row.preferences }] : []
  })
  const changed = updated.map(({ fields, preferences }) => ({ recipient: rows.get(fields.id) ?? fields, preferences }))
  await writePreferences(tx, now, workspaceId, [...found, ...changed].flatMap(withPreferences))
  return found.map(({ recipient, line }) => ({ recipient: recipient.id, line }))
}

function withPreferences({
  recipient,
  preferences,
}: {
  recipient: ImportedRecipient
  preferences?: RowPreferences | undefined
}) {
  return preferences ? [{ recipient, preferences }] : []
}
