// A template as a file: what of it belongs to its author, and how it is kept.
import type { Template } from '../../../sdk/src/api.ts'
import { type Api, ApiRefusal } from '../api.ts'

/** What a file holds, before the service has looked at it. */
export type Written = Record<string, unknown> & { slug: string }

/** The file's text: without the number, the version and the times, which are the service's. */
export function fileForm({ slug, name, essential, sensitive, locales }: Template): string {
  const marks = sensitive && sensitive.length > 0 ? { sensitive } : {}
  return JSON.stringify({ slug, name, essential, ...marks, locales }, null, 2)
}

/** Whether the file holds the template, in whatever order its fields stand. */
export function isSame(written: Written, { slug, name, essential, sensitive, locales }: Template): boolean {
  return (
    sorted({ essential: false, sensitive: [], ...written }) ===
    sorted({ slug, name, essential, sensitive: sensitive ?? [], locales })
  )
}

/** Whether saving the file would change nothing: a template keeps its sensitive variables when a file does not name any. */
export function isSaved(written: Written, template: Template): boolean {
  return isSame({ sensitive: template.sensitive ?? [], ...written }, template)
}

/** Creates the template, or replaces the one there is; `before` spares the question which, and must not have moved since. */
export async function saveTemplate(
  api: Api,
  workspace: string,
  written: Written,
  before?: Template,
): Promise<{ done: 'created' | 'changed'; template: Template }> {
  const at = `${workspace}/templates/${encodeURIComponent(written.slug)}`
  const there = before ?? (await api.get<Template>(at).catch(undefinedWhenNotFound))
  return there
    ? { done: 'changed', template: await api.put<Template>(at, { ...written, version: there.version }) }
    : { done: 'created', template: await api.post<Template>(`${workspace}/templates`, written) }
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
