// Asks Expo for receipts. A receipt states whether Expo has passed a notification to Apple or Google.
import { fieldsOf, isObject, type JsonObject } from '../../../lib/json/json-fields.ts'
import { HOUR, MINUTE, SECOND } from '../../../limits.ts'
import type { Outcome } from '../../contract.ts'
import type { ConnectionFindings } from '../../findings.ts'
import { findingOf } from '../../gateway.ts'
import { failureOf } from '../../outcomes.ts'
import type { TicketCall, TicketReader, TicketResult } from '../../tickets.ts'
import type { Expo } from '../settings.ts'
import { meaningOfNotification, meaningOfRequest } from './outcomes.ts'
import { callExpo, errorIn, requestErrorIn, withErrorStatus, withoutTokens } from './request.ts'

const CHECK_TIMEOUT = 10 * SECOND
/** The id of a ticket that does not exist. The check asks for its receipt. */
const NO_TICKET = '00000000-0000-0000-0000-000000000000'

/** Expo recommends to wait 15 minutes, and deletes receipts after a day. */
export const expoReceipts: TicketReader<Expo> = {
  after: 15 * MINUTE,
  every: 30 * MINUTE,
  kept: 24 * HOUR,
  async read(call) {
    const answer = await askForReceipts(call)
    if ('outcome' in answer) return { problem: findingOf('Expo', answer.outcome) }
    const { receipts } = answer
    return { results: call.ids.flatMap((id) => (Object.hasOwn(receipts, id) ? resultsOf(id, receipts[id]) : [])) }
  },
}

/** Checks the settings with a request for a receipt that does not exist. */
export async function checkExpo(settings: Expo, allowPrivateNetwork: boolean, now: Date): Promise<ConnectionFindings> {
  const signal = AbortSignal.timeout(CHECK_TIMEOUT)
  const answer = await askForReceipts({ ids: [NO_TICKET], settings, signal, now, allowPrivateNetwork })
  if ('receipts' in answer) {
    const isPublic = settings.access_token === undefined
    const found = isPublic
      ? 'Expo answers requests without an access token'
      : 'Expo answers requests with the access token'
    return { found: [found], problems: {} }
  }
  const setting = answer.outcome.code === undefined ? 'api_base' : 'access_token'
  return { found: [], problems: { [setting]: findingOf('Expo', answer.outcome) } }
}

/** Returns the receipts by the ids of their tickets. A receipt that does not exist yet is missing. Never throws. */
async function askForReceipts({
  ids,
  settings,
  now,
  ...reach
}: TicketCall<Expo>): Promise<{ receipts: JsonObject } | { outcome: Outcome }> {
  const reply = withErrorStatus(await callExpo(settings, 'getReceipts', { ids }, reach))
  const receipts = reply.kind === 'answer' && reply.status < 300 ? fieldsOf(reply.json).data : undefined
  if (isObject(receipts)) return { receipts }
  const code = requestErrorIn(reply)
  const secrets = settings.access_token === undefined ? [] : [settings.access_token]
  const readable = reply.kind === 'answer' ? { ...reply, text: withoutTokens(reply.text) } : reply
  return { outcome: failureOf('Expo', readable, { code, meaning: meaningOfRequest(code), now, secrets }) }
}

function resultsOf(id: string, receipt: unknown): TicketResult[] {
  const { status } = fieldsOf(receipt)
  if (status === 'ok') return [{ id, kind: 'sent' }]
  if (status !== 'error') return []
  const { code, message } = errorIn(receipt)
  if (code === 'MessageRateExceeded') return [{ id, kind: 'failed', code, ...RATE_EXCEEDED, gone: false }]
  const { class: name, reason, remedies } = meaningOfNotification(code)
  const isUnexplained = code === undefined || code === 'DeveloperError'
  return [
    {
      id,
      kind: 'failed',
      code,
      reason: isUnexplained && message !== '' ? `${reason}: ${message}` : reason,
      remedy: remedies.final,
      gone: name === 'recipient_gone',
    },
  ]
}

const RATE_EXCEEDED = {
  reason: 'the device received too many notifications in a short time',
  remedy: 'Send fewer messages to this recipient, and resend the message later.',
}
