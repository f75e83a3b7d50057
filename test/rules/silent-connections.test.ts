// Detection of a database server that has stopped answering.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SILENT_AFTER, type SilenceWatch, watchSilence } from '../../src/store/silent-connections.ts'

let answers = true
let checks = 0
let losses = 0
let watch: SilenceWatch
beforeEach(() => {
  vi.useFakeTimers()
  answers = true
  checks = 0
  losses = 0
  watch = watchSilence(
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
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

it('breaks the connections that received nothing when the server does not answer the check', async () => {
  answers = false
  const [silent, receiving] = [createSocket(), createSocket()]
  watch.add(silent)
  watch.add(receiving)
  await pass(SILENT_AFTER - 1000)
  receiving.bytesRead = 10
  await pass(2000)
  expect(silent.destroy).toHaveBeenCalledWith(expect.objectContaining({ code: 'ETIMEDOUT' }))
  expect(receiving.destroy).not.toHaveBeenCalled()
  expect(losses).toBe(1)
})

it('keeps a connection whose statement is slow, and checks the server again after the same time', async () => {
  const slow = createSocket()
  watch.add(slow)
  await pass(SILENT_AFTER + 1000)
  expect([checks, slow.destroy.mock.calls.length]).toEqual([1, 0])
  await pass(SILENT_AFTER + 1000)
  expect(checks).toBe(2)
  expect(losses).toBe(0)
})

it('does not check the server for idle connections', async () => {
  const idle = createSocket()
  watch.add(idle)
  watch.remove(idle)
  await pass(3 * SILENT_AFTER)
  expect(checks).toBe(0)
})
