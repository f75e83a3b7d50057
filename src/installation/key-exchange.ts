// Replaces the master key: seals all stored values with the new key, set by set, while the service runs.

import { type ReceivingTools, registerNewSecret } from '../connections/receiving.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/log.ts'
import { startLoop } from '../lib/scheduling/loop.ts'
import { HOUR } from '../limits.ts'
import { sealedColumns } from '../store/sealed.ts'
import { updateKeyCheck } from './installation.ts'
import { nothingSealed, sealSetAgain } from './sealed-walk.ts'

/** Seals with the new key, and opens values of the previous key. */
export interface KeyExchangeOptions extends ReceivingTools {
  clock: Clock
  log: Logger
  onError: (error: unknown) => void
}

/**
 * Seals every value again, then registers a new secret at each provider whose webhooks carry a secret derived from the key.
 * It repeats this every hour, because a process with the previous key may have sealed or registered a secret since. The
 * installation's proof is sealed last, so a start without the previous key is refused until then. A provider that is unreachable does
 * not block this: the failure is logged, repeated, and reported by the check of the connection.
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
    // A missed value may still have the previous key, so the proof is sealed after a walk that missed none.
    if (missed > 0) return 'again'
    await updateKeyCheck(db, seal)
    return undefined
  }
  return startLoop(clock, HOUR, walk, onError)
}

/** Returns the id of the connection, or undefined if there are no more. */
async function registerNext(options: KeyExchangeOptions, after: number): Promise<number | undefined> {
  const registered = await registerNewSecret(options, after)
  if (registered?.problem)
    options.log.warn(
      { connection: registered.id, problem: registered.problem },
      'the new secret could not be registered at a provider',
    )
  return registered?.id
}
