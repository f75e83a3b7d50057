// carillon template push and pull: synchronizes a folder of JSON files, one per template and layout, with
// a workspace.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Template } from '../../../sdk/src/api.ts'
import { counted } from '../../lib/text/plural.ts'
import { messageOf } from '../../lib/thrown.ts'
import { type Call, CommandFailed, required } from '../command.ts'
import { confirmed } from '../input.ts'
import { inOneLine, type Style } from '../output.ts'
import { workspaceOf } from '../places.ts'
import { type FolderStep, filesIn, readJsonFile, refusalOf, type StepResult } from './folder-files.ts'
import { pulledLayouts, pushLayouts } from './layout-folder.ts'
import { formatTemplateFile, isSame, isSaved, saveTemplate } from './template-file.ts'

const colors = new Map<StepResult['done'], Style>([
  ['created', 'green'],
  ['changed', 'yellow'],
  ['unchanged', 'dim'],
  ['refused', 'red'],
])

export async function push(call: Call): Promise<number> {
  const folder = required(call, 'FOLDER')
  const files = filesOf(folder)
  const { path: workspace } = await workspaceOf(call)
  const layouts = await pushLayouts(call, workspace, folder)
  const { data } = await call.api.rows<Template>(`${workspace}/templates`)
  const stored = new Map(data.map((template) => [template.slug, template]))
  const steps: StepResult[] = []
  for (const [index, file] of files.entries()) {
    call.out.progress(`${index} of ${counted(files.length, 'template')}`)
    steps.push(await pushOne(call, workspace, file, stored))
  }
  call.out.progress(undefined)
  const code = report(call, [...layouts, ...steps], 'in the workspace')
  const withoutFile = data.filter(({ slug }) => !steps.some((step) => step.slug === slug)).length
  if (withoutFile > 0)
    call.out.note(
      `${counted(withoutFile, 'template')} of the workspace without a file in this folder stayed unchanged.`,
    )
  return code
}

/** Returns the files of the folder. Throws CommandFailed if there are none. */
function filesOf(folder: string): string[] {
  if (!existsSync(folder)) throw new CommandFailed(`The folder ${folder} cannot be read: ENOENT.`)
  const files = filesIn(folder)
  if (files.length === 0) throw new CommandFailed(`${folder} contains no .json file.`)
  return files
}

async function pushOne(
  call: Call,
  workspace: string,
  file: string,
  stored: Map<string, Template>,
): Promise<StepResult> {
  let slug = path.basename(file).replace(/\.json$/i, '')
  try {
    const content = readJsonFile(file, slug)
    slug = content.slug
    const before = stored.get(slug)
    const asDraft = call.has('draft')
    if (before?.published && !asDraft && isSaved(content, before)) return { slug, done: 'unchanged' }
    if (call.has('dry-run')) return { slug, done: before ? 'changed' : 'created' }
    const { done, template } = await saveTemplate(call.api, workspace, content, before, asDraft)
    // A later file with the same slug is compared with this template.
    stored.set(slug, template)
    return { slug, done }
  } catch (error) {
    return refusalOf(error, slug)
  }
}

export async function pull(call: Call): Promise<number> {
  const folder = required(call, 'FOLDER')
  const { path: workspace } = await workspaceOf(call)
  const { data } = await call.api.rows<Template>(`${workspace}/templates`)
  const layouts = await pulledLayouts(call, workspace, folder)
  const published = data.filter((template) => template.published)
  const templates = published.map((template): FolderStep => {
    const file = path.join(folder, `${template.slug}.json`)
    const text = `${formatTemplateFile(template)}\n`
    // Refuse a slug that contains a path, because its file would be outside the folder.
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(template.slug))
      return { slug: template.slug, done: 'refused', message: 'The slug cannot be a file name.', file, text }
    return { slug: template.slug, done: stateOfFile(file, template), file, text }
  })
  const steps = [...layouts, ...templates]
  const replaced = steps.filter(({ done }) => done === 'changed').length
  if (!call.has('dry-run')) {
    if (replaced > 0 && !(await confirmed(call, `Replace ${counted(replaced, 'changed file')}?`))) return 1
    write(folder, steps)
  }
  const code = report(call, steps, `in ${folder}`)
  const drafts = data.length - published.length
  if (drafts > 0) call.out.note(`${counted(drafts, 'template')} without a published version left out.`)
  return code
}

/** Returns whether writing the file creates it, changes it or leaves it unchanged. */
function stateOfFile(file: string, template: Template): StepResult['done'] {
  if (!existsSync(file)) return 'created'
  try {
    return isSame(readJsonFile(file, template.slug), template) ? 'unchanged' : 'changed'
  } catch {
    return 'changed'
  }
}

function write(folder: string, steps: FolderStep[]): void {
  try {
    mkdirSync(folder, { recursive: true })
    for (const { done, file, text } of steps) {
      if (done !== 'created' && done !== 'changed') continue
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
  } catch (error) {
    throw new CommandFailed(`${folder} cannot be written: ${messageOf(error)}.`)
  }
}

/** Prints each result and the totals. Returns the exit code 1 if a template was refused. */
function report(call: Call, steps: StepResult[], where: string): number {
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
