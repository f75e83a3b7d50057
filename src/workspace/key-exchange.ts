// One master key takes another's place: what the other sealed is sealed anew, set by set, while everything goes on.
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/log.ts'
import { startLoop } from '../lib/loop.ts'
import type { Seal } from '../lib/seal.ts'
import { HOUR } from '../limits.ts'
import type { Connection } from '../store/database.ts'
import { readSealed, replaceSealed, type SealedPlace, sealedPlaces } from '../store/sealed.ts'
import { keepCheckAnew } from './installation.ts'
import { type ReceivingTools, tellSecretAnew } from './receiving.ts'

/** The seal closes with the new key, and opens what the previous one sealed. */
export interface KeyExchangeOptions extends ReceivingTools {
  clock: Clock
  log: Logger
  onError: (error: unknown) => void
}

const SET = 100

interface Tally {
  anew: number
  /** Sealed with neither key. */
  unreadable: number
}

/**
 * Walks every sealed value, then every connection whose provider shows us a secret that is made from the key, and tells it
 * the new one. Again each hour: a process that has the previous key still may have sealed or told something since. The
 * installation's own proof of its key is exchanged last, so that a start without the previous key is refused until all is
 * done. A provider that can't be told is no reason to wait: it is logged, told again, and seen by the connection's check.
 */
export function startKeyExchange(options: KeyExchangeOptions): { stop(): Promise<void> } {
  const { db, clock, seal, log, onError } = options
  let at = { place: 0, after: 0 }
  let tally: Tally = { anew: 0, unreadable: 0 }
  const walk = async (): Promise<'again' | undefined> => {
    const place = sealedPlaces[at.place]
    const last = place ? await sealSet(db, seal, place, at.after, tally) : await tellNext(options, at.after)
    at = last === undefined ? { place: at.place + 1, after: 0 } : { ...at, after: last }
    if (at.place <= sealedPlaces.length) return 'again'
    await keepCheckAnew(db, seal)
    if (tally.anew + tally.unreadable > 0) log.info(tally, 'secrets were sealed with the new master key')
    at = { place: 0, after: 0 }
    tally = { anew: 0, unreadable: 0 }
    return undefined
  }
  return startLoop(clock, HOUR, walk, onError)
}

/** Answers the last id of the set, or undefined when the place has no more. */
async function sealSet(
  db: Connection,
  seal: Seal,
  place: SealedPlace,
  after: number,
  tally: Tally,
): Promise<number | undefined> {
  const rows = await readSealed(db, place, after, SET)
  for (const row of rows) {
    if (seal.opensAlone(row.sealed, place.purpose)) continue
    const text = opened(seal, row.sealed, place)
    if (text === undefined) {
      tally.unreadable++
      continue
    }
    await replaceSealed(db, place, row, seal.close(text, place.purpose))
    tally.anew++
  }
  return rows.length < SET ? undefined : rows.at(-1)!.id
}

function opened(seal: Seal, sealed: Buffer, { purpose }: SealedPlace): string | undefined {
  try {
    return seal.open(sealed, purpose)
  } catch {
    return undefined
  }
}

/** Answers the connection's id, or undefined when there is no other. */
async function tellNext(options: KeyExchangeOptions, after: number): Promise<number | undefined> {
  const told = await tellSecretAnew(options, after)
  if (told?.problem)
    options.log.warn({ connection: told.id, problem: told.problem }, 'a provider could not be told its new secret')
  return told?.id
}

/** How far the exchange is: all sealed values, and those this seal's own key does not open yet. */
export async function countSealed(db: Connection, seal: Seal): Promise<{ all: number; others: number }> {
  const count = { all: 0, others: 0 }
  for (const place of sealedPlaces) {
    let after = 0
    for (;;) {
      const rows = await readSealed(db, place, after, SET)
      count.all += rows.length
      count.others += rows.filter(({ sealed }) => !seal.opensAlone(sealed, place.purpose)).length
      if (rows.length < SET) break
      after = rows.at(-1)!.id
    }
  }
  return count
}
