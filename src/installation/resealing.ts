// After the upgrade was finished, encrypts every stored secret again in the new format, which can be decrypted only in
// the database row of the secret. When no secret has the format of version 0.1.0 any more, the service refuses that
// format.
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

/**
 * Maximum number of blocking values whose ids are kept after a scan. The next scan begins only after none of these
 * values blocks the upgrade.
 */
const MOST_REMEMBERED = 100

/** The remedy for values that no configured key decrypts. */
export const UNOPENED_REMEDY =
  'Start every process with the key that encrypted these secrets, as MASTER_KEY or MASTER_KEY_PREVIOUS. If that key is lost, enter these settings again, replace these subscription secrets, and revoke these keys.'

/**
 * Checks every minute whether the upgrade was finished. Then reads all encrypted values, and replaces those that still
 * have the old form (the form of 0.1.0). Repeats this until a complete pass replaces no value, because a pass may miss
 * some values. Several workers may do this at the same time. At the end, stores in the database that no process may
 * decrypt the old form any more. This process refuses the old form immediately, and the others within 30 seconds
 * (presence.ts). The refusal is permanent. If this process cannot decrypt a value in the old form, another process may
 * have the key of the value, and the refusal would make the value useless. The worker therefore waits until there are
 * no such values. Waiting has a small risk: an attacker who can write to the database could copy one of these values to
 * another row.
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
      log.error({ unreadable }, 'stored secrets cannot be decrypted with this master key; save them again')
    else log.info({ sealed: sealedBefore }, 'every stored secret can now be decrypted only in its database row')
  }
  const logUnopened = (blocking: UnopenedValue[]) => {
    const unopened = blocking.map(({ name }) => name).filter((name) => !logged.has(name))
    for (const name of unopened) logged.add(name)
    if (unopened.length > 0)
      log.error(
        { unopened },
        `the upgrade waits for stored secrets that no configured key decrypts. ${UNOPENED_REMEDY}`,
      )
  }
  return startLoop(clock, MINUTE, step, onError)
}

/**
 * Reads the current values by their ids. Returns true if one of them is still needed and is still in the format of
 * 0.1.0, which does not bind a value to its row.
 */
async function anyUnbound(db: Database, values: UnopenedValue[], now: Date): Promise<boolean> {
  for (const column of new Set(values.map((value) => value.column))) {
    const ids = values.filter((value) => value.column === column).map(({ id }) => id)
    const rows = await readSealedOf(db, column, ids)
    if (rows.some((row) => !isBound(row.sealed) && isNeeded(row, now))) return true
  }
  return false
}
