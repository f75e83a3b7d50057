// Code boundaries: which module may import which, no import cycles, which files read the environment and the clock, and
// the sizes of files, functions and folders.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'rolldown/parseAst'
import { describe, expect, it } from 'vitest'

const project = fileURLToPath(new URL('../../', import.meta.url))
const src = join(project, 'src')
/** Maximum number of lines in a file. */
const LONGEST = 250
/** Maximum number of files in a folder, without its subfolders. */
const MOST_FILES = 25
/** Maximum number of lines in a function. */
const LONGEST_FUNCTION = 80

/** The leaves: single files that every module may import and that import only each other. */
const leaves = [
  'config.ts',
  'settings.ts',
  'access-settings.ts',
  'client-config.ts',
  'limits.ts',
  'limit-words.ts',
  'limit-group.ts',
  'limits/access.ts',
  'limits/access-words.ts',
  'limits/digests.ts',
  'limits/files.ts',
  'limits/inbound.ts',
  'limits/lists.ts',
  'limits/list-words.ts',
  'limits/templates.ts',
  'limits/template-words.ts',
  'durations.ts',
  'plans.ts',
  'brand.ts',
  'delivery-states.ts',
  'suppression-reasons.ts',
  'errors.ts',
  'schema-words.ts',
  'host-urls.ts',
  'meters.ts',
]

/**
 * The modules that each module may import besides itself and the leaves.
 * `http` is the shared part of public and manage.
 */
const mayImport: Record<string, string[]> = {
  lib: [],
  store: ['lib'],
  'quiet-hours': ['store', 'lib'],
  channels: ['lib'],
  redaction: ['channels', 'store', 'lib'],
  workspaces: ['quiet-hours', 'channels', 'store', 'lib'],
  recipients: ['quiet-hours', 'events', 'redaction', 'workspaces', 'channels', 'store', 'lib'],
  connections: ['recipients', 'redaction', 'workspaces', 'channels', 'store', 'lib'],
  templates: ['connections', 'redaction', 'workspaces', 'channels', 'store', 'lib'],
  events: ['redaction', 'workspaces', 'channels', 'store', 'lib'],
  actions: ['events', 'store', 'lib'],
  members: ['workspaces', 'events', 'store', 'lib'],
  installation: ['members', 'connections', 'templates', 'workspaces', 'store', 'lib'],
  overview: [
    'installation',
    'connections',
    'templates',
    'events',
    'redaction',
    'workspaces',
    'channels',
    'store',
    'lib',
  ],
  admission: ['quiet-hours', 'recipients', 'templates', 'actions', 'channels', 'events', 'redaction', 'store', 'lib'],
  delivery: [
    'quiet-hours',
    'connections',
    'recipients',
    'workspaces',
    'redaction',
    'actions',
    'channels',
    'events',
    'store',
    'lib',
  ],
  inbound: [
    'delivery',
    'connections',
    'recipients',
    'workspaces',
    'redaction',
    'actions',
    'channels',
    'events',
    'store',
    'lib',
  ],
  automations: ['admission', 'workspaces', 'redaction', 'channels', 'events', 'store', 'lib'],
  digests: ['admission', 'delivery', 'channels', 'events', 'store', 'lib'],
  fallbacks: ['admission', 'delivery', 'channels', 'events', 'store', 'lib'],
  bulk: ['admission', 'delivery', 'workspaces', 'redaction', 'channels', 'events', 'store', 'lib'],
  'http/public': ['http', 'admission', 'delivery', 'inbound', 'actions', 'recipients', 'workspaces', 'channels', 'lib'],
  'http/manage': [
    'http',
    'quiet-hours',
    'admission',
    'delivery',
    'inbound',
    'automations',
    'fallbacks',
    'bulk',
    'members',
    'overview',
    'installation',
    'connections',
    'templates',
    'recipients',
    'events',
    'redaction',
    'workspaces',
    'channels',
    'lib',
  ],
  http: [
    'http/public',
    'http/manage',
    'fallbacks',
    'admission',
    'actions',
    'installation',
    'workspaces',
    'events',
    'channels',
    'lib',
  ],
}

/** The composers: files that connect the modules with each other. */
const composers = [
  'cli',
  'cluster',
  'preparation.ts',
  'service.ts',
  'workers.ts',
  'wake-ups.ts',
  'process-role.ts',
  'body-threads.ts',
  'body-thread.ts',
]

/**
 * Files of the commands that do their work on this machine, without the API. All other files of the command line are
 * clients of the API and import only lib.
 */
const operators = [
  'machine/run',
  'machine/run-cluster',
  'machine/child-process',
  'machine/announce',
  'machine/reachable-database',
  'machine/migrate',
  'machine/move',
  'machine/token',
  'doctor/database',
  'doctor/locale',
  'doctor/sessions',
  'doctor/upgrade',
  'doctor/mail',
  'doctor/provider',
].map((name) => `cli/${name}.ts`)

/** Types of the SDK for the requests and answers of commands. They are generated from the API document. */
const sdkTypes = '../sdk/src/api.ts'

/** Single files that a module may import although the table does not permit the import. Each has a reason. */
const exceptions = [
  { from: 'http', to: 'store/database.ts', because: 'routes pass the database connection on' },
  { from: 'http', to: 'store/failures.ts', because: 'routes answer 503 when the database connection is lost' },
  { from: 'store', to: 'channels/contract.ts', because: 'rows store content in the form that every channel receives' },
  { from: 'store', to: 'channels/address.ts', because: 'rows have a column for each address' },
  { from: 'store', to: 'channels/addresses.ts', because: 'statements are composed from the address table' },
  { from: 'cli', to: 'channels/addresses.ts', because: 'flags and lists are derived from the address table' },
  { from: 'store', to: 'channels/index.ts', because: 'rows have a column with the type of channel names' },
  {
    from: 'store',
    to: 'channels/approved-template.ts',
    because: "rows store templates in the form of the provider's list",
  },
]

/**
 * Code that only some files may contain. The lock of the embedded database may read the real time, because it compares
 * times of the file system, which tests cannot set.
 */
const reserved = [
  {
    words: /\bprocess\.env\b/,
    by: ['config.ts', 'client-config.ts'],
    rule: 'only config.ts and client-config.ts read process.env',
  },
  {
    words: /\bDate\.now\(|\bnew Date\(\s*\)/,
    by: ['lib/clock.ts', 'store/embedded/lock.ts'],
    rule: 'only lib/clock.ts reads the current time',
  },
  {
    // JavaScript and SQL lowercase U+0130 and U+212A differently. The files in `by` are safe: they use an index on
    // lower(email) for validated addresses only, or they search in texts.
    words: /\blower\(|(?:email|address)\w*\.toLowerCase\(/i,
    by: [
      'email-key',
      'recipients/address-sql',
      'admission/matching',
      'recipients/importing',
      'recipients/recipients',
      'members/invitations',
      'members/members',
      'members/memberships',
      'members/audit-log',
      'templates/approved-templates',
      'workspaces/sources',
      'workspaces/workspaces',
      'templates/templates',
      'templates/template-list',
      'templates/layouts',
    ].map((name) => `store/${name}.ts`),
    rule: 'addresses are compared by emailKey (lib/text/email-address.ts) and emailKeyOf (store/email-key.ts)',
  },
]

interface Source {
  /** The path relative to src, with forward slashes. */
  path: string
  text: string
}

/** Returns a line for each violation of a rule, with the file, the code and the rule. */
function breachesIn(sources: Source[]): string[] {
  return sources.flatMap((source) => [...importBreaches(source), ...wordBreaches(source), ...lengthBreaches(source)])
}

function importBreaches({ path, text }: Source): string[] {
  const from = moduleOf(path)
  return relativeImports(text).flatMap((specifier) => {
    const target = posix.join(posix.dirname(path), specifier)
    if (exceptions.some((exception) => exception.from === from && exception.to === target)) return []
    if (target === sdkTypes && from === 'cli') return typesOnly(path, text, specifier)
    const rule = refusal(from, moduleOf(target)) ?? clientRefusal(path, moduleOf(target))
    return rule ? [`src/${path} imports ${specifier}: ${rule}`] : []
  })
}

/** Permits only imports of types from the SDK, so that a running command loads no code of the SDK. */
function typesOnly(path: string, text: string, specifier: string): string[] {
  const statements = [...withoutComments(text).matchAll(/\b(import|export)\b([^'"]*)(['"])([^'"\n]+)\3/g)]
  const isType = statements
    .filter(([, , , , from]) => from === specifier)
    .every(([, word, rest]) => word === 'import' && rest?.startsWith(' type '))
  return isType ? [] : [`src/${path} imports ${specifier}: commands import the SDK's types alone, with import type`]
}

/** Returns each cycle of imports between files once, as a list of its files. */
function cyclesIn(sources: Source[]): string[] {
  const imports = new Map(
    sources.map(({ path, text }) => [
      path,
      relativeImports(text).map((target) => posix.join(posix.dirname(path), target)),
    ]),
  )
  const cycles: string[] = []
  const finished = new Set<string>()
  const walk = (path: string, above: string[]) => {
    if (above.includes(path)) cycles.push([...above.slice(above.indexOf(path)), path].join(' → '))
    if (finished.has(path) || above.includes(path)) return
    for (const target of imports.get(path) ?? []) walk(target, [...above, path])
    finished.add(path)
  }
  for (const { path } of sources) walk(path, [])
  return cycles
}

function refusal(from: string | undefined, to: string | undefined): string | undefined {
  if (from === undefined) return 'the importing file is in no module'
  if (to === undefined) return 'the imported file is in no module'
  if (from === to || leaves.includes(to) || composers.includes(from)) return undefined
  if (leaves.includes(from)) return `${from} is a leaf and imports only leaves`
  if (composers.includes(to)) return `${to} composes the modules; no module imports it`
  const allowed = mayImport[from] ?? []
  return allowed.includes(to) ? undefined : `${from} may import ${allowed.join(', ') || 'nothing'}, not ${to}`
}

function clientRefusal(path: string, to: string | undefined): string | undefined {
  if (moduleOf(path) !== 'cli' || operators.includes(path)) return undefined
  const known = to === 'cli' || to === 'lib' || leaves.includes(to ?? '')
  return known ? undefined : `commands are clients of the API and import lib, not ${to}`
}

/** Returns the module with the innermost folder that contains the path, for example http/public instead of http. */
function moduleOf(path: string): string | undefined {
  if (leaves.includes(path) || composers.includes(path)) return path
  const modules = [...Object.keys(mayImport), ...composers].sort((a, b) => b.length - a.length)
  return modules.find((module) => path.startsWith(`${module}/`))
}

/** Returns the relative paths in static, type, export, bare and dynamic imports. */
function relativeImports(text: string): string[] {
  return [...withoutComments(text).matchAll(/\b(?:from|import)\s*\(?\s*(['"])(\.[^'"\n]*)\1/g)].map(
    (match) => match[2] ?? '',
  )
}

function wordBreaches({ path, text }: Source): string[] {
  return reserved
    .filter(({ words, by }) => !by.includes(path) && words.test(withoutComments(text)))
    .map(({ words, rule }) => `src/${path} contains ${words.exec(withoutComments(text))?.[0]}: ${rule}`)
}

function lengthBreaches({ path, text }: Source, folder = 'src'): string[] {
  const lines = text.trimEnd().split('\n').length
  return lines > LONGEST ? [`${folder}/${path} has ${lines} lines: the limit is ${LONGEST}`] : []
}

/** Returns the names of functions that are too long. An unnamed function has the name of its variable or key. */
function longFunctions({ path, text }: Source): string[] {
  const found: string[] = []
  const visit = (value: unknown, outerName: string) => {
    if (Array.isArray(value)) for (const one of value) visit(one, outerName)
    if (!isNode(value)) return
    const name = value.id?.name ?? value.key?.name ?? outerName
    const lines = text.slice(value.start, value.end).split('\n').length
    if (
      /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(value.type) &&
      lines > LONGEST_FUNCTION
    )
      found.push(`${path}: ${name}`)
    for (const child of Object.values(value)) visit(child, name)
  }
  visit(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }).body, 'an unnamed function')
  return found
}

/** The parts of a syntax tree node that this file reads. */
interface Node {
  type: string
  start: number
  end: number
  id?: { name?: string } | null
  key?: { name?: string }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

/** Returns the folders that contain too many files. */
function fullFolders(paths: string[]): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1)
  return [...counts].filter(([, files]) => files > MOST_FILES).map(([folder, files]) => `${folder}: ${files} files`)
}

/** Removes block comments, and lines that contain only a comment. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}

function sourcesOf(folder: string): Source[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(folder, path), 'utf8') }))
}

describe('source files', () => {
  it('src follows the rules for imports, environment, clock and file length', () => {
    expect(breachesIn(sourcesOf(src))).toEqual([])
  })

  it('no two files in src import each other, not even types', () => {
    expect(cyclesIn(sourcesOf(src))).toEqual([])
  })

  it.each(['src', 'portal/src', 'sdk/src'])('every folder of %s has at most 25 files', (folder) => {
    const paths = readdirSync(join(project, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => posix.join(entry.parentPath, entry.name))
    expect(paths.length).toBeGreaterThan(0)
    expect(fullFolders(paths)).toEqual([])
  })

  it('every file of portal/src has at most 250 lines', () => {
    const sources = sourcesOf(join(project, 'portal/src'))
    expect(sources.length).toBeGreaterThan(0)
    expect(sources.flatMap((source) => lengthBreaches(source, 'portal/src'))).toEqual([])
  })

  it.each(['src', 'portal/src', 'sdk/src'])('every function of %s has at most 80 lines', (folder) => {
    const sources = sourcesOf(join(project, folder)).map(({ path, text }) => ({ path: `${folder}/${path}`, text }))
    expect(sources.flatMap(longFunctions)).toEqual([])
  })

  it('the imports between modules form no cycle', () => {
    const inner = Object.keys(mayImport).filter((name) => !name.startsWith('http'))
    const sources = inner.map((name) => ({
      path: name,
      text: (mayImport[name] ?? []).map((other) => `import './${other}'`).join('\n'),
    }))
    expect(cyclesIn(sources)).toEqual([])
  })

  it('every folder of src has an import rule', () => {
    const folders = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(
      folders
        .map((folder) => folder.name)
        .filter(
          (name) => !leaves.some((leaf) => leaf.startsWith(`${name}/`)) && moduleOf(`${name}/a.ts`) === undefined,
        ),
    ).toEqual([])
  })
})

describe('rules of the module boundaries', () => {
  const invented = (path: string, text: string) => breachesIn([{ path, text }])

  it('reports an import that the rules forbid, with the reason', () => {
    expect(invented('http/manage/x.ts', `import { findKey } from '../../store/y.ts'`)).toEqual([
      'src/http/manage/x.ts imports ../../store/y.ts: http/manage may import http, quiet-hours, admission, delivery, inbound, ' +
        'automations, fallbacks, bulk, members, overview, installation, connections, templates, recipients, events, redaction, workspaces, ' +
        'channels, lib, not store',
    ])
    expect(invented('lib/seal.ts', `import { x } from '../store/x.ts'`)).toEqual([
      'src/lib/seal.ts imports ../store/x.ts: lib may import nothing, not store',
    ])
  })

  it('detects type-only, multi-line, bare, dynamic and re-exporting imports', () => {
    for (const text of [
      `import type { X } from '../admission/x.ts'`,
      `import {\n  a,\n  b,\n} from '../admission/x.ts'`,
      `import '../admission/x.ts'`,
      `const x = await import('../admission/x.ts')`,
      `let x: typeof import("../admission/x.ts")`,
      `export * from '../admission/x.ts'`,
    ]) {
      expect(invented('store/y.ts', text), text).toHaveLength(1)
    }
    expect(invented('store/y.ts', `// import '../admission/x.ts'`)).toEqual([])
  })

  it('detects import cycles of two or more files, through types and dynamic imports', () => {
    const cycles = cyclesIn([
      { path: 'lib/a.ts', text: `import type { B } from './b.ts'` },
      { path: 'lib/b.ts', text: `import { a } from './a.ts'\nimport { c } from '../store/c.ts'` },
      { path: 'store/c.ts', text: `const d = await import('./d.ts')` },
      { path: 'store/d.ts', text: `import { b } from '../lib/b.ts'` },
      { path: 'store/e.ts', text: `import { c } from './c.ts'` },
    ])
    expect(cycles).toEqual(['lib/a.ts → lib/b.ts → lib/a.ts', 'lib/b.ts → store/c.ts → store/d.ts → lib/b.ts'])
  })

  it('a leaf may import only leaves, and a module may import neither a composer nor a file outside src', () => {
    expect(invented('limits.ts', `import { x } from './lib/x.ts'`)).toHaveLength(1)
    expect(invented('limits.ts', `import { x } from './brand.ts'`)).toEqual([])
    expect(invented('delivery/x.ts', `import { x } from '../service.ts'`)).toHaveLength(1)
    expect(invented('service.ts', `import { x } from './store/x.ts'`)).toEqual([])
    expect(invented('http/deps.ts', `import type { X } from '../store/database.ts'`)).toEqual([])
    expect(invented('http/deps.ts', `import type { X } from '../store/workspaces/usage.ts'`)).toHaveLength(1)
    expect(invented('cli/x.ts', `import { x } from '../../test/x.ts'`)).toHaveLength(1)
    expect(invented('store/x.ts', `import { x } from '../../test/x.ts'`)).toHaveLength(1)
  })

  it('a command may import only the module lib', () => {
    expect(invented('cli/x.ts', `import { x } from '../workspaces/y.ts'`)).toEqual([
      'src/cli/x.ts imports ../workspaces/y.ts: commands are clients of the API and import lib, not workspaces',
    ])
    expect(invented('cli/x.ts', `const x = await import('../service.ts')`)).toHaveLength(1)
    expect(invented('cli/x.ts', `import { x } from '../lib/text/nearest.ts'`)).toEqual([])
    expect(invented('cli/machine/migrate.ts', `import { x } from '../../store/migrate.ts'`)).toEqual([])
  })

  it('only a command may import from the SDK, and it may import only types', () => {
    expect(invented('cli/people/x.ts', `import type { Import } from '../../../sdk/src/api.ts'`)).toEqual([])
    for (const text of [
      `import { operations } from '../../../sdk/src/api.ts'`,
      `import type { A } from '../../../sdk/src/api.ts'\nimport { operations } from '../../../sdk/src/api.ts'`,
      `export type { Import } from '../../../sdk/src/api.ts'`,
      `const x = await import('../../../sdk/src/api.ts')`,
    ])
      expect(invented('cli/people/x.ts', text)[0], text).toMatch(/commands import the SDK's types alone/)
    expect(invented('cli/people/x.ts', `import type { Call } from '../../../sdk/src/call.ts'`)).toHaveLength(1)
    expect(invented('http/manage/x.ts', `import type { Import } from '../../../sdk/src/api.ts'`)).toHaveLength(1)
  })

  it('reports code that reads the environment or the clock, files and functions that are too long, and folders with too many files', () => {
    expect(invented('lib/x.ts', 'const a = process.env.PORT')).toEqual([
      'src/lib/x.ts contains process.env: only config.ts and client-config.ts read process.env',
    ])
    expect(invented('lib/x.ts', 'const a = new Date()')).toHaveLength(1)
    expect(invented('lib/x.ts', 'const a = Date.now()')).toHaveLength(1)
    expect(invented('lib/x.ts', 'const a = new Date(7)')).toEqual([])
    expect(invented('lib/clock.ts', 'const a = new Date()')).toEqual([])
    expect(invented('lib/x.ts', 'a\n'.repeat(250))).toEqual([])
    expect(invented('lib/x.ts', 'a\n'.repeat(251))).toHaveLength(1)
    const long = (lines: number, head: string) => `${head} {\n${'a()\n'.repeat(lines - 2)}}`
    for (const head of ['function long()', 'export const long = () =>', 'const o = { long: async function ()'])
      for (const lines of [80, 81])
        expect(longFunctions({ path: 'lib/x.ts', text: long(lines, head) + (head.includes('{') ? '}' : '') })).toEqual(
          lines > 80 ? ['lib/x.ts: long'] : [],
        )
    const files = (most: number) => Array.from({ length: most }, (_, index) => `lib/${index}.ts`)
    expect(fullFolders([...files(25), 'lib/deeper/0.ts'])).toEqual([])
    expect(fullFolders(files(26))).toEqual(['lib: 26 files'])
  })
})
