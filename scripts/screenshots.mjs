// npm run screenshots: the pictures of the README, taken of a service that is started for them and filled with made-up messages.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { launchChromium } from '../test/harness/chromium.mjs'
import { stopChildrenOnSignals } from './child.mjs'
import { checkNode, ensureBuilt, ensureInstalled, explain, root } from './setup.mjs'

const target = join(root, 'docs', 'screenshots')
const DESK = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

/** Each picture: its file, the page of the workspace, how it is looked at, and what has to be seen before it is taken. */
const pictures = [
  { file: 'overview.png', path: '', view: DESK, colorScheme: 'light', shows: 'Channels this month' },
  { file: 'deliveries.png', path: 'deliveries?mode=test', view: DESK, colorScheme: 'dark', shows: 'Read' },
  { file: 'timeline.png', path: 'deliveries/2', view: DESK, colorScheme: 'light', shows: 'Why it failed' },
  { file: 'phone.png', path: 'deliveries?mode=test', view: PHONE, colorScheme: 'light', shows: 'Read' },
]

/** Names of people who do not mind, and addresses that make the sandbox do something. */
const messages = [
  ['Ada Lovelace', 'read'],
  ['Charles Babbage', 'bounce'],
  ['Grace Hopper', 'delivered'],
  ['Alan Turing', 'blocked'],
  ['Katherine Johnson', 'read'],
  ['Edsger Dijkstra', 'unavailable'],
  ['Barbara Liskov', 'delivered'],
  ['Donald Knuth', 'read'],
]

stopChildrenOnSignals()
await explain(async () => {
  checkNode()
  await ensureInstalled()
  await ensureInstalled(join(root, 'test'))
  await ensureBuilt()
  const folder = mkdtempSync(join(tmpdir(), 'carillon-screenshots-'))
  const service = await startService(folder)
  const chromium = await launchChromium()
  try {
    const cookie = await createOwner(service)
    await fill(service, readFileSync(join(folder, 'admin-token'), 'utf8').trim())
    mkdirSync(target, { recursive: true })
    for (const picture of pictures) await take(chromium.browser, service.url, cookie, picture)
  } finally {
    await chromium.close()
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

/**
 * @param {string} folder
 * @returns {Promise<{url: string, setup: string, stop: () => Promise<void>}>}
 */
async function startService(folder) {
  const child = spawn(process.execPath, [join(root, 'bin', 'carillon.js'), 'start', '--json'], {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  for await (const line of createInterface({ input: child.stdout })) {
    const { url, setup_url: setup } = JSON.parse(line)
    const stop = async () => {
      child.kill('SIGTERM')
      await ended
    }
    return { url, setup, stop }
  }
  throw new Error('The service ended before it listened.')
}

/** @param {{url: string, setup: string}} service */
async function createOwner({ url, setup }) {
  const token = new URL(setup).searchParams.get('token')
  const person = { name: 'Ada Lovelace', email: 'ada@example.com', password: 'a bell rings at noon' }
  const answer = await post(`${url}/v1/manage/setup`, { token, ...person }, { origin: url })
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/**
 * Messages to the sandbox, and live ones that a channel takes.
 * @param {{url: string}} service
 * @param {string} token
 */
async function fill({ url }, token) {
  const manage = { authorization: `Bearer ${token}` }
  const at = `${url}/v1/manage/workspaces/1`
  const made = await post(`${at}/sources/1/api-keys`, { mode: 'test' }, manage)
  const { key } = /** @type {{key: string}} */ (await made.json())
  for (const [name, outcome] of messages) {
    const recipient = { name, email: `${outcome}+${name?.split(' ')[0]?.toLowerCase()}@sandbox.test`, locale: 'en' }
    const actions = [{ slug: 'confirm', label: 'Confirm', callback_url: 'https://shop.example/confirm' }]
    const message = { recipient, template: 'welcome', vars: { name: name?.split(' ')[0] }, actions }
    await post(`${url}/v1/send`, message, { authorization: `Bearer ${key}` })
  }
}

/**
 * @param {string} address
 * @param {object} body
 * @param {Record<string, string>} headers
 */
async function post(address, body, headers) {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

/**
 * @param {Awaited<ReturnType<typeof launchChromium>>['browser']} browser
 * @param {string} url
 * @param {string} cookie
 * @param {(typeof pictures)[number]} picture
 */
async function take(browser, url, cookie, { file, path, view, colorScheme, shows }) {
  const context = await browser.newContext({
    viewport: view,
    deviceScaleFactor: 1,
    colorScheme: colorScheme === 'dark' ? 'dark' : 'light',
  })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url }])
  const page = await context.newPage()
  await page.goto(`${url}/w/1/${path}`)
  await page.getByText(shows).first().waitFor()
  await page.screenshot({ path: join(target, file), animations: 'disabled' })
  await context.close()
  console.log(`docs/screenshots/${file}`)
}
