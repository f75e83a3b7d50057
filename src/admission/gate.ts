// The gate: authenticates keys and checks their rate limits and scopes (decision 66). It reads the counters of requests;
// counters.ts changes them.
import type { Refusal } from '../errors.ts'
import { byKey, requireValue } from '../lib/by-key.ts'
import { counted } from '../lib/text/plural.ts'
import { windows } from '../limits.ts'
import {
  type CountingTimes,
  type EndedKey,
  findEndedKeys,
  findKeys,
  findSource,
  type GateRow,
  type SourceRow,
  type Window,
} from '../store/admission/gate.ts'
import type { Transaction } from '../store/database.ts'
import type { KeyScope } from '../store/workspaces/keys.ts'
import type { Sender } from './entry.ts'

/**
 * The credential of a request. It is the hash (hex) of an API key, with the scope that the request requires, or the
 * hash of a trigger key. Resends, test sends and automations have a source instead of a key.
 */
export type Credential =
  | KeyCredential
  | {
      kind: 'source'
      workspaceId: number
      sourceId: number
      mode: 'live' | 'test'
      /** The key of a message that was deferred after its request was counted. */
      keyId?: number | null
    }

export type KeyCredential = { kind: 'api'; hash: string; scope: KeyScope } | { kind: 'trigger'; hash: string }

export interface RateLimit {
  limit: number
  remaining: number
  /** Seconds until the window ends. */
  resetAfter: number
}

export type Pass = { rate?: RateLimit } & (
  | { sender: Sender; refusal?: undefined }
  | { refusal: Refusal; sender?: undefined }
)

/** A valid key of a set: its row as the gate read it, its sender, and the number of its requests in the set. */
export interface ReadKey {
  row: GateRow
  sender: Sender
  n: number
}

/** The data that was read for the requests of a set. */
export interface Gate {
  /** For each request, its valid key, or the pass of a request without a valid key. */
  requests: ({ credential: KeyCredential; key: ReadKey } | { pass: Pass })[]
  /** The valid keys of the set. */
  keys: ReadKey[]
}

/** Reads the keys and sources of requests. Locks and counts nothing. */
export async function readGate(tx: Transaction, times: CountingTimes, credentials: Credential[]): Promise<Gate> {
  const groups = byKey(credentials.filter(isKey), identity)
  const requested = [...groups.values()].map(([{ hash, kind }]) => ({ hash, kind }))
  const rows = requested.length > 0 ? await findKeys(tx, times, requested) : []
  const keys = new Map(
    rows.map((row): [string, ReadKey] => {
      const name = identity({ hash: row.hash.toString('hex'), kind: row.kind })
      return [name, { row, sender: senderOf(row, row.key_id, row.mode), n: requireValue(groups, name).length }]
    }),
  )
  const unknown = requested.filter((credential) => !keys.has(identity(credential))).map(({ hash }) => hash)
  const ended = unknown.length > 0 ? await findEndedKeys(tx, times.now, unknown) : []
  const endedBy = new Map(ended.map((key) => [key.identity, key]))
  const requests: Gate['requests'] = []
  for (const credential of credentials) {
    if (!isKey(credential)) {
      requests.push({ pass: await passOfSource(tx, times, credential) })
      continue
    }
    const name = identity(credential)
    const key = keys.get(name)
    requests.push(key ? { credential, key } : { pass: { refusal: refusalOf(credential.kind, endedBy.get(name)) } })
  }
  return { requests, keys: [...keys.values()] }
}

/**
 * Returns a pass or a refusal for each request, in order. `windowOf` returns the window of a key before the requests of
 * this set.
 */
export function passesOf({ requests }: Gate, now: Date, windowOf: (key: ReadKey) => Window): Pass[] {
  const windowsBy = new Map<ReadKey, { window: Window; used: number }>()
  return requests.map((request) => {
    if ('pass' in request) return request.pass
    const { credential, key } = request
    let counted = windowsBy.get(key)
    if (!counted) {
      const window = windowOf(key)
      counted = { window, used: window.window_count }
      windowsBy.set(key, counted)
    }
    counted.used++
    return passOfKey(key, counted.window, counted.used, now, credential)
  })
}

function isKey(credential: Credential): credential is KeyCredential {
  return credential.kind !== 'source'
}

/**
 * Returns the text that identifies a key in maps. It includes the kind, so that a trigger key cannot pass as an API
 * key.
 */
export function identity({ hash, kind }: { hash: string; kind: string }): string {
  return `${hash}:${kind}`
}

/**
 * Returns the pass of a request. `used` is the position of the request in the window of the key's rate limit. A request
 * without the required scope counts in the window too (decision 8).
 */
function passOfKey(
  { row, sender }: ReadKey,
  { window_start }: Window,
  used: number,
  now: Date,
  credential: KeyCredential,
): Pass {
  const resetAfter = Math.max(1, Math.ceil((window_start.getTime() + windows.rateLimit - now.getTime()) / 1000))
  const rate = { limit: row.rate_limit, remaining: Math.max(0, row.rate_limit - used), resetAfter }
  if (used > row.rate_limit) {
    return {
      rate,
      refusal: {
        code: 'rate_limited',
        message: `This key is limited to ${counted(row.rate_limit, 'request')} per hour. The next window begins in ${counted(resetAfter, 'second')}. A batch counts as one request. The limit is set on the source.`,
        retryAfter: resetAfter,
      },
    }
  }
  if (credential.kind === 'api' && !row.scopes.includes(credential.scope)) {
    const refusal = {
      code: 'forbidden' as const,
      message: `This API key lacks the scope ${credential.scope}; it has ${row.scopes.join(', ')}. Create a key with that scope on its source.`,
    }
    return { rate, refusal }
  }
  return { rate, sender }
}

async function passOfSource(
  tx: Transaction,
  { period }: CountingTimes,
  credential: Exclude<Credential, KeyCredential>,
): Promise<Pass> {
  const row = await findSource(tx, period, credential.workspaceId, credential.sourceId)
  if (!row) return { refusal: { code: 'conflict', message: 'The source of this message was removed.' } }
  return { sender: senderOf(row, credential.keyId ?? null, credential.mode) }
}

function senderOf(row: SourceRow, keyId: number | null, mode: 'live' | 'test'): Sender {
  return {
    workspaceId: row.workspace_id,
    sourceId: row.source_id,
    keyId,
    mode,
    quota: row.quota,
    whatsappLimit: row.whatsapp_limit,
    defaultLocale: row.default_locale,
    version: row.version,
    quotaUsed: row.quota_used,
    whatsappUsed: row.whatsapp_used,
  }
}

const NO_TRIGGER_KEY = 'This URL has no valid trigger key.'

/**
 * Returns the refusal of an invalid key. A revoked or expired API key is refused with 403, and any invalid trigger key
 * with 401 (specification, Authentication, rules 1 and 2; decision 66).
 */
export function refusalOf(
  kind: 'api' | 'trigger',
  ended: Pick<EndedKey, 'revoked_at' | 'expires_at'> | undefined,
): Refusal {
  const expiredAt = ended?.revoked_at === null ? ended.expires_at?.toISOString() : undefined
  if (kind === 'trigger') {
    const message = expiredAt ? `The trigger key in this URL expired at ${expiredAt}.` : NO_TRIGGER_KEY
    return { code: 'invalid_webhook_key', message }
  }
  if (!ended) return { code: 'invalid_api_key', message: 'This API key does not exist.' }
  if (expiredAt === undefined)
    return { code: 'revoked_api_key', message: 'This API key was revoked. Create a new one on its source.' }
  const remedy = 'Create a new one on its source, or give this one a later expiry.'
  return { code: 'expired_api_key', message: `This API key expired at ${expiredAt}. ${remedy}` }
}
