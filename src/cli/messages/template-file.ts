// A template as a JSON file. This module formats the file, compares it with the stored template, and saves it.
import type { Template } from '../../../sdk/src/api.ts'
import { type Api, ApiRefusal } from '../api.ts'

/** The parsed content of a file. The service validates the content. */
export type TemplateFile = Record<string, unknown> & { slug: string }

/** Returns the text of the file. The text contains the template without its id, version and times. */
export function formatTemplateFile({ slug, name, essential, sensitive, locales }: Template): string {
  const marks = sensitive && sensitive.length > 0 ? { sensitive } : {}
  return JSON.stringify({ slug, name, essential, ...marks, locales }, null, 2)
}

/** Returns whether the file has the same content as the template. The order of fields does not matter. */
export function isSame(file: TemplateFile, { slug, name, essential, sensitive, locales }: Template): boolean {
  return (
    sorted({ essential: false, sensitive: [], ...file }) ===
    sorted({ slug, name, essential, sensitive: sensitive ?? [], locales })
  )
}

/**
 * Returns whether the stored template stays unchanged if the file is saved. If the file has no field `sensitive`, the
 * template keeps its sensitive variables.
 */
export function isSaved(file: TemplateFile, template: Template): boolean {
  return isSame({ sensitive: template.sensitive ?? [], ...file }, template)
}

/**
 * Creates or replaces a template. A caller that has already read the stored template passes it as `before`. If the
 * stored template has changed since then, the service refuses the request.
 */
export async function saveTemplate(
  api: Api,
  workspace: string,
  file: TemplateFile,
  before?: Template,
): Promise<{ done: 'created' | 'changed'; template: Template }> {
  const at = `${workspace}/templates/${encodeURIComponent(file.slug)}`
  const stored = before ?? (await api.get<Template>(at).catch(undefinedWhenNotFound))
  return stored
    ? { done: 'changed', template: await api.put<Template>(at, { ...file, version: stored.version }) }
    : { done: 'created', template: await api.post<Template>(`${workspace}/templates`, file) }
}

function undefinedWhenNotFound(error: unknown): undefined {
  if (!(error instanceof ApiRefusal && error.status === 404)) throw error
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
