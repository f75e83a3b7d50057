// Sends messages to apps made with Expo. Messages of one lane that are sent at the same time share a request.
import { byKey } from '../../../lib/by-key.ts'
import { later } from '../../../lib/clock.ts'
import { fieldsOf, itemsOf, textWithin } from '../../../lib/json/json-fields.ts'
import { excerpt, type ProviderReply } from '../../../lib/provider-call.ts'
import { type Batches, createBatches } from '../../../lib/scheduling/batches.ts'
import { MINUTE, SECOND } from '../../../limits.ts'
import type { Outcome } from '../../contract.ts'
import { failureOf } from '../../outcomes.ts'
import { rateLimited } from '../../remedies.ts'
import type { ExpoDevice } from '../devices.ts'
import type { Reach } from '../reach.ts'
import type { Expo } from '../settings.ts'
import { isCausedBySome, meaningOfNotification, meaningOfRequest } from './outcomes.ts'
import { callExpo, errorIn, requestErrorIn, withErrorStatus, withoutTokens } from './request.ts'

/** Expo's limits: the notifications in a request, and the requests of one project at the same time. */
const MOST_IN_A_REQUEST = 100
const MOST_REQUESTS = 6
/** The pause after a message waited in vain for a free request. */
const BUSY_PAUSE = 5 * SECOND

interface OutgoingNotification {
  token: string
  body: object
  now: Date
}

/** The connection and the limits of a request. */
interface Post {
  expo: Expo
  reach: Omit<Reach, 'now'>
}

/** Sends a message to one device. Never throws. */
export type SendToExpo = (device: ExpoDevice, body: object, to: ExpoTarget, reach: Reach) => Promise<Outcome>

interface ExpoTarget {
  /** Messages of different lanes never share a request, because their workspaces may have different Expo projects. */
  lane: number
  expo: Expo
}

/** Creates a sender. `timeout` is the time in milliseconds for one request. */
export function createExpoSender(timeout: number): SendToExpo {
  const queues = new Map<string, Batches<OutgoingNotification, Outcome>>()
  const queueOf = ({ lane, expo }: ExpoTarget, allowPrivateNetwork: boolean) => {
    const key = JSON.stringify([lane, expo.api_base, expo.access_token, allowPrivateNetwork])
    const known = queues.get(key)
    if (known) return known
    const queue = createBatches<OutgoingNotification, Outcome>({
      most: MOST_IN_A_REQUEST,
      atOnce: MOST_REQUESTS,
      work: (batch) => post(batch, { expo, reach: { allowPrivateNetwork, signal: AbortSignal.timeout(timeout) } }),
      onIdle: () => void queues.delete(key),
    })
    queues.set(key, queue)
    return queue
  }
  return async ({ token }, body, to, { now, signal, allowPrivateNetwork }) => {
    const sent = await queueOf(to, allowPrivateNetwork).put({ token, body, now }, signal)
    if (sent.kind === 'done') return sent.result
    if (sent.kind === 'not_started') return noRequest(later(now, timeout + BUSY_PAUSE))
    return failureOf('Expo', { kind: 'lost', reason: 'did not respond in time' }, { now, secrets: [] })
  }
}

/** Returns the outcome of a message that got no request in time. Nothing was sent, so it does not count as an attempt. */
function noRequest(until: Date): Outcome {
  return {
    class: 'throttled',
    until,
    scope: 'recipient',
    reason: 'all requests to Expo were in use until the time limit of this message',
    remedies: rateLimited('Expo'),
  }
}

/**
 * Sends the notifications in one request, and returns their outcomes in the same order. If Expo refuses the request
 * because of some of the notifications, sends them in smaller requests.
 */
async function post(batch: OutgoingNotification[], to: Post): Promise<Outcome[]> {
  const bodies = batch.map(({ body }) => body)
  const reply = withErrorStatus(await callExpo(to.expo, 'send', bodies, to.reach))
  const tickets = ticketsIn(reply)
  if (tickets?.length === batch.length)
    return batch.map((notification, at) => outcomeOfTicket(tickets[at], notification, reply))
  if (batch.length > 1 && isCausedBySome(requestErrorIn(reply))) return postInParts(partsOf(batch, reply), batch, to)
  return batch.map(({ now }) => failureOfRequest(reply, to.expo, now))
}

/**
 * Returns the notifications of each Expo project if the answer names the projects. Otherwise returns two halves. Each
 * notification is in one part, even if the answer names its token under two projects.
 */
function partsOf(batch: OutgoingNotification[], reply: ProviderReply): OutgoingNotification[][] {
  const [error] = reply.kind === 'answer' ? itemsOf(fieldsOf(reply.json).errors) : []
  const projects = Object.values(fieldsOf(fieldsOf(error).details)).map(itemsOf)
  const projectOf = ({ token }: OutgoingNotification) => projects.findIndex((tokens) => tokens.includes(token))
  const parts = [...byKey(batch, projectOf).values()]
  if (parts.length > 1) return parts
  const middle = Math.ceil(batch.length / 2)
  return [batch.slice(0, middle), batch.slice(middle)]
}

async function postInParts(
  parts: OutgoingNotification[][],
  batch: OutgoingNotification[],
  to: Post,
): Promise<Outcome[]> {
  const outcomes = new Map<OutgoingNotification, Outcome>()
  for (const part of parts) {
    const sent = await post(part, to)
    part.forEach((one, at) => {
      const outcome = sent[at]
      if (outcome) outcomes.set(one, outcome)
    })
  }
  return batch.map((one) => outcomes.get(one) ?? failureOf('Expo', NO_RESULT, { now: one.now, secrets: [] }))
}

const NO_RESULT: ProviderReply = { kind: 'lost', reason: 'returned no result for this message' }

function ticketsIn(reply: ProviderReply): unknown[] | undefined {
  if (reply.kind !== 'answer' || reply.status >= 300) return undefined
  const { data } = fieldsOf(reply.json)
  return data === undefined ? undefined : Array.isArray(data) ? data : [data]
}

function outcomeOfTicket(ticket: unknown, { token, now }: OutgoingNotification, reply: ProviderReply): Outcome {
  const { status, id } = fieldsOf(ticket)
  const ticketId = textWithin(id, 255)
  const providerStatus = '200'
  if (status === 'ok' && ticketId !== undefined) {
    const tickets = { list: [{ provider: 'expo', id: ticketId, device: token }], decisive: true }
    return { class: 'sent', externalId: ticketId, providerStatus, tickets }
  }
  const { code, message } = errorIn(ticket)
  // The answer contains the tickets of other messages too, which must not be stored with this message.
  const own = reply.kind === 'answer' ? { ...reply, text: message } : reply
  if (status !== 'error') return failureOf('Expo', own, { now, secrets: [token] })
  if (code === 'MessageRateExceeded')
    return failureOf('Expo', own, { code, now, secrets: [token], throttledFor: MINUTE, scope: 'recipient' })
  return { ...meaningOfNotification(code), code, providerStatus, response: excerpt(message, [token]) }
}

function failureOfRequest(reply: ProviderReply, expo: Expo, now: Date): Outcome {
  const code = requestErrorIn(reply)
  const secrets = expo.access_token === undefined ? [] : [expo.access_token]
  const readable = reply.kind === 'answer' ? { ...reply, text: withoutTokens(reply.text) } : reply
  return failureOf('Expo', readable, { code, meaning: meaningOfRequest(code), now, secrets })
}
