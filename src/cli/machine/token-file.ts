// Finds the management token of a command: the given token, or the token in the file of the service on this machine.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ClientConfig } from '../../client-config.ts'
import { UsageError } from '../command.ts'

/**
 * Returns the token, or undefined if there is none. The service then refuses the request, and its message explains the
 * remedy.
 */
export function managementToken({ token, dataDir }: ClientConfig): string | undefined {
  return token === undefined ? tokenInFile(dataDir) : bearer(token, 'The management token')
}

function tokenInFile(dataDir: string): string | undefined {
  let text: string
  try {
    text = readFileSync(path.join(dataDir, 'admin-token'), 'utf8')
  } catch {
    return undefined
  }
  return text.trim() === '' ? undefined : bearer(text, `The content of ${path.join(dataDir, 'admin-token')}`)
}

/** Trims a token and checks that a header can contain it. The message of its UsageError does not contain the token. */
export function bearer(text: string, label: string): string {
  const token = text.trim()
  if (/^[\x21-\x7e]+$/.test(token)) return token
  throw new UsageError(`${label} is not valid: it must be one word of ASCII letters, digits and symbols.`)
}
