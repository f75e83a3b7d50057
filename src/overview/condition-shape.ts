// The shape of a condition: something that is wrong in a workspace now.
import type { ChannelName } from '../channels/index.ts'

export const conditionKinds = [
  'worker_stale',
  'queue_deep',
  'messages_overdue',
  'connection_paused',
  'failure_rate',
  'attempts_failing',
  'quota_used_up',
  'quota_nearly_used',
  'credits_in_use',
  'endpoint_disabled',
  'replies_not_received',
  'template_refused',
] as const

export interface Condition {
  kind: (typeof conditionKinds)[number]
  /** `error`: messages or events do not get through. `warning`: they may not soon, or some do not. */
  severity: 'error' | 'warning'
  message: string
  remedy: string
  /** The page of the portal where it can be changed, below PUBLIC_URL. */
  link: string
  since: string | null
  until: string | null
  channel: ChannelName | null
  source_id: number | null
  /** The name of the thing: a source, an endpoint's address, a template's slug. */
  subject: string | null
  reason: string | null
  count: number | null
  /** What `count` is a part of. */
  total: number | null
}

type ConditionInput = Pick<Condition, 'kind' | 'severity' | 'message' | 'remedy' | 'link'> &
  Partial<Omit<Condition, 'since' | 'until'>> & { since?: Date | null; until?: Date | null }

/** The condition with null for everything that was not given. */
export function condition({ since, until, ...given }: ConditionInput): Condition {
  return {
    channel: null,
    source_id: null,
    subject: null,
    reason: null,
    count: null,
    total: null,
    ...given,
    since: since?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
  }
}
