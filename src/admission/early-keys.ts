// Checks the key of a request before its body is read (decision 68), with a cache of known keys.
import type { Refusal } from '../errors.ts'
import type { Clock } from '../lib/clock.ts'
import { findEarlyKeys } from '../store/admission/early-keys.ts'
import type { Database } from '../store/database.ts'
import { identity, type KeyCredential, refusalOf } from './gate.ts'

export interface EarlyKeys {
  /**
   * Returns whether the key was valid when it was last used. If the key was revoked since then, the transaction that
   * admits the request detects it.
   */
  isKnown(key: KeyCredential): boolean
  /**
   * Reads a key that is not in the cache. Returns its refusal, or undefined for a valid key. Keys that arrive during a
   * read share the next read, so a flood of wrong keys runs only one statement at a time.
   */
  read(key: KeyCredential): Promise<Refusal | undefined>
  /**
   * Removes a key from the cache after the gate refused it as unknown, revoked or expired. The next request with this
   * key reads it again.
   */
  forget(key: KeyCredential): void
}

const MOST_KNOWN = 10_000
const MOST_PER_READ = 500

interface PendingKey {
  key: KeyCredential
  resolve: (refusal: Refusal | undefined) => void
  reject: (error: unknown) => void
}

export function createEarlyKeys(db: Database, clock: Clock): EarlyKeys {
  const known = new Set<string>()
  let queue: PendingKey[] = []
  let isReading = false

  const remember = (key: KeyCredential) => {
    if (known.size >= MOST_KNOWN) known.clear()
    known.add(identity(key))
  }

  const readAll = async () => {
    isReading = true
    while (queue.length > 0) {
      const batch = queue.slice(0, MOST_PER_READ)
      queue = queue.slice(MOST_PER_READ)
      await readSome(batch).catch((error: unknown) => {
        for (const { reject } of batch) reject(error)
      })
    }
    isReading = false
  }

  const readSome = async (batch: PendingKey[]) => {
    const rows = await findEarlyKeys(db, [...new Set(batch.map(({ key }) => key.hash))])
    const now = clock.now()
    const found = new Map(rows.map((row) => [identity(row), row]))
    for (const { key, resolve } of batch) {
      const row = found.get(identity(key))
      const isValid = row?.revoked_at === null && (row.expires_at === null || row.expires_at > now)
      if (isValid) remember(key)
      resolve(isValid ? undefined : refusalOf(key.kind, row))
    }
  }

  return {
    isKnown: (key) => known.has(identity(key)),
    read: (key) =>
      new Promise((resolve, reject) => {
        queue.push({ key, resolve, reject })
        if (!isReading) void readAll()
      }),
    forget: (key) => void known.delete(identity(key)),
  }
}
