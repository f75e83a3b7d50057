// After an upgrade was finished: every sealed value is bound to its row, and what is not bound is refused from then on.
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/log.ts'
import { startLoop } from '../lib/scheduling/loop.ts'
import { isBound, type Seal } from '../lib/seal.ts'
import { MINUTE } from '../limits.ts'
import type { Database } from '../store/database.ts'
import { setResealed } from '../store/installation/installation.ts'
import { BOUND_SINCE, readSealedOf, sealedColumns } from '../store/sealed.ts'
import { isFinished, refreshUpgrade } from './finish.ts'
import { isNeeded, nothingSealed, sealSetAgain, type UnopenedValue } from './sealed-walk.ts'

export interface ResealingOptions {
  db: Database
  clock: Clock
  seal: Seal
  log: Logger
  onError: (error: unknown) => void
}

/** Values that are looked at again while the upgrade waits for them. */
const MOST_REMEMBERED = 100

/** What to do about values that no key at hand opens. */
export const UNOPENED_REMEDY =
  'Start every process with the key that sealed them, as MASTER_KEY or MASTER_KEY_PREVIOUS. Where that key is lost, enter these settings again, replace these subscription secrets, and revoke these keys.'

/**
 * Checks every minute whether the upgrade was finished, then walks all sealed values until a whole walk changes none: a value that a
 * walk missed may be in the old form still. Several workers may walk at a time. At the end the installation is marked, and
 * this process refuses values in the old form; others notice within 30 seconds.
 *
 * The mark makes every process refuse the old form for good (presence.ts). So it waits for values that no key of this process
 * opens: they may be sealed with the key of another process, and would be lost. Waiting costs little: new values are bound
 * since the upgrade was finished, so only those few could still be moved to another row, by a writer of the database.
 */
export function startResealing(options: ResealingOptions): { stop(): Promise<void> } {
  const { db, clock, seal, log, onError } = options
  let done = false
  let at = { column: 0, after: 0 }
  let tally = nothingSealed()
  let sealedBefore = 0
  let blockedBy: UnopenedValue[] = []
  const logged = new Set<string>()
  const begin = async (): Promise<boolean> => {
    const { resealedAt } = await refreshUpgrade(db)
    done = resealedAt !== undefined
    if (done || !(await isFinished(db, BOUND_SINCE))) return false
    return !(await anyUnbound(db, blockedBy, clock.now()))
  }
  const step = async (): Promise<'again' | undefined> => {
    const column = sealedColumns[at.column]
    if (done || column === undefined) return undefined
    const isFirst = at.column === 0 && at.after === 0
    if (isFirst && !(await begin())) return undefined
    const last = await sealSetAgain(db, seal, column, { after: at.after, tally })
    at = last === undefined ? { column: at.column + 1, after: 0 } : { ...at, after: last }
    if (at.column < sealedColumns.length) return 'again'
    const { sealed, missed, unreadable, unopened } = tally
    at = { column: 0, after: 0 }
    tally = nothingSealed()
    sealedBefore += sealed
    if (sealed + missed > 0) return 'again'
    await end(unreadable, unopened)
    return undefined
  }
  const end = async (unreadable: string[], unopened: UnopenedValue[]) => {
    const blocking = unopened.filter((value) => isNeeded(value, clock.now()))
    blockedBy = blocking.slice(0, MOST_REMEMBERED)
    if (blocking.length > 0) return logUnopened(blocking)
    await setResealed(db, clock.now())
    seal.requireBound()
    done = true
    if (unreadable.length > 0)
      log.error({ unreadable }, 'stored secrets cannot be opened with this master key; save them again')
    else log.info({ sealed: sealedBefore }, 'every stored secret is bound to its row')
  }
  const logUnopened = (blocking: UnopenedValue[]) => {
    const unopened = blocking.map(({ name }) => name).filter((name) => !logged.has(name))
    for (const name of unopened) logged.add(name)
    if (unopened.length > 0)
      log.error({ unopened }, `the upgrade waits for stored secrets that no key here opens. ${UNOPENED_REMEDY}`)
  }
  return startLoop(clock, MINUTE, step, onError)
}

/** Returns whether any of these values is still in the old form and needed. Reads them by their ids. */
async function anyUnbound(db: Database, values: UnopenedValue[], now: Date): Promise<boolean> {
  for (const column of new Set(values.map((value) => value.column))) {
    const ids = values.filter((value) => value.column === column).map(({ id }) => id)
    const rows = await readSealedOf(db, column, ids)
    if (rows.some((row) => !isBound(row.sealed) && isNeeded(row, now))) return true
  }
  return false
}
