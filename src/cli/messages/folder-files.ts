// Files of a folder that a command pushes or pulls, and the result for each file.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { codeOf, messageOf } from '../../lib/thrown.ts'
import { ApiRefusal } from '../api.ts'
import { CommandFailed } from '../command.ts'
import { objectOf, readBytes } from '../input.ts'

/** The result for one file. If its content was refused, the result contains the reason. */
export interface StepResult {
  slug: string
  done: 'created' | 'changed' | 'unchanged' | 'refused'
  message?: string
  details?: Record<string, string[]>
}

/** A file to write, and whether writing it changes the folder. */
export type FolderStep = StepResult & { file: string; text: string }

/** Returns the .json files of a folder, sorted by name. Returns no file if the folder does not exist. */
export function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && /\.json$/i.test(entry.name) && !entry.name.startsWith('.'))
      .map((entry) => path.join(folder, entry.name))
      .sort()
  } catch (error) {
    throw new CommandFailed(`The folder ${folder} cannot be read: ${codeOf(error) ?? messageOf(error)}.`)
  }
}

/** Returns the object in a file. Without a slug in the file, `name` is the slug. */
export function readJsonFile(file: string, name: string): Record<string, unknown> & { slug: string } {
  const { slug = name, ...content } = objectOf(readBytes(file).toString('utf8'), file)
  if (typeof slug !== 'string') throw new CommandFailed(`${file}: the slug must be text.`)
  return { ...content, slug }
}

/** Returns the result for a file that was refused. Throws errors that end the whole command. */
export function refusalOf(error: unknown, slug: string): StepResult {
  if (error instanceof CommandFailed) return { slug, done: 'refused', message: error.message }
  if (!(error instanceof ApiRefusal) || [401, 503].includes(error.status)) throw error
  const { message, details } = error.body
  return { slug, done: 'refused', message, ...(details ? { details } : {}) }
}
