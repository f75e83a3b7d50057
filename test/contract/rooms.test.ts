// The house rules: which room may import which, who reads the environment and the clock, and how long a file may be.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const src = fileURLToPath(new URL('../../src/', import.meta.url))
const LONGEST = 250

/** Single files that anyone may read and that read nobody but each other. */
const leaves = [
  'config.ts',
  'settings.ts',
  'request-settings.ts',
  'client-config.ts',
  'limits.ts',
  'limit-words.ts',
  'limit-group.ts',
  'access-limits.ts',
  'access-limit-words.ts',
  'provider-limits.ts',
  'durations.ts',
  'plans.ts',
  'brand.ts',
  'errors.ts',
  'schema-words.ts',
  'metric-kinds.ts',
  'meters.ts',
]

/** Room → the rooms it may import besides itself and the leaves. `http` is what public and manage share: it knows what they know. */
const mayImport: Record<string, string[]> = {
  lib: [],
  store: ['lib'],
  channels: ['lib'],
  events: ['store', 'lib'],
  actions: ['events', 'store', 'lib'],
  workspace: ['events', 'channels', 'store', 'lib'],
  members: ['workspace', 'events', 'store', 'lib'],
  admission: ['workspace', 'actions', 'channels', 'events', 'store', 'lib'],
  delivery: ['workspace', 'actions', 'channels', 'events', 'store', 'lib'],
  automations: ['admission', 'workspace', 'events', 'store', 'lib'],
  'http/public': ['http', 'admission', 'delivery', 'actions', 'workspace', 'channels', 'lib'],
  'http/manage': [
    'http',
    'admission',
    'delivery',
    'actions',
    'automations',
    'members',
    'events',
    'workspace',
    'channels',
    'lib',
  ],
  http: [
    'http/public',
    'http/manage',
    'admission',
    'delivery',
    'actions',
    'automations',
    'members',
    'events',
    'workspace',
    'channels',
    'lib',
  ],
}

/** These compose everything out of the rooms. */
const composers = ['cli', 'service.ts', 'workers.ts', 'role.ts', 'body-threads.ts', 'body-thread.ts']

/** What of the command line works on this machine. The rest of it is a client of the API, and knows no room but lib. */
const operators = [
  'run',
  'head-start',
  'migrate',
  'move',
  'token',
  'doctor-database',
  'doctor-locale',
  'doctor-upgrade',
  'doctor-mail',
].map((name) => `cli/${name}.ts`)

/** Single files a room may import beyond the table, each with its reason. */
const exceptions = [
  { from: 'http', to: 'store/database.ts', because: 'routes hand the connection on' },
  { from: 'http', to: 'store/failures.ts', because: 'routes answer 503 when the connection is gone' },
  { from: 'store', to: 'channels/contract.ts', because: 'rows keep content in the shape that every channel is given' },
  {
    from: 'store',
    to: 'channels/approved-template.ts',
    because: 'rows keep templates in the shape that a provider lists them in',
  },
]

/** Words only some files may say. The embedded database's lock beats in the file system's time, which no test may set. */
const reserved = [
  {
    words: /\bprocess\.env\b/,
    by: ['config.ts', 'client-config.ts'],
    rule: 'only config.ts and client-config.ts read process.env',
  },
  {
    words: /\bDate\.now\(|\bnew Date\(\s*\)/,
    by: ['lib/clock.ts', 'store/embedded/lock.ts'],
    rule: 'only lib/clock.ts asks what time it is',
  },
  {
    // JavaScript and SQL disagree on U+0130 and U+212A; these files use indexes on lower(email) with validated addresses, or search texts.
    words: /\blower\(|(?:email|address)\w*\.toLowerCase\(/i,
    by: [
      'email-key',
      'matching',
      'importing',
      'recipients',
      'invitations',
      'members',
      'memberships',
      'approved-templates',
      'sources',
      'templates',
      'workspaces',
    ].map((name) => `store/${name}.ts`),
    rule: 'addresses are compared by emailKey (lib/email-address.ts) and emailKeyOf (store/email-key.ts)',
  },
]

interface Source {
  /** Relative to src, with forward slashes. */
  path: string
  text: string
}

/** Every breach of the rules in some sources, a line each that names the file, what it did and the rule. */
function breachesIn(sources: Source[]): string[] {
  return sources.flatMap((source) => [...importBreaches(source), ...wordBreaches(source), ...lengthBreaches(source)])
}

function importBreaches({ path, text }: Source): string[] {
  const from = roomOf(path)
  return relativeImports(text).flatMap((specifier) => {
    const target = posix.join(posix.dirname(path), specifier)
    if (exceptions.some((exception) => exception.from === from && exception.to === target)) return []
    const rule = refusal(from, roomOf(target)) ?? clientRefusal(path, roomOf(target))
    return rule ? [`src/${path} imports ${specifier}: ${rule}`] : []
  })
}

/** Files that import each other, directly or through others; each cycle once, as the paths along it. */
function cyclesIn(sources: Source[]): string[] {
  const imports = new Map(
    sources.map(({ path, text }) => [path, relativeImports(text).map((one) => posix.join(posix.dirname(path), one))]),
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
  if (from === undefined) return 'the importing file is in no room of the house'
  if (to === undefined) return 'the imported file is in no room of the house'
  if (from === to || leaves.includes(to) || composers.includes(from)) return undefined
  if (leaves.includes(from)) return `${from} is a leaf and imports only leaves`
  if (composers.includes(to)) return `${to} composes the rooms; no room imports it`
  const allowed = mayImport[from] ?? []
  return allowed.includes(to) ? undefined : `${from} may import ${allowed.join(', ') || 'nothing'}, not ${to}`
}

function clientRefusal(path: string, to: string | undefined): string | undefined {
  if (roomOf(path) !== 'cli' || operators.includes(path)) return undefined
  const known = to === 'cli' || to === 'lib' || leaves.includes(to ?? '')
  return known ? undefined : `commands are clients of the API and import lib, not ${to}`
}

/** The longest room whose folder holds the path: http/public before http. Undefined outside every room. */
function roomOf(path: string): string | undefined {
  if (leaves.includes(path) || composers.includes(path)) return path
  const rooms = [...Object.keys(mayImport), ...composers].sort((a, b) => b.length - a.length)
  return rooms.find((room) => path.startsWith(`${room}/`))
}

/** Specifiers that begin with a dot: static, type-only, re-exported, bare and dynamic imports alike. */
function relativeImports(text: string): string[] {
  return [...withoutComments(text).matchAll(/\b(?:from|import)\s*\(?\s*(['"])(\.[^'"\n]*)\1/g)].map(
    (match) => match[2] ?? '',
  )
}

function wordBreaches({ path, text }: Source): string[] {
  return reserved
    .filter(({ words, by }) => !by.includes(path) && words.test(withoutComments(text)))
    .map(({ words, rule }) => `src/${path} says ${words.exec(withoutComments(text))?.[0]}: ${rule}`)
}

function lengthBreaches({ path, text }: Source): string[] {
  const lines = text.trimEnd().split('\n').length
  return lines > LONGEST ? [`src/${path} has ${lines} lines: a file ends at line ${LONGEST}`] : []
}

/** Good enough to keep prose from counting: block comments and lines that are a comment. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}

function sourcesOf(folder: string): Source[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(folder, path), 'utf8') }))
}

describe('the house', () => {
  it('keeps its rules', () => {
    expect(breachesIn(sourcesOf(src))).toEqual([])
  })

  it('has no two files that import each other, types included', () => {
    expect(cyclesIn(sourcesOf(src))).toEqual([])
  })

  it('has a rule for every folder', () => {
    const folders = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.map((folder) => folder.name).filter((name) => roomOf(`${name}/a.ts`) === undefined)).toEqual([])
  })
})

describe('the rules', () => {
  const invented = (path: string, text: string) => breachesIn([{ path, text }])

  it('refuse a room that reaches where it may not, and say why', () => {
    expect(invented('http/manage/keys.ts', `import { findKey } from '../../store/keys.ts'`)).toEqual([
      'src/http/manage/keys.ts imports ../../store/keys.ts: http/manage may import http, admission, delivery, actions, ' +
        'automations, members, events, workspace, channels, lib, not store',
    ])
    expect(invented('lib/seal.ts', `import { x } from '../store/x.ts'`)).toEqual([
      'src/lib/seal.ts imports ../store/x.ts: lib may import nothing, not store',
    ])
  })

  it('see type-only, multi-line, bare, dynamic and re-exporting imports', () => {
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

  it('find cycles of two files and of more, through types and dynamic imports', () => {
    const cycles = cyclesIn([
      { path: 'lib/a.ts', text: `import type { B } from './b.ts'` },
      { path: 'lib/b.ts', text: `import { a } from './a.ts'\nimport { c } from '../store/c.ts'` },
      { path: 'store/c.ts', text: `const d = await import('./d.ts')` },
      { path: 'store/d.ts', text: `import { b } from '../lib/b.ts'` },
      { path: 'store/e.ts', text: `import { c } from './c.ts'` },
    ])
    expect(cycles).toEqual(['lib/a.ts → lib/b.ts → lib/a.ts', 'lib/b.ts → store/c.ts → store/d.ts → lib/b.ts'])
  })

  it('keep leaves leaves, composers on top and imports in the house', () => {
    expect(invented('limits.ts', `import { x } from './lib/x.ts'`)).toHaveLength(1)
    expect(invented('limits.ts', `import { x } from './brand.ts'`)).toEqual([])
    expect(invented('delivery/x.ts', `import { x } from '../service.ts'`)).toHaveLength(1)
    expect(invented('service.ts', `import { x } from './store/x.ts'`)).toEqual([])
    expect(invented('http/deps.ts', `import type { X } from '../store/database.ts'`)).toEqual([])
    expect(invented('http/deps.ts', `import type { X } from '../store/usage.ts'`)).toHaveLength(1)
    expect(invented('cli/x.ts', `import { x } from '../../test/x.ts'`)).toHaveLength(1)
    expect(invented('store/x.ts', `import { x } from '../../test/x.ts'`)).toHaveLength(1)
  })

  it('keep commands clients of the API', () => {
    expect(invented('cli/source.ts', `import { x } from '../workspace/sources.ts'`)).toEqual([
      'src/cli/source.ts imports ../workspace/sources.ts: commands are clients of the API and import lib, not workspace',
    ])
    expect(invented('cli/source.ts', `const x = await import('../service.ts')`)).toHaveLength(1)
    expect(invented('cli/source.ts', `import { x } from '../lib/nearest.ts'`)).toEqual([])
    expect(invented('cli/migrate.ts', `import { x } from '../store/migrate.ts'`)).toEqual([])
  })

  it('refuse the environment, the clock and length', () => {
    expect(invented('lib/x.ts', 'const a = process.env.PORT')).toEqual([
      'src/lib/x.ts says process.env: only config.ts and client-config.ts read process.env',
    ])
    expect(invented('lib/x.ts', 'const a = new Date()')).toHaveLength(1)
    expect(invented('lib/x.ts', 'const a = Date.now()')).toHaveLength(1)
    expect(invented('lib/x.ts', 'const a = new Date(7)')).toEqual([])
    expect(invented('lib/clock.ts', 'const a = new Date()')).toEqual([])
    expect(invented('lib/x.ts', 'a\n'.repeat(250))).toEqual([])
    expect(invented('lib/x.ts', 'a\n'.repeat(251))).toHaveLength(1)
  })
})
