// The layouts of a folder of templates: one JSON file for each layout in the subfolder `layouts`.
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Layout } from '../../../sdk/src/api.ts'
import type { Call } from '../command.ts'
import { type FolderStep, filesIn, readJsonFile, refusalOf, type StepResult } from './folder-files.ts'
import { sorted } from './template-file.ts'

const LAYOUTS = 'layouts'

/** Creates and replaces the layouts of the folder. Templates that are pushed later may use them. */
export async function pushLayouts(call: Call, workspace: string, folder: string): Promise<StepResult[]> {
  const files = filesIn(path.join(folder, LAYOUTS))
  if (files.length === 0) return []
  const { data } = await call.api.rows<Layout>(`${workspace}/layouts`)
  const stored = new Map(data.map((layout) => [layout.slug, layout]))
  const steps: StepResult[] = []
  for (const file of files) steps.push(await pushOne(call, workspace, file, stored))
  return steps
}

async function pushOne(call: Call, workspace: string, file: string, stored: Map<string, Layout>): Promise<StepResult> {
  const name = path.basename(file).replace(/\.json$/i, '')
  const shown = `${LAYOUTS}/${name}`
  try {
    const content = readJsonFile(file, name)
    const before = stored.get(content.slug)
    if (before && sorted(content) === sorted(fieldsOf(before))) return { slug: shown, done: 'unchanged' }
    const done = before ? 'changed' : 'created'
    if (call.has('dry-run')) return { slug: shown, done }
    const { slug, ...fields } = content
    if (before)
      await call.api.put(`${workspace}/layouts/${encodeURIComponent(slug)}`, { ...fields, version: before.version })
    else await call.api.post(`${workspace}/layouts`, content)
    return { slug: shown, done }
  } catch (error) {
    return refusalOf(error, shown)
  }
}

/** Returns the files of the workspace's layouts. */
export async function pulledLayouts(call: Call, workspace: string, folder: string): Promise<FolderStep[]> {
  const { data } = await call.api.rows<Layout>(`${workspace}/layouts`)
  return data.map((layout) => {
    const file = path.join(folder, LAYOUTS, `${layout.slug}.json`)
    const text = `${JSON.stringify(fieldsOf(layout), null, 2)}\n`
    return { slug: `${LAYOUTS}/${layout.slug}`, done: stateOf(file, layout), file, text }
  })
}

function stateOf(file: string, layout: Layout): StepResult['done'] {
  if (!existsSync(file)) return 'created'
  try {
    return sorted(readJsonFile(file, layout.slug)) === sorted(fieldsOf(layout)) ? 'unchanged' : 'changed'
  } catch {
    return 'changed'
  }
}

function fieldsOf({ slug, name, format, locales }: Layout) {
  return { slug, name, format, locales }
}
