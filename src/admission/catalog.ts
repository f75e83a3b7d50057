// Caches the data that admission needs: templates, connections, approved templates, whether there are suppressions, and
// the events that subscriptions select. The data of a workspace is cached until the workspace's version changes.
import { settingsInForce } from '../channels/providers.ts'
import type { EventName } from '../events/catalog.ts'
import { byKey, requireValue } from '../lib/by-key.ts'
import {
  type ConnectionRow,
  readConnections,
  readTemplates,
  readWorkspaceSettings,
  type SendableTemplate,
  type TemplateRow,
  type WorkspaceSettings,
} from '../store/admission/catalog.ts'
import type { Connection } from '../store/database.ts'
import { chosenEvents } from '../store/events/subscriptions.ts'
import { type ApprovedRow, findApproved, type TemplateKey } from '../store/templates/approved-templates.ts'
import { withCompiled } from '../templates/email/formats.ts'
import type { Entry } from './entry.ts'

interface CachedWorkspace {
  version: number
  /** null if the template did not exist at this version of the workspace. */
  templates: Map<string, SendableTemplate | null>
  connections: ConnectionRow[]
  /** null if the connection has no list of approved templates, or if its list does not contain the template. */
  approved: Map<string, ApprovedRow | null>
  /** Undefined if the workspace was deleted. */
  settings: WorkspaceSettings | undefined
  /** Events that a subscription selected or an automation uses. */
  chosen: Set<string>
}

export interface Catalog {
  /**
   * Loads data that the entries need and that is not cached. It uses at most three statements for workspaces and one
   * statement for templates.
   */
  load(c: Connection, entries: Entry[]): Promise<void>
  template(workspaceId: number, slug: string): SendableTemplate | undefined
  connection(workspaceId: number, sourceId: number, channel: string): ConnectionRow | undefined
  /** Reads the approved templates that are not cached, with at most one statement. */
  loadApproved(c: Connection, keys: (TemplateKey & { workspaceId: number })[]): Promise<void>
  /** Returns a template that the connection's provider lists. */
  approved(workspaceId: number, keys: TemplateKey): ApprovedRow | undefined
  /** Returns whether the workspace has suppressions. The first suppression raises the workspace's version. */
  hasSuppressions(workspaceId: number): boolean
  settings(workspaceId: number): WorkspaceSettings | undefined
  /**
   * Returns whether a subscription or an automation uses this event. Each change of a subscription or automation raises
   * the workspace's version, so that the cached answer is read again.
   */
  hasSubscription(workspaceId: number, event: EventName): boolean
}

const MOST_WORKSPACES = 10_000
const MOST_TEMPLATES = 1000

export function createCatalog(): Catalog {
  const cached = new Map<number, CachedWorkspace>()
  return {
    async load(c, entries) {
      const stale = new Map<number, number>()
      for (const { sender } of entries) {
        if (cached.get(sender.workspaceId)?.version !== sender.version) stale.set(sender.workspaceId, sender.version)
      }
      if (stale.size > 0)
        await loadWorkspaces(c, cached, stale, new Set(entries.map(({ sender }) => sender.workspaceId)))
      for (const { sender } of entries) {
        const { templates } = requireValue(cached, sender.workspaceId)
        if (templates.size >= MOST_TEMPLATES) templates.clear()
      }
      const keys = new Map<string, { workspace_id: number; slug: string }>()
      for (const { sender, parsed } of entries) {
        const slug = parsed.request.template
        if (!requireValue(cached, sender.workspaceId).templates.has(slug)) {
          keys.set(`${sender.workspaceId}/${slug}`, { workspace_id: sender.workspaceId, slug })
        }
      }
      if (keys.size > 0) await loadTemplates(c, cached, [...keys.values()])
    },
    template: (workspaceId, slug) => cached.get(workspaceId)?.templates.get(slug) ?? undefined,
    connection: (workspaceId, sourceId, channel) =>
      cached.get(workspaceId)?.connections.find((row) => row.source_id === sourceId && row.channel === channel),
    async loadApproved(c, keys) {
      for (const { workspaceId } of keys) {
        const { approved } = requireValue(cached, workspaceId)
        if (approved.size >= MOST_TEMPLATES) approved.clear()
      }
      const unknown = keys.filter((one) => !requireValue(cached, one.workspaceId).approved.has(approvedKey(one)))
      if (unknown.length === 0) return
      const found = new Map((await findApproved(c, unknown)).map((row) => [approvedKey(row), row]))
      for (const one of unknown)
        requireValue(cached, one.workspaceId).approved.set(approvedKey(one), found.get(approvedKey(one)) ?? null)
    },
    approved: (workspaceId, keys) => cached.get(workspaceId)?.approved.get(approvedKey(keys)) ?? undefined,
    hasSuppressions: (workspaceId) => cached.get(workspaceId)?.settings?.has_suppressions ?? false,
    settings: (workspaceId) => cached.get(workspaceId)?.settings,
    hasSubscription: (workspaceId, event) => cached.get(workspaceId)?.chosen.has(event) ?? false,
  }
}

const approvedKey = ({ connection_id, name, language }: TemplateKey) => `${connection_id}/${name}/${language}`

async function loadWorkspaces(
  c: Connection,
  cached: Map<number, CachedWorkspace>,
  stale: Map<number, number>,
  inUse: Set<number>,
): Promise<void> {
  const [connections, settings, chosen] = await Promise.all([
    readConnections(c, [...stale.keys()]),
    readWorkspaceSettings(c, [...stale.keys()]),
    chosenEvents(c, [...stale.keys()]),
  ])
  for (const [workspaceId, version] of stale) {
    cached.delete(workspaceId)
    cached.set(workspaceId, {
      version,
      templates: new Map(),
      approved: new Map(),
      connections: lanesOf(connections.filter((row) => row.workspace_id === workspaceId)),
      settings: settings.find(({ id }) => id === workspaceId),
      chosen: chosen.get(workspaceId) ?? new Set(),
    })
  }
  // Evict the oldest entries first: a Map keeps the order of insertion.
  for (const workspaceId of cached.keys()) {
    if (cached.size <= MOST_WORKSPACES) break
    if (!inUse.has(workspaceId)) cached.delete(workspaceId)
  }
}

/** Returns one row for each lane (the queue of one connection), with the settings that admission uses for the lane. */
function lanesOf(rows: ConnectionRow[]): ConnectionRow[] {
  return [...byKey(rows, ({ id }) => id).values()].flatMap((lane) =>
    lane.slice(0, 1).map((row) => ({ ...row, settings: settingsInForce(row.channel, lane) })),
  )
}

/** Returns the template with compiled HTML in place of its MJML. */
function sendable({ compiled, ...row }: TemplateRow): SendableTemplate {
  return { ...row, locales: withCompiled(row.locales, compiled) }
}

async function loadTemplates(
  c: Connection,
  cached: Map<number, CachedWorkspace>,
  keys: { workspace_id: number; slug: string }[],
): Promise<void> {
  const found = new Map((await readTemplates(c, keys)).map((row) => [`${row.workspace_id}/${row.slug}`, sendable(row)]))
  for (const { workspace_id, slug } of keys) {
    requireValue(cached, workspace_id).templates.set(slug, found.get(`${workspace_id}/${slug}`) ?? null)
  }
}
