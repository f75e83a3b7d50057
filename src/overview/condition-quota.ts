// Conditions about the monthly quotas, and about the credits that pay for further messages. Contains only pure
// functions.
import { channelOf } from '../channels/index.ts'
import { creditCosts } from '../channels/prices.ts'
import { counted } from '../lib/text/plural.ts'
import { type Condition, condition } from './condition-shape.ts'

export interface UsageSoFar {
  messages: Quota
  whatsapp: Quota
}

interface Quota {
  used: number
  /** Null means unlimited. */
  limit: number | null
}

/** A quota is reported as a problem when at least this share of it is used. */
const NEARLY = 0.8
const CHEAPEST = Math.min(...Object.values(creditCosts))
const WHATSAPP = channelOf('whatsapp').credits

export function quotaConditions(workspaceId: number, { messages, whatsapp }: UsageSoFar, credits: number): Condition[] {
  return [
    ...quotaCondition(workspaceId, messages, { credits, cost: CHEAPEST }),
    ...quotaCondition(workspaceId, whatsapp, { credits, cost: WHATSAPP, channel: 'whatsapp' }),
  ]
}

/**
 * Returns the condition of a quota. A limit of 0 is no problem while credits pay for the messages. A WhatsApp limit of
 * 0 is never a problem, because credits then always pay for WhatsApp messages.
 */
function quotaCondition(
  workspaceId: number,
  { used, limit }: Quota,
  { credits, cost, channel }: { credits: number; cost: number; channel?: 'whatsapp' },
): Condition[] {
  if (limit === null || used < limit * NEARLY) return []
  if (limit === 0 && (channel === 'whatsapp' || credits >= cost)) return []
  const noun = channel === undefined ? 'message' : 'WhatsApp message'
  const areUsed = `The month's ${counted(limit, `${noun} is`, `${noun}s are`)} used`
  const facts = {
    link: `/w/${workspaceId}/plan`,
    count: used,
    total: limit,
    ...(channel === undefined ? {} : { channel }),
  }
  const remedy = 'Choose a larger plan, or add credits.'
  if (used < limit) {
    const message = `${used} of the month's ${counted(limit, noun)} are used.`
    return [condition({ kind: 'quota_nearly_used', severity: 'warning', message, remedy, ...facts })]
  }
  if (credits >= cost) {
    const message = `${areUsed}: further messages are paid with credits, and ${areLeft(credits)} left.`
    return [condition({ kind: 'credits_in_use', severity: 'warning', message, remedy, ...facts })]
  }
  const spent = limit === 0 ? "The month's quota is 0 messages" : areUsed
  const message = `${spent} and ${areLeft(credits)} left: further messages are refused.`
  return [condition({ kind: 'quota_used_up', severity: 'error', message, remedy, ...facts })]
}

const areLeft = (credits: number) => counted(credits, 'credit is', 'credits are')
