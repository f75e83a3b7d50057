// One master key takes another's place: what the other sealed is sealed anew, set by set, while everything goes on.

import { type ReceivingTools, registerNewSecret } from '../connections/receiving.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/log.ts'
import { startLoop } from '../lib/scheduling/loop.ts'
import { HOUR } from '../limits.ts'
import { sealedColumns } from '../store/sealed.ts'
import { updateKeyCheck } from './installation.ts'
import { nothingSealed, sealSetAgain } from './sealed-walk.ts'

/** The seal closes with the new key, and opens what the previous one sealed. */
export interface KeyExchangeOptions extends ReceivingTools {
  clock: Clock
  log: Logger
  onError: (error: unknown) => void
}

/**
 * Walks every sealed value, then every connection whose provider shows us a secret that is made from the key, and tells it
 * the new one. Again each hour: a process that has the previous key still may have sealed or told something since. The
 * installation's own proof of its key is exchanged last, so that a start without the previous key is refused until all is
 * done. A provider that can't be told is no reason to wait: it is logged, told again, and seen by the connection's check.
 */
export function startKeyExchange(options: KeyExchangeOptions): { stop(): Promise<void> } {
  const { db, clock, seal, log, onError } = options
  let at = { column: 0, after: 0 }
  let tally = nothingSealed()
  const walk = async (): Promise<'again' | undefined> => {
    const column = sealedColumns[at.column]
    const last = column
      ? await sealSetAgain(db, seal, column, { after: at.after, tally })
      : await registerNext(options, at.after)
    at = last === undefined ? { column: at.column + 1, after: 0 } : { ...at, after: last }
    if (at.column <= sealedColumns.length) return 'again'
    const { sealed, missed, unreadable } = tally
    at = { column: 0, after: 0 }
    tally = nothingSealed()
    if (sealed + unreadable.length > 0) log.info({ sealed, unreadable }, 'secrets were sealed with the new master key')
    // A missed value may have the previous key still: the proof of the key is exchanged after a walk that missed none.
    if (missed > 0) return 'again'
    await updateKeyCheck(db, seal)
    return undefined
  }
  return startLoop(clock, HOUR, walk, onError)
}

/** Answers the connection's id, or undefined when there is no other. */
async function registerNext(options: KeyExchangeOptions, after: number): Promise<number | undefined> {
  const registered = await registerNewSecret(options, after)
  if (registered?.problem)
    options.log.warn(
      { connection: registered.id, problem: registered.problem },
      'a provider could not be told its new secret',
    )
  return registered?.id
}
