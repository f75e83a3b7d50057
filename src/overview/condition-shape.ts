// The type of a condition. A condition is a current problem of a workspace.
import type { ChannelName } from '../channels/index.ts'

export const conditionKinds = [
  'worker_stale',
  'queue_deep',
  'messages_overdue',
  'connection_paused',
  'connection_unavailable',
  'failure_rate',
  'attempts_failing',
  'quota_used_up',
  'quota_nearly_used',
  'credits_in_use',
  'endpoint_disabled',
  'replies_not_received',
  'bounces_not_received',
  'template_refused',
] as const

export interface Condition {
  kind: (typeof conditionKinds)[number]
  /**
   * `error`: messages or events are not delivered. `warning`: some messages or events are not delivered, or may soon
   * not be delivered.
   */
  severity: 'error' | 'warning'
  message: string
  remedy: string
  /** The path of the portal page on which the problem can be solved. It is relative to PUBLIC_URL. */
  link: string
  since: string | null
  until: string | null
  channel: ChannelName | null
  source_id: number | null
  /** Identifies the affected object: the name of a source, the URL of an endpoint, or the slug of a template. */
  subject: string | null
  reason: string | null
  count: number | null
  /**
   * The number to compare with `count`. It is the quota, or the total number of messages. In the second case, `count`
   * of these messages are affected.
   */
  total: number | null
}

type ConditionInput = Pick<Condition, 'kind' | 'severity' | 'message' | 'remedy' | 'link'> &
  Partial<Omit<Condition, 'since' | 'until'>> & { since?: Date | null; until?: Date | null }

/** Returns the condition. Missing fields become null. */
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
