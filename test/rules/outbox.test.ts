// The outbox: what is sent at once, what is held ready, and what is taken back.
import { describe, expect, it } from 'vitest'
import { createOutbox } from '../../src/lib/scheduling/outbox.ts'

describe('the outbox of eight slots', () => {
  const started = () => {
    const sent: string[] = []
    return { sent, outbox: createOutbox<string>({ slots: 8, send: (item) => sent.push(item) }) }
  }

  it('sends as many of a lane as half of the slots, and holds two more ready', () => {
    const { sent, outbox } = started()
    expect(outbox.share([1])).toEqual([{ lane: 1, most: 6 }])
    for (let index = 0; index < 6; index++) outbox.put(1, `a${index}`)
    expect(sent).toEqual(['a0', 'a1', 'a2', 'a3'])
    expect(outbox.share([1])).toEqual([])
    expect(outbox.room()).toBe(6)
    outbox.leave(1)
    expect(sent.at(-1)).toBe('a4')
    expect(outbox.share([1])).toEqual([{ lane: 1, most: 1 }])
  })

  it('gives a slot that came free to another lane when its own has nothing left', () => {
    const { sent, outbox } = started()
    for (let index = 0; index < 4; index++) for (const lane of [1, 2, 3]) outbox.put(lane, `${lane}-${index}`)
    expect(sent).toHaveLength(8)
    const before = sent.filter((item) => item.startsWith('3')).length
    for (let index = 0; index < 4; index++) outbox.leave(1)
    expect(sent).toHaveLength(12)
    expect(sent.filter((item) => item.startsWith('3')).length).toBeGreaterThan(before)
  })

  it('sends no more of a lane at once than it is allowed, and claims little ahead for it', () => {
    const { sent, outbox } = started()
    outbox.limit(1, 2)
    expect(outbox.share([1, 2])).toEqual([
      { lane: 1, most: 4 },
      { lane: 2, most: 6 },
    ])
    for (let index = 0; index < 4; index++) outbox.put(1, `1-${index}`)
    expect(sent).toEqual(['1-0', '1-1'])
    expect(outbox.share([1])).toEqual([])
    outbox.put(2, '2-0')
    expect(sent.at(-1)).toBe('2-0')
    outbox.leave(1)
    expect(sent.at(-1)).toBe('1-2')
    outbox.limit(1, undefined)
    outbox.leave(1)
    expect(sent.at(-1)).toBe('1-3')
    expect(outbox.share([1])).toEqual([{ lane: 1, most: 4 }])
  })

  it('takes back what waits, of one lane or of all, and says when nothing is left', () => {
    const { sent, outbox } = started()
    for (let index = 0; index < 6; index++) for (const lane of [1, 2]) outbox.put(lane, `${lane}-${index}`)
    expect(outbox.takeBack(1)).toEqual(['1-4', '1-5'])
    expect(outbox.takeBack(1)).toEqual([])
    expect(outbox.takeBack()).toEqual(['2-4', '2-5'])
    expect(sent).toHaveLength(8)
    const ends = [1, 1, 1, 1, 2, 2, 2, 2].map((lane) => outbox.leave(lane))
    expect(ends).toEqual([false, false, false, false, false, false, false, true])
    expect(outbox.room()).toBe(12)
  })

  it('holds as many ready as it is told of a lane that is quick, and says what waits longest', () => {
    const sent: string[] = []
    const quick = new Set([1])
    const outbox = createOutbox<string>({
      slots: 8,
      ahead: 32,
      each: 2,
      held: (lane, limit) => (quick.has(lane) ? 5 * limit : limit),
      send: (item) => sent.push(item),
    })
    expect(outbox.share([1, 2])).toEqual([
      { lane: 1, most: 10 },
      { lane: 2, most: 2 },
    ])
    expect(outbox.waits()).toBe(false)
    for (let index = 0; index < 10; index++) outbox.put(1, `1-${index}`)
    expect(sent).toEqual(['1-0', '1-1'])
    expect(outbox.waits()).toBe(true)
    expect(outbox.first()).toEqual([{ lane: 1, item: '1-2' }])
    quick.delete(1)
    expect(outbox.share([1, 2])).toEqual([{ lane: 2, most: 2 }])
    expect(outbox.takeBack(1)).toHaveLength(8)
    expect(outbox.waits()).toBe(false)
    expect(outbox.first()).toEqual([])
  })
})
