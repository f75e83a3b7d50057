// Finds the workspace and the source of a command. If the command line contains no workspace or source, and only one
// exists, the command uses that one.
import { nearest } from '../lib/text/nearest.ts'
import { type Call, CommandFailed, type Flag, UsageError } from './command.ts'
import { inOneLine } from './output.ts'

export interface NamedResource {
  id: number
  name: string
}

export const workspaceFlag: Flag = {
  name: 'workspace',
  value: 'ID|NAME',
  description: 'The workspace. Optional if there is only one.',
}

export const sourceFlag: Flag = {
  name: 'source',
  value: 'ID|NAME',
  description: 'The source. Optional if the workspace has only one.',
}

/** A workspace or source, and its path in the management API. */
export interface ResourcePath extends NamedResource {
  path: string
}

/**
 * Finds the workspace of a command. `argument` is the name of an argument that a user may give instead of --workspace.
 */
export async function workspaceOf(call: Call, argument = 'workspace'): Promise<ResourcePath> {
  const found = await findResource(call, '/workspaces', {
    noun: 'workspace',
    named: call.text(argument) ?? call.text('workspace'),
    flag: '--workspace',
    create: 'carillon workspace create NAME',
  })
  return { ...found, path: `/workspaces/${found.id}` }
}

/** Finds the source of a command. `argument` is the name of an argument that a user may give instead of --source. */
export async function sourceOf(call: Call, argument = 'source'): Promise<ResourcePath> {
  const workspace = await workspaceOf(call)
  const found = await findResource(call, `${workspace.path}/sources`, {
    noun: 'source',
    named: call.text(argument) ?? call.text('source'),
    flag: '--source',
    create: 'carillon source create NAME',
  })
  return { ...found, path: `${workspace.path}/sources/${found.id}` }
}

interface ResourceLookup {
  noun: string
  named: string | undefined
  flag: string
  create: string
}

async function findResource(
  { api }: Call,
  path: string,
  { noun, named, flag, create }: ResourceLookup,
): Promise<NamedResource> {
  if (named !== undefined && /^[1-9]\d{0,14}$/.test(named)) return api.get<NamedResource>(`${path}/${named}`)
  const { data } = await api.rows<NamedResource>(path)
  if (named !== undefined) return resourceNamed(named, noun, data)
  const [first, ...others] = data
  if (first === undefined) throw new CommandFailed(`There is no ${noun} yet. Create one: ${create}`)
  if (others.length > 0)
    throw new UsageError(`There are ${data.length} ${noun}s. Choose one with ${flag}: ${listed(data)}.`)
  return first
}

function resourceNamed(name: string, noun: string, resources: NamedResource[]): NamedResource {
  const same = (a: string, b: string) => a.localeCompare(b, undefined, { sensitivity: 'accent' }) === 0
  const exact = resources.filter((resource) => resource.name === name)
  const found = exact.length > 0 ? exact : resources.filter((resource) => same(resource.name, name))
  const [first, ...others] = found
  if (first && others.length === 0) return first
  if (others.length > 0)
    throw new UsageError(`${found.length} ${noun}s are named "${name}". Use the id: ${listed(found)}.`)
  const suggestion = nearest(
    name,
    resources.map((resource) => resource.name),
  )
  const hint = suggestion === undefined ? `There are: ${listed(resources) || 'none'}.` : `Did you mean "${suggestion}"?`
  throw new CommandFailed(`There is no ${noun} "${name}". ${hint}`)
}

const MOST_LISTED = 20

function listed(resources: NamedResource[]): string {
  const some = resources.slice(0, MOST_LISTED).map(({ id, name }) => `${id} ${inOneLine(name)}`)
  return [...some, ...(resources.length > MOST_LISTED ? ['…'] : [])].join(', ')
}
