// Recipients in admission: finds them by id or address, creates them, fills their empty fields, and deletes new
// recipients if nothing was sent to them.
import type { RequestedAddress, StoredAddresses } from '../../channels/address.ts'
import { addressTable } from '../../channels/addresses.ts'
import type { QuietHours } from '../../lib/quiet-hours/period.ts'
import { asJson, type Connection, type Transaction } from '../database.ts'
import { addressColumns, columnsOf, keyOf, matchesAddress, textsOf } from '../recipients/address-sql.ts'
import { type KnownSuppression, suppressionsOfRecipient } from '../recipients/suppressions.ts'
import { rowsOf } from '../rows.ts'

const { requestedFields: REQUESTED } = addressTable()

export interface RecipientRow extends StoredAddresses {
  id: number
  workspace_id: number
  mode: 'live' | 'test'
  name: string
  locale: string
  /** True if the locale is only the workspace's default. False if a request, a file or a member has set the locale. */
  locale_is_default: boolean
  preferred_channel: string | null
  unusable: Record<string, { address: string; reason: string; at: string }>
  quiet_hours: QuietHours | null
  time_zone: string | null
  unsubscribed_at: Date | null
}

export interface RecipientQuery extends Partial<Record<RequestedAddress, string>> {
  workspace_id: number
  mode: string
  id?: number
}

const COLUMNS = `r.id, r.workspace_id, r.mode, r.name, ${columnsOf(addressColumns, 'r')},
  r.locale, r.locale_is_default, r.preferred_channel, r.unusable, r.quiet_hours, r.time_zone, r.unsubscribed_at`

const HOLDERS = REQUESTED.flatMap((field) => matchesAddress(field)).map(
  (condition) =>
    `select * from recipients r where r.workspace_id = q.workspace_id and r.mode = q.mode and ${condition}`,
)

// The statement makes one index lookup for each address column and each row of `q`. With LATERAL, the planner uses this
// plan for any statistics of the table.
const FIND = `
select distinct on (r.id) ${COLUMNS}
from json_to_recordset($1::json) as q(workspace_id bigint, mode text, id bigint, ${textsOf(REQUESTED)})
cross join lateral (
  ${['select * from recipients r where r.id = q.id', ...HOLDERS].join('\n  union all\n  ')}
) r
where r.workspace_id = q.workspace_id and r.mode = q.mode`

/** Like FIND, with the suppressions of the recipients' addresses. */
const FIND_SUPPRESSED = `select r.*, ${suppressionsOfRecipient('r')} as suppressed from (${FIND}) r`

/** A found recipient. `suppressed` is absent if the suppressions were not read. */
export interface FoundRecipient extends RecipientRow {
  suppressed?: KnownSuppression[]
}

/**
 * Returns the recipients that a query names by id or by an address, each recipient once. The suppressions of their
 * addresses are read only on request, because most workspaces of a new installation have none.
 */
export async function findRecipients(
  c: Connection,
  queries: RecipientQuery[],
  withSuppressions = false,
): Promise<FoundRecipient[]> {
  const statement = withSuppressions
    ? { name: 'find-suppressed-recipients', text: FIND_SUPPRESSED }
    : { name: 'find-recipients', text: FIND }
  return rowsOf<FoundRecipient>(c, { ...statement, values: [asJson(queries)] })
}

/**
 * Creates recipients and returns them. If another transaction took one of the addresses first, the recipient is not
 * created and not returned.
 */
export async function insertRecipients(tx: Transaction, now: Date, rows: RecipientRow[]): Promise<RecipientRow[]> {
  return rowsOf<RecipientRow>(tx, {
    name: 'insert-recipients',
    text: `insert into recipients as r (workspace_id, mode, name, ${columnsOf(REQUESTED)}, locale,
             locale_is_default, created_at, updated_at)
           select n.workspace_id, n.mode, n.name, ${columnsOf(REQUESTED, 'n')}, n.locale, n.locale_is_default, $2, $2
           from json_to_recordset($1::json) as n(workspace_id bigint, mode text, name text, ${textsOf(REQUESTED)},
                                                 locale text, locale_is_default boolean)
           order by n.workspace_id, n.mode, ${REQUESTED.map((field) => keyOf(field, 'n')).join(', ')}
           on conflict do nothing
           returning ${COLUMNS}`,
    values: [asJson(rows), now],
  })
}

/** The values that a send request adds to a recipient. Null means that the field is not changed. */
export interface RecipientFill extends Record<RequestedAddress, string | null> {
  id: number
  workspace_id: number
  name: string | null
  /** Replaces the stored locale if the stored locale is only the default (decision 62). */
  locale: string | null
  /** True if the send request contained a locale. The stored locale is then no longer only the default. */
  locale_chosen: boolean
}

/** The fillable fields of a recipient before they were filled. */
export interface FieldsBefore extends Record<RequestedAddress, string | null> {
  id: number
  workspace_id: number
  name: string
  locale: string
  locale_is_default: boolean
  updated_at: string
}

/** The addresses of a recipient, after empty fields were filled. */
export interface FilledRecipient extends Pick<RecipientRow, 'id' | RequestedAddress> {
  before: FieldsBefore
}

/**
 * Fills empty fields and returns the stored addresses, and the fields as they were before.
 * - A field with a value is never overwritten (decision 11). If another transaction has filled a field first, the
 *   returned value therefore differs from the value in `fills`.
 * - A name is replaced if it is only a copy of an address.
 * - Throws 23505 if another recipient took one of the addresses after the lookup. Admission then repeats its
 *   transaction.
 */
export async function fillRecipients(tx: Transaction, now: Date, fills: RecipientFill[]): Promise<FilledRecipient[]> {
  return rowsOf<FilledRecipient>(tx, {
    text: `with f as (
             select * from json_to_recordset($1::json)
               as f(id bigint, workspace_id bigint, name text, ${textsOf(REQUESTED)},
                    locale text, locale_chosen boolean)
           ), locked as (
             select r.id, r.workspace_id, r.name, ${columnsOf(REQUESTED, 'r')}, r.locale, r.locale_is_default,
               r.updated_at
             from recipients r join f on f.id = r.id and f.workspace_id = r.workspace_id order by r.id for update of r
           )
           update recipients r set
             name = case when f.name is not null and r.name in (${columnsOf(REQUESTED, 'r')}) then f.name else r.name end,
             ${REQUESTED.map((field) => `${field} = coalesce(r.${field}, f.${field})`).join(', ')},
             locale = case when r.locale_is_default then coalesce(f.locale, r.locale) else r.locale end,
             locale_is_default = r.locale_is_default and not f.locale_chosen,
             updated_at = $2
           from f join locked l on l.id = f.id
           where r.id = f.id and r.workspace_id = f.workspace_id
           returning r.id, ${columnsOf(REQUESTED, 'r')}, to_json(l) as before`,
    values: [asJson(fills), now],
  })
}

/** Restores the fields of recipients that this transaction filled and whose messages it then refused. */
export async function restoreRecipients(tx: Transaction, rows: FieldsBefore[]): Promise<void> {
  await tx.query({
    text: `update recipients r set name = b.name, ${REQUESTED.map((field) => `${field} = b.${field}`).join(', ')},
             locale = b.locale, locale_is_default = b.locale_is_default, updated_at = b.updated_at
           from json_to_recordset($1::json) as b(id bigint, workspace_id bigint, name text, ${textsOf(REQUESTED)},
                                                 locale text, locale_is_default boolean, updated_at timestamptz)
           where r.id = b.id and r.workspace_id = b.workspace_id`,
    values: [asJson(rows)],
  })
}

/** Deletes recipients that this transaction created and whose messages it then refused. */
export async function removeRecipients(tx: Transaction, ids: number[]): Promise<void> {
  await tx.query({ text: 'delete from recipients where id = any($1::bigint[])', values: [ids] })
}
