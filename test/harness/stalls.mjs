// This module is loaded first in a service (node --import). It measures the longest time for which the main thread was
// blocked, and returns this time over HTTP.
import { closeSync, openSync, readSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { isMainThread } from 'node:worker_threads'

const TICK = 5

if (isMainThread && process.env.STALLS_FILE !== undefined) watch(process.env.STALLS_FILE)

/**
 * Measures the longest time between two ticks, in milliseconds of the main thread's processor time. The time of other
 * programs is not included. Writes a URL to `file`. A GET request to this URL returns the time and resets it.
 * @param {string} file
 */
function watch(file) {
  let before = busy()
  let longest = 0
  setInterval(() => {
    const now = busy()
    longest = Math.max(longest, now - before)
    before = now
  }, TICK).unref()
  const server = createServer((_request, response) => {
    // Close the connection after each response. The server would close an idle connection later, possibly while the
    // test sends its next request.
    response.setHeader('connection', 'close')
    response.end(JSON.stringify({ longest: Math.max(0, longest - TICK) }))
    longest = 0
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (address !== null && typeof address === 'object') writeFileSync(file, `http://127.0.0.1:${address.port}`)
  })
  server.unref()
}

/**
 * Returns the processor time of the main thread so far in milliseconds. Without /proc, returns the time of all threads.
 */
function busy() {
  try {
    const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
    const buffer = Buffer.alloc(64)
    const length = readSync(file, buffer)
    closeSync(file)
    return Number(buffer.toString('latin1', 0, length).split(' ')[0]) / 1e6
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
}
