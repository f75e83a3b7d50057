// The processor cores that this process may use.
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'

/**
 * Returns the number of cores, at least 1. Considers the processor quota of a container or unit (cgroup v2), which Node
 * 20 ignores.
 */
export function availableCores(): number {
  return Math.max(1, Math.min(availableParallelism(), Math.floor(quotaOf('/sys/fs/cgroup', '/proc/self/cgroup'))))
}

/**
 * Returns the smallest quota of a control group and the groups above it, in cores. Returns Infinity if there is no
 * quota. `root` is the folder of all groups. `own` is the file with the path of the group.
 */
export function quotaOf(root: string, own: string): number {
  const group = /^0::(\/.*)$/m.exec(textOf(own))?.[1]
  if (group === undefined) return Number.POSITIVE_INFINITY
  const parts = group.split('/').filter((part) => part !== '')
  const groups = [...parts.keys(), parts.length].map((length) => path.join(root, ...parts.slice(0, length)))
  return Math.min(...groups.map((folder) => coresIn(textOf(path.join(folder, 'cpu.max')))))
}

/** Parses "150000 100000": microseconds of processor time in a period of microseconds. Without a quota it is "max". */
function coresIn(text: string): number {
  const [, quota, period] = /^(\d+) (\d+)/.exec(text) ?? []
  return quota === undefined ? Number.POSITIVE_INFINITY : Number(quota) / Number(period)
}

/** Returns the content of a file, or an empty text if the file cannot be read. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
