// Stores automations, and queues their runs. An automation sends a template when something happens to a contact.
import { asJson, type Connection, type Transaction } from '../database.ts'
import { type Page, readPage } from '../page.ts'
import { changesOneRow, firstRowOf, onlyRowOf } from '../rows.ts'

export type TriggerType = 'contact.created' | 'contact.tagged' | 'message.received'

export interface AutomationRow {
  id: number
  workspace_id: number
  name: string
  enabled: boolean
  type: TriggerType
  /** The tag, or the keyword in the form that `keywordOf` returns. Empty for the trigger contact.created. */
  match: string
  /** The keyword as a person entered it. */
  keyword: string | null
  source_id: number
  template: string
  channel: string | null
  vars: Record<string, string>
  created_at: Date
  updated_at: Date
}

export type AutomationFields = Omit<AutomationRow, 'id' | 'workspace_id' | 'created_at' | 'updated_at'>

const COLUMNS =
  'id, workspace_id, name, enabled, type, match, keyword, source_id, template, channel, vars, created_at, updated_at'

const valuesOf = (row: AutomationFields) => [
  row.name,
  row.enabled,
  row.type,
  row.match,
  row.keyword,
  row.source_id,
  row.template,
  row.channel,
  JSON.stringify(row.vars),
]

export async function insertAutomation(
  c: Connection,
  now: Date,
  workspaceId: number,
  row: AutomationFields,
): Promise<AutomationRow> {
  return onlyRowOf<AutomationRow>(c, {
    text: `insert into automations (workspace_id, created_at, updated_at, name, enabled, type, match, keyword, source_id, template, channel, vars)
           values ($1, $2, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning ${COLUMNS}`,
    values: [workspaceId, now, ...valuesOf(row)],
  })
}

/** Returns an automation. With `lock`, its row is locked until the transaction ends. */
export async function findAutomation(
  c: Connection,
  workspaceId: number,
  id: number,
  lock = false,
): Promise<AutomationRow | undefined> {
  return firstRowOf<AutomationRow>(c, {
    text: `select ${COLUMNS} from automations where workspace_id = $1 and id = $2${lock ? ' for update' : ''}`,
    values: [workspaceId, id],
  })
}

/** Returns automations with ids above `after`, oldest first. */
export async function listAutomations(
  c: Connection,
  workspaceId: number,
  after: number,
  limit: number,
): Promise<Page<AutomationRow>> {
  return readPage<AutomationRow>(c, {
    columns: COLUMNS,
    list: `select ${COLUMNS} from automations where workspace_id = $1 and id > $2`,
    values: [workspaceId, after],
    order: 'id',
    size: 'octet_length(vars::text)',
    limit,
  })
}

export async function updateAutomation(
  c: Connection,
  now: Date,
  workspaceId: number,
  id: number,
  row: AutomationFields,
): Promise<AutomationRow> {
  return onlyRowOf<AutomationRow>(c, {
    text: `update automations set updated_at = $3, name = $4, enabled = $5, type = $6, match = $7, keyword = $8, source_id = $9,
             template = $10, channel = $11, vars = $12
           where workspace_id = $1 and id = $2 returning ${COLUMNS}`,
    values: [workspaceId, id, now, ...valuesOf(row)],
  })
}

export async function deleteAutomation(c: Connection, workspaceId: number, id: number): Promise<boolean> {
  return changesOneRow(c, {
    text: 'delete from automations where workspace_id = $1 and id = $2',
    values: [workspaceId, id],
  })
}

/** Checks whether the workspace has this source and this template. */
export async function findTargets(
  c: Connection,
  workspaceId: number,
  target: { sourceId: number; template: string },
): Promise<{ source: boolean; template: boolean }> {
  return onlyRowOf<{ source: boolean; template: boolean }>(c, {
    text: `select exists (select from sources where workspace_id = $1 and id = $2 and deleted_at is null) as source,
                  exists (select from templates where workspace_id = $1 and slug = $3 and version > 0) as template`,
    values: [workspaceId, target.sourceId, target.template],
  })
}

/** A change of a contact that can start automations. */
export interface ContactTrigger {
  workspace_id: number
  recipient_id: number
  mode: 'live' | 'test'
  type: TriggerType
  match: string
  /** Data about the change. It is stored with the run. */
  trigger: object
}

/**
 * Inserts a run for each enabled automation that these triggers start. Must be called in the transaction that changes
 * the contact. Each automation runs at most once for each contact.
 */
export function queueRuns(tx: Transaction, now: Date, triggers: ContactTrigger[]): void {
  tx.send({
    name: 'queue-runs',
    text: `insert into automation_runs (automation_id, workspace_id, recipient_id, mode, trigger, next_at, at)
           select a.id, a.workspace_id, t.recipient_id, t.mode, t.trigger, $2, $2
           from json_to_recordset($1::json) as t(n int, workspace_id bigint, recipient_id bigint, mode text, type text, match text, trigger jsonb)
           join automations a on a.workspace_id = t.workspace_id and a.type = t.type and a.match = t.match and a.enabled
           order by a.id, t.recipient_id, t.n
           on conflict (automation_id, recipient_id) do nothing`,
    values: [asJson(triggers.map((trigger, n) => ({ n, ...trigger }))), now],
  })
}
