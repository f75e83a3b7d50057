// The gate: authenticates keys and checks their rate limits and scopes (decision 66).
import type { Refusal } from '../errors.ts'
import { byKey, requireValue } from '../lib/by-key.ts'
import { later } from '../lib/clock.ts'
import { counted } from '../lib/text/plural.ts'
import { windows } from '../limits.ts'
import {
  countRequests,
  type EndedKey,
  findEndedKeys,
  findSource,
  type GateRow,
  type SourceRow,
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
  | { kind: 'source'; workspaceId: number; sourceId: number; mode: 'live' | 'test' }

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

/** Counts each request for the rate limit of its key. Returns a pass or a refusal for each request, in order. */
export async function passGate(tx: Transaction, now: Date, credentials: Credential[]): Promise<Pass[]> {
  const keyed = credentials.filter((credential) => credential.kind !== 'source')
  const groups = byKey(keyed, identity)
  const requests = [...groups.values()].map((group) => ({ hash: group[0].hash, kind: group[0].kind, n: group.length }))
  const rows = requests.length > 0 ? await countRequests(tx, now, later(now, -windows.rateLimit), requests) : []
  const counted = new Map(
    rows.map((row) => {
      const name = identity({ hash: row.hash.toString('hex'), kind: row.kind })
      return [name, { row, used: row.window_count - requireValue(groups, name).length }]
    }),
  )
  const unknown = requests.filter((credential) => !counted.has(identity(credential))).map(({ hash }) => hash)
  const ended = unknown.length > 0 ? await findEndedKeys(tx, now, unknown) : []
  const endedBy = new Map(ended.map((key) => [key.identity, key]))

  const passes: Pass[] = []
  for (const credential of credentials) {
    if (credential.kind === 'source') passes.push(await passOfSource(tx, credential))
    else {
      const entry = counted.get(identity(credential))
      passes.push(
        entry
          ? passOfKey(entry.row, ++entry.used, now, credential)
          : { refusal: refusalOf(credential.kind, endedBy.get(identity(credential))) },
      )
    }
  }
  return passes
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
function passOfKey(row: GateRow, used: number, now: Date, credential: KeyCredential): Pass {
  const resetAfter = Math.max(1, Math.ceil((row.window_start.getTime() + windows.rateLimit - now.getTime()) / 1000))
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
  return { rate, sender: senderOf(row, row.key_id, row.mode) }
}

async function passOfSource(tx: Transaction, credential: Extract<Credential, { kind: 'source' }>): Promise<Pass> {
  const row = await findSource(tx, credential.workspaceId, credential.sourceId)
  if (!row) return { refusal: { code: 'conflict', message: 'The source of this message was removed.' } }
  return { sender: senderOf(row, null, credential.mode) }
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
