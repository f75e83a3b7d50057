// Keys that passed the gate before: whose they are never changes, so what their messages need is asked along with the gate.
import { pairs } from '../lib/pairs.ts'
import { type Credential, identity, type Pass } from './gate.ts'

interface Keyed {
  credential: Credential
}

export interface KnownKeys {
  /**
   * The last passes of requests whose keys all passed the last time: of what they say only workspace and mode are to be
   * believed. Undefined when one of them is not known so.
   */
  passesOf(requests: readonly Keyed[]): Pass[] | undefined
  /** Remembers who passed, and forgets who did not: what is refused again and again should cost no more than the gate. */
  learn(requests: readonly Keyed[], passes: Pass[]): void
}

const MOST = 10_000

export function createKnownKeys(): KnownKeys {
  const known = new Map<string, Pass>()
  return {
    passesOf(requests) {
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
