// One master key takes another's place: what the other sealed is sealed anew, set by set, while everything goes on.
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../lib/log.ts'
import { startLoop } from '../lib/loop.ts'
import type { Seal } from '../lib/seal.ts'
import { HOUR } from '../limits.ts'
import type { Connection } from '../store/database.ts'
import { readSealed, replaceSealed, type SealedPlace, sealedPlaces } from '../store/sealed.ts'
import { keepCheckAnew } from './installation.ts'

export interface KeyExchangeOptions {
  db: Connection
  clock: Clock
  /** Seals with the new key, and opens what the previous one sealed. */
  seal: Seal
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
 * Walks every sealed value, and again each hour: a process that has the previous key still may have sealed something since.
 * The installation's own proof of its key is exchanged last, so that a start without the previous key is refused until
 * all is done.
 */
export function startKeyExchange({ db, clock, seal, log, onError }: KeyExchangeOptions): { stop(): Promise<void> } {
  let at = { place: 0, after: 0 }
  let tally: Tally = { anew: 0, unreadable: 0 }
  const walk = async (): Promise<'again' | undefined> => {
    const place = sealedPlaces[at.place]!
    const last = await sealSet(db, seal, place, at.after, tally)
    at = last === undefined ? { place: at.place + 1, after: 0 } : { ...at, after: last }
    if (at.place < sealedPlaces.length) return 'again'
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
