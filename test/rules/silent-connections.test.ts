// Detection of a database server that has stopped answering.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type SilenceWatch, watchSilence } from '../../src/store/silent-connections.ts'

const SILENCE = 5000

let answers: boolean | Promise<boolean> = true
let checks = 0
let losses = 0
let watch: SilenceWatch
beforeEach(() => {
  vi.useFakeTimers()
  answers = true
  checks = 0
  losses = 0
  watch = watchSilence(
    SILENCE,
    async () => {
      checks++
      return answers
    },
    () => losses++,
  )
})
afterEach(() => {
  watch.stop()
  vi.useRealTimers()
})

const createSocket = () => ({ bytesRead: 0, destroy: vi.fn() })
/** Delays the answer of the next check. Returns a function that makes the check fail. */
const delayAnswer = (): (() => void) => {
  let fail = () => {}
  answers = new Promise((resolve) => {
    fail = () => resolve(false)
  })
  return () => fail()
}
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

it('breaks only the silent connections when the server does not answer the check', async () => {
  answers = false
  const [silent, receiving] = [createSocket(), createSocket()]
  watch.add(silent)
  watch.add(receiving)
  await pass(SILENCE - 1000)
  receiving.bytesRead = 10
  await pass(2000)
  expect(silent.destroy).toHaveBeenCalledWith(expect.objectContaining({ code: 'ETIMEDOUT' }))
  expect(receiving.destroy).not.toHaveBeenCalled()
  expect(losses).toBe(1)
})

it('keeps a connection whose statement is slow, and repeats the check of the server after the same interval', async () => {
  const slow = createSocket()
  watch.add(slow)
  await pass(SILENCE + 1000)
  expect([checks, slow.destroy.mock.calls.length]).toEqual([1, 0])
  await pass(SILENCE + 1000)
  expect(checks).toBe(2)
  expect(losses).toBe(0)
})

it('does not check the server for idle connections', async () => {
  const idle = createSocket()
  watch.add(idle)
  watch.remove(idle)
  await pass(3 * SILENCE)
  expect(checks).toBe(0)
})

it('breaks no connection and abandons no host when the silent connection receives its answer during the check', async () => {
  const fail = delayAnswer()
  const slow = createSocket()
  watch.add(slow)
  await pass(SILENCE + 1000)
  slow.bytesRead = 10
  fail()
  await pass(0)
  expect([checks, losses, slow.destroy.mock.calls.length]).toEqual([1, 0, 0])
})

it('breaks no connection when another connection receives an answer during a check that fails', async () => {
  const fail = delayAnswer()
  const [slow, receiving] = [createSocket(), createSocket()]
  watch.add(slow)
  watch.add(receiving)
  await pass(SILENCE - 1000)
  receiving.bytesRead = 10
  await pass(2000)
  receiving.bytesRead = 20
  fail()
  await pass(0)
  expect([losses, slow.destroy.mock.calls.length]).toEqual([0, 0])
})
