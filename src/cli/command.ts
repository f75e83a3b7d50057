// What a command is: its words, what it takes and what it does. Help, docs/command.md and the reading of arguments follow.
import type { ClientConfig } from '../client-config.ts'
import type { Api } from './api.ts'
import type { Output } from './output.ts'

export interface Argument {
  /** As help shows it, in capitals: `SLUG`. */
  name: string
  description: string
  optional?: true
  /** Takes everything that is left; only the last one. */
  many?: true
}

export interface Flag {
  /** Without its dashes. */
  name: string
  /** What stands for its value in help, `FILE`; without it the flag is a switch. */
  value?: string
  /** May be given several times. */
  many?: true
  /** The only values it may have. */
  choices?: readonly string[]
  description: string
}

export interface Command {
  /** The words that call it, such as `template push`. */
  words: string
  summary: string
  takes?: Argument[]
  flags?: Flag[]
  /** What a reader has to know beyond the flags. */
  more?: string
  /** Whole command lines. */
  examples: string[]
  /** Left out, it calls a running service: --url and --token are understood. An API key takes the place of --token. */
  service?: 'with a key' | 'not called'
  /** Answers the exit code. */
  run(call: Call): Promise<number>
}

/** Commands about one thing. */
export interface Noun {
  name: string
  summary: string
  commands: Command[]
}

/** One run of a command: what was given, the service it talks to, and where its answer goes. */
export interface Call {
  command: Command
  /** The argument or flag of this name, or undefined; an argument that is not optional is always there. */
  text(name: string): string | undefined
  /** Every value of an argument or flag that may be given several times. */
  all(name: string): string[]
  has(name: string): boolean
  /** The management API. */
  api: Api
  config: ClientConfig
  out: Output
}

/** The command line is wrong: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** What was asked for could not be done, for a reason that is not the service's: exit code 1. */
export class CommandFailed extends Error {
  override name = 'CommandFailed'
}

/** The documented exit codes. */
export const exitCodes = { done: 0, failed: 1, usage: 2, away: 3 } as const

/** An argument that the command can't be called without. */
export function required(call: Call, name: string): string {
  const value = call.text(name)
  if (value === undefined) throw new UsageError(`${call.command.words} needs ${name}.`)
  return value
}

/** A flag that holds a whole number; undefined when it was not given. */
export function wholeNumber(call: Call, name: string): number | undefined {
  const value = call.text(name)
  if (value === undefined) return undefined
  if (!/^-?\d{1,15}$/.test(value)) throw new UsageError(`--${name} takes a whole number, not "${value}".`)
  return Number(value)
}

/** An argument that holds the number of something. */
export function idOf(call: Call, name: string): number {
  return readId(required(call, name), name)
}

/** Every value of an argument that holds numbers. */
export function idsOf(call: Call, name: string): number[] {
  return call.all(name).map((value) => readId(value, name))
}

function readId(value: string, name: string): number {
  if (!/^(0|[1-9]\d{0,14})$/.test(value)) throw new UsageError(`${name} is a number such as 17, not "${value}".`)
  return Number(value)
}

/** `name=value` of a flag or argument that may be given several times; `flag` names it in the refusal. */
export function pairs(values: string[], flag: string): [string, string][] {
  return values.map((pair) => {
    const at = pair.indexOf('=')
    if (at < 1) throw new UsageError(`${flag} takes name=value, not "${pair}".`)
    return [pair.slice(0, at), pair.slice(at + 1)]
  })
}

/** A body of what was given: an API takes a missing field and null for two things. */
export function definedFields(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
