// A template as a JSON file: its form, comparison with the stored template, and saving.
import type { Template } from '../../../sdk/src/api.ts'
import { type Api, ApiRefusal } from '../api.ts'

/** The parsed content of a file. The service validates it. */
export type TemplateFile = Record<string, unknown> & { slug: string }

/** Returns the text of the file: the template without its id, version and times. */
export function formatTemplateFile({ slug, name, essential, sensitive, locales }: Template): string {
  const marks = sensitive && sensitive.length > 0 ? { sensitive } : {}
  return JSON.stringify({ slug, name, essential, ...marks, locales }, null, 2)
}

/** Returns whether the file equals the template, regardless of the order of fields. */
export function isSame(file: TemplateFile, { slug, name, essential, sensitive, locales }: Template): boolean {
  return (
    sorted({ essential: false, sensitive: [], ...file }) ===
    sorted({ slug, name, essential, sensitive: sensitive ?? [], locales })
  )
}

/**
 * Returns whether saving the file changes nothing. A file without `sensitive` keeps the template's sensitive variables.
 */
export function isSaved(file: TemplateFile, template: Template): boolean {
  return isSame({ sensitive: template.sensitive ?? [], ...file }, template)
}

/**
 * Creates or replaces a template. With `before`, the stored template, it is not read again; its version must be
 * current.
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
