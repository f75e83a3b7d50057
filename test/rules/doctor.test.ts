// Results of `carillon doctor` for a full disk and a wrong clock, which a test machine cannot produce.
import { describe, expect, it } from 'vitest'
import { clockFinding, driftOf } from '../../src/cli/doctor/database.ts'
import { spaceFinding } from '../../src/cli/doctor/machine.ts'

describe('findings of the doctor', () => {
  it('warns when the database clock differs by one second, and fails when it differs by five seconds', () => {
    expect(clockFinding(0)).toMatchObject({ level: 'ok' })
    expect(clockFinding(-1000)).toMatchObject({ level: 'ok' })
    expect(clockFinding(1001)).toMatchObject({
      level: 'warn',
      message: "The database's clock is 1.0 s ahead of this machine's clock.",
    })
    expect(clockFinding(-5000)).toMatchObject({
      level: 'warn',
      message: "The database's clock is 5.0 s behind this machine's clock.",
    })
    expect(clockFinding(-5001)).toMatchObject({ level: 'fail', remedy: expect.stringContaining('time service') })
  })

  it('does not report a slow answer as a clock difference', () => {
    expect(driftOf(5000, 1000, 9000)).toBe(0)
    expect(driftOf(500, 1000, 9000)).toBe(-500)
    expect(driftOf(9700, 1000, 9000)).toBe(700)
  })

  it('warns when a disk has less than 1 GB of free space, and fails below 100 MB', () => {
    const MB = 1024 * 1024
    expect(spaceFinding('/data', 1024 * MB)).toMatchObject({ level: 'ok', message: '1024 MB are free in /data.' })
    expect(spaceFinding('/data', 200 * 1024 * MB)).toMatchObject({ level: 'ok', message: '200 GB are free in /data.' })
    expect(spaceFinding('/data', 1023 * MB)).toMatchObject({ level: 'warn' })
    expect(spaceFinding('/data', 99 * MB)).toMatchObject({
      level: 'fail',
      remedy: expect.stringContaining('Free some space'),
    })
  })
})
