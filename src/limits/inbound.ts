// Limits for the requests of providers.
import { SECOND } from '../durations.ts'

/** Limits for storing the requests of providers. */
export const inboundStore = {
  /** Maximum number of requests of a statement. */
  atOnce: 64,
  /** Maximum size of a body that is stored with others, in bytes. Larger bodies are stored alone. */
  sharedBody: 16_384,
  /** Maximum number of requests that wait until they are stored. Their bodies need at most 64 MB. */
  waiting: 4096,
  /** Maximum number of milliseconds until a request is stored. */
  within: 5 * SECOND,
} as const
