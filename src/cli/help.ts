// Help, drawn from the table of commands.
import { brand } from '../brand.ts'
import { clientFlags, flagsOf, globalFlags } from './arguments.ts'
import type { Command, Flag, Noun } from './command.ts'

export const exitCodeLines = [
  ['0', 'done'],
  ['1', 'refused by the service, or it could not be done; the reason is on standard error'],
  ['2', 'the command line or a setting is wrong'],
  ['3', 'the service can not be reached, or is not available at the moment'],
] as const

/** What stands behind `carillon` alone. */
export function overview(nouns: Noun[]): string {
  const width = Math.max(...nouns.map(({ name }) => name.length))
  return `${brand.name}: multi-channel notifications.

${nouns.map(({ name, summary }) => `  carillon ${name.padEnd(width)}  ${summary}`).join('\n')}

carillon COMMAND --help says more about each, carillon --version which one this is. --json, on every command, answers with JSON.
Commands find the service and what lets them in through CARILLON_URL and CARILLON_TOKEN, or --url and --token;
without them they talk to the service on this machine (PORT, DATA_DIR).

Exit codes:
${exitCodeLines.map(([code, meaning]) => `  ${code}  ${meaning}`).join('\n')}

The settings of the service come from the environment: docs/configuration.md. This page at length: docs/command.md.`
}

/** Everything that can be done with one thing. */
export function nounHelp({ summary, commands }: Noun): string {
  const [only, ...others] = commands
  if (only && others.length === 0) return commandHelp(only)
  const lines = commands.map((command) => ({ usage: usageOf(command), summary: command.summary }))
  const width = Math.max(...lines.map(({ usage }) => usage.length))
  return `${summary}

${lines.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`).join('\n')}

--help behind any of them says more, with examples.`
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

/** `carillon template push FOLDER`. */
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

/** Flags that are the same everywhere, told once on the page. */
export const sharedFlags: Flag[] = [...clientFlags, ...globalFlags]
