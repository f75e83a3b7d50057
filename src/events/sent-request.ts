// The request of an attempt, as members see it.
import { MASK, maskedUrl } from '../lib/text/mask.ts'
import type { Visibility } from '../redaction/sensitive.ts'
import type { OutgoingAttemptRecord } from '../store/events/outgoing-list.ts'
import type { SentRequest } from './attempt.ts'
import { plainCallbackHeaders, plainEventHeaders } from './sign.ts'

/** Returns the URL and all headers of an attempt. The headers that no secret changes are computed from its row. */
export function sentRequestOf(row: OutgoingAttemptRecord): SentRequest | null {
  if (row.request === null) return null
  const signed = { wireId: row.wire_id, event: row.event, mode: row.mode, at: row.started_at }
  const plain = row.kind === 'callback' ? plainCallbackHeaders(signed) : plainEventHeaders(signed)
  return { url: row.request.url, headers: { ...plain, ...row.request.headers } }
}

/** Masks what a viewer may not see: the query of the URL, and the signatures, which repeat the request elsewhere. */
export function shownRequest(request: SentRequest | null, visibility: Visibility): SentRequest | null {
  if (request === null || visibility === 'full') return request
  const headers = Object.entries(request.headers).map(([name, value]) => [
    name,
    /signature$/i.test(name) ? MASK : value,
  ])
  return { url: maskedUrl(request.url), headers: Object.fromEntries(headers) }
}
