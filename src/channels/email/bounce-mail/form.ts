// Decides whether a mail may be a report. Reads only the header, because most mails of a mailbox are not reports.
import type { Fields } from './fields.ts'

/** Maximum number of bytes that are read of a mail without parts. The report is at the beginning of the mail. */
export const MOST_PLAIN_BYTES = 64 * 1024

/**
 * Returns the form of a mail that may be a report: with the parts of a report, or with plain text. Returns undefined for
 * every other mail.
 */
export function formOf(header: Fields): 'parts' | 'plain' | undefined {
  const type = (header.get('content-type') ?? 'text/plain').trim().toLowerCase()
  if (type.startsWith('multipart/report')) return 'parts'
  return type.startsWith('text/plain') && isFromSystem(header) ? 'plain' : undefined
}

/** Returns whether a mail server wrote the mail: such a mail has no return path, or states that it is automatic. */
function isFromSystem(header: Fields): boolean {
  const submitted = header.get('auto-submitted')?.trim().toLowerCase() ?? 'no'
  return header.get('return-path')?.trim() === '<>' || submitted !== 'no'
}
