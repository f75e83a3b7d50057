// Redacts request bodies for the audit log. Removes secrets and personal data, and shortens long values.
import { maskedUrl } from '../lib/text/mask.ts'

const HIDDEN = '•••'
const LONGEST = 200
/**
 * Maximum number of characters of a text to scan for secrets. The rest of the text is cut off. Without this limit, a
 * request body could have 40 MB of text to scan.
 */
const MOST_READ = 20 * LONGEST
const MOST_FIELDS = 50
const MOST_ITEMS = 20
const DEEPEST = 4
/**
 * Maximum number of characters of JSON in one audit line. It ensures that a page of 100 lines has much less than 1 MB.
 */
const MOST_TEXT = 4000

/**
 * Names of fields that contain secrets, at any depth. `push` is one of them, because it contains the keys of push
 * devices. `code` is the code of a second factor.
 */
const SECRET_FIELDS = /password|secret|token|private|credential|authorization|api_?key|^key$|^push$|^link$|^code$/i
/**
 * Names of fields that contain codes or personal data of recipients. The audit log is kept even if a recipient requests
 * erasure, so it must not contain such data.
 */
const PERSONAL_FIELDS = /^(?:recipient|vars|metadata|payload)$/
/** Matches secrets of this service in a text. */
const SECRET_TEXT = /\b(?:svc_(?:live|test)_|svcwh_|svcadm_|whsec_)[A-Za-z0-9_+/=-]+/g

/**
 * Redacts the fields of a request or of an object. When the fields together reach the size limit, the value of each
 * further field is replaced with an ellipsis.
 */
export function redactedFields(fields: object): object {
  let textLeft = MOST_TEXT
  return Object.fromEntries(
    redactedEntries(fields, 0).map(([name, value]) => {
      textLeft -= JSON.stringify([name, value]).length
      return [name, textLeft < 0 ? '…' : value]
    }),
  )
}

/**
 * Returns a redacted copy that every member of the workspace may read. It contains the names of a connection's
 * settings, but not their values.
 */
export function redacted(value: unknown, field = '', depth = 0): unknown {
  if (value !== null && value !== undefined && (SECRET_FIELDS.test(field) || PERSONAL_FIELDS.test(field))) return HIDDEN
  if (typeof value === 'string') return redactedText(value)
  if (typeof value !== 'object' || value === null) return value
  if (field === 'settings')
    return Object.keys(value)
      .slice(0, MOST_FIELDS)
      .map((name) => redactedText(name))
  if (depth >= DEEPEST) return '…'
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((item) => redacted(item, '', depth + 1))
  return Object.fromEntries(redactedEntries(value, depth))
}

function redactedEntries(value: object, depth: number): [string, unknown][] {
  const entries = Object.entries(value).slice(0, MOST_FIELDS)
  return entries.map(([name, item]) => [redactedText(name), redacted(item, name, depth + 1)])
}

/**
 * Redacts a text. Masks secrets of this service. In URLs, also masks the user, the query and the fragment, because they
 * are often secret.
 */
export function redactedText(text: string): string {
  const read = text.length <= MOST_READ ? text : upToLastSpace(text.slice(0, MOST_READ))
  const plain = read
    .replace(/\b(\w+:\/\/)[^\s/@]*@/g, `$1${HIDDEN}@`)
    .replace(/https?:\/\/\S*/gi, maskedUrl)
    .replace(SECRET_TEXT, HIDDEN)
  return plain.length <= LONGEST && read === text ? plain : `${plain.slice(0, LONGEST)}…`
}

/** Removes the last word, because it may be the cut-off beginning of a secret, which SECRET_TEXT does not recognize. */
function upToLastSpace(text: string): string {
  let end = text.length
  while (end > 0 && !/\s/.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
