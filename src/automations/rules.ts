// Manages automations: rules that send a template when a contact is created, is tagged, or replies with a keyword.
import { collectDetails, refuse, refuseInvalid } from '../errors.ts'
import { firstOf, pairs } from '../lib/pairs.ts'
import { keywordOf } from '../lib/text/keyword.ts'
import { maskedVars, maskingsOf, type Visibility } from '../redaction/sensitive.ts'
import { countRuns, listRuns, type RunRow } from '../store/automations/automation-runs.ts'
import {
  type AutomationFields,
  type AutomationRow,
  deleteAutomation,
  findAutomation,
  findTargets,
  insertAutomation,
  listAutomations,
  type TriggerType,
  updateAutomation,
} from '../store/automations/automations.ts'
import { type Connection, type Database, type Transaction, transaction } from '../store/database.ts'
import { raiseVersion } from '../store/workspaces/workspaces.ts'
import { requireWorkspace } from '../workspaces/workspaces.ts'

export interface TriggerInput {
  type: TriggerType
  /** Required with the type contact.tagged, and not permitted with other types. */
  tag?: string
  /** Required with the type message.received, and not permitted with other types. */
  keyword?: string
}

export interface AutomationInput {
  name: string
  trigger: TriggerInput
  source: number
  template: string
  channel?: string | null
  vars?: Record<string, string>
  enabled?: boolean
}

interface AutomationRef {
  workspaceId: number
  id: number
}

/** Throws validation_failed for a trigger without its tag or keyword, and for an unknown source or template. */
export async function createAutomation(db: Database, now: Date, workspaceId: number, input: AutomationInput) {
  return transaction(db, async (tx) => {
    await requireWorkspace(tx, workspaceId)
    const row = await insertAutomation(tx, now, workspaceId, await fieldsOf(tx, workspaceId, input))
    // Raise the version, so that admission reads again whether the workspace has an automation. Without an automation,
    // admission does not report new contacts.
    await raiseVersion(tx, workspaceId)
    return automationBody(row)
  })
}

/**
 * Changes an automation. Omitted fields stay unchanged. A contact that already had a run gets no second run, even if
 * the trigger changes.
 */
export async function changeAutomation(
  db: Database,
  now: Date,
  { workspaceId, id }: AutomationRef,
  change: Partial<AutomationInput>,
) {
  return transaction(db, async (tx) => {
    const before = await requireAutomation(tx, { workspaceId, id }, true)
    const fields = await fieldsOf(tx, workspaceId, { ...inputOf(before), ...change })
    const row = await updateAutomation(tx, now, workspaceId, id, fields)
    await raiseVersion(tx, workspaceId)
    return automationBody(row)
  })
}

/** Deletes the automation and its runs. The deliveries are not deleted. */
export async function removeAutomation(db: Database, { workspaceId, id }: AutomationRef): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await deleteAutomation(tx, workspaceId, id))) refuse('not_found', `No automation ${id} in this workspace.`)
    await raiseVersion(tx, workspaceId)
  })
}

export async function automationsOf(
  c: Connection,
  workspaceId: number,
  { after, limit }: { after: number; limit: number },
  visibility: Visibility,
) {
  await requireWorkspace(c, workspaceId)
  const { rows, more } = await listAutomations(c, workspaceId, after, limit)
  return { rows: await shownBodies(c, workspaceId, rows, visibility), more }
}

/** Returns the automation with the number of its runs by state. */
export async function automationOf(c: Connection, place: AutomationRef, visibility: Visibility) {
  const row = await requireAutomation(c, place)
  const body = firstOf(await shownBodies(c, place.workspaceId, [row], visibility))
  const [counted] = await countRuns(c, [row.id])
  const { waiting = 0, sent = 0, refused = 0 } = counted ?? {}
  return { ...body, runs: { waiting, sent, refused } }
}

export async function runsOf(
  c: Connection,
  place: AutomationRef,
  filter: { state?: RunRow['state']; before: number; limit: number },
) {
  const { workspace_id, id } = await requireAutomation(c, place)
  return (await listRuns(c, workspace_id, id, filter)).map(runBody)
}

async function fieldsOf(tx: Transaction, workspaceId: number, input: AutomationInput): Promise<AutomationFields> {
  const { details, add } = collectDetails()
  const { name, trigger, source, template, channel = null, vars = {}, enabled = true } = input
  const { type, tag, keyword } = trigger
  if ((type === 'contact.tagged') !== (tag !== undefined))
    add('trigger.tag', tag === undefined ? 'is required with contact.tagged' : `has no meaning with ${type}`)
  if ((type === 'message.received') !== (keyword !== undefined))
    add('trigger.keyword', keyword === undefined ? 'is required with message.received' : `has no meaning with ${type}`)
  else if (keyword !== undefined && keywordOf(keyword) === '')
    add('trigger.keyword', 'must contain a letter, a digit or an emoji, because punctuation is ignored')
  const there = await findTargets(tx, workspaceId, { sourceId: source, template })
  if (!there.source) add('source', `this workspace has no source ${source}`)
  if (!there.template) add('template', `this workspace has no template "${template}"`)
  if (Object.keys(details).length > 0) refuseInvalid(details)
  const match = tag ?? (keyword === undefined ? '' : keywordOf(keyword))
  return { name, enabled, type, match, keyword: keyword ?? null, source_id: source, template, channel, vars }
}

function inputOf(row: AutomationRow): AutomationInput {
  const { name, source_id: source, template, channel, vars, enabled } = row
  return { name, trigger: triggerOf(row), source, template, channel, vars, enabled }
}

function triggerOf({ type, match, keyword }: AutomationRow): TriggerInput {
  if (type === 'contact.tagged') return { type, tag: match }
  return keyword === null ? { type } : { type, keyword }
}

async function requireAutomation(
  c: Connection,
  { workspaceId, id }: AutomationRef,
  lock = false,
): Promise<AutomationRow> {
  const row = await findAutomation(c, workspaceId, id, lock)
  return row ?? refuse('not_found', `No automation ${id} in this workspace.`)
}

/** Viewers see a mask in place of each variable that the template marks as sensitive. */
async function shownBodies(c: Connection, workspaceId: number, rows: AutomationRow[], visibility: Visibility) {
  if (visibility === 'full') return rows.map(automationBody)
  const parts = rows.map(({ template, vars, updated_at }) => ({
    template_slug: template,
    vars,
    sensitive: null,
    accepted_at: updated_at,
  }))
  const maskings = await maskingsOf(c, workspaceId, parts)
  return [...pairs(rows, maskings)].map(([row, { names }]) =>
    automationBody({ ...row, vars: maskedVars(row.vars, names) }),
  )
}

function automationBody(row: AutomationRow) {
  const { id, created_at, updated_at } = row
  return { id, ...inputOf(row), created_at: created_at.toISOString(), updated_at: updated_at.toISOString() }
}

function runBody({ recipient_id, recipient_name, at, ended_at, ...row }: RunRow) {
  return {
    ...row,
    contact: { id: recipient_id, name: recipient_name },
    at: at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
  }
}
