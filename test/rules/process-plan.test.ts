// The number of processes of a command, and their shares of the database connections.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { quotaOf } from '../../src/cluster/cores.ts'
import { planProcesses } from '../../src/cluster/plan.ts'
import { ConfigError, readConfig } from '../../src/config.ts'
import type { ProcessRole } from '../../src/process-role.ts'

const DATABASE_URL = 'postgres://db.example/carillon'

describe('the processes of a command', () => {
  const plan = (command: ProcessRole, env: Record<string, string>, cores = 8) =>
    planProcesses(command, readConfig({ DATABASE_URL, ...env }), () => cores)
  const counts = (command: ProcessRole, env: Record<string, string>, cores?: number) => {
    const roles = (plan(command, env, cores) ?? []).map(({ role }) => role)
    return [roles.filter((role) => role === 'api').length, roles.filter((role) => role === 'worker').length]
  }

  it.each<[ProcessRole, Record<string, string>]>([
    ['start', {}],
    ['start', { API_PROCESSES: '1', WORKER_PROCESSES: '1' }],
    ['api', { WORKER_PROCESSES: '4' }],
    ['worker', { API_PROCESSES: '4' }],
  ])('the command %s with the settings %j runs in one process', (command, env) => {
    expect(plan(command, env)).toBeUndefined()
  })

  it.each<[ProcessRole, Record<string, string>, number, [number, number]]>([
    ['start', { API_PROCESSES: '3' }, 8, [3, 1]],
    ['start', { WORKER_PROCESSES: '2' }, 8, [1, 2]],
    ['api', { API_PROCESSES: '3', WORKER_PROCESSES: '2' }, 8, [3, 0]],
    ['worker', { API_PROCESSES: '3', WORKER_PROCESSES: '2' }, 8, [0, 2]],
    ['api', { API_PROCESSES: 'auto' }, 8, [8, 0]],
    ['start', { API_PROCESSES: 'auto', WORKER_PROCESSES: 'auto' }, 8, [4, 4]],
    ['start', { API_PROCESSES: 'auto', WORKER_PROCESSES: 'auto' }, 3, [2, 2]],
    ['start', { API_PROCESSES: 'auto', WORKER_PROCESSES: 'auto' }, 1, [0, 0]],
    ['api', { API_PROCESSES: 'auto' }, 192, [64, 0]],
  ])('the command %s with the settings %j and %i cores starts %j api and worker processes', (...given) => {
    const [command, env, cores, expected] = given
    expect(counts(command, env, cores)).toEqual(expected)
  })

  it('the processes share DATABASE_POOL, and by default each of many processes has 5 connections', () => {
    const shares = (env: Record<string, string>) => plan('start', env)?.map(({ databasePool }) => databasePool)
    expect(shares({ API_PROCESSES: '2', DATABASE_POOL: '8' })).toEqual([3, 3, 2])
    expect(shares({ API_PROCESSES: '3', WORKER_PROCESSES: '3' })).toEqual([5, 5, 5, 5, 5, 5])
  })

  it.each([
    [16, 80],
    [32, 80],
    [64, 128],
  ])(
    '%i processes share %i connections by default, as many as PostgreSQL permits, but at least two for each process',
    (count, total) => {
      const shares = plan('api', { API_PROCESSES: `${count}` })?.map(({ databasePool }) => databasePool) ?? []
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total)
      expect(shares).toHaveLength(count)
    },
  )

  it('refuses a DATABASE_POOL with fewer than two connections for a process, and suggests a value', () => {
    const env = { API_PROCESSES: '4', WORKER_PROCESSES: '2', DATABASE_POOL: '11' }
    expect(() => plan('start', env)).toThrow(ConfigError)
    expect(() => plan('start', env)).toThrow(/6 processes need at least 12\. Set DATABASE_POOL to 30/)
    expect(plan('start', { ...env, DATABASE_POOL: '12' })).toHaveLength(6)
  })

  it('refuses several processes with the embedded database', () => {
    expect(() => plan('start', { API_PROCESSES: '2', DATABASE_URL: '' })).toThrow(/Set DATABASE_URL/)
  })
})

describe('the processor quota of a control group', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'carillon-cores-'))
  afterAll(() => rmSync(root, { recursive: true }))
  const own = path.join(root, 'own')
  const quota = (group: string, limits: Record<string, string>) => {
    writeFileSync(own, `0::${group}\n`)
    for (const [folder, limit] of Object.entries(limits)) {
      mkdirSync(path.join(root, folder), { recursive: true })
      writeFileSync(path.join(root, folder, 'cpu.max'), `${limit}\n`)
    }
    return quotaOf(root, own)
  }

  it('the quota of a control group is the smallest quota of the group and the groups above it', () => {
    expect(quota('/a/b', { 'a/b': 'max 100000', a: '250000 100000' })).toBe(2.5)
    expect(quota('/c', { c: '50000 100000' })).toBe(0.5)
    expect(quota('/d', { d: 'max 100000' })).toBe(Number.POSITIVE_INFINITY)
  })

  it('a control group without a quota limits no cores', () => {
    expect(quotaOf(root, path.join(root, 'missing'))).toBe(Number.POSITIVE_INFINITY)
  })
})
