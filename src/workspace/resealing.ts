// After an upgrade was finished: every sealed value is bound to its row, and what is not bound is refused from then on.
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/log.ts'
import { startLoop } from '../lib/loop.ts'
import type { Seal } from '../lib/seal.ts'
import { MINUTE } from '../limits.ts'
import type { Database } from '../store/database.ts'
import { setResealed } from '../store/installation.ts'
import { BOUND_SINCE, sealedColumns } from '../store/sealed.ts'
import { isFinished, refreshUpgrade } from './finish.ts'
import { nothingSealed, sealSetAgain } from './sealed-walk.ts'

export interface ResealingOptions {
  db: Database
  clock: Clock
  seal: Seal
  log: Logger
  onError: (error: unknown) => void
}

/**
 * Looks every minute whether the upgrade was finished, then walks all sealed values until a whole walk changes none: a value that a
 * walk missed may be in the old form still. Several workers may walk at a time. At the end the installation is marked, and
 * this process refuses values in the old form; others notice within 30 seconds.
 */
export function startResealing({ db, clock, seal, log, onError }: ResealingOptions): { stop(): Promise<void> } {
  let done = false
  let at = { column: 0, after: 0 }
  let tally = nothingSealed()
  let sealedBefore = 0
  const begin = async (): Promise<boolean> => {
    const { resealedAt } = await refreshUpgrade(db)
    done = resealedAt !== undefined
    return !done && isFinished(db, BOUND_SINCE)
  }
  const step = async (): Promise<'again' | undefined> => {
    if (done) return undefined
    const column = sealedColumns[at.column]!
    const isFirst = at.column === 0 && at.after === 0
    if (isFirst && !(await begin())) return undefined
    const last = await sealSetAgain(db, seal, column, { after: at.after, tally })
    at = last === undefined ? { column: at.column + 1, after: 0 } : { ...at, after: last }
    if (at.column < sealedColumns.length) return 'again'
    const { sealed, missed, unreadable } = tally
    at = { column: 0, after: 0 }
    tally = nothingSealed()
    sealedBefore += sealed
    if (sealed + missed > 0) return 'again'
    await end(unreadable)
    return undefined
  }
  const end = async (unreadable: string[]) => {
    await setResealed(db, clock.now())
    seal.requireBound()
    done = true
    if (unreadable.length > 0)
      log.error({ unreadable }, 'stored secrets cannot be opened with this master key; save them again')
    else log.info({ sealed: sealedBefore }, 'every stored secret is bound to its row')
  }
  return startLoop(clock, MINUTE, step, onError)
}
