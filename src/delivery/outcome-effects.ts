// Applies the effects of an outcome on rows other than the row of the message: pauses connections and recipients, moves
// addresses, suppresses addresses, and stores tickets.
import type { Outcome } from '../channels/contract.ts'
import { contactPlace, moveContact } from '../recipients/contacts.ts'
import { type GoneAddress, suppressGone } from '../recipients/gone-addresses.ts'
import { noteWish } from '../recipients/opt-outs.ts'
import type { Transaction } from '../store/database.ts'
import { pausePart } from '../store/delivery/breakers.ts'
import { type PauseCause, pauseConnection } from '../store/delivery/pauses.ts'
import { pauseRecipient } from '../store/delivery/settling.ts'
import { insertTickets } from '../store/delivery/tickets.ts'
import { removeGoneDevices } from '../store/recipients/push-devices.ts'
import type { PausedPart, Settlement } from './settlement.ts'
import { ticketsOf } from './tickets/results.ts'

type SettlementWithEffects = Settlement & { outcome: Outcome }

/**
 * Pauses connections and recipients, replaces addresses that changed, marks addresses as unusable, and stores tickets,
 * as these outcomes require. Admission locks recipients in the order of their ids, and before the monthly counters. This
 * function uses the same order, to prevent deadlocks.
 */
export async function applyOutcomeEffects(tx: Transaction, now: Date, settlements: Settlement[]): Promise<void> {
  const reaching = settlements.filter(reachesBeyondMessage)
  const tickets = reaching.flatMap(ticketsOf)
  if (tickets.length > 0) await insertTickets(tx, tickets)
  for (const settlement of reaching.sort(
    (a, b) => a.row.recipient_id - b.row.recipient_id || a.row.lane - b.row.lane,
  )) {
    if (settlement.row.mode === 'live') await moveAddress(tx, now, settlement)
    await applyOutcomeEffect(tx, now, settlement)
  }
  for (const pause of longestPauses(reaching.flatMap(pauseOf))) await storePause(tx, now, pause)
}

/** Returns whether the outcome also affects the connection or the recipient. */
export function reachesBeyondMessage(settlement: Settlement): settlement is SettlementWithEffects {
  const { outcome } = settlement
  if (outcome === null) return false
  const { class: name, movedTo, goneDevices = [] } = outcome
  return (
    'tickets' in outcome ||
    ['throttled', 'misconfigured', 'recipient_gone'].includes(name) ||
    isOptOut(outcome) ||
    movedTo !== undefined ||
    goneDevices.length > 0
  )
}

/** Returns whether the provider reported that the recipient opted out. */
function isOptOut(outcome: Outcome): boolean {
  return outcome.class === 'permanent' && outcome.optedOut === true
}

async function moveAddress(
  tx: Transaction,
  now: Date,
  { row, outcome, startedAt }: SettlementWithEffects,
): Promise<void> {
  const { workspace_id: workspaceId, recipient_id: recipientId, address: from } = row
  const { movedTo, goneDevices = [] } = outcome
  if (movedTo !== undefined) await moveContact(tx, now, contactPlace(workspaceId, row.channel), { from, to: movedTo })
  if (goneDevices.length === 0) return
  const removal = { workspaceId, recipientId, devices: goneDevices, before: startedAt }
  if (await removeGoneDevices(tx, now, removal)) await suppressGone(tx, now, goneOf(row, NO_DEVICE, now))
}

const NO_DEVICE = 'the push service removed the last device of the recipient'

/** Returns the address of the message, which the provider cannot reach. */
function goneOf(row: SettlementWithEffects['row'], reason: string, at: Date): GoneAddress {
  const { id: deliveryId, workspace_id: workspaceId, recipient_id: recipientId, channel, address } = row
  return { workspaceId, recipientId, channel, address, reason, deliveryId, at }
}

async function applyOutcomeEffect(tx: Transaction, now: Date, settlement: SettlementWithEffects): Promise<void> {
  const { row, outcome } = settlement
  if (outcome.class === 'throttled') {
    if (outcome.scope === 'recipient' || row.connection_version === null)
      await pauseRecipient(tx, row.lane, row.recipient_id, outcome.until)
  } else if (isOptOut(outcome) && row.mode === 'live') {
    const wish = { address: row.address, optedIn: false, byWord: 'report', at: now } as const
    await noteWish(tx, now, { workspaceId: row.workspace_id, channel: row.channel }, wish, row.id)
  } else if (outcome.class === 'recipient_gone' && row.mode === 'live' && !outcome.goneDevices) {
    const { reason, isListed = false } = outcome
    await suppressGone(tx, now, { ...goneOf(row, reason, now), isListed })
  }
}

/** A pause of a lane, or of one of its provider connections. */
interface Pause extends PauseCause {
  lane: number
  version: number
  part: PausedPart | undefined
}

/** Returns the pause in a list if the outcome pauses a connection, and otherwise an empty list. */
function pauseOf({ row, outcome, pausedPart: part }: SettlementWithEffects): Pause[] {
  const { lane, connection_version: version, id: deliveryId } = row
  if (version === null) return []
  const place = { lane, version, part, deliveryId }
  if (outcome.class === 'misconfigured') {
    const remedy = outcome.remedies.pending
    return [{ ...place, until: 'infinity', reason: `${outcome.reason}. ${remedy}`, remedy }]
  }
  if (outcome.class !== 'throttled' || outcome.scope === 'recipient') return []
  return [{ ...place, until: outcome.until, reason: outcome.reason, remedy: null }]
}

/**
 * Returns the longest pause of each connection, ordered by lane. A wrong password pauses a connection once, and not once
 * for each message in flight.
 */
function longestPauses(pauses: Pause[]): Pause[] {
  const longest = new Map<string, Pause>()
  for (const pause of pauses) {
    const key = `${pause.lane}/${pause.part?.id ?? ''}`
    const known = longest.get(key)
    if (!known || isLonger(pause, known)) longest.set(key, pause)
  }
  return [...longest.values()].sort((a, b) => a.lane - b.lane)
}

function isLonger({ until }: Pause, { until: other }: Pause): boolean {
  return other !== 'infinity' && (until === 'infinity' || until > other)
}

/**
 * Pauses the connection. If the lane has other provider connections, pauses only the one that the attempt used, and the
 * whole lane only if all of them are paused now.
 */
async function storePause(tx: Transaction, now: Date, { part, lane, version, ...cause }: Pause): Promise<void> {
  const whole = part ? await pausePart(tx, now, { ...cause, ...part, lane }) : cause
  if (whole !== null) await pauseConnection(tx, now, { ...whole, lane, version })
}
