// Keys that passed the gate before: whose they are never changes, so what their messages need is asked along with the gate.
import type { Sender } from './entry.ts'
import { type Credential, identity, type Pass } from './gate.ts'

interface Keyed {
  credential: Credential
}

export interface KnownKeys {
  /**
   * The senders of requests whose keys all passed the last time, as they were then: of what they say only workspace and
   * mode are to be believed. Undefined when one of them is not known so.
   */
  sendersOf(requests: readonly Keyed[]): Sender[] | undefined
  /** Remembers who passed, and forgets who did not: what is refused again and again should cost no more than the gate. */
  learn(requests: readonly Keyed[], passes: Pass[]): void
}

const MOST = 10_000

export function createKnownKeys(): KnownKeys {
  const known = new Map<string, Sender>()
  return {
    sendersOf(requests) {
      const senders: Sender[] = []
      for (const { credential } of requests) {
        const sender = credential.kind === 'source' ? undefined : known.get(identity(credential))
        if (!sender) return undefined
        senders.push(sender)
      }
      return senders
    },
    learn(requests, passes) {
      if (known.size > MOST) known.clear()
      for (const [index, { sender }] of passes.entries()) {
        const { credential } = requests[index]!
        if (credential.kind === 'source') continue
        if (sender) known.set(identity(credential), sender)
        else known.delete(identity(credential))
      }
    },
  }
}
