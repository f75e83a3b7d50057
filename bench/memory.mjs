// Memory: measures the resident memory of a service, and its growth while the service accepts and delivers messages at
// a steady rate.
import { existsSync, readFileSync } from 'node:fs'
import { makeTenant, prepareInstallation } from './installation.mjs'
import { PER_SECOND, timeMessages } from './latency.mjs'
import { startPart } from './process.mjs'
import { report, rounded } from './progress.mjs'

const EVERY = 500
const MINUTE = 60_000

/**
 * Returns the slope of a line through the resident memory from minute `from` to minute `to` of a steady run.
 * @param {import('./installation.mjs').Postgres | undefined} postgres
 * @param {{ from: number, to: number }} minutes
 * @returns {Promise<import('./accept.mjs').Pair[]>} The growth in MB per minute.
 */
export async function measureSlope(postgres, { from, to }) {
  const installation = await prepareInstallation(postgres)
  const provider = await startPart('parts/stamped', {})
  try {
    const service = await installation.start({ delivering: true })
    const { key } = await makeTenant(service, provider.ready.url)
    const moments = Array.from({ length: Math.ceil(PER_SECOND * 60 * to) }, (_, index) => (index * 1000) / PER_SECOND)
    const started = performance.now()
    /** @type {{ minute: number, megabytes: number }[]} */
    const samples = []
    let nextReport = 0
    const watch = setInterval(() => {
      const sample = { minute: (performance.now() - started) / MINUTE, megabytes: residentMemory(service.pid) }
      if (sample.minute >= from) samples.push(sample)
      if (sample.minute < nextReport) return
      report(`minute ${rounded(sample.minute)} of ${to}: ${rounded(sample.megabytes)} MB`)
      nextReport += 0.5
    }, EVERY)
    await timeMessages(service.url, key, provider, moments).finally(() => clearInterval(watch))
    return [{ ours: slopeOf(samples) }]
  } finally {
    await installation.remove()
    await provider.stop()
  }
}

/**
 * Returns the resident memory of a process in megabytes. Returns NaN on systems other than Linux.
 * @param {number} pid
 */
export function residentMemory(pid) {
  const file = `/proc/${pid}/status`
  const kilobytes = existsSync(file) ? /VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1] : undefined
  return Number(kilobytes) / 1024
}

/**
 * Returns the slope of a line through the samples, by least squares.
 * @param {{ minute: number, megabytes: number }[]} samples
 */
function slopeOf(samples) {
  const mean = (/** @type {(sample: { minute: number, megabytes: number }) => number} */ read) =>
    samples.reduce((sum, sample) => sum + read(sample), 0) / samples.length
  const [minutes, megabytes] = [mean(({ minute }) => minute), mean((sample) => sample.megabytes)]
  const together = mean((sample) => (sample.minute - minutes) * (sample.megabytes - megabytes))
  return together / mean(({ minute }) => (minute - minutes) ** 2)
}
