// A button is taken: once, whoever is first, and never without the callback that tells of it (specification, Action token).
import type { Seal } from '../lib/seal.ts'
import { lengths } from '../limits.ts'
import { type Connection, type Database, transaction } from '../store/database.ts'
import {
  type ActionTokenDetail,
  findActionToken,
  lockActionTokens,
  noteRapidTakes,
  type TokenUse,
  useActionToken,
} from '../store/delivery/action-tokens.ts'
import { emitActionEvents } from './emit-events.ts'
import { isGenuine, tokenId } from './token.ts'

/** The button as people and pages know it. */
export interface Button {
  deliveryId: number
  slug: string
  label: string
  channel: string
  recipient: { id: number; name: string }
  /** The link asks before it takes (per source). */
  confirmClick: boolean
  /** Of the message, where it is known, and last the workspace's. */
  locales: string[]
  workspace: { name: string; brand: Record<string, unknown> }
}

type Closed = { kind: 'used' | 'expired'; button: Button } | { kind: 'forged' | 'unknown' }
export type ActionState = { kind: 'open'; button: Button } | Closed
export type TakeOutcome = { kind: 'taken'; button: Button } | Closed

export interface Take {
  /** The 64 characters of the link or of the provider's callback data. */
  token: string
  /** The name of whoever took it, where the channel tells one; else the recipient's. */
  actor?: string
  via: 'link' | 'tap'
  /** For a take that may have been made before, and nobody knows: a use in the same way since then is this one. */
  since?: Date
}

/** Two buttons of one message taken this close to each other were taken by a machine that follows every link. */
const RAPID = 2000

/** What the token stands for and whether it can be taken; changes nothing. */
export async function readAction(c: Connection, seal: Seal, now: Date, token: string): Promise<ActionState> {
  const found = await findGenuine(c, seal, token)
  return 'kind' in found ? found : { kind: stateOf(found, now), button: buttonOf(found) }
}

/** Takes the action: of any number of takers at the same time one gets `taken`, the others `used`. */
export async function takeAction(
  db: Database,
  seal: Seal,
  now: Date,
  { token, actor, via, since }: Take,
): Promise<TakeOutcome> {
  const found = await findGenuine(db, seal, token)
  if ('kind' in found) return found
  const button = buttonOf(found)
  if (since && isUsedSince(found, via, since)) return { kind: 'taken', button }
  const state = stateOf(found, now)
  if (state !== 'open') return { kind: state, button }
  return transaction(db, async (tx) => {
    const uses = await lockActionTokens(tx, found.delivery_id)
    const by = nameOf(actor) || found.recipient_name
    if (!(await useActionToken(tx, now, { id: found.id, by, via }))) {
      return { kind: uses.some(({ id, used_at }) => id === found.id && used_at !== null) ? 'used' : 'expired', button }
    }
    if (via === 'link' && areRapid(uses, now)) await noteRapidTakes(tx, now, found.source_id)
    await emitActionEvents(tx, now, found, by)
    return { kind: 'taken', button }
  })
}

async function findGenuine(
  c: Connection,
  seal: Seal,
  token: string,
): Promise<ActionTokenDetail | { kind: 'forged' | 'unknown' }> {
  const id = tokenId(token)
  const found = id === undefined ? undefined : await findActionToken(c, id)
  if (!found) return { kind: 'unknown' }
  const { delivery_id: deliveryId, slug, signed_expiry: expiresAt } = found
  return isGenuine(seal, token, { id: found.id, deliveryId, slug, expiresAt }) ? found : { kind: 'forged' }
}

function stateOf({ used_at, expires_at }: ActionTokenDetail, now: Date): 'open' | 'used' | 'expired' {
  if (used_at !== null) return 'used'
  return expires_at > now ? 'open' : 'expired'
}

function isUsedSince({ used_at, used_via }: Omit<TokenUse, 'id'>, via: string, since: Date): boolean {
  return used_at !== null && used_via === via && used_at >= since
}

/** Others wrote it: without what no database keeps, and no longer than a name. */
function nameOf(actor = ''): string {
  return actor.slice(0, lengths.recipientName).toWellFormed().replaceAll('\0', '').trim()
}

function areRapid(uses: TokenUse[], now: Date): boolean {
  return uses.some(({ used_at, used_via }) => {
    return used_via === 'link' && used_at !== null && Math.abs(now.getTime() - used_at.getTime()) <= RAPID
  })
}

function buttonOf(row: ActionTokenDetail): Button {
  return {
    deliveryId: row.delivery_id,
    slug: row.slug,
    label: row.action.label,
    channel: row.channel,
    recipient: { id: row.recipient_id, name: row.recipient_name },
    confirmClick: row.confirm_click,
    locales: [...(row.locale === null ? [] : [row.locale]), row.default_locale],
    workspace: { name: row.workspace_name, brand: row.brand },
  }
}
