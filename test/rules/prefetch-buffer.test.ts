// The prefetch buffer: which items start at once, which wait for a slot, and which are taken back.
import { describe, expect, it } from 'vitest'
import { type BufferLimits, createPrefetchBuffer } from '../../src/lib/scheduling/prefetch-buffer.ts'

describe('the prefetch buffer of eight slots', () => {
  const started = (limits: Partial<BufferLimits> = {}) => {
    const sent: string[] = []
    const buffer = createPrefetchBuffer<string>({ slots: 8, ...limits }, (item) => sent.push(item))
    return { sent, buffer }
  }

  it('starts as many items of a lane as half of the slots, and buffers two more', () => {
    const { sent, buffer } = started()
    expect(buffer.share([1])).toEqual([{ lane: 1, most: 6 }])
    for (let index = 0; index < 6; index++) buffer.put(1, `a${index}`)
    expect(sent).toEqual(['a0', 'a1', 'a2', 'a3'])
    expect(buffer.share([1])).toEqual([])
    expect(buffer.claimCapacity()).toBe(6)
    buffer.leave(1)
    expect(sent.at(-1)).toBe('a4')
    expect(buffer.share([1])).toEqual([{ lane: 1, most: 1 }])
  })

  it('gives a slot that came free to another lane when its own has nothing left', () => {
    const { sent, buffer } = started()
    for (let index = 0; index < 4; index++) for (const lane of [1, 2, 3]) buffer.put(lane, `${lane}-${index}`)
    expect(sent).toHaveLength(8)
    const before = sent.filter((item) => item.startsWith('3')).length
    for (let index = 0; index < 4; index++) buffer.leave(1)
    expect(sent).toHaveLength(12)
    expect(sent.filter((item) => item.startsWith('3')).length).toBeGreaterThan(before)
  })

  it('starts no more items of a lane at the same time than its limit allows, and claims as many again', () => {
    const limits = new Map([[1, 2]])
    const { sent, buffer } = started({ limitOf: (lane) => limits.get(lane) ?? 8 })
    expect(buffer.share([1, 2])).toEqual([
      { lane: 1, most: 4 },
      { lane: 2, most: 6 },
    ])
    for (let index = 0; index < 4; index++) buffer.put(1, `1-${index}`)
    expect(sent).toEqual(['1-0', '1-1'])
    expect(buffer.share([1])).toEqual([])
    buffer.put(2, '2-0')
    expect(sent.at(-1)).toBe('2-0')
    buffer.leave(1)
    expect(sent.at(-1)).toBe('1-2')
    limits.delete(1)
    buffer.leave(1)
    expect(sent.at(-1)).toBe('1-3')
    expect(buffer.share([1])).toEqual([{ lane: 1, most: 4 }])
  })

  it('takes back waiting items, of one lane or of all, and reports when nothing is left', () => {
    const { sent, buffer } = started()
    for (let index = 0; index < 6; index++) for (const lane of [1, 2]) buffer.put(lane, `${lane}-${index}`)
    expect(buffer.takeBack(1)).toEqual(['1-4', '1-5'])
    expect(buffer.takeBack(1)).toEqual([])
    expect(buffer.takeBack()).toEqual(['2-4', '2-5'])
    expect(sent).toHaveLength(8)
    const ends = [1, 1, 1, 1, 2, 2, 2, 2].map((lane) => buffer.leave(lane))
    expect(ends).toEqual([false, false, false, false, false, false, false, true])
    expect(buffer.claimCapacity()).toBe(12)
  })

  it('buffers more items of a quick lane, and returns the oldest of each lane', () => {
    const quick = new Set([1])
    const { sent, buffer } = started({
      ahead: 32,
      limitOf: () => 2,
      claimable: (lane, limit) => (quick.has(lane) ? 5 * limit : limit),
    })
    expect(buffer.share([1, 2])).toEqual([
      { lane: 1, most: 10 },
      { lane: 2, most: 2 },
    ])
    expect(buffer.isWaiting()).toBe(false)
    for (let index = 0; index < 10; index++) buffer.put(1, `1-${index}`)
    expect(sent).toEqual(['1-0', '1-1'])
    expect(buffer.isWaiting()).toBe(true)
    expect(buffer.oldest()).toEqual([{ lane: 1, item: '1-2' }])
    quick.delete(1)
    expect(buffer.share([1, 2])).toEqual([{ lane: 2, most: 2 }])
    expect(buffer.takeBack(1)).toHaveLength(8)
    expect(buffer.isWaiting()).toBe(false)
    expect(buffer.oldest()).toEqual([])
  })
})
