// The documentation names only things that exist: linked files and headings, commands with flags, settings, and
// scripts.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { commands, nouns } from '../../src/cli/commands.ts'
import { configurationPage } from '../../src/cli/pages/configuration-page.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const filesBelow = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`)
const pages = [...readdirSync(root), ...filesBelow('docs')].filter((file) => file.endsWith('.md'))
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const settings = new Set([...configurationPage().matchAll(/^\| `([A-Z_]+)`/gm)].map((match) => match[1]!))
const testFiles = readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .map((file) => `test/${file}`)
  .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
const scripts = new Set(Object.keys(JSON.parse(read('package.json')).scripts))

const withoutBlocks = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '')
const withoutCode = (text: string) => withoutBlocks(text).replace(/`[^`\n]+`/g, '')

/** Returns inline code, and the lines of shell blocks. Removes comments from these lines. */
function code(text: string): string[] {
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap((match) => match[1]!.split('\n'))
  const inline = withoutBlocks(text).matchAll(/`([^`\n]+)`/g)
  return [...blocks.map((line) => line.replace(/(^|\s)#.*$/, '')), ...[...inline].map((match) => match[1]!)]
}

/**
 * Returns the code blocks that repeat a part of a file. Their first line names the file. A line with only `…` marks
 * omitted lines.
 */
function excerpts(text: string): { file: string; part: string }[] {
  return [...text.matchAll(/^```ts (\S+)\n([\s\S]*?)^```/gm)].flatMap((match) =>
    match[2]!.split('…\n').map((part) => ({ file: match[1]!, part })),
  )
}

/**
 * Returns the file paths in inline code that start with a folder of the repository, except paths with a placeholder.
 */
const paths = (text: string) =>
  [...withoutBlocks(text).matchAll(/`((?:src|test|docs|migrations|portal|scripts)\/[^`\s<*{…]+)`/g)].map(
    (match) => match[1]!,
  )

/** Returns the anchors that a Markdown renderer creates for the headings. */
function anchors(text: string): Set<string> {
  const headings = withoutBlocks(text).matchAll(/^#+ (.+)$/gm)
  return new Set(
    [...headings].map((match) =>
      match[1]!
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

const packagePages = ['sdk', 'examples/events', 'examples/express', 'examples/web-push'].map(
  (folder) => `${folder}/README.md`,
)

describe.each([...pages, ...packagePages])('%s', (page) => {
  const text = read(page)

  it('a documentation page links only to files and headings that exist', () => {
    const broken = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
      .map((match) => match[1]!)
      .filter((link) => !/^(https?:|mailto:)/.test(link))
      .filter((link) => {
        const [file, heading] = link.split('#')
        const target = file === '' ? page : path.join(path.dirname(page), file!)
        if (!existsSync(path.join(root, target))) return true
        return heading !== undefined && !anchors(read(target)).has(heading)
      })
    expect(broken).toEqual([])
  })

  it('a documentation page names only commands, flags and scripts that exist', () => {
    expect(code(text).flatMap(wrongIn)).toEqual([])
  })

  it('code that a documentation page copies from a file is the same as in the file', () => {
    expect(excerpts(text).filter(({ file, part }) => !read(file).includes(part))).toEqual([])
  })

  it('a documentation page names only source files and folders that exist', () => {
    expect(paths(text).filter((file) => !existsSync(path.join(root, file)) && !file.includes('NNNN'))).toEqual([])
  })

  it('a documentation page assigns every variable that its shell blocks use', () => {
    const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map((match) => match[1]!).join('\n')
    const used = [...blocks.matchAll(/\$\{?([A-Z][A-Z_]*)/g)].map((match) => match[1]!)
    expect(used.filter((name) => !new RegExp(`(^|[\\s;])${name}=`, 'm').test(blocks))).toEqual([])
  })

  it('a documentation page sets only environment variables that exist', () => {
    const named = code(text).flatMap((line) =>
      [...line.matchAll(/(?:^|\s)([A-Z]+(?:_[A-Z]+)+)=/g)].map((match) => match[1]!),
    )
    const foreign = /^(NODE|CARILLON|POSTGRES|COMPOSE|ORACLES|OTEL|FUZZ)_/
    expect(named.filter((name) => !settings.has(name) && !foreign.test(name))).toEqual([])
  })
})

it.each(['docs/add-a-channel.md', 'docs/add-a-provider.md'])(
  'every TypeScript block of the page %s is copied from a file',
  (page) => {
    expect(excerpts(read(page)).length).toBeGreaterThan(3)
    expect(read(page)).not.toMatch(/^```ts$/m)
  },
)

/** Matches the command at the start of a line, after assignments of environment variables. */
const CALL = /(?:^|&& |; |\$\()(?:[A-Z_]+=\S* )*(?:carillon|node bin\/carillon\.js) ([a-z][^|;&()]*)/g

/** Finds the commands, flags and scripts that a line names but that do not exist. */
function wrongIn(line: string): string[] {
  const wrong = [...line.matchAll(/npm run (?:--silent )?(\w+)/g)]
    .map((match) => match[1]!)
    .filter((name) => !scripts.has(name))
  for (const [call, filter] of line.matchAll(/npm test -- (\S+)/g))
    if (filter !== '--pgbouncer' && !testFiles.some((file) => file.includes(filter!))) wrong.push(call)
  for (const [, commandLine] of line.matchAll(CALL)) {
    const words = commandLine!.trim().split(/\s+/)
    // As in the command line, the longest matching command is used: `token list` before `token`.
    const [command] = commands
      .filter((candidate) => candidate.words.split(' ').every((word, at) => word === words[at]))
      .sort((one, other) => other.words.length - one.words.length)
    if (!command && !isNoun(words)) wrong.push(commandLine!)
    const known = new Set(['json', 'help', 'url', 'token', ...(command?.flags ?? []).map(({ name }) => name)])
    const given = words.flatMap((word) => (command && /^--[a-z]/.test(word) ? [word.slice(2).split('=')[0]!] : []))
    wrong.push(...given.filter((flag) => !known.has(flag)).map((flag) => `${command!.words} --${flag}`))
  }
  return wrong
}

/** Returns whether a command is only a noun, for example `carillon template`. A command of this kind shows help. */
function isNoun(words: string[]): boolean {
  return words[0] === 'help' || (words.length === 1 && nouns.some(({ name }) => name === words[0]))
}
