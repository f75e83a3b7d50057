// How large the body of a request may be, in words.
import type { Refusal } from '../../errors.ts'
import { bodies, sizes } from '../../limits.ts'

const KB = 1024
const MB = 1024 * KB

/** "64 KB" or "17 MB". */
function sizeInWords(bytes: number): string {
  return bytes >= MB && bytes % MB === 0 ? `${bytes / MB} MB` : `${Math.floor(bytes / KB)} KB`
}

/** The refusal of a body over its route's limit, in bytes. */
export function tooLarge(limit: number): Refusal {
  return { code: 'payload_too_large', message: `A body here has at most ${sizeInWords(limit)}.${hintFor(limit)}` }
}

/** What large bodies of sends consist of. */
function hintFor(limit: number): string {
  const attached = { [bodies.send]: sizes.attachmentsPerMessage, [bodies.batch]: sizes.request }[limit]
  if (attached === undefined) return ''
  return ` Attachments hold at most ${sizeInWords(attached)} of it, decoded: give the address of large files instead of their content.`
}

/** The refusal of a request whose attachments are too large together. */
export const tooManyAttachments: Refusal = {
  code: 'payload_too_large',
  message: `The attachments of a request hold at most ${sizeInWords(sizes.request)}, decoded. Give the address of large files instead of their content, or send several requests.`,
}
