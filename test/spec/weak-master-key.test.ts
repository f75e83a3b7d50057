// A master key that is easy to guess: refused where it would be new, warned of at every start where an installation has it.
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

describe.each(databases)('a weak master key on %s', (kind) => {
  it.each(WEAK)('%s is refused at the first start, with the command that makes a good one', async (MASTER_KEY) => {
    await expect(startTestService(kind, { MASTER_KEY })).rejects.toThrow(/easy to guess.*openssl rand -base64 32/)
  })

  it('accepts random keys of sixteen characters or more', async () => {
    for (const MASTER_KEY of [randomBytes(8).toString('hex'), randomBytes(12).toString('base64url')]) {
      const test = await startTestService(kind, { MASTER_KEY })
      await test.stop()
    }
  })
})

describe('an installation that has a weak master key already', () => {
  const [weak] = WEAK
  const strong = randomBytes(32).toString('base64')
  let installation: Installation
  const env = () => ({ DATABASE_URL: installation.server!.url(), DATA_DIR: installation.dataDir })
  beforeAll(async () => {
    installation = await createInstallation('postgres')
    await carillon(['migrate'], env())
    const db = await installation.open()
    // As a version before this check would have set it up.
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

  it('starts, and the log and the doctor say what to do', async () => {
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

  it('exchanges it for a good one, and takes no other weak one in exchange', async () => {
    const other = installation.start('start', { MASTER_KEY: WEAK[1]!, MASTER_KEY_PREVIOUS: weak! })
    await expect(other).rejects.toThrow(/easy to guess/)
    const exchanged = await installation.start('start', { MASTER_KEY: strong, MASTER_KEY_PREVIOUS: weak! })
    await installation.stop()
    expect(exchanged.output()).not.toContain('easy to guess')
  })
})
