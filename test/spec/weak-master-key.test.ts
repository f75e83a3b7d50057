// Weak master keys are refused for a new installation. An installation with a weak key reports it at each start.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSeal } from '../../src/lib/seal.ts'
import { carillon } from '../harness/command.ts'
import { createInstallation, type Installation } from '../harness/installation.ts'
import { databases, startTestService } from '../harness/service.ts'

const WEAK = [
  'aaaaaaaaaaaaaaaa',
  'abcabcabcabcabcabc',
  'passwordpassword',
  '0123456789abcdef',
  'changeme-changeme',
  'password12345678',
]

describe.each(databases)('weak master keys, %s', (kind) => {
  it.each(WEAK)(
    'refuses the weak master key %s at the first start, and the error contains the command that creates a strong master key',
    async (MASTER_KEY) => {
      await expect(startTestService(kind, { MASTER_KEY })).rejects.toThrow(/easy to guess.*openssl rand -base64 32/)
    },
  )

  it('accepts random master keys of sixteen characters or more', async () => {
    for (const MASTER_KEY of [randomBytes(8).toString('hex'), randomBytes(12).toString('base64url')]) {
      const test = await startTestService(kind, { MASTER_KEY })
      await test.stop()
    }
  })
})

describe('installations with a weak master key', () => {
  const [weak] = WEAK
  const strong = randomBytes(32).toString('base64')
  let installation: Installation
  const env = () => ({ ...installation.databaseSettings, DATA_DIR: installation.dataDir })
  beforeAll(async () => {
    installation = await createInstallation('postgres')
    await carillon(['migrate'], env())
    const db = await installation.open()
    // The state of an installation from a version without this check.
    await db.query({
      text: 'insert into installation (key_check) values ($1)',
      values: [createSeal(weak!).close('carillon', 'installation')],
    })
    await db.close()
  })
  afterAll(() => installation.remove())

  const doctor = async (MASTER_KEY: string) => {
    const { out } = await carillon(['doctor', '--json'], { ...env(), MASTER_KEY })
    return JSON.parse(out).checks.filter(({ what }: { what: string }) => what === 'master key')
  }

  it('an installation with a weak master key starts, and its log and `carillon doctor` explain the fix', async () => {
    const running = await installation.start('start', { MASTER_KEY: weak!, LOG_LEVEL: 'warn' })
    expect((await fetch(`${running.address}/livez`)).status).toBe(200)
    await installation.stop()
    const lines = running.output().split('\n')
    const warning = lines.findIndex((line) => line.includes('easy to guess'))
    expect(JSON.parse(lines[warning]!)).toMatchObject({
      level: 40,
      msg: expect.stringContaining('openssl rand -base64 32'),
    })
    expect(running.output()).not.toContain(weak)
    expect(await doctor(weak!)).toMatchObject([
      { level: 'warn', remedy: expect.stringContaining('openssl rand -base64 32') },
    ])
  })

  it('a weak master key can be exchanged for a strong key, but not for another weak key', async () => {
    const other = installation.start('start', { MASTER_KEY: WEAK[1]!, MASTER_KEY_PREVIOUS: weak! })
    await expect(other).rejects.toThrow(/easy to guess/)
    const exchanged = await installation.start('start', { MASTER_KEY: strong, MASTER_KEY_PREVIOUS: weak! })
    await installation.stop()
    expect(exchanged.output()).not.toContain('easy to guess')
  })
})
