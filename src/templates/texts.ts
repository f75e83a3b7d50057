// Lists the texts of a template with their fields.
import { isObject } from '../lib/json/json-fields.ts'
import type { Locales } from '../store/templates/locales.ts'

export interface TemplateText {
  locale: string
  /** The path of the text in the template, such as `locales.it.channels.email.html`. */
  field: string
  text: string
}

/** Returns all texts of the template, at any depth of its content. */
export function textsOf(locales: Locales): TemplateText[] {
  return Object.entries(locales).flatMap(([locale, content]) => textsIn(locale, `locales.${locale}`, content))
}

function textsIn(locale: string, field: string, value: unknown): TemplateText[] {
  if (typeof value === 'string') return [{ locale, field, text: value }]
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(locale, `${field}.${index}`, item))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, item]) => textsIn(locale, `${field}.${key}`, item))
}
