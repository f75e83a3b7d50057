// The work on one queue: what its user declares, and what the consumer hands to it.
import type { PrefetchBuffer } from './prefetch-buffer.ts'

/** A claimed row with everything that carrying it needs. */
export interface Prepared {
  row: { id: number; lane: number }
}

/** How the rows of one queue are claimed, carried and given back. */
export interface Work<Item extends Prepared> {
  /** Makes one claim and hands its rows to `queue.take`. Returns 'again' while there is more. */
  claim(queue: Queue<Item['row']>, now: Date, leaseUntil: Date): Promise<'again' | undefined>
  /** Reads what claimed rows need, for the whole claim. */
  prepare(rows: Item['row'][]): Promise<Item[]>
  /** Carries one row from its slot to its settlement. If it throws, the row stays claimed until its lease runs out. */
  carry(item: Item, slot: Slot): Promise<void>
  /** Gives claimed rows back untouched. */
  release(rows: Item['row'][]): Promise<void>
  /** Renews leases and returns the ids whose lease was renewed. */
  renew?(rows: Item['row'][], leaseUntil: Date): Promise<number[]>
  /** Called before rows of this lane are given back because they waited in the buffer for too long. */
  onLaneTooSlow?(lane: number): void
  /** Called when a stop has waited for `patience`: makes `carry` end soon. */
  onStopTimeout(): void
}

/** What a claim may take. */
export interface Queue<Row> extends Pick<PrefetchBuffer<unknown>, 'free' | 'claimCapacity' | 'share' | 'hasBuffered'> {
  /** Starts or buffers claimed rows. Gives them back if they cannot be prepared or the consumer is stopping. */
  take(rows: Row[]): Promise<void>
  /** Gives back the buffered rows of these lanes. */
  giveBack(lanes: Iterable<number>): Promise<void>
}

/** The slot of a row that is being carried. */
export interface Slot {
  /** Hands the slot to the next row while this one is settled. Has no effect while too many rows are unsettled. */
  leave(): void
  /** Milliseconds until another process may claim the row. */
  leaseLeft(): number
  /** Gives back the buffered rows of the same lane. */
  giveBackLane(): Promise<void>
}

/** When the next claim is made, besides every second and on wake-ups. */
export type ClaimPace =
  /** When this many slots have come free, or nothing is left. */
  | { freeSlots: number }
  /** After each row, because others may depend on it. While rows are buffered, at most once in this many milliseconds. */
  | { afterEachRow: number }
