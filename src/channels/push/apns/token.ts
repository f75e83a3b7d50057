// Signs the tokens with which Apple authenticates requests, and reuses each token for 50 minutes.
import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import { MINUTE, SECOND } from '../../../limits.ts'
import type { Apns } from '../settings.ts'

/**
 * Apple refuses tokens that are older than an hour, and throttles a key with which more than one token is signed in 20
 * minutes.
 */
const REUSED_FOR = 50 * MINUTE
/** Maximum number of keys in the cache. Without a limit, old keys would stay in the cache forever. */
const MAX_KEYS = 1000

type SigningKey = Pick<Apns, 'key' | 'key_id' | 'team_id'>

interface IssuedToken {
  jwt: Promise<string>
  issuedAt: Date
}

export interface ApnsTokens {
  /** Returns a token that Apple accepts for at least ten minutes. Concurrent callers share one token. */
  token(key: SigningKey, now: Date): Promise<string>
  /** Removes a token from the cache after Apple refused it. */
  forget(key: SigningKey, token: string): Promise<void>
}

export function createApnsTokens(): ApnsTokens {
  const known = new Map<string, IssuedToken>()
  return {
    token(key, now) {
      const name = nameOf(key)
      const issued = known.get(name)
      if (issued && isUsable(issued, now)) return issued.jwt
      if (known.size >= MAX_KEYS) known.clear()
      const jwt = sign(key, now)
      known.set(name, { jwt, issuedAt: now })
      return jwt
    },
    async forget(key, token) {
      const name = nameOf(key)
      const issued = known.get(name)
      if (issued && (await issued.jwt) === token && known.get(name) === issued) known.delete(name)
    },
  }
}

function nameOf({ key, key_id, team_id }: SigningKey): string {
  return JSON.stringify([team_id, key_id, key])
}

/** A token from the future is not used: the clock was set back, and Apple would refuse the token. */
function isUsable({ issuedAt }: IssuedToken, now: Date): boolean {
  const age = now.getTime() - issuedAt.getTime()
  return age >= 0 && age < REUSED_FOR
}

function sign({ key, key_id, team_id }: SigningKey, now: Date): Promise<string> {
  return new SignJWT({ iss: team_id, iat: Math.floor(now.getTime() / SECOND) })
    .setProtectedHeader({ alg: 'ES256', kid: key_id })
    .sign(createPrivateKey(key))
}
