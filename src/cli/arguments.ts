// Parses the command line with the arguments and flags of the command. If a name is unknown, the error suggests a
// similar name.
import { parseArgs } from 'node:util'
import { nearest } from '../lib/text/nearest.ts'
import { alternatives } from '../lib/text/plural.ts'
import { type Command, type Flag, UsageError } from './command.ts'

/** The flags that every command has. */
export const globalFlags: Flag[] = [
  { name: 'json', description: 'Print the result as JSON on standard output. Messages go to standard error.' },
  { name: 'help', description: 'Show this help.' },
]

/** Further flags of the commands that call a running service. */
export const clientFlags: Flag[] = [
  {
    name: 'url',
    value: 'URL',
    description: 'The address of the service. Default: $CARILLON_URL, else http://localhost:$PORT.',
  },
  {
    name: 'token',
    value: 'TOKEN',
    description:
      'The management token. Use - to read it from standard input. Default: $CARILLON_TOKEN, else the file admin-token in $DATA_DIR.',
  },
]

export function flagsOf(command: Command): Flag[] {
  return [
    ...(command.flags ?? []),
    ...clientFlags.filter(({ name }) => !command.service || (command.service === 'with a key' && name === 'url')),
    ...globalFlags,
  ]
}

/** The values of each argument and flag, by its name. A switch has the empty text as its value. */
export type ParsedArguments = Map<string, string[]>

/** Parses the arguments of a command. Throws UsageError for anything that the command does not accept. */
export function readArguments(command: Command, argv: string[]): ParsedArguments {
  const flags = flagsOf(command)
  const parsed: ParsedArguments = new Map()
  const positionals: string[] = []
  for (const token of tokensOf(flags, argv)) {
    if (token.kind === 'positional') positionals.push(token.value)
    else if (token.kind === 'option') {
      const flag = flagOf(command, flags, token.rawName)
      const value = readValue(flag, token.value, token.inlineValue === true)
      parsed.set(flag.name, flag.many ? [...(parsed.get(flag.name) ?? []), value] : [value])
    }
  }
  if (!parsed.has('help')) placePositionals(command, positionals, parsed)
  return parsed
}

type Token =
  | { kind: 'positional'; value: string }
  | { kind: 'option'; rawName: string; value: string | undefined; inlineValue: boolean | undefined }
  | { kind: 'option-terminator' }

/** Reads a negative number such as -50 as a value. parseArgs would read it as several switches. */
function tokensOf(flags: Flag[], argv: string[]): Token[] {
  const options = Object.fromEntries(
    flags.map(({ name, value }) => [name, { type: value ? ('string' as const) : ('boolean' as const) }]),
  )
  const { tokens } = parseArgs({ args: argv, options, strict: false, allowPositionals: true, tokens: true })
  const numbers = new Set<number>()
  return tokens.flatMap((token): Token[] => {
    const value = argv[token.index] ?? ''
    if (token.kind !== 'option' || !/^-\d/.test(value)) return [token]
    if (numbers.has(token.index)) return []
    numbers.add(token.index)
    return [{ kind: 'positional', value }]
  })
}

function flagOf(command: Command, flags: Flag[], rawName: string): Flag {
  const name = rawName === '-h' ? 'help' : rawName.replace(/^--?/, '')
  const flag = rawName.startsWith('--') || rawName === '-h' ? flags.find((known) => known.name === name) : undefined
  if (flag) return flag
  const suggestion = nearest(
    name,
    flags.map((known) => known.name),
  )
  throw new UsageError(
    `${command.words} has no flag ${rawName}.${suggestion === undefined ? '' : ` Did you mean --${suggestion}?`}`,
  )
}

function readValue({ name, value: shown, choices }: Flag, value: string | undefined, inline: boolean): string {
  if (shown === undefined) {
    if (inline) throw new UsageError(`--${name} is a switch and takes no value.`)
    return ''
  }
  if (value === undefined || value === '') throw new UsageError(`--${name} needs a value: --${name} ${shown}.`)
  if (!inline && /^-./.test(value) && !/^-\d/.test(value))
    throw new UsageError(
      `--${name} needs a value: --${name} ${shown}. Write a value that begins with a dash as --${name}=${value}.`,
    )
  if (choices && !choices.includes(value)) {
    const suggestion = nearest(value, choices)
    throw new UsageError(
      `--${name} must be ${alternatives(choices)}, not "${value}".${suggestion === undefined ? '' : ` Did you mean ${suggestion}?`}`,
    )
  }
  return value
}

function placePositionals({ words, takes = [] }: Command, positionals: string[], parsed: ParsedArguments): void {
  const left = [...positionals]
  for (const { name, optional, many } of takes) {
    const taken = many ? left.splice(0) : left.splice(0, 1)
    if (taken.length === 0 && !optional) throw new UsageError(`${words} needs ${name}.`)
    if (taken.length > 0) parsed.set(name, taken)
  }
  if (left.length > 0) throw new UsageError(`${words} does not accept "${left[0]}".`)
}
