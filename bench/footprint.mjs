// Footprint: measures the memory of the service, and the time from `npm start` to the first 202. The data folder exists
// already, from an earlier start.
import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { environmentOf } from '../scripts/node-binaries.mjs'
import { root } from '../scripts/setup.mjs'
import { end, keep } from './cleanup.mjs'
import { startClient } from './client.mjs'
import { call, fill, makeTenant, prepareInstallation } from './installation.mjs'
import { residentMemory } from './memory.mjs'
import { freePort, startPart } from './process.mjs'
import { report, rounded } from './progress.mjs'

const CONNECTIONS = 64
const PEOPLE = 1_000
/** Milliseconds between two readings of the memory. */
const EVERY = 100
const DRAINED_WITHIN = 120_000
/** Time in milliseconds. If a start takes longer, its output is printed. */
const LONG = 10_000

/** @typedef {import('./accept.mjs').Pair[]} Pairs */

/**
 * @param {import('./installation.mjs').Postgres | undefined} postgres
 * @param {{ pairs: number, rest: number, seconds: number }} size
 * @returns {Promise<{ start: Pairs, idle: Pairs, loaded: Pairs }>} The time of the start in milliseconds, and the
 *   resident memory in MB: at rest, and under full load.
 */
export async function measureFootprint(postgres, { pairs, rest, seconds }) {
  const installation = await prepareInstallation(postgres)
  const provider = await startPart('parts/provider', {})
  const client = await startClient()
  await provider.ask({ release: true })
  try {
    const first = await installation.start({ delivering: true })
    const { key } = await makeTenant(first, provider.ready.url)
    await fill(first.url, key, PEOPLE, PEOPLE)
    await untilDrained(first.url)
    await installation.stop()
    /** @type {{ start: Pairs, idle: Pairs, loaded: Pairs }} */
    const measured = { start: [], idle: [], loaded: [] }
    for (let pair = 0; pair < pairs; pair++) {
      const service = await installation.start({ delivering: true })
      await pause(rest * 1000)
      const idle = residentMemory(service.pid)
      const load = { url: service.url, key, connections: CONNECTIONS, people: PEOPLE, seconds }
      const loaded = await highestMemory(service.pid, client.load(load))
      await untilDrained(service.url)
      await installation.stop()
      report(`${rounded(idle)} MB at rest, ${rounded(loaded)} MB under load`)
      measured.idle.push({ ours: idle })
      measured.loaded.push({ ours: loaded })
      measured.start.push({ ours: await untilFirst202(installation, key) })
    }
    return measured
  } finally {
    await installation.remove()
    await Promise.all([client.stop(), provider.stop()])
  }
}

/**
 * Waits until no message is due. Otherwise, the service would still deliver messages while its memory at rest is
 * measured.
 * @param {string} url
 */
async function untilDrained(url) {
  for (const deadline = performance.now() + DRAINED_WITHIN; ; await pause(100)) {
    // With a long queue, the status of the answer is 503.
    const answer = await fetch(`${url}/v1/health`)
    const { queue_depth: due } = JSON.parse(await answer.text())
    if (due === 0) return
    if (performance.now() > deadline) throw new Error(`${due} messages are still due`)
  }
}

/**
 * Returns the highest resident memory of the process during the work.
 * @param {number} pid
 * @param {Promise<unknown>} work
 */
async function highestMemory(pid, work) {
  let highest = 0
  const watch = setInterval(() => {
    highest = Math.max(highest, residentMemory(pid))
  }, EVERY)
  await work.finally(() => clearInterval(watch))
  return highest
}

/**
 * @param {Awaited<ReturnType<typeof prepareInstallation>>} installation
 * @param {string} key
 */
async function untilFirst202({ dataDir, databaseUrl }, key) {
  const port = await freePort()
  const started = performance.now()
  const env = {
    // npm must use the same version of Node, because it would build the service again for another version.
    ...environmentOf(process.execPath),
    PORT: String(port),
    DATA_DIR: dataDir,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  }
  const child = keep(
    spawn('npm', ['start'], {
      cwd: root,
      env: { ...env, ALLOW_PRIVATE_NETWORK: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += `${Math.round(performance.now() - started)} ms: ${text}`
    })
  const message = {
    recipient: { email: 'person1@example.com' },
    template: 'bench',
    vars: { name: 'Ada' },
    channel: 'discord',
  }
  const send = () => call('POST', `http://127.0.0.1:${port}/v1/send`, key, message)
  while (!(await send().catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`npm start ended with code ${child.exitCode}:\n${output}`)
    await pause(10)
  }
  const taken = performance.now() - started
  report(`first 202 after ${rounded(taken)} ms`)
  // Print the output, because it probably shows the cause of the delay.
  if (taken > LONG) console.log(output)
  await end(child, 'SIGTERM')
  return taken
}
