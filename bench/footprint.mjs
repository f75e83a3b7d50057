// Footprint: measures the memory of the service, and the time from `npm start` to the first 202. The data folder exists
// already, from an earlier start.
import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../scripts/setup.mjs'
import { call, fill, makeTenant, prepareInstallation } from './installation.mjs'
import { residentMemory } from './memory.mjs'
import { freePort, startPart } from './process.mjs'
import { report, rounded } from './progress.mjs'

const CONNECTIONS = 64
const PEOPLE = 1_000
/** Time in milliseconds. If a start takes longer, its output is printed. */
const LONG = 10_000

/** @typedef {import('./accept.mjs').Pair[]} Pairs */

/**
 * @param {import('./installation.mjs').Postgres | undefined} postgres
 * @param {{ pairs: number, seconds: number }} size
 * @returns {Promise<{ start: Pairs, idle: Pairs, loaded: Pairs }>} The time of the start in milliseconds, and the
 *   resident memory in MB: at rest, and under full load.
 */
export async function measureFootprint(postgres, { pairs, seconds }) {
  const installation = await prepareInstallation(postgres)
  const provider = await startPart('parts/provider', {})
  await provider.ask({ release: true })
  try {
    const service = await installation.start({ delivering: true })
    const { key } = await makeTenant(service, provider.ready.url)
    await pause(seconds * 1000)
    const idle = residentMemory(service.pid)
    await fill(service.url, key, PEOPLE, PEOPLE)
    const client = await startPart('parts/client', { url: service.url, key, connections: CONNECTIONS, people: PEOPLE })
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, residentMemory(service.pid))
    }, 100)
    await client.ask({ seconds })
    clearInterval(watch)
    await client.stop()
    await installation.stop()
    report(`${rounded(idle)} MB at rest, ${rounded(most)} MB under load`)
    /** @type {Pairs} */
    const start = []
    for (let pair = 0; pair < pairs; pair++) start.push({ ours: await untilFirst202(installation, key) })
    return { start, idle: [{ ours: idle }], loaded: [{ ours: most }] }
  } finally {
    await installation.remove()
    await provider.stop()
  }
}

/**
 * @param {Awaited<ReturnType<typeof prepareInstallation>>} installation
 * @param {string} key
 */
async function untilFirst202({ dataDir, databaseUrl }, key) {
  const port = await freePort()
  const started = performance.now()
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  }
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...env, ALLOW_PRIVATE_NETWORK: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += `${Math.round(performance.now() - started)} ms: ${text}`
    })
  const ended = new Promise((resolve) => child.once('exit', resolve))
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
  child.kill('SIGTERM')
  await ended
  return taken
}
