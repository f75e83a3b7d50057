// Compiles MJML to HTML. The library is loaded with the first template that needs it, in a thread.
import { Parser } from 'htmlparser2'
import { templateChecks } from '../../limits.ts'
import { errorAt, MOST_PROBLEMS, type Problem } from '../problems.ts'
import { placesIn } from '../text-position.ts'

export interface CompiledMjml {
  html: string
  problems: Problem[]
}

/** Elements that are refused, with the reason. */
const REFUSED: Record<string, string> = {
  'mj-include': 'a template is one text; use a layout for shared parts',
  'mj-font': 'emails load no external fonts; name fonts of the system in font-family',
}

/** Elements whose direct text MJML would drop. */
const CONTAINERS = new Set(['mjml', 'mj-body', 'mj-section', 'mj-wrapper', 'mj-column', 'mj-group', 'mj-hero'])

/**
 * Compiles a whole document, or with `isFragment` the sections for the content of a layout. Never throws for a wrong
 * source.
 */
export async function compileMjml(field: string, source: string, isFragment: boolean): Promise<CompiledMjml> {
  const problems = structureProblems(field, source, isFragment)
  if (problems.some(({ severity }) => severity === 'error')) return { html: '', problems }
  const prepared = withRawTexts(source)
  const [before, after] = isFragment ? ['<mjml><mj-body>', '</mj-body></mjml>'] : ['', '']
  const { default: mjml2html } = await import('mjml')
  try {
    const { html, errors } = await mjml2html(before + prepared + after, {
      fonts: {},
      validationLevel: 'soft',
      ignoreIncludes: true,
    })
    const found = errors
      .slice(0, MOST_PROBLEMS)
      .map(({ line, message }) => errorAt(field, message, { line, column: null }))
    if (errors.length > found.length)
      found.push(errorAt(field, `${errors.length - found.length} more errors are not shown`))
    if (html.length > templateChecks.compiled)
      found.push(
        errorAt(field, `compiles to ${html.length} characters of HTML; the limit is ${templateChecks.compiled}`),
      )
    return { html: found.length > 0 ? '' : html, problems: found }
  } catch (error) {
    return { html: '', problems: [errorAt(field, error instanceof Error ? firstLine(error.message) : String(error))] }
  }
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? ''
}

/** Finds refused elements, too many levels, and a wrong root. */
function structureProblems(field: string, source: string, isFragment: boolean): Problem[] {
  const problems: Problem[] = []
  const placeOf = placesIn(source)
  let depth = 0
  let root: string | undefined
  const parser = new Parser(
    {
      onopentag: (name) => {
        root ??= name
        depth++
        const place = placeOf(parser.startIndex)
        if (depth === templateChecks.depth + 1)
          problems.push(errorAt(field, `has more than ${templateChecks.depth} nested elements`, place))
        const reason = Object.hasOwn(REFUSED, name) ? REFUSED[name] : undefined
        if (reason !== undefined && problems.length < MOST_PROBLEMS)
          problems.push(errorAt(field, `<${name}> is not allowed: ${reason}`, place))
      },
      onclosetag: () => {
        depth--
      },
    },
    { lowerCaseTags: true, recognizeSelfClosing: true },
  )
  parser.end(source)
  if (root === undefined) problems.push(errorAt(field, 'contains no MJML element'))
  else if (isFragment && (root === 'mjml' || root === 'mj-body'))
    problems.push(errorAt(field, 'must contain only sections, because the layout has <mjml> and <mj-body>', placeOf(0)))
  else if (!isFragment && root !== 'mjml') problems.push(errorAt(field, 'must begin with <mjml>', placeOf(0)))
  return problems
}

/** Returns the source with `<mj-raw>` around texts between elements, such as `{% if vip %}`. MJML would drop these texts. */
function withRawTexts(source: string): string {
  const path: string[] = []
  let result = ''
  let copied = 0
  // The parser divides a text at a `<` that begins no element.
  let text: { start: number; end: number } | undefined
  const endText = () => {
    if (text) result += `${source.slice(copied, text.start)}<mj-raw>${source.slice(text.start, text.end)}</mj-raw>`
    copied = text?.end ?? copied
    text = undefined
  }
  const parser = new Parser(
    {
      onopentag: (name) => {
        endText()
        path.push(name)
      },
      onclosetag: () => {
        endText()
        path.pop()
      },
      ontext: (part) => {
        const parent = path.at(-1)
        if (parent !== undefined && !CONTAINERS.has(parent)) return
        if (part.trim() === '' && text === undefined) return
        text = { start: text?.start ?? parser.startIndex, end: parser.endIndex + 1 }
      },
    },
    { lowerCaseTags: true, recognizeSelfClosing: true, decodeEntities: false },
  )
  parser.end(source)
  endText()
  return result + source.slice(copied)
}
