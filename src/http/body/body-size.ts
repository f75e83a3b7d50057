// Error responses for bodies and attachments that are too large.
import type { Refusal } from '../../errors.ts'
import { bodies, sizes } from '../../limits.ts'

const KB = 1024
const MB = 1024 * KB

/** Returns the size in words, such as "64 KB" or "17 MB". */
function sizeInWords(bytes: number): string {
  return bytes >= MB && bytes % MB === 0 ? `${bytes / MB} MB` : `${Math.floor(bytes / KB)} KB`
}

/** Returns the error response for a body that exceeds its route's limit in bytes. */
export function tooLarge(limit: number): Refusal {
  return {
    code: 'payload_too_large',
    message: `The body is too large. It may have at most ${sizeInWords(limit)}.${hintFor(limit)}`,
  }
}

/**
 * Returns advice about attachments if `limit` is the limit of a send or batch request. In these requests, attachments
 * are usually the largest part.
 */
function hintFor(limit: number): string {
  const attached = { [bodies.send]: sizes.attachmentsPerMessage, [bodies.batch]: sizes.request }[limit]
  if (attached === undefined) return ''
  return ` Decoded attachments may have at most ${sizeInWords(attached)} of it. Send the URL of a large file instead of its content.`
}

/** The error response for a request whose attachments together exceed the limit. */
export const tooManyAttachments: Refusal = {
  code: 'payload_too_large',
  message: `The decoded attachments of a request exceed the limit of ${sizeInWords(sizes.request)}. Send the URLs of large files instead of their content, or send several requests.`,
}
