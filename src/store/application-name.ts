// The application name of a database session. It contains the program and its version, such as carillon/0.2.0.
import { packageVersion } from '../lib/package-root.ts'

/**
 * Returns the application name of a session. `part` distinguishes the sessions of one process. For example, the session
 * with the part `listen` has the name carillon-listen/0.2.0.
 */
export function applicationName(part?: string): string {
  return `${APPLICATION}${part === undefined ? '' : `-${part}`}/${packageVersion()}`
}

export const APPLICATION = 'carillon'

/** Returns the version in the application name. Returns undefined for a process of 0.1.0, which writes no version. */
export function versionInName(name: string): string | undefined {
  return /\/(\d+\.\d+\.\d+)/.exec(name)?.[1]
}
