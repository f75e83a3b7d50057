// npm run screenshots: takes the screenshots of the documentation. Starts a temporary service with sample data for them.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { launchChromium } from '../test/harness/chromium.mjs'
import { stopChildrenOnSignals } from './child.mjs'
import { ask, fillShop, openShop, writeMonth } from './screenshot-shop.mjs'
import { checkNode, ensureBuilt, ensureInstalled, explain, root } from './setup.mjs'

const target = join(root, 'docs', 'screenshots')
const DESK = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 780 }

/**
 * The screenshots: the file, the page of the workspace, and the text that shows that the page is loaded. Each is taken
 * in a light and in a dark version.
 * @type {{file: string, path: string, view: {width: number, height: number}, shows: string, fill?: Record<string, string>}[]}
 */
const pictures = [
  { file: 'overview', path: '', view: DESK, shows: 'Reasons of failures' },
  { file: 'timeline', path: 'deliveries/3', view: DESK, shows: 'Reason for the failure' },
  {
    file: 'editor',
    path: 'templates/order-shipped',
    view: DESK,
    shows: 'Sample values',
    fill: { order: 'A-1815', day: 'Thursday' },
  },
  { file: 'inbox', path: 'test-inbox', view: DESK, shows: 'Track the parcel' },
  { file: 'webhooks', path: 'webhooks/1', view: DESK, shows: 'delivery.failed' },
  { file: 'suppressions', path: 'suppressions', view: DESK, shows: 'Asked by phone' },
  { file: 'connections', path: 'sources/1/connections/email', view: DESK, shows: 'Postmark' },
  { file: 'sms', path: 'sources/1/connections/sms', view: DESK, shows: 'Twilio' },
  { file: 'phone', path: 'deliveries', view: PHONE, shows: 'Grace Hopper' },
  { file: 'phone-connections', path: 'sources/1/connections/email', view: PHONE, shows: 'Postmark' },
  { file: 'phone-suppressions', path: 'suppressions', view: PHONE, shows: 'Asked by phone' },
]

stopChildrenOnSignals()
await explain(async () => {
  checkNode()
  await ensureInstalled()
  await ensureInstalled(join(root, 'test'))
  await ensureBuilt()
  const folder = mkdtempSync(join(tmpdir(), 'carillon-screenshots-'))
  const shop = await openShop()
  try {
    const cookie = await withService(folder, async ({ url, setup }) => {
      const cookie = await createOwner(url, setup)
      const headers = { cookie, origin: url }
      await fillShop(
        url,
        (method, path, body) => ask(method, `${url}/v1/manage/workspaces/1${path}`, headers, body),
        shop,
      )
      return cookie
    })
    await writeMonth(folder)
    await withService(folder, ({ url }) => takeAll(url, cookie))
  } finally {
    await shop.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

/**
 * @template T
 * @param {string} folder
 * @param {(service: {url: string, setup: string}) => Promise<T>} use
 * @returns {Promise<T>}
 */
async function withService(folder, use) {
  const child = spawn(process.execPath, [join(root, 'bin', 'carillon.js'), 'start', '--json'], {
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      ALLOW_PRIVATE_NETWORK: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const { url, setup_url: setup } = JSON.parse(line)
      return await use({ url, setup })
    }
    throw new Error('The service exited before it accepted connections.')
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

/**
 * @param {string} url
 * @param {string} setup
 */
async function createOwner(url, setup) {
  const token = new URL(setup).searchParams.get('token')
  const person = { name: 'Ada Lovelace', email: 'ada@shop.example', password: 'a bell rings at noon' }
  const answer = await fetch(`${url}/v1/manage/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ token, ...person }),
  })
  if (!answer.ok) throw new Error(`The owner could not be created: ${await answer.text()}`)
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/**
 * @param {string} url
 * @param {string} cookie
 */
async function takeAll(url, cookie) {
  mkdirSync(target, { recursive: true })
  for (const file of readdirSync(target)) rmSync(join(target, file))
  const chromium = await launchChromium()
  try {
    for (const picture of pictures) {
      await take(chromium.browser, url, cookie, 'light', picture)
      await take(chromium.browser, url, cookie, 'dark', picture)
    }
  } finally {
    await chromium.close()
  }
}

/**
 * Saves a screenshot as WebP, at twice the size, for screens with a high resolution.
 * @param {Awaited<ReturnType<typeof launchChromium>>['browser']} browser
 * @param {string} url
 * @param {string} cookie
 * @param {'light' | 'dark'} colorScheme
 * @param {(typeof pictures)[number]} picture
 */
async function take(browser, url, cookie, colorScheme, { file, path, view, shows, fill = {} }) {
  const context = await browser.newContext({
    viewport: view,
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    colorScheme,
  })
  const [cookieName = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name: cookieName, value, url }])
  const page = await context.newPage()
  await page.goto(`${url}/w/1/${path}`)
  await page.getByText(shows).first().waitFor()
  await page.getByRole('status', { name: 'Loading…' }).first().waitFor({ state: 'detached' })
  for (const [label, text] of Object.entries(fill)) await page.getByLabel(label, { exact: true }).fill(text)
  for (const text of Object.values(fill)) await page.frameLocator('iframe').getByText(text).last().waitFor()
  await page.evaluate('document.activeElement.blur(); scrollTo(0, 0)')
  const client = await context.newCDPSession(page)
  const { data } = await client.send('Page.captureScreenshot', { format: 'webp', quality: 82 })
  const name = `${file}${colorScheme === 'dark' ? '-dark' : ''}.webp`
  writeFileSync(join(target, name), Buffer.from(data, 'base64'))
  await context.close()
  console.log(`docs/screenshots/${name}`)
}
