// The name under which a database session shows whose it is and of which version, such as carillon/0.2.0.
import { packageVersion } from '../lib/package-root.ts'

/** `part` tells sessions of one process apart: `listen` gives carillon-listen/0.2.0. */
export function applicationName(part?: string): string {
  return `${APPLICATION}${part === undefined ? '' : `-${part}`}/${packageVersion()}`
}

export const APPLICATION = 'carillon'

/** Reads the version from such a name; undefined for 0.1.0, whose names have none. */
export function versionInName(name: string): string | undefined {
  return /\/(\d+\.\d+\.\d+)/.exec(name)?.[1]
}
