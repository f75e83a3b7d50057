// Reads the row and the name of an object, before a change of the object.
import type { Connection } from '../database.ts'
import { firstRowOf } from '../rows.ts'

const ofWorkspace = (table: string, name: string) =>
  `select ${name} as name, to_jsonb(t) as row from ${table} t where workspace_id = $1 and id = $2::bigint`

const KEY_NAME = "coalesce(name || ' ', '') || '…' || hint"

/** The statements, by the kind of the object. $1 is the workspace and $2 is the id of the object. */
const statements: Record<string, string> = {
  workspace: 'select name, to_jsonb(t) as row from workspaces t where id = $1 and $2::bigint = id',
  source: ofWorkspace('sources', 'name'),
  api_key: ofWorkspace('keys', KEY_NAME),
  trigger_key: ofWorkspace('keys', KEY_NAME),
  management_token:
    'select name, to_jsonb(t) as row from management_tokens t where $1::bigint is null and id = $2::bigint',
  recipient: ofWorkspace('recipients', 'name'),
  delivery: ofWorkspace('deliveries', 'recipient_name'),
  subscription: ofWorkspace('subscriptions', "split_part(url, '?', 1)"),
  opt_out: ofWorkspace('opt_outs', 'address'),
  invitation: ofWorkspace('invitations', 'email'),
  automation: ofWorkspace('automations', 'name'),
  import: ofWorkspace('imports', 'name'),
  template: 'select name, to_jsonb(t) as row from templates t where workspace_id = $1 and slug = $2::text',
  category: 'select name, to_jsonb(t) as row from categories t where workspace_id = $1 and slug = $2::text',
  layout: 'select name, to_jsonb(t) as row from layouts t where workspace_id = $1 and slug = $2::text',
  member: `select m.name, to_jsonb(m) || jsonb_build_object('role', p.role) as row
           from members m left join memberships p on p.member_id = m.id and p.workspace_id = $1::bigint where m.id = $2::bigint`,
}

/** Kinds of objects whose id in the audit log is a slug. */
const BY_SLUG = ['template', 'layout', 'category']

/**
 * Returns the name and the database row of an object for the audit log. Returns undefined if the object does not exist,
 * or if objects of this kind have no name.
 */
export async function readAuditObject(
  c: Connection,
  kind: string,
  workspaceId: number | null,
  id: string,
): Promise<{ name: string | null; row: Record<string, unknown> } | undefined> {
  const text = Object.hasOwn(statements, kind) ? statements[kind] : undefined
  if (text === undefined) return undefined
  if (!BY_SLUG.includes(kind) && !/^\d{1,15}$/.test(id)) return undefined
  return firstRowOf<{ name: string | null; row: Record<string, unknown> }>(c, {
    text,
    values: [workspaceId, id],
  })
}
