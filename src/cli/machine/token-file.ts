// The management token of a command: the given token, or the one in the file of the service on this machine.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ClientConfig } from '../../client-config.ts'
import { UsageError } from '../command.ts'

/** Returns the token, or undefined without one: the service then refuses the request with an explanation. */
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

/** Trims a token and checks that a header can contain it. Throws UsageError, which does not repeat the secret. */
export function bearer(text: string, label: string): string {
  const token = text.trim()
  if (/^[\x21-\x7e]+$/.test(token)) return token
  throw new UsageError(`${label} is not valid: it must be one word of ASCII letters, digits and symbols.`)
}
