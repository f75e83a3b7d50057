// Repeats of failed work. A task is repeated a few times. A set of items is split into halves, and each half is
// repeated.
import { describe, expect, it } from 'vitest'
import { repeat, retryInHalves } from '../../src/lib/repeat.ts'

describe('repeat', () => {
  const failingWith = (...errors: string[]) => {
    let runs = 0
    return {
      runs: () => runs,
      work: async () => {
        const error = errors[runs++]
        if (error !== undefined) throw new Error(error)
        return 'done'
      },
    }
  }
  const isTemporary = (error: unknown) => (error as Error).message === 'temporary'

  it('returns the first result of repeated work', async () => {
    const { work, runs } = failingWith('temporary', 'temporary')
    await expect(repeat(3, isTemporary, work)).resolves.toBe('done')
    expect(runs()).toBe(3)
  })

  it('rejects with the last error when all runs have failed', async () => {
    const { work, runs } = failingWith('temporary', 'temporary', 'temporary')
    await expect(repeat(3, isTemporary, work)).rejects.toThrow('temporary')
    expect(runs()).toBe(3)
  })

  it('does not repeat work after an error that is not temporary', async () => {
    const { work, runs } = failingWith('wrong')
    await expect(repeat(3, isTemporary, work)).rejects.toThrow('wrong')
    expect(runs()).toBe(1)
  })
})

describe('inHalves', () => {
  const failingOn = (...bad: number[]) => {
    const sets: number[][] = []
    const done: number[] = []
    const failed: [number, string][] = []
    const run = (items: number[]) =>
      retryInHalves(
        items,
        async (set) => {
          sets.push(set)
          if (set.some((item) => bad.includes(item))) throw new Error(`not ${set.join(' ')}`)
          done.push(...set)
        },
        (item, error) => failed.push([item, (error as Error).message]),
      )
    return { run, sets, done, failed }
  }

  it('runs a set of items once if no item fails', async () => {
    const { run, sets } = failingOn()
    await run([1, 2, 3])
    expect(sets).toEqual([[1, 2, 3]])
  })

  it('fails only the items that cause an error, and runs all other items in order', async () => {
    const { run, done, failed, sets } = failingOn(2, 7)
    await run([1, 2, 3, 4, 5, 6, 7])
    expect(done).toEqual([1, 3, 4, 5, 6])
    expect(failed).toEqual([
      [2, 'not 2'],
      [7, 'not 7'],
    ])
    expect(sets.map((set) => set.length)).toEqual([7, 4, 2, 1, 1, 2, 3, 2, 1])
  })

  it('rejects when the work fails for an empty list', async () => {
    await expect(
      retryInHalves(
        [],
        () => Promise.reject(new Error('nothing')),
        () => {},
      ),
    ).rejects.toThrow('nothing')
  })
})
