// Where a claimed row goes and who signs it: a subscription's address and secrets, or a callback's address and API key.
import type { Seal } from '../lib/seal.ts'
import type { Connection } from '../store/database.ts'
import { type OutgoingRow, readSigningKeys } from '../store/dispatching.ts'
import { readSendingSubscriptions, type SendingSubscription } from '../store/subscriptions.ts'
import { callbackHeaders, eventHeaders, type Secrets } from './sign.ts'

export interface Target {
  url: string
  headers(at: Date): Record<string, string>
  /** What must not be kept of an answer. */
  secrets: string[]
}

/** `unwanted`: its subscription is disabled or gone. `unsigned`: no API key is left to sign the callback with. */
export type Aim = { target: Target } | 'unwanted' | 'unsigned'

/** By row id; one statement for all subscriptions and one for all callbacks. */
export async function findTargets(
  c: Connection,
  seal: Seal,
  now: Date,
  rows: OutgoingRow[],
): Promise<Map<number, Aim>> {
  const callbacks = rows.filter(({ kind }) => kind === 'callback')
  const wanted = [...new Set(rows.flatMap(({ subscription_id }) => subscription_id ?? []))]
  const [subscriptions, keys] = await Promise.all([
    wanted.length > 0 ? readSendingSubscriptions(c, wanted) : [],
    callbacks.length > 0 ? readSigningKeys(c, callbacks) : [],
  ])
  const bySubscription = new Map(subscriptions.map((row) => [row.id, { row, secrets: secretsOf(seal, row, now) }]))
  const byCallback = new Map(keys.map((key) => [key.id, { id: key.key_id, text: seal.open(key.sealed, 'key') }]))
  return new Map(
    rows.map((row): [number, Aim] => {
      const signed = { wireId: row.wire_id, event: row.event, mode: row.mode, body: row.body }
      if (row.kind === 'callback') {
        const key = byCallback.get(row.id)
        if (!key) return [row.id, 'unsigned']
        const headers = (at: Date) => callbackHeaders(key, { ...signed, at })
        return [row.id, { target: { url: row.url!, headers, secrets: [key.text] } }]
      }
      const listening = bySubscription.get(row.subscription_id!)
      if (!listening) return [row.id, 'unwanted']
      const { secrets } = listening
      const headers = (at: Date) => eventHeaders(secrets, { ...signed, at })
      return [row.id, { target: { url: listening.row.url, headers, secrets: Object.values(secrets) } }]
    }),
  )
}

function secretsOf(seal: Seal, row: SendingSubscription, now: Date): Secrets {
  const current = seal.open(row.secret, SECRET_PURPOSE)
  const overlaps = row.previous_secret !== null && row.previous_until !== null && row.previous_until > now
  return overlaps ? { current, previous: seal.open(row.previous_secret!, SECRET_PURPOSE) } : { current }
}

/** What a subscription's secret is sealed for. */
export const SECRET_PURPOSE = 'subscription'
