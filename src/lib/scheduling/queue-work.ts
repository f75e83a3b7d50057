// The types for a consumer and for the code that processes the rows of its queue.
import type { PrefetchBuffer } from './prefetch-buffer.ts'

/** A claimed row, with the data that its processing needs. */
export interface Prepared {
  row: { id: number; lane: number }
}

/** Claims, processes and releases the rows of one queue. */
export interface Work<Item extends Prepared> {
  /** Claims rows and passes them to `queue.take`. Returns 'again' if more rows are due. */
  claim(queue: Queue<Item['row']>, now: Date, leaseUntil: Date): Promise<'again' | undefined>
  /** Reads the data for all rows of a claim. */
  prepare(rows: Item['row'][]): Promise<Item[]>
  /** Processes one row until it is settled. If this throws an error, the row stays claimed until its lease expires. */
  carry(item: Item, slot: Slot): Promise<void>
  /** Releases claimed rows and does not change them otherwise. */
  release(rows: Item['row'][]): Promise<void>
  /** Renews leases. Returns the ids of the rows whose lease was renewed. */
  renew?(rows: Item['row'][], leaseUntil: Date): Promise<number[]>
  /** Called when rows of a lane were buffered for too long, before these rows are released. */
  onLaneTooSlow?(lane: number): void
  /**
   * Called if the consumer has not stopped `patience` milliseconds after the call of `stop`. Must make the running
   * calls of `carry` end soon.
   */
  onStopTimeout(): void
}

/** The part of the consumer that a claim uses. It limits the number of rows, and receives the claimed rows. */
export interface Queue<Row> extends Pick<PrefetchBuffer<unknown>, 'free' | 'claimCapacity' | 'share' | 'hasBuffered'> {
  /**
   * Starts the work on claimed rows, or buffers the rows. Releases rows that cannot be prepared. Releases all rows if
   * the consumer is stopping.
   */
  take(rows: Row[]): Promise<void>
  /** Releases the buffered rows of the given lanes. */
  giveBack(lanes: Iterable<number>): Promise<void>
}

/** The slot of a row that is being processed. */
export interface Slot {
  /** Frees the slot for the next row, before this row is settled. Has no effect if too many rows are unsettled. */
  leave(): void
  /** Returns the number of milliseconds until the lease ends and another process may claim the row. */
  leaseLeft(): number
  /** Releases the buffered rows of this row's lane. */
  giveBackLane(): Promise<void>
}

/** Determines when the consumer claims again. It also claims every second, and after each wake-up. */
export type ClaimPace =
  /**
   * Claims when this number of slots has become free, or when no started or buffered row is left. Each row uses one
   * slot while it is processed.
   */
  | { freeSlots: number }
  /**
   * Claims after each row, because other rows may depend on that row. While rows are buffered, claims at most once in
   * this number of milliseconds.
   */
  | { afterEachRow: number }
