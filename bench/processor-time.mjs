// Reads the processor time of processes from /proc. On systems other than Linux, all times are NaN.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of a clock tick, the unit of /proc/PID/stat. Linux has 100 ticks per second on all usual machines. */
const TICK = 10

/**
 * Returns the processor time of a process, with all its threads, in milliseconds.
 * @param {number} pid
 */
export function processorTime(pid) {
  const stat = statOf(pid)
  return stat ? stat.own : Number.NaN
}

/**
 * Returns the processor time of a PostgreSQL server in milliseconds: of the first process, of its running children, and
 * of the children that have ended.
 * @param {number} postmaster
 */
export function serverTime(postmaster) {
  const server = statOf(postmaster)
  if (!server) return Number.NaN
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === postmaster)
  return children.reduce((sum, stat) => sum + (stat?.own ?? 0), server.own + server.ended)
}

/**
 * Reads one process. Returns undefined if it does not exist.
 * @param {number} pid
 */
function statOf(pid) {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return undefined
  try {
    // The name of the program is in parentheses, and may contain spaces.
    const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? []
    const { 1: parent, 11: user = 0, 12: system = 0, 13: endedUser = 0, 14: endedSystem = 0 } = fields
    return { parent, own: (user + system) * TICK, ended: (endedUser + endedSystem) * TICK }
  } catch {
    // The process has ended meanwhile.
    return undefined
  }
}
