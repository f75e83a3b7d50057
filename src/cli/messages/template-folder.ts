// carillon template push and pull: synchronizes a folder of JSON files, one per template, with a workspace.

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Template } from '../../../sdk/src/api.ts'
import { counted } from '../../lib/text/plural.ts'
import { codeOf, messageOf } from '../../lib/thrown.ts'
import { ApiRefusal } from '../api.ts'
import { type Call, CommandFailed, required } from '../command.ts'
import { confirmed, objectOf, readBytes } from '../input.ts'
import { inOneLine, type Style } from '../output.ts'
import { workspaceOf } from '../places.ts'
import { formatTemplateFile, isSame, isSaved, saveTemplate, type TemplateFile } from './template-file.ts'

/** The result for one template. If the template was refused, the result contains the reason. */
interface TemplateResult {
  slug: string
  done: 'created' | 'changed' | 'unchanged' | 'refused'
  message?: string
  details?: Record<string, string[]>
}

const colors = new Map<TemplateResult['done'], Style>([
  ['created', 'green'],
  ['changed', 'yellow'],
  ['unchanged', 'dim'],
  ['refused', 'red'],
])

export async function push(call: Call): Promise<number> {
  const files = filesOf(required(call, 'FOLDER'))
  const { path: workspace } = await workspaceOf(call)
  const { data } = await call.api.rows<Template>(`${workspace}/templates`)
  const stored = new Map(data.map((template) => [template.slug, template]))
  const steps: TemplateResult[] = []
  for (const [index, file] of files.entries()) {
    call.out.progress(`${index} of ${counted(files.length, 'template')}`)
    steps.push(await pushOne(call, workspace, file, stored))
  }
  call.out.progress(undefined)
  const code = report(call, steps, 'in the workspace')
  const withoutFile = data.filter(({ slug }) => !steps.some((step) => step.slug === slug)).length
  if (withoutFile > 0)
    call.out.note(
      `${counted(withoutFile, 'template')} of the workspace without a file in this folder stayed unchanged.`,
    )
  return code
}

/** Returns the .json files of a folder, sorted by name. Throws CommandFailed if there are none. */
function filesOf(folder: string): string[] {
  let names: string[]
  try {
    names = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && /\.json$/i.test(entry.name) && !entry.name.startsWith('.'))
      .map((entry) => entry.name)
      .sort()
  } catch (error) {
    throw new CommandFailed(`The folder ${folder} cannot be read: ${codeOf(error) ?? messageOf(error)}.`)
  }
  if (names.length === 0) throw new CommandFailed(`${folder} contains no .json file.`)
  return names.map((name) => path.join(folder, name))
}

async function pushOne(
  call: Call,
  workspace: string,
  file: string,
  stored: Map<string, Template>,
): Promise<TemplateResult> {
  let slug = path.basename(file).replace(/\.json$/i, '')
  try {
    const content = readTemplateFile(file, slug)
    slug = content.slug
    const before = stored.get(slug)
    if (before && isSaved(content, before)) return { slug, done: 'unchanged' }
    if (call.has('dry-run')) return { slug, done: before ? 'changed' : 'created' }
    const { done, template } = await saveTemplate(call.api, workspace, content, before)
    // A later file with the same slug is compared with this template.
    stored.set(slug, template)
    return { slug, done }
  } catch (error) {
    if (error instanceof CommandFailed) return { slug, done: 'refused', message: error.message }
    if (!(error instanceof ApiRefusal) || [401, 503].includes(error.status)) throw error
    const { message, details } = error.body
    return { slug, done: 'refused', message, ...(details ? { details } : {}) }
  }
}

function readTemplateFile(file: string, name: string): TemplateFile {
  const { slug = name, ...content } = objectOf(readBytes(file).toString('utf8'), file)
  if (typeof slug !== 'string') throw new CommandFailed(`${file}: the slug must be text.`)
  return { ...content, slug }
}

export async function pull(call: Call): Promise<number> {
  const folder = required(call, 'FOLDER')
  const { path: workspace } = await workspaceOf(call)
  const { data } = await call.api.rows<Template>(`${workspace}/templates`)
  const steps = data.map((template): TemplateResult & { file: string; text: string } => {
    const file = path.join(folder, `${template.slug}.json`)
    const text = `${formatTemplateFile(template)}\n`
    // Refuse a slug that contains a path, because its file would be outside the folder.
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(template.slug))
      return { slug: template.slug, done: 'refused', message: 'The slug cannot be a file name.', file, text }
    return { slug: template.slug, done: stateOfFile(file, template), file, text }
  })
  const replaced = steps.filter(({ done }) => done === 'changed').length
  if (!call.has('dry-run')) {
    if (replaced > 0 && !(await confirmed(call, `Replace ${counted(replaced, 'changed file')}?`))) return 1
    write(folder, steps)
  }
  return report(call, steps, `in ${folder}`)
}

/** Returns whether writing the file creates it, changes it or leaves it unchanged. */
function stateOfFile(file: string, template: Template): TemplateResult['done'] {
  if (!existsSync(file)) return 'created'
  try {
    return isSame(readTemplateFile(file, template.slug), template) ? 'unchanged' : 'changed'
  } catch {
    return 'changed'
  }
}

function write(folder: string, steps: (TemplateResult & { file: string; text: string })[]): void {
  try {
    mkdirSync(folder, { recursive: true })
    for (const { done, file, text } of steps) if (done === 'created' || done === 'changed') writeFileSync(file, text)
  } catch (error) {
    throw new CommandFailed(`${folder} cannot be written: ${messageOf(error)}.`)
  }
}

/** Prints each result and the totals. Returns the exit code 1 if a template was refused. */
function report(call: Call, steps: TemplateResult[], where: string): number {
  const { out } = call
  const results = steps.map(({ slug, done, message, details }) => ({ slug, done, message, details }))
  out.show({ dry_run: call.has('dry-run'), data: results }, () => {
    for (const { slug, done, message, details } of results) {
      out.line(`${out.paint(colors.get(done), done.padEnd(9))}  ${inOneLine(slug)}`)
      if (!details && message) out.note(`           ${inOneLine(message)}`)
      for (const [field, messages] of Object.entries(details ?? {}))
        for (const problem of messages) out.note(`           ${inOneLine(field)}: ${inOneLine(problem)}`)
    }
    const totals = [...colors.keys()].flatMap((done) => {
      const count = results.filter((step) => step.done === done).length
      return count > 0 ? [`${count} ${done}`] : []
    })
    out.note(`${totals.join(', ') || 'No templates'} ${where}${call.has('dry-run') ? ' (nothing was written)' : ''}.`)
  })
  return steps.some(({ done }) => done === 'refused') ? 1 : 0
}
