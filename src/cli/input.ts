// Reads the input of commands from files, standard input, hidden lines (for secrets) and confirmations.

import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { isObject } from '../lib/json/json-fields.ts'
import { codeOf, messageOf } from '../lib/thrown.ts'
import { type Call, CommandFailed, type Flag, UsageError } from './command.ts'

export const yesFlag: Flag = { name: 'yes', description: 'Do not ask for confirmation. Required without a terminal.' }

let isStandardInputRead = false

/** Returns the whole standard input. A second call throws UsageError. */
async function readStandardInput(): Promise<string> {
  if (isStandardInputRead)
    throw new UsageError('Standard input can be read only once. Pass the other value in a file, or as an argument.')
  isStandardInputRead = true
  return textOf(process.stdin)
}

/** Returns the text of a file, or of standard input for `-`. */
export const dataFlag: Flag = {
  name: 'data',
  value: 'FILE',
  description:
    'A JSON file with the values of a Liquid template, which it reads as data. Use - to read standard input.',
}

export const itemsFlag: Flag = {
  name: 'items',
  value: 'FILE',
  description:
    'A JSON file with sample messages of a digest: [{"vars": {"author": "Ada"}, "data": {}}]. Use - to read standard input.',
}

/** Returns the JSON of the flag --data or --items. Returns undefined without the flag. */
export async function dataOf(call: Call, flag: 'data' | 'items' = 'data'): Promise<unknown> {
  const file = call.text(flag)
  if (file === undefined) return undefined
  try {
    return JSON.parse(await readText(file))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new CommandFailed(`${file} contains no valid JSON: ${error.message}.`)
  }
}

export async function readText(file: string): Promise<string> {
  return file === '-' ? readStandardInput() : readBytes(file).toString('utf8')
}

export function readBytes(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new CommandFailed(`${file} cannot be read: ${codeOf(error) ?? String(error)}.`)
  }
}

/** Reads a JSON object from a file or standard input. */
export async function readObject(file: string): Promise<Record<string, unknown>> {
  return objectOf(await readText(file), file === '-' ? 'Standard input' : file)
}

export function objectOf(text: string, label: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    throw new CommandFailed(`${label} is not JSON: ${messageOf(error)}.`)
  }
  if (!isObject(value)) throw new CommandFailed(`${label} must contain a JSON object.`)
  return value
}

/**
 * Reads a secret. On a terminal, the user types the secret in a line that is not shown. Otherwise, the secret is the
 * whole standard input without the last line break.
 */
export async function readSecret(label: string): Promise<string> {
  if (!process.stdin.isTTY) return (await readStandardInput()).replace(/\r?\n$/, '')
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const secret = await prompt('', hidden, () => process.stderr.write(`${label}: `))
  process.stderr.write('\n')
  if (secret === '') throw new UsageError(`${label} was not given.`)
  return secret
}

/**
 * Asks the user to confirm an irreversible change. With --yes, returns true without a question. Throws UsageError if
 * there is no terminal.
 */
export async function confirmed(call: Call, question: string): Promise<boolean> {
  if (call.has('yes')) return true
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new UsageError(`${question} Without a terminal, confirm with --yes.`)
  if (/^y(es)?$/i.test((await prompt(`${question} [y/N] `, process.stderr)).trim())) return true
  call.out.note('Nothing was done.')
  return false
}

/**
 * Reads a line from the terminal. If the user ends the input with Ctrl-C or Ctrl-D, returns an empty line. `onReady` is
 * called after the terminal has stopped showing typed characters.
 */
async function prompt(question: string, output: Writable, onReady: () => void = () => {}): Promise<string> {
  const prompt = createInterface({ input: process.stdin, output, terminal: true })
  onReady()
  const ended = new Promise<string>((resolve) => prompt.once('close', () => resolve('')))
  try {
    return await Promise.race([prompt.question(question), ended])
  } finally {
    prompt.close()
  }
}
