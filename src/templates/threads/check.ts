// Checks the content of a template, and compiles its MJML. Runs in a thread, because the work of hostile content is large.

import { directionOf } from '../../lib/text/direction.ts'
import { placeholdersIn } from '../../lib/text/placeholders.ts'
import type { LayoutLocales } from '../../store/templates/layouts.ts'
import type { Locales } from '../../store/templates/locales.ts'
import type { CompiledLocales, Engine } from '../../store/templates/templates.ts'
import { compileMjml } from '../email/mjml.ts'
import { partsOfHtml } from '../email/parts-of-html.ts'
import { unsafeHtml } from '../email/unsafe-html.ts'
import { parseTexts, SERVICE_NAMES } from '../liquid/parsing.ts'
import { errorAt, MOST_PROBLEMS, type Problem } from '../problems.ts'
import { placesIn } from '../text-position.ts'
import { textsOf } from '../texts.ts'

/** A template or a layout to check. */
export type CheckTask =
  | { kind: 'template'; engine: Engine; hasLayout: boolean; locales: Locales }
  | { kind: 'layout'; format: 'html' | 'mjml'; locales: LayoutLocales }

export interface Checked {
  problems: Problem[]
  /** The HTML of each locale that has MJML, or of each locale of a layout. A locale with errors has none. */
  compiled: CompiledLocales | null
  /** The variables of each locale. */
  variables: Record<string, string[]>
}

export async function check(task: CheckTask): Promise<Checked> {
  const compiled = new Map<string, CompiledLocales[string]>()
  const problems: Problem[] = []
  for (const { locale, field, format, source } of sourcesOf(task)) {
    let html = source
    if (format === 'mjml') {
      const made = await compileMjml(field, source, task.kind === 'template' && task.hasLayout)
      problems.push(...made.problems)
      html = inLanguage(made.html, locale)
    }
    if (html === '') continue
    if (format === 'html' && task.kind === 'template' && task.hasLayout) problems.push(...documentProblems(field, html))
    const unsafe = unsafeHtml(field, html)
    // The places are those of the compiled HTML, which the author does not see.
    problems.push(...(format === 'mjml' ? unsafe.map((one) => ({ ...one, line: null, column: null })) : unsafe))
    if (format === 'mjml' || task.kind === 'layout')
      compiled.set(locale, task.kind === 'template' && task.hasLayout ? partsOfHtml(html) : { html })
  }
  const { problems: faults, variables } = variablesOf(task)
  return {
    problems: [...problems, ...faults].slice(0, MOST_PROBLEMS),
    compiled: compiled.size > 0 ? Object.fromEntries(compiled) : null,
    variables,
  }
}

/** Finds a whole document where the layout already has one. */
function documentProblems(field: string, html: string): Problem[] {
  const found = /<(?:!doctype|html|head|body)[\s>]/i.exec(html)
  if (!found) return []
  const message = 'must be only the content, because the layout has <html>, <head> and <body>'
  return [errorAt(field, message, placesIn(html)(found.index))]
}

/** Sets the language of a document whose source names none. MJML then writes `und`. */
function inLanguage(html: string, locale: string): string {
  const language = locale.replaceAll('_', '-')
  return html.replace(/lang="und"/g, `lang="${language}"`).replace(/dir="auto"/g, `dir="${directionOf(locale)}"`)
}

interface Source {
  locale: string
  field: string
  format: 'html' | 'mjml'
  source: string
}

function sourcesOf(task: CheckTask): Source[] {
  if (task.kind === 'layout')
    return Object.entries(task.locales).map(([locale, { content }]) => ({
      locale,
      field: `locales.${locale}.content`,
      format: task.format,
      source: content,
    }))
  return Object.entries(task.locales).flatMap(([locale, { channels }]) =>
    (['html', 'mjml'] as const).flatMap((format) => {
      const source = channels?.email?.[format]
      const field = `locales.${locale}.channels.email.${format}`
      return typeof source === 'string' ? [{ locale, field, format, source }] : []
    }),
  )
}

function variablesOf(task: CheckTask): Pick<Checked, 'problems' | 'variables'> {
  if (task.kind === 'layout') return { problems: [], variables: {} }
  if (task.engine === 'liquid') return parseTexts(textsOf(task.locales))
  const variables = Object.entries(task.locales).map(([locale, content]) => [
    locale,
    placeholdersIn(content).filter((name) => !SERVICE_NAMES.includes(name)),
  ])
  return { problems: [], variables: Object.fromEntries(variables) }
}
