// Finds the management token of a command. It is the given token, or the token in the file of the service on this
// machine.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ClientConfig } from '../../client-config.ts'
import { UsageError } from '../command.ts'

/**
 * Returns the token, or undefined if there is none. Without a token, the service refuses the request with a message
 * that explains the remedy.
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

/**
 * Trims a token and checks that an HTTP header can contain it. If not, throws a UsageError, whose message does not show
 * the token.
 */
export function bearer(text: string, label: string): string {
  const token = text.trim()
  if (/^[\x21-\x7e]+$/.test(token)) return token
  throw new UsageError(`${label} is not valid: it must be one word of ASCII letters, digits and symbols.`)
}
