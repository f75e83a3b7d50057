// An installation on PostgreSQL in which processes of 0.1.0 and of this version run at the same time.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { type Running, startProcess } from './processes.ts'
import { buildReleased } from './released.ts'
import { sharedPostgresUrl } from './shared.ts'

export interface MixedVersions {
  dataDir: string
  /** A database session that only the test uses. */
  holder: pg.Client
  /** Starts a process of this version. */
  start(role: string, flags?: string[]): Running
  /** Starts a process of 0.1.0. */
  startOld(role: string, flags?: string[]): Running
  /** Sends the signal to a process, and returns its exit code. */
  stop(process: Running, signal?: NodeJS.Signals): Running['ended']
  /** Stops all processes, and removes the database and the folders. */
  remove(): Promise<void>
}

/** Builds 0.1.0, and creates an empty database. */
export async function createMixedVersions(): Promise<MixedVersions> {
  const name = `mixed_${randomUUID().slice(0, 8)}`
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'carillon-mixed-'))
  const running: Running[] = []
  const released = buildReleased('0.1.0')
  const adminUrl = await sharedPostgresUrl()
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const database = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href
  const holder = new pg.Client({ connectionString: database })
  await holder.connect()
  const settings = {
    DATABASE_URL: database,
    DATA_DIR: dataDir,
    MASTER_KEY: 'a master key that all processes share',
    PUBLIC_URL: 'https://carillon.example',
    ALLOW_PRIVATE_NETWORK: '1',
  }
  /** `version` is the folder of a build. Without `version`, this build is used. */
  const start = (role: string, flags: string[] = [], version?: string) => {
    const process = startProcess(role, settings, flags, version)
    running.push(process)
    return process
  }
  return {
    dataDir,
    holder,
    start: (role, flags) => start(role, flags),
    startOld: (role, flags) => start(role, flags, released.folder),
    stop(process, signal = 'SIGTERM') {
      process.child.kill(signal)
      running.splice(running.indexOf(process), 1)
      return process.ended
    },
    async remove() {
      for (const { child } of running) child.kill('SIGTERM')
      await Promise.all(running.map(({ ended }) => ended))
      await holder.end()
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
      rmSync(dataDir, { recursive: true, force: true })
      released.remove()
    },
  }
}
