// The doctor's checks of this machine: settings, data directory, file permissions, disk and Node.
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

/**
 * Warns if this version of Node no longer gets security fixes. A version that is not yet in the table of
 * node-support.ts counts as supported.
 */
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
      `The service listens on ${host}, but PUBLIC_URL is not an https address: keys would cross the network unencrypted.`,
      'Put a TLS proxy in front of the service, and set PUBLIC_URL to its address.',
    )
  if (publicUrl === undefined)
    return warn(
      'configuration',
      'PUBLIC_URL is not set: links in messages work only on this machine.',
      'Set PUBLIC_URL to the public address of the service before you send messages to people.',
    )
  return ok('configuration', 'All settings are valid.')
}

function directory({ dataDir }: Config): Finding {
  const target = path.resolve(dataDir)
  const folder = existingAncestor(target)
  if (!statSync(folder).isDirectory())
    return fail('data directory', `${folder} is not a folder.`, 'Move the file, or set DATA_DIR to a folder.')
  if (!isAccessible(folder))
    return fail(
      'data directory',
      `This user cannot read and write ${folder}.`,
      'Make the user of the service the owner of this folder, or set another DATA_DIR.',
    )
  return folder === target
    ? ok('data directory', `${dataDir} is readable and writable.`)
    : ok('data directory', `${dataDir} does not exist yet. The first start creates it.`)
}

/** Returns the folder if it exists, and otherwise its nearest ancestor that exists. */
function existingAncestor(folder: string): string {
  return existsSync(folder) || path.dirname(folder) === folder ? folder : existingAncestor(path.dirname(folder))
}

function isAccessible(folder: string): boolean {
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
    yield fail('permissions', `Other users can read ${loose.join(' and ')}.`, `chmod 600 ${loose.join(' ')}`)
  else if (files.length > 0) yield ok('permissions', `Only the owner can read ${files.join(' and ')}.`)
  if (masterKey === undefined && databaseUrl !== undefined)
    yield warn(
      'permissions',
      `The master key is stored in a file on this machine, ${path.join(dataDir, 'master-key')}. Processes on other machines need the same key.`,
      'Set MASTER_KEY to this key for every process, and keep a copy of it outside the database.',
    )
}

const MB = 1024 * 1024

function disk({ dataDir }: Config): Finding {
  const folder = existingAncestor(path.resolve(dataDir))
  const { bavail, bsize } = statfsSync(folder)
  return spaceFinding(folder, bavail * bsize)
}

/** `free` is the number of bytes that this user can still write. */
export function spaceFinding(folder: string, free: number): Finding {
  const message = `${free < 10 * 1024 * MB ? `${Math.floor(free / MB)} MB` : `${Math.floor(free / 1024 / MB)} GB`} are free in ${folder}.`
  const remedy = 'Free some space. A database without space accepts no messages.'
  if (free < 100 * MB) return fail('disk', message, remedy)
  return free < 1024 * MB ? warn('disk', message, remedy) : ok('disk', message)
}
