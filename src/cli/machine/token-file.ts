// The management token of commands: the one that was given, else the one the service on this machine wrote.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ClientConfig } from '../../client-config.ts'
import { UsageError } from '../command.ts'

/** Undefined when there is none: the service then says so itself, if it is there at all. */
export function managementToken({ token, dataDir }: ClientConfig): string | undefined {
  return token === undefined ? inFile(dataDir) : bearer(token, 'The management token')
}

function inFile(dataDir: string): string | undefined {
  let text: string
  try {
    text = readFileSync(path.join(dataDir, 'admin-token'), 'utf8')
  } catch {
    return undefined
  }
  return text.trim() === '' ? undefined : bearer(text, `What ${path.join(dataDir, 'admin-token')} holds`)
}

/** What may stand in a header. Throws UsageError, which does not repeat the secret. */
export function bearer(text: string, label: string): string {
  const token = text.trim()
  if (/^[\x21-\x7e]+$/.test(token)) return token
  throw new UsageError(`${label} is none: it is one word of letters, digits and signs.`)
}
