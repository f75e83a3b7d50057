// Lists the current problems of a workspace as data: severity, message, remedy and page of the portal.
import { type ChannelName, channelOf } from '../channels/index.ts'
import { unavailabilityOf, unavailableParts, unavailableWords } from '../connections/availability.ts'
import { pauseOf, pauseWords } from '../connections/pauses.ts'
import { DISABLED_BY_HAND } from '../events/subscriptions.ts'
import type { Health } from '../installation/health.ts'
import { later } from '../lib/clock.ts'
import { instant } from '../lib/text/date-time.ts'
import { maskedUrl } from '../lib/text/mask.ts'
import { MINUTE } from '../limits.ts'
import { shownPauses, textMasksOf } from '../redaction/masked-texts.ts'
import type { Visibility } from '../redaction/sensitive.ts'
import type { Connection } from '../store/database.ts'
import type { UnavailableRow } from '../store/delivery/breakers.ts'
import { listPauses } from '../store/delivery/pauses.ts'
import {
  type FailingRow,
  listDisabled,
  listFailing,
  listPollProblems,
  readOverdue,
} from '../store/workspaces/conditions.ts'
import { quotaConditions, type UsageSoFar } from './condition-quota.ts'
import { type Condition, condition } from './condition-shape.ts'
import { refusedTemplates } from './condition-templates.ts'
import { failingConditions, type OutcomeCounts, queueConditions, rateCondition } from './condition-traffic.ts'

export interface ConditionFacts {
  health: Health
  /** Live messages of the last hour. */
  lastHour: OutcomeCounts
  usage: UsageSoFar
  credits: number
  /** States which sensitive values the reader may see. */
  visibility: Visibility
}

/** Returns the conditions, the most severe first. */
export async function conditionsOf(
  c: Connection,
  now: Date,
  workspaceId: number,
  { health, lastHour, usage, credits, visibility }: ConditionFacts,
): Promise<Condition[]> {
  const overdue = await readOverdue(c, workspaceId, now, later(now, -MINUTE))
  const found = [
    ...queueConditions(workspaceId, health, overdue),
    ...(await pauseConditions(c, now, workspaceId, visibility)),
    ...(await unavailableConditions(c, now, workspaceId, visibility)),
    ...failingConditions(workspaceId, await shownFailing(c, now, workspaceId, visibility), lastHour),
    ...rateCondition(workspaceId, lastHour),
    ...quotaConditions(workspaceId, usage, credits),
    ...(await endpointConditions(c, workspaceId)),
    ...(await pollConditions(c, workspaceId)),
    ...(await refusedTemplates(c, workspaceId)),
  ]
  return found.sort((one, other) => Number(other.severity === 'error') - Number(one.severity === 'error'))
}

/** Masks the reasons, because a provider's answer to a message may repeat a sensitive value. */
async function shownFailing(
  c: Connection,
  now: Date,
  workspaceId: number,
  visibility: Visibility,
): Promise<FailingRow[]> {
  const rows = await listFailing(c, workspaceId, now)
  const maskOf = await textMasksOf(
    c,
    workspaceId,
    visibility,
    rows.map(({ delivery_id }) => delivery_id),
  )
  return rows.map((row) => ({ ...row, reason: maskOf(row.delivery_id)(row.reason) }))
}

/** Returns the conditions about pauses. A pause of up to a minute is normal throttling and causes no condition. */
async function pauseConditions(
  c: Connection,
  now: Date,
  workspaceId: number,
  visibility: Visibility,
): Promise<Condition[]> {
  const rows = await shownPauses(c, workspaceId, visibility, await listPauses(c, workspaceId, later(now, MINUTE)))
  return rows.map((row) => {
    const pause = pauseOf(row)
    const words = pauseWords(pause)
    const { until, since, channel, sourceId, sourceName, reason } = pause
    return condition({
      kind: 'connection_paused',
      severity: until === null ? 'error' : 'warning',
      message: `${words.charAt(0).toUpperCase()}${words.slice(1)}.`,
      remedy:
        until === null
          ? `${pause.fix} Its messages are sent as soon as the connection is saved or resumed.`
          : `No action is needed. Sending continues at ${instant(until)}.`,
      link: `/w/${workspaceId}/sources/${sourceId}/connections/${channel}`,
      since,
      until,
      channel,
      source_id: sourceId,
      subject: sourceName,
      reason,
    })
  })
}

/** Returns the conditions about connections whose messages are sent through another connection of the channel. */
async function unavailableConditions(
  c: Connection,
  now: Date,
  workspaceId: number,
  visibility: Visibility,
): Promise<Condition[]> {
  const rows = await unavailableParts(c, now, workspaceId, visibility)
  return rows.map((row) => {
    const { since, until, reason, remedy } = unavailabilityOf(row)
    const words = unavailableWords(row)
    return condition({
      kind: 'connection_unavailable',
      severity: until === null && delaysMessages(row) ? 'error' : 'warning',
      message: `${words.charAt(0).toUpperCase()}${words.slice(1)}.`,
      remedy,
      link: `/w/${workspaceId}/sources/${row.source_id}/connections/${row.channel}`,
      since,
      until,
      channel: row.channel,
      source_id: row.source_id,
      subject: row.source_name,
      reason,
    })
  })
}

/** Returns whether messages wait for this paused connection, because the other connections cannot send all of them. */
function delaysMessages({ channel, state }: UnavailableRow): boolean {
  return state === 'paused' && channelOf(channel).failover !== 'any'
}

async function endpointConditions(c: Connection, workspaceId: number): Promise<Condition[]> {
  const failed = (await listDisabled(c, workspaceId)).filter(
    ({ disabled_reason }) => disabled_reason !== DISABLED_BY_HAND,
  )
  return failed.map(({ id, url, disabled_at, disabled_reason }) =>
    condition({
      kind: 'endpoint_disabled',
      severity: 'error',
      message: `The endpoint ${maskedUrl(url)} is disabled${disabled_reason === null ? '' : `: ${disabled_reason}`}.`,
      remedy: 'Correct the receiver, reactivate the endpoint, and replay the events of the last 7 days that it missed.',
      link: `/w/${workspaceId}/webhooks/${id}`,
      since: disabled_at,
      subject: maskedUrl(url),
      reason: disabled_reason,
    }),
  )
}

async function pollConditions(c: Connection, workspaceId: number): Promise<Condition[]> {
  const rows = await listPollProblems(c, workspaceId)
  return rows.map(({ source_id, source_name, channel, problem }) =>
    condition({
      ...pollProblem(channel, source_name, problem),
      severity: 'warning',
      link: `/w/${workspaceId}/sources/${source_id}/connections/${channel}`,
      channel,
      source_id,
      subject: source_name,
      reason: problem,
    }),
  )
}

/** Describes the problem of a poll. On the email channel, a mailbox is polled for bounce mails. */
function pollProblem(channel: ChannelName, source: string, problem: string) {
  const { content, title } = channelOf(channel)
  if (content === 'html')
    return {
      kind: 'bounces_not_received',
      message: `Bounce mails are not received (source "${source}"): ${problem}`,
      remedy: 'Check the connection: its mailbox for bounce mails cannot be read.',
    } as const
  return {
    kind: 'replies_not_received',
    message: `Replies on ${title} are not received (source "${source}"): ${problem}`,
    remedy: 'Check the connection: its provider does not answer when the service polls for replies.',
  } as const
}
