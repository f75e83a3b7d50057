// The Chromium that comes with the test folder's packages, for tests and for screenshots.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** What would put all pages into one process, and switch off what is to be tested. */
const UNWANTED = ['--single-process', '--in-process-gpu', '--disable-web-security']

/**
 * Starts it; it unpacks itself into a temporary folder of this process, because two at once would collide.
 * @returns {Promise<{browser: import('playwright-core').Browser, close: () => Promise<void>}>}
 */
export async function launchChromium() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'carillon-browser-'))
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    // No WebGL: less to unpack, and nothing that could stand still while it draws.
    chromium.setGraphicsMode = false
    const { chromium: playwright } = await import('playwright-core')
    const browser = await playwright.launch({
      executablePath: await chromium.executablePath(),
      args: [...chromium.args.filter((arg) => !UNWANTED.includes(arg)), '--disable-gpu'],
      headless: true,
    })
    // With no page left at all this Chromium goes to sleep, and a new one is waited for without end.
    await browser.newPage()
    const close = async () => {
      await browser.close()
      rmSync(folder, { recursive: true, force: true })
    }
    return { browser, close }
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}
