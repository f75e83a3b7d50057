// What a command reads besides its arguments: files, standard input, a secret typed unseen, a yes before something is deleted.

import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { isObject } from '../lib/json/json-fields.ts'
import { codeOf, messageOf } from '../lib/thrown.ts'
import { type Call, CommandFailed, type Flag, UsageError } from './command.ts'

export const yesFlag: Flag = { name: 'yes', description: 'Do it without asking. Required without a terminal.' }

let taken = false

/** Standard input, whole; it can be read once. */
async function readStandardInput(): Promise<string> {
  if (taken) throw new UsageError('Standard input can be read once; give the other value as a file or in full.')
  taken = true
  return textOf(process.stdin)
}

/** The text of a file, or of standard input for `-`. */
export async function readText(file: string): Promise<string> {
  return file === '-' ? readStandardInput() : readBytes(file).toString('utf8')
}

export function readBytes(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new CommandFailed(`${file} can't be read: ${codeOf(error) ?? String(error)}.`)
  }
}

/** A JSON object from a file or standard input. */
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
  if (!isObject(value)) throw new CommandFailed(`${label} must hold a JSON object.`)
  return value
}

/** A secret from standard input: the whole of it without the last line break, or typed unseen on a terminal. */
export async function readSecret(label: string): Promise<string> {
  if (!process.stdin.isTTY) return (await readStandardInput()).replace(/\r?\n$/, '')
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const secret = await prompt('', unseen, () => process.stderr.write(`${label}: `))
  process.stderr.write('\n')
  if (secret === '') throw new UsageError(`${label} was not given.`)
  return secret
}

/** Asks before something that can't be undone; true with --yes. Throws UsageError where nobody can be asked. */
export async function confirmed(call: Call, question: string): Promise<boolean> {
  if (call.has('yes')) return true
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new UsageError(`${question} Nobody can be asked here: say --yes.`)
  if (/^y(es)?$/i.test((await prompt(`${question} [y/N] `, process.stderr)).trim())) return true
  call.out.note('Nothing was done.')
  return false
}

/**
 * One line from the terminal; empty when the person ends it (Ctrl-C, Ctrl-D) instead. `onReady`: from now on the terminal
 * shows nothing by itself.
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
