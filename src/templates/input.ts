// The content of a template as callers send it, and as the store keeps it.

import type { DraftRow } from '../store/templates/drafts.ts'
import type { Locales } from '../store/templates/locales.ts'
import type { SendingDefaults } from '../store/templates/sending-defaults.ts'
import type { Engine, TemplateRecord, TemplateSource } from '../store/templates/templates.ts'
import { checkedDefaults } from './sending-defaults.ts'

export { engines } from '../store/templates/templates.ts'

/** The content of a template in a request. */
export interface ContentInput {
  name: string
  essential?: boolean
  /** If this field is omitted, the template keeps its current value. The same holds for `engine`, `layout` and `defaults`. */
  sensitive?: string[]
  engine?: Engine
  layout?: string | null
  defaults?: SendingDefaults
  locales: Locales
}

export interface TemplateInput extends ContentInput {
  slug: string
}

type Kept = Pick<TemplateSource, 'sensitive' | 'engine' | 'layout' | 'defaults'>

const DEFAULTS: Kept = { sensitive: [], engine: 'placeholders', layout: null, defaults: {} }

/** Returns the whole content. Omitted fields have the values of `before`, or the defaults for a new template. */
export function contentOf(input: ContentInput, before: Kept = DEFAULTS): TemplateSource {
  const { name, essential = false, locales } = input
  return {
    name,
    essential,
    sensitive: input.sensitive ?? before.sensitive,
    engine: input.engine ?? before.engine,
    layout: input.layout === undefined ? before.layout : input.layout,
    defaults: input.defaults === undefined ? before.defaults : checkedDefaults(input.defaults),
    locales,
  }
}

/** Returns only the content of a row. */
export function contentFields({
  name,
  essential,
  sensitive,
  engine,
  layout,
  defaults,
  locales,
}: TemplateRecord | DraftRow | TemplateSource): TemplateSource {
  return { name, essential, sensitive, engine, layout, defaults, locales }
}
