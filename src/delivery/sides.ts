// Pauses single provider connections of a channel that uses several of them side by side, such as push.
import type { Outcome } from '../channels/contract.ts'
import type { PausedProvider } from '../channels/paused-providers.ts'
import type { ChosenConnection, Side } from '../connections/chosen.ts'
import { later } from '../lib/clock.ts'
import { MINUTE } from '../limits.ts'

/** Milliseconds after which a message checks again whether a person has fixed the connection that it needs. */
const CHECK_AGAIN = 10 * MINUTE

/** Returns the providers that an attempt must not call now. */
export function pausedProviders(chosen: ChosenConnection | undefined, now: Date): PausedProvider[] {
  return (chosen?.sides ?? []).flatMap(({ provider, pausedUntil }) => {
    if (provider === null || pausedUntil === null || Number(pausedUntil) <= now.getTime()) return []
    return [{ provider, until: pausedUntil instanceof Date ? pausedUntil : checkAgainAt(now) }]
  })
}

/**
 * Returns the provider connection that the outcome pauses, and notes the pause for the next messages of this process.
 * Returns undefined if the outcome pauses nothing or the whole connection.
 */
export function pauseSide(chosen: ChosenConnection | undefined, outcome: Outcome): Side | undefined {
  const isWide = outcome.class === 'misconfigured' || (outcome.class === 'throttled' && outcome.scope === 'connection')
  const side = isWide ? chosen?.sides?.find(({ provider }) => provider === outcome.provider) : undefined
  if (side) side.pausedUntil = outcome.class === 'throttled' ? outcome.until : Number.POSITIVE_INFINITY
  return side
}

/** Returns when a message is attempted again whose provider connection waits for a person. */
export function checkAgainAt(now: Date): Date {
  return later(now, CHECK_AGAIN)
}
