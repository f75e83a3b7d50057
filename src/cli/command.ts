// The type of a command: its words, arguments, flags and code. The help, docs/command.md and the parser use it.
import type { ClientConfig } from '../client-config.ts'
import type { Api } from './api.ts'
import type { Output } from './output.ts'

export interface Argument {
  /** The name in capitals, as the help shows it, such as `SLUG`. */
  name: string
  description: string
  optional?: true
  /** The argument contains all remaining values of the command line. Only a command's last argument may set `many`. */
  many?: true
}

export interface Flag {
  /** The name without the dashes. */
  name: string
  /** The placeholder of the flag's value in the help, such as `FILE`. A flag without a placeholder is a switch. */
  value?: string
  /** The flag may be given several times. */
  many?: true
  /** The allowed values. */
  choices?: readonly string[]
  description: string
}

export interface Command {
  /** The words on the command line that call this command, such as `template push`. */
  words: string
  summary: string
  takes?: Argument[]
  flags?: Flag[]
  /** A further explanation for the help. */
  more?: string
  /** Complete command lines. */
  examples: string[]
  /**
   * How the command calls a running service. If this field is absent, the command uses a management token, and accepts
   * --url and --token. A command `with a key` uses an API key, and accepts --url but not --token.
   */
  service?: 'with a key' | 'not called'
  /** Runs the command and returns the exit code. */
  run(call: Call): Promise<number>
}

/** The commands for one kind of object. */
export interface Noun {
  name: string
  summary: string
  commands: Command[]
}

/** One run of a command: its arguments, the client of the service, and the output. */
export interface Call {
  command: Command
  /** Returns the value of an argument or flag, or undefined. A required argument always has a value. */
  text(name: string): string | undefined
  /** Returns all values of an argument or flag that may be given several times. */
  all(name: string): string[]
  has(name: string): boolean
  /** The management API. */
  api: Api
  config: ClientConfig
  out: Output
}

/** An error for a wrong command line. The exit code is 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Thrown if a command fails for a reason other than a refusal by the service. The exit code is 1. */
export class CommandFailed extends Error {
  override name = 'CommandFailed'
}

/** The documented exit codes. */
export const exitCodes = { done: 0, failed: 1, usage: 2, unreachable: 3 } as const

/** Returns the value of a required argument or flag. Throws UsageError if it is missing. */
export function required(call: Call, name: string): string {
  const value = call.text(name)
  if (value === undefined) throw new UsageError(`${call.command.words} needs ${name}.`)
  return value
}

/** Returns the whole number that a flag contains, or undefined if the flag was not given. */
export function wholeNumber(call: Call, name: string): number | undefined {
  const value = call.text(name)
  if (value === undefined) return undefined
  if (!/^-?\d{1,15}$/.test(value)) throw new UsageError(`--${name} must be a whole number, not "${value}".`)
  return Number(value)
}

/** Returns the id in an argument. */
export function idOf(call: Call, name: string): number {
  return readId(required(call, name), name)
}

/** Returns all ids in an argument. */
export function idsOf(call: Call, name: string): number[] {
  return call.all(name).map((value) => readId(value, name))
}

function readId(value: string, name: string): number {
  if (!/^(0|[1-9]\d{0,14})$/.test(value)) throw new UsageError(`${name} must be a number such as 17, not "${value}".`)
  return Number(value)
}

/**
 * Parses the values of a repeated flag or argument as `name=value` pairs. `flag` is the name that the error for an
 * invalid value shows.
 */
export function pairs(values: string[], flag: string): [string, string][] {
  return values.map((pair) => {
    const at = pair.indexOf('=')
    if (at < 1) throw new UsageError(`${flag} takes name=value, not "${pair}".`)
    return [pair.slice(0, at), pair.slice(at + 1)]
  })
}

/** Removes fields whose value is undefined. The API distinguishes a missing field from null. */
export function definedFields(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
