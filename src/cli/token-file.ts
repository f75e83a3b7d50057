// The management token of commands: the one that was given, else the one the service on this machine wrote.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ClientConfig } from '../client-config.ts'

/** Undefined when there is none: the service then says so itself, if it is there at all. */
export function managementToken({ token, dataDir }: ClientConfig): string | undefined {
  if (token !== undefined) return token.trim()
  try {
    return readFileSync(path.join(dataDir, 'admin-token'), 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}
