// Which workspace and which source a command is about: the one that was named, or the only one there is.
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
  description: 'The workspace. Not needed where there is only one.',
}

export const sourceFlag: Flag = {
  name: 'source',
  value: 'ID|NAME',
  description: 'The source. Not needed where the workspace has only one.',
}

/** Paths of the management API below a workspace or source. */
export interface ResourcePath extends NamedResource {
  path: string
}

/** `argument`: where the workspace may stand instead of --workspace. */
export async function workspaceOf(call: Call, argument = 'workspace'): Promise<ResourcePath> {
  const place = await placeOf(call, '/workspaces', {
    noun: 'workspace',
    named: call.text(argument) ?? call.text('workspace'),
    flag: '--workspace',
    create: 'carillon workspace create NAME',
  })
  return { ...place, path: `/workspaces/${place.id}` }
}

export async function sourceOf(call: Call, argument = 'source'): Promise<ResourcePath> {
  const workspace = await workspaceOf(call)
  const place = await placeOf(call, `${workspace.path}/sources`, {
    noun: 'source',
    named: call.text(argument) ?? call.text('source'),
    flag: '--source',
    create: 'carillon source create NAME',
  })
  return { ...place, path: `${workspace.path}/sources/${place.id}` }
}

interface ResourceLookup {
  noun: string
  named: string | undefined
  flag: string
  create: string
}

async function placeOf(
  { api }: Call,
  path: string,
  { noun: what, named, flag, create }: ResourceLookup,
): Promise<NamedResource> {
  if (named !== undefined && /^[1-9]\d{0,14}$/.test(named)) return api.get<NamedResource>(`${path}/${named}`)
  const { data } = await api.rows<NamedResource>(path)
  if (named !== undefined) return placeNamed(named, what, data)
  const [first, ...others] = data
  if (first === undefined) throw new CommandFailed(`There is no ${what} yet. Create one: ${create}`)
  if (others.length > 0)
    throw new UsageError(`There are ${data.length} ${what}s; say which with ${flag}: ${listed(data)}.`)
  return first
}

function placeNamed(name: string, what: string, places: NamedResource[]): NamedResource {
  const same = (a: string, b: string) => a.localeCompare(b, undefined, { sensitivity: 'accent' }) === 0
  const exact = places.filter((place) => place.name === name)
  const found = exact.length > 0 ? exact : places.filter((place) => same(place.name, name))
  const [first, ...others] = found
  if (first && others.length === 0) return first
  if (others.length > 0)
    throw new UsageError(`${found.length} ${what}s are called "${name}"; give the id: ${listed(found)}.`)
  const suggestion = nearest(
    name,
    places.map((place) => place.name),
  )
  const hint = suggestion === undefined ? `There are: ${listed(places) || 'none'}.` : `Did you mean "${suggestion}"?`
  throw new CommandFailed(`There is no ${what} "${name}". ${hint}`)
}

const MOST_LISTED = 20

function listed(places: NamedResource[]): string {
  const some = places.slice(0, MOST_LISTED).map(({ id, name }) => `${id} ${inOneLine(name)}`)
  return [...some, ...(places.length > MOST_LISTED ? ['…'] : [])].join(', ')
}
