// A template as a JSON file. This module formats the file, compares it with the stored template, and saves it.
import type { Template } from '../../../sdk/src/api.ts'
import { type Api, ApiRefusal } from '../api.ts'

/** The parsed content of a file. The service validates the content. */
export type TemplateFile = Record<string, unknown> & { slug: string }

/** Returns the text of the file. The text contains the template without its id, version and times. */
export function formatTemplateFile(template: FileFields): string {
  const { slug, name, essential, sensitive, engine, layout, defaults, tags = [], locales } = template
  const fields = {
    ...(engine === 'liquid' ? { engine } : {}),
    ...(layout ? { layout } : {}),
    ...(Object.keys(defaults).length > 0 ? { defaults } : {}),
    ...(tags.length > 0 ? { tags } : {}),
    ...(sensitive && sensitive.length > 0 ? { sensitive } : {}),
  }
  return JSON.stringify({ slug, name, essential, ...fields, locales }, null, 2)
}

/** The fields of a template or version that the file contains. */
type FileFields = Pick<Template, 'slug' | 'name' | 'essential' | 'locales' | 'engine' | 'layout' | 'defaults'> & {
  sensitive: string[] | null
  tags?: string[]
}

/** Returns whether the file has the same content as the template. The order of fields does not matter. */
export function isSame(file: TemplateFile, template: Template): boolean {
  const { slug, name, essential, sensitive, engine, layout, defaults, tags, locales } = template
  const omitted = { essential: false, sensitive: [], engine: 'placeholders', layout: null, defaults: {}, tags: [] }
  return (
    sorted({ ...omitted, ...file }) ===
    sorted({ slug, name, essential, sensitive, engine, layout, defaults, tags, locales })
  )
}

/**
 * Returns whether the stored template stays unchanged if the file is saved. Fields that the file does not have keep
 * their stored values.
 */
export function isSaved(file: TemplateFile, template: Template): boolean {
  const { sensitive, engine, layout, defaults, tags } = template
  return isSame({ sensitive, engine, layout, defaults, tags, ...file }, template)
}

/**
 * Creates or replaces a template. A caller that has already read the stored template passes it as `before`. If the
 * stored template has changed since then, the service refuses the request. With `asDraft`, the content becomes the draft.
 */
export async function saveTemplate(
  api: Api,
  workspace: string,
  file: TemplateFile,
  before?: Template,
  asDraft = false,
): Promise<{ done: 'created' | 'changed'; template: Template }> {
  const at = `${workspace}/templates/${encodeURIComponent(file.slug)}`
  const stored = before ?? (await api.get<Template>(at).catch(undefinedWhenNotFound))
  if (!stored) {
    const template = await api.post<Template>(`${workspace}/templates`, asDraft ? { ...file, publish: false } : file)
    return { done: 'created', template }
  }
  const { tags, slug: _, ...content } = file
  if (tags !== undefined) await api.put<Template>(`${at}/tags`, { tags })
  if (asDraft) {
    await api.put(`${at}/draft`, { ...content, revision: stored.draft?.revision ?? 0 })
    return { done: 'changed', template: await api.get<Template>(at) }
  }
  if (stored.published)
    return { done: 'changed', template: await api.put<Template>(at, { ...content, version: stored.version }) }
  await api.put(`${at}/draft`, { ...content, revision: stored.draft?.revision ?? 0 })
  return { done: 'changed', template: await api.post<Template>(`${at}/publish`, {}) }
}

function undefinedWhenNotFound(error: unknown): undefined {
  if (!(error instanceof ApiRefusal && error.status === 404)) throw error
}

export function sorted(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
