// The limits of long lists: searches, bulk operations, exports and saved filters.
import { DAY, HOUR, MINUTE, SECOND } from '../durations.ts'

/** Searches in lists. */
export const searches = {
  /** Characters of the searched words of a text. */
  text: 200,
  words: 10,
  /** Characters of the machine-readable reason of a failure. */
  reason: 100,
} as const

/** Bulk operations: the same change of many deliveries. */
export const bulk = {
  deliveries: 5000,
  /** Bulk operations of a workspace that run at the same time. */
  running: 5,
  /** Deliveries that one transaction changes. */
  set: 100,
  /** Bytes of the stored contents of a set. A set of large messages has fewer messages. */
  bytesOfASet: 1024 * 1024,
  lease: MINUTE,
  /** Maximum time for which the deliveries that match a filter are searched. */
  search: 5 * SECOND,
  /** How long a preview that was not started is kept. */
  draft: HOUR,
  /** How long the results are kept. */
  kept: 30 * DAY,
} as const

/** Exports of deliveries. */
export const exportedDeliveries = {
  rows: 200_000,
} as const

/** Saved filters of the list of deliveries. */
export const savedFilters = {
  /** Saved filters of a member in one workspace. */
  most: 30,
  name: 60,
  /** Characters of all values of a filter together. */
  characters: 2000,
} as const

/** Requests that change many recipients. */
export const recipientBulk = {
  /** Recipients of one request. It locks them in one transaction. */
  recipients: 500,
  /** Ids on a page of the list of ids. */
  ids: 5000,
} as const

/** Figures of the overview. */
export const figures = {
  /** Longest period, in milliseconds. */
  longest: 92 * DAY,
} as const
