// Compares the draft of a template with its published version, field by field.
import { isObject } from '../lib/json/json-fields.ts'
import type { Connection } from '../store/database.ts'
import { checkContent } from './checked.ts'
import { requireDraft, type TemplatePlace } from './drafts.ts'
import { contentFields } from './input.ts'
import { requireTemplate } from './templates.ts'

export interface FieldChange {
  /** The path of the field, such as `locales.it.channels.email.html`. */
  field: string
  /** The text of the field. Other values than strings are JSON. Null if the field does not exist. */
  before: string | null
  after: string | null
}

/** Returns the differences between the published version and the draft, and the problems that prevent publishing. */
export async function changesOf(c: Connection, { workspaceId, slug }: TemplatePlace) {
  const template = await requireTemplate(c, workspaceId, slug)
  const draft = await requireDraft(c, template.id, slug)
  const { problems } = await checkContent(c, workspaceId, draft)
  const published = template.version === 0 ? {} : contentFields(template)
  return {
    based_on: draft.based_on,
    version: template.version,
    changes: differencesOf(published, contentFields(draft)),
    problems,
  }
}

/** Returns the differing fields in the order of their names. */
function differencesOf(before: object, after: object): FieldChange[] {
  const [old, current] = [fieldTexts(before), fieldTexts(after)]
  const names = [...new Set([...old.keys(), ...current.keys()])].sort()
  return names.flatMap((field) => {
    const change = { field, before: old.get(field) ?? null, after: current.get(field) ?? null }
    return change.before === change.after ? [] : [change]
  })
}

/** Returns the text of each field of an object, by path. A list and a value of another type are one field. */
function fieldTexts(value: object): Map<string, string> {
  const texts = new Map<string, string>()
  const visit = (path: string, one: unknown): void => {
    if (one === undefined || one === null) return
    if (isObject(one))
      for (const [key, inner] of Object.entries(one)) visit(path === '' ? key : `${path}.${key}`, inner)
    else texts.set(path, typeof one === 'string' ? one : JSON.stringify(one))
  }
  visit('', value)
  return texts
}
