// Limits of files of recipients and suppressions, and of changes of many recipients. limits.ts exports them too.
import { DAY, MINUTE } from './durations.ts'

/** Imports of recipients. */
export const imports = {
  bytes: 50 * 1024 * 1024,
  rows: 200_000,
  bytesOfARow: 256 * 1024,
  /** Maximum number of bytes of a preview, which reads only the first rows of a file. */
  previewBytes: 256 * 1024,
  /** Maximum number of characters of the list that maps columns. It is a part of the URL. */
  mapping: 8000,
  /** Maximum number of rows in a set. One statement stores a set of rows, and one transaction applies it. */
  set: 500,
  /** A set ends when its rows have this number of characters together. A set of long rows therefore has fewer rows. */
  charactersOfASet: 512 * 1024,
  lease: MINUTE,
  /** An upload is aborted if no byte arrives for this time. */
  uploadPause: 5 * MINUTE,
  /** How long the report of an import is kept. */
  kept: 30 * DAY,
} as const

/** Requests that change many recipients. */
export const bulk = {
  /** Recipients of one request. It locks them in one transaction. */
  recipients: 500,
  /** Ids on a page of the list of ids. */
  ids: 5000,
} as const

/** Files of suppressions. */
export const suppressionFiles = {
  bytes: 20 * 1024 * 1024,
  rows: 100_000,
} as const
