// What admission keeps in memory of each workspace until the workspace's version changes: templates, connections, templates that
// a provider approved, whether anyone opted out, and the events that a subscription or an automation chose.
import { settingsInForce } from '../channels/providers.ts'
import type { EventName } from '../events/catalog.ts'
import { byKey, requireValue } from '../lib/by-key.ts'
import { type ConnectionRow, readConnections, readTemplates, type TemplateRow } from '../store/admission/catalog.ts'
import type { Connection } from '../store/database.ts'
import { chosenEvents } from '../store/events/subscriptions.ts'
import { workspacesWithOptOuts } from '../store/recipients/opt-outs.ts'
import { type ApprovedRow, findApproved, type TemplateKey } from '../store/templates/approved-templates.ts'
import type { Entry } from './entry.ts'

interface Shelf {
  version: number
  /** null: no such template at this version. */
  templates: Map<string, TemplateRow | null>
  connections: ConnectionRow[]
  /** null: not in the list of the connection's provider, or there is no list. */
  approved: Map<string, ApprovedRow | null>
  optOuts: boolean
  /** Events that a subscription or an automation chose. */
  chosen: Set<string>
}

export interface Catalog {
  /** Reads what the entries need and is not cached at their workspace's version: three statements for workspaces, one for templates. */
  load(c: Connection, entries: Entry[]): Promise<void>
  template(workspaceId: number, slug: string): TemplateRow | undefined
  connection(workspaceId: number, sourceId: number, channel: string): ConnectionRow | undefined
  /** Reads what is not known of these templates at their workspace's version: one statement at most. */
  loadApproved(c: Connection, keys: (TemplateKey & { workspaceId: number })[]): Promise<void>
  /** A template as the connection's provider lists it. */
  approved(workspaceId: number, keys: TemplateKey): ApprovedRow | undefined
  /** A recipient opted out of a channel of this workspace; the first opt-out raises the version. */
  hasOptOuts(workspaceId: number): boolean
  /** A subscription or an automation wants this event; one that comes, changes or goes raises the version. */
  hasSubscription(workspaceId: number, event: EventName): boolean
}

const MOST_WORKSPACES = 10_000
const MOST_TEMPLATES = 1000

export function createCatalog(): Catalog {
  const shelves = new Map<number, Shelf>()
  return {
    async load(c, entries) {
      const stale = new Map<number, number>()
      for (const { sender } of entries) {
        if (shelves.get(sender.workspaceId)?.version !== sender.version) stale.set(sender.workspaceId, sender.version)
      }
      if (stale.size > 0) await openShelves(c, shelves, stale, new Set(entries.map(({ sender }) => sender.workspaceId)))
      for (const { sender } of entries) {
        const { templates } = requireValue(shelves, sender.workspaceId)
        if (templates.size >= MOST_TEMPLATES) templates.clear()
      }
      const keys = new Map<string, { workspace_id: number; slug: string }>()
      for (const { sender, parsed } of entries) {
        const slug = parsed.request.template
        if (!requireValue(shelves, sender.workspaceId).templates.has(slug)) {
          keys.set(`${sender.workspaceId}/${slug}`, { workspace_id: sender.workspaceId, slug })
        }
      }
      if (keys.size > 0) await fillShelves(c, shelves, [...keys.values()])
    },
    template: (workspaceId, slug) => shelves.get(workspaceId)?.templates.get(slug) ?? undefined,
    connection: (workspaceId, sourceId, channel) =>
      shelves.get(workspaceId)?.connections.find((row) => row.source_id === sourceId && row.channel === channel),
    async loadApproved(c, keys) {
      for (const { workspaceId } of keys) {
        const { approved } = requireValue(shelves, workspaceId)
        if (approved.size >= MOST_TEMPLATES) approved.clear()
      }
      const unknown = keys.filter((one) => !requireValue(shelves, one.workspaceId).approved.has(approvedKey(one)))
      if (unknown.length === 0) return
      const found = new Map((await findApproved(c, unknown)).map((row) => [approvedKey(row), row]))
      for (const one of unknown)
        requireValue(shelves, one.workspaceId).approved.set(approvedKey(one), found.get(approvedKey(one)) ?? null)
    },
    approved: (workspaceId, keys) => shelves.get(workspaceId)?.approved.get(approvedKey(keys)) ?? undefined,
    hasOptOuts: (workspaceId) => shelves.get(workspaceId)?.optOuts ?? false,
    hasSubscription: (workspaceId, event) => shelves.get(workspaceId)?.chosen.has(event) ?? false,
  }
}

const approvedKey = ({ connection_id, name, language }: TemplateKey) => `${connection_id}/${name}/${language}`

async function openShelves(
  c: Connection,
  shelves: Map<number, Shelf>,
  stale: Map<number, number>,
  inUse: Set<number>,
): Promise<void> {
  const [connections, optedOut, chosen] = await Promise.all([
    readConnections(c, [...stale.keys()]),
    workspacesWithOptOuts(c, [...stale.keys()]),
    chosenEvents(c, [...stale.keys()]),
  ])
  for (const [workspaceId, version] of stale) {
    shelves.delete(workspaceId)
    shelves.set(workspaceId, {
      version,
      templates: new Map(),
      approved: new Map(),
      connections: lanesOf(connections.filter((row) => row.workspace_id === workspaceId)),
      optOuts: optedOut.includes(workspaceId),
      chosen: chosen.get(workspaceId) ?? new Set(),
    })
  }
  // Oldest first: a Map keeps the order in which its keys came.
  for (const workspaceId of shelves.keys()) {
    if (shelves.size <= MOST_WORKSPACES) break
    if (!inUse.has(workspaceId)) shelves.delete(workspaceId)
  }
}

/** One row for each lane, with the settings that are in force. */
function lanesOf(rows: ConnectionRow[]): ConnectionRow[] {
  return [...byKey(rows, ({ id }) => id).values()].flatMap((lane) =>
    lane.slice(0, 1).map((row) => ({ ...row, settings: settingsInForce(row.channel, lane) })),
  )
}

async function fillShelves(
  c: Connection,
  shelves: Map<number, Shelf>,
  keys: { workspace_id: number; slug: string }[],
): Promise<void> {
  const found = new Map((await readTemplates(c, keys)).map((row) => [`${row.workspace_id}/${row.slug}`, row]))
  for (const { workspace_id, slug } of keys) {
    requireValue(shelves, workspace_id).templates.set(slug, found.get(`${workspace_id}/${slug}`) ?? null)
  }
}
