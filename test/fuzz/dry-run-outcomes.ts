// The outcome of a message in one form, for the comparison of a dry run with the send request.
import type { Database } from '../../src/store/database.ts'
import type { Answer } from '../harness/service.ts'

/** The facts about a message. An accepted message has all of them, and a refused one its error. */
export interface Outcome {
  verdict: unknown
  [fact: string]: unknown
}

/** A stored delivery, with the facts that the response of the send request omits. */
interface Stored {
  recipient: number
  facts: Record<string, unknown>
}

type Fields = Answer['body']

/** An expiry counts from the time of the request, so the expiries of two requests differ by a moment. */
const MOMENT = 30_000

/** Returns the outcomes that a dry run predicts: one for a message, or one for each message of a batch. */
export function predictedBy({ status, body }: Answer): Outcome[] {
  if (Array.isArray(body?.results)) return body.results.map((result: Fields) => predicted(200, result))
  return [predicted(status, body)]
}

function predicted(status: number, body: Fields): Outcome {
  if (body.error !== undefined) return refused(status, body)
  if (body.replayed) return replayed(body)
  const { channel, recipient, template, category, locale, price, digest, content, steps } = body
  const isJoining = digest?.result === 'joins'
  return {
    verdict: isJoining ? 'joined' : 'accepted',
    channel,
    recipient,
    template,
    items: digest?.items,
    steps: steps?.map(stepOf),
    // A message that joins a digest has no separate delivery.
    ...(isJoining
      ? {}
      : {
          category,
          locale,
          price,
          content: withoutUndefined(content),
          scheduled_for: instant(body.scheduled_for),
          deferred_until: instant(body.deferred_until),
          expires_at: instant(body.expires_at),
        }),
  }
}

/** Returns the predicted outcome. Its expiry becomes that of the send request if they differ by a moment. */
export function withNearExpiry(predicted: Outcome, happened: Outcome | undefined): Outcome {
  const expiry = happened?.expires_at
  const isNear = Math.abs(Number(predicted.expires_at) - Number(expiry)) < MOMENT
  return isNear ? { ...predicted, expires_at: expiry } : predicted
}

/** Returns the outcomes of a send request. `known` are the ids of the recipients that existed before. */
export function describedBy({ status, body }: Answer, stored: Map<number, Stored>, known: Set<number>): Outcome[] {
  const results = Array.isArray(body?.results) ? body.results : [body]
  return results.map((result: Fields) => described(status, result, stored, known))
}

function described(status: number, body: Fields, stored: Map<number, Stored>, known: Set<number>): Outcome {
  if (body.error !== undefined) return refused(Array.isArray(body.results) ? 200 : status, body)
  if (body.replayed) return replayed(body)
  const { delivery_id, channel, recipient, template, digest, steps } = body
  const isJoining = digest !== undefined && digest.items > 1
  return {
    verdict: isJoining ? 'joined' : 'accepted',
    channel,
    recipient: { ...recipient, id: known.has(recipient.id) ? recipient.id : null },
    template,
    items: digest?.items,
    steps: steps?.map(stepOf),
    ...(isJoining ? {} : stored.get(delivery_id)?.facts),
  }
}

function refused(status: number, { error, message, details, index: _, ...more }: Fields): Outcome {
  const { status: own, ...others } = more
  return { verdict: error, status: own === 'failed' ? own : status, message, details, ...others }
}

function replayed({ delivery_id, idempotency_key, suppressed_by, body_mismatch }: Fields): Outcome {
  return { verdict: suppressed_by ?? 'replayed', delivery_id, idempotency_key, body_mismatch }
}

const stepOf = ({ channel, status, reason }: Fields) => ({ channel, status, reason })
const instant = (at: string | Date | null) => (at === null ? null : new Date(at).getTime())
const withoutUndefined = (value: unknown) => JSON.parse(JSON.stringify(value))

/** Reads the deliveries that the response names. */
export async function readStored(db: Database, { body }: Answer): Promise<Map<number, Stored>> {
  const results: Fields[] = Array.isArray(body?.results) ? body.results : [body]
  const ids = results.flatMap(({ delivery_id: id, replayed }) => (id === undefined || replayed ? [] : [id]))
  if (ids.length === 0) return new Map()
  const { rows } = await db.query<Fields>({
    text: `select id, recipient_id, content, account, cost, scheduled_for, deferred_until, expires_at
      from deliveries where id = any($1::bigint[])`,
    values: [ids],
  })
  return new Map(rows.map((row) => [Number(row.id), { recipient: Number(row.recipient_id), facts: factsOf(row) }]))
}

function factsOf({ content, account, cost, scheduled_for, deferred_until, expires_at }: Fields) {
  const { masked: _, ...shown } = content
  return {
    category: content.category ?? null,
    locale: content.locale,
    price: { account, credits: cost },
    content: shown,
    scheduled_for: instant(scheduled_for),
    deferred_until: instant(deferred_until),
    expires_at: instant(expires_at),
  }
}
