// Lists the events of a subscription for members. For viewers, the bodies are masked and the responses are omitted.

import { MASK, maskedFields, maskedPayloads } from '../lib/text/mask.ts'
import { textMasksOf } from '../redaction/masked-texts.ts'
import type { Visibility } from '../redaction/sensitive.ts'
import type { Connection } from '../store/database.ts'
import type { SentRequest } from './attempt.ts'
import { attemptsOf, eventOf } from './list.ts'
import { shownRequest } from './sent-request.ts'

type SubscriptionRef = Parameters<typeof eventOf>[1]

/** The fields of an event's body that contain free text about its delivery. */
const FREE_TEXTS = ['error_message', 'error', 'reason']

/** Returns an event with its body and all its attempts. */
export async function shownEventOf(c: Connection, place: SubscriptionRef, id: number, visibility: Visibility) {
  const event = await eventOf(c, place, id)
  if (visibility === 'full') return event
  const body = maskedPayloads(event.body)
  return {
    ...event,
    body: event.test ? body : await withMaskedTexts(c, place.workspaceId, event.delivery_id, body),
    attempts: event.attempts.map(withoutSecrets),
  }
}

/** Returns the attempts with ids below `before`. The newest attempt comes first. */
export async function shownAttemptsOf(
  c: Connection,
  place: SubscriptionRef,
  before: number,
  limit: number,
  visibility: Visibility,
) {
  const attempts = await attemptsOf(c, place, before, limit)
  return visibility === 'full' ? attempts : attempts.map(withoutSecrets)
}

async function withMaskedTexts(c: Connection, workspaceId: number, deliveryId: number | null, body: unknown) {
  if (deliveryId === null) return body
  const maskOf = await textMasksOf(c, workspaceId, 'masked', [deliveryId])
  return maskedFields(body, FREE_TEXTS, maskOf(deliveryId))
}

/** Masks the excerpt, because a receiver's response may repeat the payload of the event, and parts of the request. */
function withoutSecrets<T extends { excerpt: string | null; request: SentRequest | null }>(attempt: T): T {
  return {
    ...attempt,
    excerpt: attempt.excerpt === null ? null : MASK,
    request: shownRequest(attempt.request, 'masked'),
  }
}
