// Reads which of the first steps a workspace has completed. Each step reads only few rows.
import type { ChannelName } from '../../channels/index.ts'
import type { Connection } from '../database.ts'
import { firstRowOf, onlyRowOf, rowsOf } from '../rows.ts'
import type { SealedRow } from '../sealed.ts'
import type { Locales } from '../templates/locales.ts'

export interface FirstSteps {
  tested_at: Date | null
  tested_id: number | null
  connected_at: Date | null
  live_at: Date | null
  live_id: number | null
  /**
   * The newest live delivery that failed and was not cancelled. Only the MOST_SCANNED newest failed deliveries are
   * searched.
   */
  failed_id: number | null
  received_at: Date | null
}

/**
 * Maximum number of deliveries that each of three scans reads. The first scan searches the oldest live deliveries for a
 * sent delivery, and the second scan searches the newest live deliveries for a sent delivery. The third scan searches
 * the newest failed deliveries for a delivery that was not cancelled.
 */
const MOST_SCANNED = 500

/**
 * Returns the times of the first steps. The time of an open step is null. `live_at` is set when a provider has accepted
 * a message. `received_at` is set when a subscription has received an event, which may be a test event.
 */
export async function readFirstSteps(c: Connection, workspaceId: number): Promise<FirstSteps> {
  return onlyRowOf<FirstSteps>(c, {
    text: `select t.at as tested_at, t.delivery_id as tested_id, l.created_at as live_at, l.id as live_id,
             (select id from (
                select id, error_code from deliveries where workspace_id = $1 and mode = 'live' and status = 'failed'
                order by id desc limit $2
              ) failed where error_code is distinct from 'cancelled' order by id desc limit 1) as failed_id,
             (select min(created_at) from connections where workspace_id = $1) as connected_at,
             (select min(a.ended_at) from subscriptions s cross join lateral (
                select ended_at from outgoing_attempts where lane = s.id and received order by id limit 1) a
              where s.workspace_id = $1) as received_at
           from (select 1) one
           left join lateral (select at, delivery_id from test_messages where workspace_id = $1 order by delivery_id limit 1) t on true
           left join lateral (
             select created_at, id from (
               (select created_at, id, status from deliveries where workspace_id = $1 and mode = 'live' order by id limit $2)
               union all
               (select created_at, id, status from deliveries where workspace_id = $1 and mode = 'live' order by id desc limit $2)
             ) scanned where status in ('sent', 'delivered', 'read') order by id limit 1) l on true`,
    values: [workspaceId, MOST_SCANNED],
  })
}

/** Returns the workspace's newest valid test key with the scope `send`. Also returns the source of the key. */
export async function findTestKey(
  c: Connection,
  now: Date,
  workspaceId: number,
): Promise<(SealedRow & { source_id: number }) | undefined> {
  return firstRowOf<SealedRow & { source_id: number }>(c, {
    text: `select k.id, k.workspace_id as "workspaceId", k.source_id, k.sealed from sources s join keys k on k.source_id = s.id
           where s.workspace_id = $1 and s.deleted_at is null and k.kind = 'api' and k.mode = 'test' and k.revoked_at is null
             and (k.expires_at is null or k.expires_at > $2) and 'send' = any(k.scopes)
           order by k.id desc limit 1`,
    values: [workspaceId, now],
  })
}

export interface ConnectedChannel {
  source_id: number
  channel: ChannelName
  /** Without secrets. */
  settings: Record<string, unknown>
  /**
   * The last four characters of the newest valid live API key of the source. Null if the source has no valid live key
   * with the scope `send`.
   */
  key_hint: string | null
}

/**
 * Returns the oldest connections of the workspace, at most 50. Each connection is returned with the last characters of
 * a valid live key of its source.
 */
export async function findConnectedChannels(
  c: Connection,
  now: Date,
  workspaceId: number,
): Promise<ConnectedChannel[]> {
  return rowsOf<ConnectedChannel>(c, {
    text: `select n.source_id, n.channel, n.settings,
             (select k.hint from keys k where k.source_id = n.source_id and k.kind = 'api' and k.mode = 'live'
                and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2) and 'send' = any(k.scopes)
              order by k.id desc limit 1) as key_hint
           from connections n join sources s on s.id = n.source_id
           where n.workspace_id = $1 and s.deleted_at is null order by n.id limit 50`,
    values: [workspaceId, now],
  })
}

/**
 * Returns the oldest template that uses an approved template on this channel. Outside the conversation window, the
 * channel accepts only approved templates.
 */
export async function findApprovedContent(
  c: Connection,
  workspaceId: number,
  channel: string,
): Promise<{ slug: string; locales: Locales } | undefined> {
  return firstRowOf<{ slug: string; locales: Locales }>(c, {
    text: `select slug, locales from templates
           where workspace_id = $1 and jsonb_path_exists(locales, '$.*.channels.keyvalue() ? (@.key == $channel).value.template', jsonb_build_object('channel', $2::text)) order by id limit 1`,
    values: [workspaceId, channel],
  })
}
