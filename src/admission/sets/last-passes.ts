// Caches the last pass of each key. A pass is the result of the gate, which checks the key of a request. The workspace
// of a key never changes. Admission takes the workspace from the cached pass. Therefore one round trip can read both
// the rows of the gate and the rows that the messages need. On PostgreSQL, admission then accepts 1.08 to 1.17 times as
// many messages as with two round trips.
import { pairs } from '../../lib/pairs.ts'
import { type Credential, identity, type Pass } from '../gate.ts'

interface Keyed {
  credential: Credential
}

export interface LastPasses {
  /**
   * Returns the last pass of each request's key, or undefined if one of the keys has no cached pass. A cached pass may
   * be outdated: only its workspace and its mode are still reliable.
   */
  of(requests: readonly Keyed[]): Pass[] | undefined
  /**
   * Stores the passes, and removes refused keys from the cache. For a key that is refused repeatedly, admission then
   * runs only the gate.
   */
  learn(requests: readonly Keyed[], passes: Pass[]): void
}

const MOST = 10_000

export function createLastPasses(): LastPasses {
  const known = new Map<string, Pass>()
  return {
    of(requests) {
      const passes: Pass[] = []
      for (const { credential } of requests) {
        const pass = credential.kind === 'source' ? undefined : known.get(identity(credential))
        if (!pass) return undefined
        passes.push(pass)
      }
      return passes
    },
    learn(requests, passes) {
      if (known.size > MOST) known.clear()
      for (const [{ credential }, pass] of pairs(requests, passes)) {
        if (credential.kind === 'source') continue
        if (pass.sender) known.set(identity(credential), pass)
        else known.delete(identity(credential))
      }
    },
  }
}
