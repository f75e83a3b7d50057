// Lists of deliveries for members, and the changes of a list that a page shows.
import { refuse } from '../../errors.ts'
import { MASK } from '../../lib/text/mask.ts'
import { textMasksOf } from '../../redaction/masked-texts.ts'
import { type Masking, maskingsOf, NOTHING_MASKED, type Visibility } from '../../redaction/sensitive.ts'
import type { Connection } from '../../store/database.ts'
import { readSensitiveParts } from '../../store/delivery/delivery-list.ts'
import { type DeliveryFilter, deliveryScan } from '../../store/delivery/list/filter.ts'
import {
  type DeliveryListRow,
  findListed,
  type ListedDetails,
  listDeliveries,
  readListedDetails,
} from '../../store/delivery/list/rows.ts'
import { isDigestOpen } from '../../store/digests/digest-times.ts'
import { ANY, templatesWithMarks } from '../../store/templates/template-marks.ts'
import { requireWorkspace } from '../../workspaces/workspaces.ts'
import { deferredUntil, shownReason } from '../quiet-hours/waiting.ts'

const PRIORITIES = ['low', 'normal', 'high'] as const

/** Maximum number of characters of the first words of a message. */
const SUMMARY = 160

/** The filters of a request, before the texts that its reader may not see are known. */
export type ListFilter = Omit<DeliveryFilter, 'unreadable'>

export async function deliveriesOf(c: Connection, workspaceId: number, filter: ListFilter, visibility: Visibility) {
  await requireWorkspace(c, workspaceId)
  const query = await deliveryScan(c, workspaceId, await readableFilter(c, workspaceId, filter, visibility))
  const { rows, reached } = await listDeliveries(c, query, filter)
  return { rows: await listedBodies(c, filter.now, workspaceId, rows, visibility), reached }
}

/**
 * Adds the templates whose texts a viewer may not search. Otherwise a search by words could find out the value of a
 * sensitive variable, word by word.
 */
export async function readableFilter(
  c: Connection,
  workspaceId: number,
  filter: ListFilter,
  visibility: Visibility,
): Promise<DeliveryFilter> {
  if (visibility === 'full' || filter.words === undefined) return filter
  const slugs = await templatesWithMarks(c, workspaceId)
  return { ...filter, unreadable: slugs.includes(ANY) ? 'all' : slugs }
}

/**
 * The deliveries on a page of the list. Maps the id of each delivery to the status that the page shows, or to its
 * status, state and number of attempts (`queued.retrying.2`).
 */
export type Watched = ReadonlyMap<number, string>

const MOST_NEW = 50

/**
 * Returns the updates of a page of the list: the deliveries on the page that have changed, and deliveries that are
 * missing on the page. A missing delivery matches the filter and is newer than the oldest delivery on the page.
 */
export async function changesOf(
  c: Connection,
  workspaceId: number,
  watched: Watched,
  filter: Omit<ListFilter, 'before' | 'limit' | 'except' | 'above' | 'statements'>,
  visibility: Visibility,
) {
  const ids = [...watched.keys()]
  const known = ids.length === 0 ? [] : await findListed(c, workspaceId, ids)
  const details = ids.length === 0 ? [] : await readListedDetails(c, workspaceId, ids, filter.now)
  const detailsBy = new Map(details.map((one) => [one.id, one]))
  const scope = {
    ...filter,
    except: ids,
    above: ids.length === 0 ? 0 : Math.min(...ids),
    before: Number.MAX_SAFE_INTEGER,
    limit: MOST_NEW,
    statements: 1,
  }
  const query = await deliveryScan(c, workspaceId, await readableFilter(c, workspaceId, scope, visibility))
  const { rows } = await listDeliveries(c, query, scope)
  const changed = known.filter((row) => hasChanged(watched.get(row.id), row, detailsBy.get(row.id)))
  return listedBodies(c, filter.now, workspaceId, [...changed, ...rows], visibility)
}

function hasChanged(shown: string | undefined, { status }: DeliveryListRow, details: ListedDetails | undefined) {
  if (!shown?.includes('.')) return shown !== status
  return details === undefined || shown !== `${status}.${details.state}.${details.attempts_made}`
}

/** Returns the fields of one delivery that lists show too. */
export async function listedBody(
  c: Connection,
  now: Date,
  row: DeliveryListRow & { workspace_id: number },
  visibility: Visibility,
) {
  const [body] = await listedBodies(c, now, row.workspace_id, [row], visibility)
  return body ?? refuse('not_found', `No delivery ${row.id} in this workspace.`)
}

async function listedBodies(
  c: Connection,
  now: Date,
  workspaceId: number,
  rows: DeliveryListRow[],
  visibility: Visibility,
) {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const details = await readListedDetails(c, workspaceId, ids, now)
  const masks = await textMasksOf(
    c,
    workspaceId,
    visibility,
    rows.filter(({ error_message }) => error_message !== null).map(({ id }) => id),
  )
  const maskings = await maskingsBy(c, workspaceId, ids, visibility)
  const detailsBy = new Map(details.map((one) => [one.id, one]))
  return rows.flatMap((row) => {
    const found = detailsBy.get(row.id)
    // Retention may have deleted the delivery after the list was read.
    if (found === undefined) return []
    const summary = summaryOf(found, maskings.get(row.id) ?? NOTHING_MASKED)
    const shown = shownReason(row, now)
    return [{ ...bodyOf(row, found, now), reason: shown.reason, error_message: masks(row.id)(shown.message), summary }]
  })
}

async function maskingsBy(
  c: Connection,
  workspaceId: number,
  ids: number[],
  visibility: Visibility,
): Promise<Map<number, Masking>> {
  if (visibility === 'full') return new Map()
  const parts = await readSensitiveParts(c, workspaceId, ids)
  const maskings = await maskingsOf(c, workspaceId, parts)
  return new Map(parts.map(({ id }, at) => [id, maskings[at] ?? NOTHING_MASKED]))
}

/** Returns the first words of the message in one line. */
function summaryOf({ summary, masked_summary }: ListedDetails, { text }: Masking): string | null {
  if (text === 'hidden') return MASK
  const words = (text === 'masked' ? masked_summary : summary)?.replace(/\s+/g, ' ').trim() ?? ''
  if (words === '') return null
  return words.length > SUMMARY ? `${words.slice(0, SUMMARY).trimEnd()}…` : words
}

function bodyOf(row: DeliveryListRow, details: ListedDetails, now: Date) {
  const { state, attempts_made, next_at, source_name, category } = details
  return {
    id: row.id,
    status: row.status,
    state,
    mode: row.mode,
    source_id: row.source_id,
    source_name,
    recipient_id: row.recipient_id,
    recipient_name: row.recipient_name,
    address: row.address,
    channel: row.channel,
    template_slug: row.template_slug,
    category,
    priority: PRIORITIES[row.priority],
    external_id: row.external_id,
    attempts_made,
    due_at: row.status === 'queued' && !isDigestOpen(next_at) ? next_at.toISOString() : null,
    created_at: row.created_at.toISOString(),
    scheduled_for: row.scheduled_for?.toISOString() ?? null,
    deferred_until: deferredUntil(row, now)?.toISOString() ?? null,
  }
}
