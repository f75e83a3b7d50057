// The doctor's look at this machine: settings, the data directory and who holds it, the disk.
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../../config.ts'
import { isPastEndOfLife, lastDayOf, RECOMMENDED_NODE } from '../machine/node-support.ts'
import { type Finding, fail, ok, warn } from './findings.ts'

export function* machineFindings(config: Config, now: Date): Generator<Finding> {
  yield configuration(config)
  yield directory(config)
  yield* secretFiles(config)
  if (config.databaseUrl === undefined) yield disk(config)
  yield nodeFinding(process.versions.node, now)
}

/** The judgment on a version of Node. Any version that is newer than the table gets fixes. */
export function nodeFinding(version: string, now: Date): Finding {
  const lastDay = lastDayOf(version)
  if (lastDay === undefined) return ok('node', `Node ${version}.`)
  if (!isPastEndOfLife(version, now)) return ok('node', `Node ${version} gets security fixes until ${lastDay}.`)
  const remedy = `Install Node ${RECOMMENDED_NODE} and restart every process.`
  return warn('node', `Node ${version} has had no security fixes since ${lastDay}.`, remedy)
}

function configuration({ host, publicUrl }: Config): Finding {
  const open = !['127.0.0.1', '::1', 'localhost'].includes(host)
  if (open && !publicUrl?.startsWith('https://'))
    return warn(
      'configuration',
      `The service listens on ${host}, and PUBLIC_URL is no https address: keys would cross the network in the clear.`,
      'Put a TLS proxy in front and set PUBLIC_URL to its address.',
    )
  if (publicUrl === undefined)
    return warn(
      'configuration',
      'PUBLIC_URL is not set: links in messages lead to this machine alone.',
      'Set PUBLIC_URL to the address people reach the service at, before anything is sent to them.',
    )
  return ok('configuration', 'Every setting can be used.')
}

function directory({ dataDir }: Config): Finding {
  const target = path.resolve(dataDir)
  const there = nearestThere(target)
  if (!statSync(there).isDirectory())
    return fail('data directory', `${there} is not a folder.`, 'Move it away, or set DATA_DIR to a folder.')
  if (!isOurs(there))
    return fail(
      'data directory',
      `${there} can't be read and written by this user.`,
      'Change its owner to the user that runs the service, or set DATA_DIR.',
    )
  return there === target
    ? ok('data directory', `${dataDir} can be read and written.`)
    : ok('data directory', `${dataDir} does not exist yet; the first start makes it.`)
}

/** The folder itself, or the one it would be made in. */
function nearestThere(folder: string): string {
  return existsSync(folder) || path.dirname(folder) === folder ? folder : nearestThere(path.dirname(folder))
}

function isOurs(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

function* secretFiles({ dataDir, masterKey, databaseUrl }: Config): Generator<Finding> {
  const files = ['master-key', 'admin-token'].map((name) => path.join(dataDir, name)).filter((file) => existsSync(file))
  const loose = files.filter((file) => (statSync(file).mode & 0o077) !== 0)
  if (loose.length > 0)
    yield fail('permissions', `Others can read ${loose.join(' and ')}.`, `chmod 600 ${loose.join(' ')}`)
  else if (files.length > 0) yield ok('permissions', `${files.join(' and ')}: for their owner alone.`)
  if (masterKey === undefined && databaseUrl !== undefined)
    yield warn(
      'permissions',
      `The master key is a file of this machine, ${path.join(dataDir, 'master-key')}; processes on other machines need the same.`,
      'Set MASTER_KEY to it everywhere, and keep a copy apart from the database.',
    )
}

const MB = 1024 * 1024

function disk({ dataDir }: Config): Finding {
  const folder = nearestThere(path.resolve(dataDir))
  const { bavail, bsize } = statfsSync(folder)
  return spaceFinding(folder, bavail * bsize)
}

/** `free`: bytes that this user may still write. */
export function spaceFinding(folder: string, free: number): Finding {
  const message = `${free < 10 * 1024 * MB ? `${Math.floor(free / MB)} MB` : `${Math.floor(free / 1024 / MB)} GB`} are free in ${folder}.`
  const remedy = 'Make room: a database that can not write stops taking messages.'
  if (free < 100 * MB) return fail('disk', message, remedy)
  return free < 1024 * MB ? warn('disk', message, remedy) : ok('disk', message)
}
