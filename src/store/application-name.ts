// The name of a database session, which shows the program and its version, such as carillon/0.2.0.
import { packageVersion } from '../lib/package-root.ts'

/**
 * Returns the session's name. `part` distinguishes the sessions of one process: `listen` gives carillon-listen/0.2.0.
 */
export function applicationName(part?: string): string {
  return `${APPLICATION}${part === undefined ? '' : `-${part}`}/${packageVersion()}`
}

export const APPLICATION = 'carillon'

/** Returns the version in such a name; undefined for 0.1.0, whose names have none. */
export function versionInName(name: string): string | undefined {
  return /\/(\d+\.\d+\.\d+)/.exec(name)?.[1]
}
