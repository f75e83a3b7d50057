// Work that failed is done again: the whole of it a few times, or in halves.
import { describe, expect, it } from 'vitest'
import { repeat, retryInHalves } from '../../src/lib/repeat.ts'

describe('repeated work', () => {
  const failing = (...errors: string[]) => {
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
  const isPassing = (error: unknown) => (error as Error).message === 'in the way'

  it('ends with the first result', async () => {
    const { work, runs } = failing('in the way', 'in the way')
    await expect(repeat(3, isPassing, work)).resolves.toBe('done')
    expect(runs()).toBe(3)
  })

  it('rejects with the last error when the runs are used up', async () => {
    const { work, runs } = failing('in the way', 'in the way', 'in the way')
    await expect(repeat(3, isPassing, work)).rejects.toThrow('in the way')
    expect(runs()).toBe(3)
  })

  it('does not repeat work that another run cannot help', async () => {
    const { work, runs } = failing('wrong')
    await expect(repeat(3, isPassing, work)).rejects.toThrow('wrong')
    expect(runs()).toBe(1)
  })
})

describe('work in halves', () => {
  const refusing = (...bad: number[]) => {
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

  it('takes a set that passes at once', async () => {
    const { run, sets } = refusing()
    await run([1, 2, 3])
    expect(sets).toEqual([[1, 2, 3]])
  })

  it('fails only the items that cause an error, and does the others in their order', async () => {
    const { run, done, failed, sets } = refusing(2, 7)
    await run([1, 2, 3, 4, 5, 6, 7])
    expect(done).toEqual([1, 3, 4, 5, 6])
    expect(failed).toEqual([
      [2, 'not 2'],
      [7, 'not 7'],
    ])
    expect(sets.map((set) => set.length)).toEqual([7, 4, 2, 1, 1, 2, 3, 2, 1])
  })

  it('rejects when work on nothing fails', async () => {
    await expect(
      retryInHalves(
        [],
        () => Promise.reject(new Error('nothing')),
        () => {},
      ),
    ).rejects.toThrow('nothing')
  })
})
