// The doctor's judgement on what no test machine can be made to have: a full disk, a clock that is wrong.
import { describe, expect, it } from 'vitest'
import { clockFinding, driftOf } from '../../src/cli/doctor/database.ts'
import { spaceFinding } from '../../src/cli/doctor/machine.ts'

describe('the doctor', () => {
  it('warns of a clock that is a second off and refuses one that is five', () => {
    expect(clockFinding(0)).toMatchObject({ level: 'ok' })
    expect(clockFinding(-1000)).toMatchObject({ level: 'ok' })
    expect(clockFinding(1001)).toMatchObject({ level: 'warn', message: "The database's clock is 1.0 s ahead." })
    expect(clockFinding(-5000)).toMatchObject({ level: 'warn', message: "The database's clock is 5.0 s behind." })
    expect(clockFinding(-5001)).toMatchObject({ level: 'fail', remedy: expect.stringContaining('time service') })
  })

  it('takes no slow answer for a wrong clock', () => {
    expect(driftOf(5000, 1000, 9000)).toBe(0)
    expect(driftOf(500, 1000, 9000)).toBe(-500)
    expect(driftOf(9700, 1000, 9000)).toBe(700)
  })

  it('warns of a disk that is nearly full and refuses one that is full', () => {
    const MB = 1024 * 1024
    expect(spaceFinding('/data', 1024 * MB)).toMatchObject({ level: 'ok', message: '1024 MB are free in /data.' })
    expect(spaceFinding('/data', 200 * 1024 * MB)).toMatchObject({ level: 'ok', message: '200 GB are free in /data.' })
    expect(spaceFinding('/data', 1023 * MB)).toMatchObject({ level: 'warn' })
    expect(spaceFinding('/data', 99 * MB)).toMatchObject({
      level: 'fail',
      remedy: expect.stringContaining('Make room'),
    })
  })
})
