// Finds the URL and the signing secrets of each claimed row. For an event, both come from the subscription. For a
// callback, the URL is stored in the row, and the signing secret is an API key.
import type { Seal, SealPlace } from '../lib/seal.ts'
import type { Connection } from '../store/database.ts'
import { type OutgoingRow, readSigningKeys } from '../store/events/dispatching.ts'
import { readSendingSubscriptions, type SendingSubscription } from '../store/events/subscriptions.ts'
import { sealedKey, sealedPreviousSecret, sealedSecret } from '../store/sealed.ts'
import { callbackHeaders, createEventSigner, type SigningSecrets } from './sign.ts'

export interface OutgoingTarget {
  url: string
  headers(at: Date): Record<string, string>
  /** Secrets to remove from the response before it is stored. */
  secrets: string[]
}

/**
 * `unwanted`: the subscription is disabled or deleted. `unsigned`: the source has no API key to sign the callback.
 * `unreadable`: the stored signing secret cannot be decrypted.
 */
export type TargetResult = { target: OutgoingTarget } | 'unwanted' | 'unsigned' | 'unreadable'

/** Returns the targets by row id. Reads all subscriptions with one statement and all API keys with another. */
export async function findTargets(
  c: Connection,
  seal: Seal,
  now: Date,
  rows: OutgoingRow[],
): Promise<Map<number, TargetResult>> {
  const callbacks = rows.filter(({ kind }) => kind === 'callback')
  const ids = [...new Set(rows.flatMap(({ subscription_id }) => subscription_id ?? []))]
  const [subscriptions, keys] = await Promise.all([
    ids.length > 0 ? readSendingSubscriptions(c, ids) : [],
    callbacks.length > 0 ? readSigningKeys(c, now, callbacks) : [],
  ])
  const bySubscription = new Map(
    subscriptions.map((row) => {
      const secrets = secretsOf(seal, row, now)
      return [
        row.id,
        { url: row.url, signer: secrets && { sign: createEventSigner(secrets), texts: Object.values(secrets) } },
      ]
    }),
  )
  const byCallback = new Map(
    keys.map((key) => {
      const place = { workspaceId: key.workspace_id, id: key.key_id }
      return [key.id, { id: key.key_id, text: opened(seal, key.sealed, sealedKey.at(place)) }]
    }),
  )
  return new Map(
    rows.map((row): [number, TargetResult] => {
      const signed = { wireId: row.wire_id, event: row.event, mode: row.mode, body: row.body }
      if (row.kind === 'callback') {
        const key = byCallback.get(row.id)
        if (!key) return [row.id, 'unsigned']
        const { id, text } = key
        if (text === undefined) return [row.id, 'unreadable']
        const headers = (at: Date) => callbackHeaders({ id, text }, { ...signed, at })
        // Callbacks always have a URL.
        return [row.id, { target: { url: row.url!, headers, secrets: [text] } }]
      }
      const subscription = row.subscription_id === null ? undefined : bySubscription.get(row.subscription_id)
      if (!subscription) return [row.id, 'unwanted']
      const { url, signer } = subscription
      if (!signer) return [row.id, 'unreadable']
      const headers = (at: Date) => signer.sign({ ...signed, at })
      return [row.id, { target: { url, headers, secrets: signer.texts } }]
    }),
  )
}

/** Returns undefined if the current secret cannot be decrypted. Omits a previous secret that cannot be decrypted. */
function secretsOf(seal: Seal, row: SendingSubscription, now: Date): SigningSecrets | undefined {
  const place = { workspaceId: row.workspace_id, id: row.id }
  const current = opened(seal, row.secret, sealedSecret.at(place))
  if (current === undefined) return undefined
  const { previous_secret: sealed, previous_until: until } = row
  const overlaps = sealed !== null && until !== null && until > now
  const previous = overlaps ? opened(seal, sealed, sealedPreviousSecret.at(place)) : undefined
  return previous === undefined ? { current } : { current, previous }
}

/**
 * Returns the decrypted value, or undefined if it cannot be decrypted. Does not throw, because an error would stop all
 * other rows of the claim.
 */
function opened(seal: Seal, sealed: Buffer, place: SealPlace): string | undefined {
  try {
    return seal.openAt(sealed, place)
  } catch {
    return undefined
  }
}
