// Stores when templates were last used.
import { asJson, type Connection } from '../database.ts'

export interface TemplateUse {
  workspace_id: number
  slug: string
  at: Date
}

/** Never replaces a later time. The rows are locked in the order of their ids, so that concurrent processes cannot deadlock. */
export async function recordTemplateUses(c: Connection, uses: TemplateUse[]): Promise<void> {
  await c.query({
    text: `with used as (
             select t.id, max(u.at) as at from json_to_recordset($1::json) as u(workspace_id bigint, slug text, at timestamptz)
             join templates t on t.workspace_id = u.workspace_id and t.slug = u.slug group by t.id
           ), locked as (
             select t.id from templates t where t.id in (select id from used) order by t.id for no key update
           )
           update templates t set last_used_at = used.at from used join locked on locked.id = used.id
           where t.id = used.id and (t.last_used_at is null or t.last_used_at < used.at)`,
    values: [asJson(uses)],
  })
}
