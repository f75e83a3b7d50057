// Limits the webhooks whose fields are read before the signature can be verified.

/** Maximum number of bytes. A webhook with the longest text has less than 20 KB. */
const LONGEST = 65_536
/** Maximum number of ampersands. In JSON, the text of a message may contain them too. */
const MOST_SEPARATORS = 4000

/**
 * Returns whether a body is small enough to be read before its signature is verified. An unknown caller must not occupy
 * the main thread.
 */
export function isSmall(body: Buffer): boolean {
  if (body.length > LONGEST) return false
  let count = 0
  for (let at = body.indexOf('&'); at !== -1; at = body.indexOf('&', at + 1))
    if (++count > MOST_SEPARATORS) return false
  return true
}
