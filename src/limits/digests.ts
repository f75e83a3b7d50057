// The limits of digests: messages that are collected and sent as one.
import { DAY } from '../durations.ts'

export const digests = {
  key: 128,
  wait: DAY,
  atMost: 7 * DAY,
  /** Messages of one digest. The next message opens another digest. */
  most: 10_000,
  /** Items that the template gets. The other messages are counted. */
  items: 100,
  /** Characters of these items together, as JSON. */
  characters: 65_536,
  /** Characters of the variables and data of one message, as JSON. */
  item: 16_384,
  /** Maximum number of digests that one process closes in one transaction. */
  closed: 500,
  /** Maximum number of digests that one process sends in one transaction. */
  set: 50,
  /** Maximum number of digests of one workspace among them. */
  ofWorkspace: 10,
  /** Characters of the items of these digests together, as JSON. The last of the digests may exceed it. */
  setCharacters: 1_000_000,
  /** After this number of errors, a digest fails and is not rendered again. */
  failures: 5,
} as const
