// Uses the action token of a button. A token is used at most once, and its callback is recorded in the same transaction
// (specification, Action token).
import type { Seal } from '../lib/seal.ts'
import { lengths } from '../limits.ts'
import { type Connection, type Database, type Transaction, transaction } from '../store/database.ts'
import {
  type ActionTokenDetail,
  findActionToken,
  findActionTokensBeginning,
  lockActionTokens,
  markActionUsed,
  noteRapidTakes,
  type TokenUse,
} from '../store/delivery/action-tokens.ts'
import { lockForPress } from '../store/fallbacks/presses.ts'
import { emitActionEvents } from './emit-events.ts'
import { isGenuine, isGenuineShortCode, shortCodeId, type TokenSubject, tokenId } from './token.ts'

/** A button as the action page shows it. */
export interface Button {
  deliveryId: number
  slug: string
  label: string
  channel: string
  recipient: { id: number; name: string }
  /** Whether the link shows a page that asks for confirmation. This is a setting of the source. */
  confirmClick: boolean
  /** The locales to try, in this order: the message's locale, if it is known, and the workspace's default locale. */
  locales: string[]
  workspace: { name: string; brand: Record<string, unknown> }
}

type Closed = { kind: 'used' | 'expired'; button: Button } | { kind: 'forged' | 'unknown' }
export type ActionState = { kind: 'open'; button: Button } | Closed
export type TakeOutcome = { kind: 'taken'; button: Button } | Closed

/** A press. The token is in the link or in the provider's callback data. */
export type Take = Presented & {
  /** The name of the person who pressed, if the channel reports one. Default: the recipient's name. */
  actor?: string
  via: 'link' | 'tap'
  /**
   * A time that is set if an earlier attempt may already have recorded this press. A use of the action with the same
   * `via` at this time or later counts as this press.
   */
  since?: Date
}

/**
 * A time in milliseconds. If two buttons of one message are used within this time, a program probably followed every
 * link.
 */
const RAPID = 2000

/** A token, or its short code. */
export type Presented = { token: string } | { shortCode: string }

/** Returns the button that belongs to the token, and whether it can be used. Does not use the button. */
export async function readAction(c: Connection, seal: Seal, now: Date, presented: Presented): Promise<ActionState> {
  const found = await findGenuine(c, seal, presented)
  return 'kind' in found ? found : { kind: stateOf(found, now), button: buttonOf(found) }
}

/**
 * Uses the action. If several presses arrive at the same time, the first press gets `taken` and the other presses get
 * `used`.
 */
export async function takeAction(
  db: Database,
  seal: Seal,
  now: Date,
  { actor, via, since, ...presented }: Take,
): Promise<TakeOutcome> {
  const found = await findGenuine(db, seal, presented)
  if ('kind' in found) return found
  const button = buttonOf(found)
  if (since && isUsedSince(found, via, since)) return { kind: 'taken', button }
  const state = stateOf(found, now)
  if (state !== 'open') return { kind: state, button }
  return transaction(db, async (tx) => {
    const isUsed = found.fallback_id === null ? false : await lockForPress(tx, now, found.fallback_id)
    return isUsed ? { kind: 'used', button } : press(tx, now, found, { actor, via, button })
  })
}

/** Uses the action. The fallback of the message, if it has one, must be locked. */
async function press(
  tx: Transaction,
  now: Date,
  found: ActionTokenDetail,
  { actor, via, button }: Pick<Take, 'actor' | 'via'> & { button: Button },
): Promise<TakeOutcome> {
  const uses = await lockActionTokens(tx, found.delivery_id)
  const by = nameOf(actor) || found.recipient_name
  if (!(await markActionUsed(tx, now, { id: found.id, by, via }))) {
    return { kind: uses.some(({ id, used_at }) => id === found.id && used_at !== null) ? 'used' : 'expired', button }
  }
  if (via === 'link' && areRapid(uses, now)) await noteRapidTakes(tx, now, found.source_id)
  await emitActionEvents(tx, now, found, by)
  return { kind: 'taken', button }
}

async function findGenuine(
  c: Connection,
  seal: Seal,
  presented: Presented,
): Promise<ActionTokenDetail | { kind: 'forged' | 'unknown' }> {
  if ('shortCode' in presented) return findByShortCode(c, seal, presented.shortCode)
  const id = tokenId(presented.token)
  const found = id === undefined ? undefined : await findActionToken(c, id)
  if (!found) return { kind: 'unknown' }
  return isGenuine(seal, presented.token, subjectOf(found)) ? found : { kind: 'forged' }
}

async function findByShortCode(
  c: Connection,
  seal: Seal,
  code: string,
): Promise<ActionTokenDetail | { kind: 'forged' | 'unknown' }> {
  const beginning = shortCodeId(code)
  const alike = beginning === undefined ? [] : await findActionTokensBeginning(c, beginning)
  const found = alike.find((row) => isGenuineShortCode(seal, code, subjectOf(row)))
  return found ?? { kind: alike.length > 0 ? 'forged' : 'unknown' }
}

function subjectOf({ id, delivery_id: deliveryId, slug, signed_expiry: expiresAt }: ActionTokenDetail): TokenSubject {
  return { id, deliveryId, slug, expiresAt }
}

function stateOf({ used_at, used_in_fallback, expires_at }: ActionTokenDetail, now: Date): 'open' | 'used' | 'expired' {
  if (used_at !== null || used_in_fallback) return 'used'
  return expires_at > now ? 'open' : 'expired'
}

function isUsedSince({ used_at, used_via }: Omit<TokenUse, 'id'>, via: string, since: Date): boolean {
  return used_at !== null && used_via === via && used_at >= since
}

/**
 * Shortens the name and removes characters that PostgreSQL cannot store. The name comes from a provider or a person.
 */
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
