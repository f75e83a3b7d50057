// The command line: finds the command, runs it, and converts errors to messages and exit codes.

import { type ClientConfig, readClientConfig } from '../client-config.ts'
import { packageVersion } from '../lib/package-root.ts'
import { nearest } from '../lib/text/nearest.ts'
import { messageOf } from '../lib/thrown.ts'
import { ApiRefusal, createApi, ServiceUnreachable } from './api.ts'
import { type ParsedArguments, readArguments } from './arguments.ts'
import { type Call, type Command, CommandFailed, exitCodes, type Noun, UsageError } from './command.ts'
import { commandHelp, nounHelp, overview } from './help.ts'
import { readSecret } from './input.ts'
import { roleNouns } from './machine/roles.ts'
import { managementToken } from './machine/token-file.ts'
import { createOutput, withoutControlCharacters } from './output.ts'
import { explainRefusal } from './refusals.ts'

/** Runs a command and returns the exit code (help.ts lists them). */
export async function main(argv: string[]): Promise<number> {
  // A closed pipe is not an error. For example, `head` closes the pipe after its last line.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  const json = argv.includes('--json')
  try {
    return await run(argv)
  } catch (error) {
    return explain(error, json)
  }
}

async function run(argv: string[]): Promise<number> {
  if (argv[0] === '--version' || argv[0] === 'version') return printVersion(argv.includes('--json'))
  const { leading, rest } = wordsOf(argv)
  const asksForHelp = leading[0] === 'help' || rest.includes('--help') || rest.includes('-h')
  const words = leading[0] === 'help' ? leading.slice(1) : leading
  const nouns = await nounsFor(words)
  const command = commandOf(nouns, words)
  if (asksForHelp) return help(nouns, command, words)
  if (command && !isMistyped(nouns, command, words))
    return runCommand(command, [...words.slice(command.words.split(' ').length), ...rest])
  return refuseWords(nouns, words, rest)
}

/**
 * Returns the nouns that may match these words. Most commands are loaded only when needed: this saves 15 ms at every
 * start of the service.
 */
async function nounsFor(words: string[]): Promise<Noun[]> {
  return nounOf(roleNouns, words[0]) ? roleNouns : (await import('./commands.ts')).nouns
}

function printVersion(json: boolean): number {
  const version = packageVersion()
  console.log(json ? JSON.stringify({ version }) : version)
  return exitCodes.done
}

/** Splits the arguments at the first argument with a dash. All words before it may belong to the command's name. */
function wordsOf(argv: string[]): { leading: string[]; rest: string[] } {
  const dash = argv.findIndex((word) => word.startsWith('-'))
  return dash === -1 ? { leading: argv, rest: [] } : { leading: argv.slice(0, dash), rest: argv.slice(dash) }
}

/** Returns the word in lower case and singular, so that `template` and `templates` mean the same noun. */
const root = (word: string | undefined) => (word ?? '').toLowerCase().replace(/ies$/, 'y').replace(/s$/, '')

/** Finds the command for which the most words match. For example, `token list` is preferred to `token`. */
function commandOf(nouns: Noun[], words: string[]): Command | undefined {
  const [longest] = nouns
    .flatMap((noun) => noun.commands)
    .filter((command) => command.words.split(' ').every((word, at) => root(word) === root(words[at])))
    .sort((one, other) => other.words.length - one.words.length)
  return longest
}

/**
 * Returns whether the second word is a misspelled verb. For example, `lst` in `token lst` is a misspelled verb, because
 * the command `token` accepts no argument.
 */
function isMistyped(nouns: Noun[], command: Command, words: string[]): boolean {
  const isNoun = words.length > 1 && command.words.split(' ').length === 1
  return isNoun && (command.takes ?? []).length === 0 && (nounOf(nouns, words[0])?.commands.length ?? 0) > 1
}

function nounOf(nouns: Noun[], word: string | undefined): Noun | undefined {
  return word === undefined ? undefined : nouns.find((noun) => root(noun.name) === root(word))
}

function help(nouns: Noun[], command: Command | undefined, words: string[]): number {
  const noun = nounOf(nouns, words[0])
  if (!command && !noun && words.length > 0) return refuseWords(nouns, words, [])
  console.log(command ? commandHelp(command) : noun ? nounHelp(noun) : overview(nouns))
  return exitCodes.done
}

function refuseWords(nouns: Noun[], words: string[], rest: string[]): never {
  const [first, second] = words
  const noun = nounOf(nouns, first)
  if (first === undefined)
    throw new UsageError(
      rest.length > 0 ? `Write the command before its flags: carillon COMMAND ${rest[0]}.` : overview(nouns),
    )
  if (!noun) {
    const suggestion = nearest(
      first,
      nouns.map(({ name }) => name),
    )
    throw new UsageError(
      `There is no command "${first}".${suggestion === undefined ? ' "carillon help" lists all commands.' : ` Did you mean "${suggestion}"?`}`,
    )
  }
  if (second === undefined) throw new UsageError(nounHelp(noun))
  const typed = words.slice(1).join(' ')
  const verbs = noun.commands.flatMap((command) => command.words.split(' ')[1] ?? [])
  // `credits` is the first word of the verb `credits add`, so it is not a misspelling.
  const suggestion = verbs.includes(second) ? undefined : nearest(second, verbs)
  throw new UsageError(
    `There is no command "${noun.name} ${typed}".${suggestion === undefined ? '' : ` Did you mean "${noun.name} ${suggestion}"?`}\n\n${nounHelp(noun)}`,
  )
}

async function runCommand(command: Command, argv: string[]): Promise<number> {
  const args = readArguments(command, argv)
  const config = readClientConfig()
  const token = args.get('token')?.[0] === '-' ? await readSecret('Management token') : args.get('token')?.[0]
  return command.run(callOf(command, args, { ...config, token: token ?? config.token }))
}

function callOf(command: Command, args: ParsedArguments, config: ClientConfig): Call {
  return {
    command,
    text: (name) => args.get(name)?.at(-1),
    all: (name) => args.get(name) ?? [],
    has: (name) => args.has(name),
    api: createApi(args.get('url')?.[0] ?? config.url, '/manage', () => managementToken(config)),
    config,
    out: createOutput(args.has('json')),
  }
}

/** Prints an expected error as a message. Prints an unexpected error with its stack. Returns the exit code. */
function explain(error: unknown, json: boolean): number {
  if (error instanceof ApiRefusal) return explainRefusal(error, json)
  const code = exitCodeOf(error)
  if (code === undefined) {
    console.error(error)
    return exitCodes.failed
  }
  const message = messageOf(error)
  if (json) console.log(JSON.stringify({ error: ERROR_NAMES[code], message }))
  console.error(withoutControlCharacters(message))
  return code
}

const ERROR_NAMES: Record<number, string> = { 1: 'failed', 2: 'usage', 3: 'unreachable' }

function exitCodeOf(error: unknown): number | undefined {
  // Compare the name of the error, because only the commands that need config.ts load the class ConfigError.
  if (error instanceof UsageError || (error instanceof Error && error.name === 'ConfigError')) return exitCodes.usage
  if (error instanceof CommandFailed) return exitCodes.failed
  return error instanceof ServiceUnreachable ? exitCodes.unreachable : undefined
}
