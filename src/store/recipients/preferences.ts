// Stores which categories of messages a recipient accepts, for the whole category or for one channel.
import { byKey } from '../../lib/by-key.ts'
import { asJson, type Connection, type Transaction } from '../database.ts'
import { changesOneRow, rowsOf } from '../rows.ts'

/** A preference. The channel is empty for the whole category. */
export interface Preference {
  category: string
  channel: string
  allowed: boolean
}

export interface StoredPreference extends Preference {
  /** The last change by a link. Null for a change by a member or a file. */
  change: string | null
  at: Date
}

/** A change of a preference. `allowed` is null if the preference is removed. */
export type PreferenceChange = Omit<Preference, 'allowed'> & { allowed: boolean | null }

/** A category with the preferences of some recipients. */
export interface CategoryPreferences {
  workspace_id: number
  slug: string
  required: boolean
  allowed_by_default: boolean
  preferences: { recipient_id: number; channel: string; allowed: boolean }[]
}

/** Returns all categories of these workspaces, with the preferences of these recipients. */
export async function readCategoryPreferences(
  c: Connection,
  workspaceIds: number[],
  recipientIds: number[],
): Promise<CategoryPreferences[]> {
  return rowsOf<CategoryPreferences>(c, {
    name: 'read-category-preferences',
    text: `select c.workspace_id, c.slug, c.required, c.allowed_by_default, coalesce((
             select json_agg(json_build_object('recipient_id', p.recipient_id, 'channel', p.channel, 'allowed', p.allowed))
             from preferences p where p.recipient_id = any($2::bigint[]) and p.workspace_id = c.workspace_id and p.category = c.slug
           ), '[]') as preferences
           from categories c where c.workspace_id = any($1::bigint[]) order by c.workspace_id, c.slug`,
    values: [workspaceIds, recipientIds],
  })
}

export async function preferencesOf(
  c: Connection,
  workspaceId: number,
  recipientId: number,
): Promise<StoredPreference[]> {
  return rowsOf<StoredPreference>(c, {
    text: `select category, channel, allowed, change, at from preferences where workspace_id = $1 and recipient_id = $2
           order by category, channel`,
    values: [workspaceId, recipientId],
  })
}

/** Returns the preferences of several recipients, by the id of the recipient. */
export async function preferencesOfAll(
  c: Connection,
  workspaceId: number,
  recipientIds: number[],
): Promise<Map<number, Preference[]>> {
  const rows = await rowsOf<Preference & { recipient_id: number }>(c, {
    text: `select recipient_id, category, channel, allowed from preferences
           where workspace_id = $1 and recipient_id = any($2::bigint[]) order by recipient_id, category, channel`,
    values: [workspaceId, recipientIds],
  })
  return byKey(rows, ({ recipient_id: id }) => id)
}

/** A change of a preference with its recipient. */
export interface RecipientPreferenceChange extends PreferenceChange {
  recipient_id: number
}

/**
 * Stores or removes preferences of recipients. Returns those that differ from the stored ones. `change` names a change
 * by a link, which `undoPreferences` undoes.
 */
export async function changePreferences(
  tx: Transaction,
  now: Date,
  { workspaceId, change }: { workspaceId: number; change: string | null },
  changes: RecipientPreferenceChange[],
): Promise<RecipientPreferenceChange[]> {
  return rowsOf<RecipientPreferenceChange>(tx, {
    text: `with wanted as (
             select * from json_to_recordset($3::json)
               as w(recipient_id bigint, category text, channel text, allowed boolean)
           ), removed as (
             delete from preferences p using wanted w
             where p.workspace_id = $1 and p.recipient_id = w.recipient_id and p.category = w.category
               and p.channel = w.channel and w.allowed is null
             returning p.recipient_id, p.category, p.channel, null::boolean as allowed
           ), stored as (
             insert into preferences as p (workspace_id, recipient_id, category, channel, allowed, change, at)
             select $1, recipient_id, category, channel, allowed, $4, $2 from wanted where allowed is not null
             on conflict (recipient_id, category, channel) do update
               set allowed = excluded.allowed, previous = p.allowed, change = excluded.change, at = excluded.at
             where p.allowed <> excluded.allowed
             returning p.recipient_id, p.category, p.channel, p.allowed
           )
           select * from removed union all select * from stored order by recipient_id, category, channel`,
    values: [workspaceId, now, asJson(changes), change],
  })
}

/** Restores the values that a change by a link replaced. Returns the restored values. A later change stays. */
export async function undoPreferences(
  tx: Transaction,
  now: Date,
  { workspaceId, recipientId, change }: { workspaceId: number; recipientId: number; change: string },
): Promise<PreferenceChange[]> {
  return rowsOf<PreferenceChange>(tx, {
    text: `with removed as (
             delete from preferences
             where workspace_id = $1 and recipient_id = $2 and change = $3 and previous is null
             returning category, channel, null::boolean as allowed
           ), restored as (
             update preferences set allowed = previous, previous = null, change = null, at = $4
             where workspace_id = $1 and recipient_id = $2 and change = $3 and previous is not null
             returning category, channel, allowed
           )
           select * from removed union all select * from restored order by category, channel`,
    values: [workspaceId, recipientId, change, now],
  })
}

/** Stores whether and since when a recipient receives only essential templates. Returns false if nothing changed. */
export async function setUnsubscribed(
  tx: Transaction,
  workspaceId: number,
  recipientId: number,
  at: Date | null,
): Promise<boolean> {
  return changesOneRow(tx, {
    text: `update recipients set unsubscribed_at = $3
           where workspace_id = $1 and id = $2 and unsubscribed_at is distinct from $3::timestamptz`,
    values: [workspaceId, recipientId, at],
  })
}

/** Returns the ids of the deliveries whose recipients decline their category on their channel. */
export async function declinedDeliveries(c: Connection, deliveryIds: number[]): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(c, {
    name: 'declined-deliveries',
    text: `select d.id from deliveries d
           join categories c on c.workspace_id = d.workspace_id and c.slug = d.content->>'category' and not c.required
           where d.id = any($1::bigint[]) and not coalesce(
             (select allowed from preferences p where p.recipient_id = d.recipient_id and p.workspace_id = d.workspace_id
                and p.category = c.slug and p.channel = d.channel),
             (select allowed from preferences p where p.recipient_id = d.recipient_id and p.workspace_id = d.workspace_id
                and p.category = c.slug and p.channel = ''),
             c.allowed_by_default)`,
    values: [deliveryIds],
  })
  return rows.map(({ id }) => id)
}
