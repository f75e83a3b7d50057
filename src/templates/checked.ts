// Checks the content of a template before it is published, and for the editor.
import { channelNames, channelOf } from '../channels/index.ts'
import { firstMisfits } from '../channels/text/own-content.ts'
import { refuse, refuseInvalid } from '../errors.ts'
import { placeholdersIn } from '../lib/text/placeholders.ts'
import type { Connection } from '../store/database.ts'
import { readUpgrade } from '../store/installation/installation.ts'
import { findCategory } from '../store/recipients/categories.ts'
import { findLayout } from '../store/templates/layouts.ts'
import type { Locales } from '../store/templates/locales.ts'
import type { CompiledLocales, TemplateSource } from '../store/templates/templates.ts'
import { contentFor, localeKey } from './content.ts'
import { formats, formatsOf } from './email/formats.ts'
import { contentFields } from './input.ts'
import { errorAt, type Problem, refuseErrors } from './problems.ts'
import type { Checked } from './threads/check.ts'
import { checkInThread } from './threads/check-threads.ts'

/** Content without errors, which may be published. */
export interface Publishable {
  content: TemplateSource
  compiled: CompiledLocales | null
}

/** The parts of the content that decide whether it is valid. */
type CheckedParts = Pick<TemplateSource, 'engine' | 'layout' | 'locales'>

/** Returns the problems and the variables of the content. Compiles its MJML. */
export async function checkContent(c: Connection, workspaceId: number, content: CheckedParts): Promise<Checked> {
  const { variables = variablesOf(content.locales), ...found } = await checkedParts(c, workspaceId, content)
  return { ...found, variables }
}

/** Returns `variables` only if a thread has found them together with the problems. */
async function checkedParts(
  c: Connection,
  workspaceId: number,
  content: CheckedParts,
): Promise<Omit<Checked, 'variables'> & Partial<Checked>> {
  const { engine, layout, locales } = content
  const problems = [...localeProblems(locales), ...formatProblems(locales), ...ownProblems(content)]
  if (layout !== null && !(await findLayout(c, workspaceId, layout)))
    problems.push(errorAt('layout', `is not a layout of this workspace: ${layout}`))
  if (!needsThread(content)) return { problems, compiled: null }
  const checked = await checkInThread({ kind: 'template', engine, hasLayout: layout !== null, locales }, 'locales')
  return { ...checked, problems: [...problems, ...checked.problems] }
}

/**
 * Returns the content for publishing. Throws validation_failed if it has errors. Throws conflict if processes of 0.1.0
 * may still run and could not send it.
 */
export async function publishable(c: Connection, workspaceId: number, content: TemplateSource): Promise<Publishable> {
  const { problems, compiled } = await checkedParts(c, workspaceId, content)
  refuseErrors(problems)
  if (hasNewParts(content) && (await isUpgradeOpen(c)))
    refuse(
      'conflict',
      'The upgrade of this installation is not finished: processes of 0.1.0 cannot send templates with Liquid, HTML, MJML or a layout. Stop them, then run "carillon migrate --finish". Until then the content can be saved as a draft.',
    )
  if (Object.keys(content.defaults).length > 0 && (await isUpgradeOpen(c)))
    refuse(
      'conflict',
      'The upgrade of this installation is not finished: processes of 0.1.0 ignore the sending defaults of templates. Stop them, then run "carillon migrate --finish". Until then the content can be saved as a draft.',
    )
  const { category } = content.defaults
  if (category !== undefined && !(await findCategory(c, workspaceId, category, true)))
    refuseInvalid({ 'defaults.category': [`the workspace has no category "${category}"`] })
  return { content: contentFields(content), compiled }
}

/** Returns content that needs no check, such as the first template of a new workspace. */
export function unchecked(content: TemplateSource): Publishable {
  return { content, compiled: null }
}

async function isUpgradeOpen(c: Connection): Promise<boolean> {
  const { installed, finishedVersion } = await readUpgrade(c)
  return installed && finishedVersion === undefined
}

/** Returns whether the content has parts that processes of 0.1.0 cannot send. */
export function hasNewParts(content: CheckedParts): boolean {
  return content.layout !== null || needsThread(content)
}

function needsThread({ engine, locales }: CheckedParts): boolean {
  return (
    engine === 'liquid' ||
    Object.values(locales).some(({ channels }) =>
      formatsOf(channels?.email).some((format) => format === 'html' || format === 'mjml'),
    )
  )
}

function variablesOf(locales: Locales): Record<string, string[]> {
  return Object.fromEntries(Object.entries(locales).map(([locale, content]) => [locale, placeholdersIn(content)]))
}

/** A locale may occur once. Upper and lower case, and `_` and `-`, make no difference. */
function localeProblems(locales: Locales): Problem[] {
  const seen = new Map<string, string>()
  return Object.keys(locales).flatMap((name) => {
    const twin = seen.get(localeKey(name))
    seen.set(localeKey(name), name)
    return twin === undefined ? [] : [errorAt(`locales.${name}`, `is the same locale as ${twin}`)]
  })
}

function formatProblems(locales: Locales): Problem[] {
  return Object.entries(locales).flatMap(([locale, { channels }]) => {
    const found = formatsOf(channels?.email)
    if (found.length <= 1) return []
    return [
      errorAt(`locales.${locale}.channels.email`, `has ${found.join(' and ')}; keep one of ${formats.join(', ')}`),
    ]
  })
}

/** Finds content that can never be sent, because it has problems that no value of a variable could fix. */
function ownProblems({ engine, locales }: CheckedParts): Problem[] {
  // The result of Liquid is not known before it is rendered.
  if (engine === 'liquid') return []
  const misfits = firstMisfits(Object.entries(locales), ([locale, content]) =>
    firstMisfits(channelNames, (channel) => {
      const { own } = contentFor(content, channel)
      const found = (own && channelOf(channel).ownMisfits?.(own, false)) ?? []
      return found.map(({ field, message }) => ({
        field: `locales.${locale}.channels.${channel}.${field}`,
        message,
      }))
    }),
  )
  return misfits.map(({ field, message }) => errorAt(field, message))
}
