// Builds the help from the table of commands.
import { brand } from '../brand.ts'
import { clientFlags, flagsOf, globalFlags } from './arguments.ts'
import type { Command, Flag, Noun } from './command.ts'

export const exitCodeLines = [
  ['0', 'done'],
  ['1', 'the service refused the request, or the command failed; standard error shows the reason'],
  ['2', 'the command line or a setting is wrong'],
  ['3', 'the service is unreachable, or temporarily unavailable'],
] as const

/** Returns the help of `carillon` without a command. */
export function overview(nouns: Noun[]): string {
  const width = Math.max(...nouns.map(({ name }) => name.length))
  return `${brand.name}: multi-channel notifications.

${nouns.map(({ name, summary }) => `  carillon ${name.padEnd(width)}  ${summary}`).join('\n')}

Run "carillon COMMAND --help" for the details of a command, and "carillon --version" for the version.
All commands accept --json. Set the address of the service with CARILLON_URL or --url, and the token with
CARILLON_TOKEN or --token. By default, commands call the service on this machine (PORT, DATA_DIR).

Exit codes:
${exitCodeLines.map(([code, meaning]) => `  ${code}  ${meaning}`).join('\n')}

The service reads its settings from the environment: docs/configuration.md. Reference of all commands: docs/command.md.`
}

/** Returns the help of a noun such as `template`, with all its commands. */
export function nounHelp({ summary, commands }: Noun): string {
  const [only, ...others] = commands
  if (only && others.length === 0) return commandHelp(only)
  const lines = commands.map((command) => ({ usage: usageOf(command), summary: command.summary }))
  const width = Math.max(...lines.map(({ usage }) => usage.length))
  return `${summary}

${lines.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`).join('\n')}

Add --help to a command to see its flags and examples.`
}

export function commandHelp(command: Command): string {
  const { summary, takes = [], more, examples } = command
  const rows: [string, string][] = [
    ...takes.map(({ name, description }): [string, string] => [name, description]),
    ...flagsOf(command).map((flag): [string, string] => [flagUsage(flag), flag.description]),
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  const parts = [
    `${summary}`,
    `Usage: ${usageOf(command)}${(command.flags ?? []).length > 0 ? ' [flags]' : ''}`,
    rows.map(([name, description]) => `  ${name.padEnd(width)}  ${description}`).join('\n'),
    ...(more === undefined ? [] : [more]),
    `Examples:\n${examples.map((example) => `  ${example}`).join('\n')}`,
  ]
  return parts.join('\n\n')
}

/** Returns the usage line of a command, such as `carillon template push FOLDER`. */
export function usageOf({ words, takes = [] }: Command): string {
  const shown = takes.map(({ name, optional, many }) => {
    const text = many ? `${name}…` : name
    return optional ? `[${text}]` : text
  })
  return ['carillon', words, ...shown].join(' ')
}

export function flagUsage({ name, value, many }: Flag): string {
  return `--${name}${value === undefined ? '' : ` ${value}`}${many ? ' …' : ''}`
}

/** Flags that docs/command.md shows once, not at every command. */
export const sharedFlags: Flag[] = [...clientFlags, ...globalFlags]
