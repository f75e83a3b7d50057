// Replaces the master key. Encrypts all stored values with the new key, one set after another, while the service runs.

import { type ReceivingTools, registerNewSecret } from '../connections/receiving.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/log.ts'
import { startLoop } from '../lib/scheduling/loop.ts'
import { HOUR } from '../limits.ts'
import { sealedColumns } from '../store/sealed.ts'
import { updateKeyCheck } from './installation.ts'
import { nothingSealed, sealSetAgain } from './sealed-walk.ts'

/** The seal encrypts with the new key, and also decrypts values of the previous key. */
export interface KeyExchangeOptions extends ReceivingTools {
  clock: Clock
  log: Logger
  onError: (error: unknown) => void
}

/**
 * Encrypts every value again. Then registers a new secret at each provider whose webhooks contain a secret that is
 * derived from the master key. Both steps are repeated every hour, because a process with the previous key may have
 * stored a value or registered a secret in the meantime. The key check of the installation is encrypted last. Until
 * then, a start without the previous key is refused. An unreachable provider does not block the exchange: the failure
 * is logged, the registration is repeated, and the check of the connection reports it.
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
    if (sealed + unreadable.length > 0)
      log.info({ sealed, unreadable }, 'secrets were encrypted with the new master key')
    // A value that this pass missed may still be encrypted with the previous key. Therefore the key check is encrypted
    // with the new key only after a pass that missed no value.
    if (missed > 0) return 'again'
    await updateKeyCheck(db, seal)
    return undefined
  }
  return startLoop(clock, HOUR, walk, onError)
}

/**
 * Registers the secret of the next connection. Returns the connection's id, or undefined if there is no further
 * connection.
 */
async function registerNext(options: KeyExchangeOptions, after: number): Promise<number | undefined> {
  const registered = await registerNewSecret(options, after)
  if (registered?.problem)
    options.log.warn(
      { connection: registered.id, problem: registered.problem },
      'the new secret could not be registered at a provider',
    )
  return registered?.id
}
