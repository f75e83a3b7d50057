// The interfaces between a consumer and the code that processes the rows of its queue.
import type { PrefetchBuffer } from './prefetch-buffer.ts'

/** A claimed row with the data that is needed to process it. */
export interface Prepared {
  row: { id: number; lane: number }
}

/** Claims, processes and releases the rows of one queue. */
export interface Work<Item extends Prepared> {
  /** Claims rows and passes them to `queue.take`. Returns 'again' if there are more. */
  claim(queue: Queue<Item['row']>, now: Date, leaseUntil: Date): Promise<'again' | undefined>
  /** Reads the data for all rows of a claim. */
  prepare(rows: Item['row'][]): Promise<Item[]>
  /** Processes one row until it is settled. If it throws, the row stays claimed until its lease expires. */
  carry(item: Item, slot: Slot): Promise<void>
  /** Releases claimed rows without a change. */
  release(rows: Item['row'][]): Promise<void>
  /** Renews leases and returns the ids whose lease was renewed. */
  renew?(rows: Item['row'][], leaseUntil: Date): Promise<number[]>
  /** Called before rows of this lane are released because they were buffered for too long. */
  onLaneTooSlow?(lane: number): void
  /** Called when a stop has lasted for `patience`. It must make `carry` end soon. */
  onStopTimeout(): void
}

/** The consumer's side of a claim: how much it may take, and where the rows go. */
export interface Queue<Row> extends Pick<PrefetchBuffer<unknown>, 'free' | 'claimCapacity' | 'share' | 'hasBuffered'> {
  /** Starts or buffers claimed rows. Releases them if they cannot be prepared or the consumer is stopping. */
  take(rows: Row[]): Promise<void>
  /** Releases the buffered rows of these lanes. */
  giveBack(lanes: Iterable<number>): Promise<void>
}

/** The slot of a row that is being processed. */
export interface Slot {
  /** Frees the slot for the next row before this row is settled. Has no effect while too many rows are unsettled. */
  leave(): void
  /** Returns the milliseconds until another process may claim the row. */
  leaseLeft(): number
  /** Releases the buffered rows of the same lane. */
  giveBackLane(): Promise<void>
}

/** The event that triggers the next claim. A claim is also made every second and at each wake-up. */
export type ClaimPace =
  /** A claim after this many slots became free, or when no row is left. */
  | { freeSlots: number }
  /**
   * A claim after each row, because other rows may depend on it. While rows are buffered, at most one claim in this
   * many milliseconds.
   */
  | { afterEachRow: number }
