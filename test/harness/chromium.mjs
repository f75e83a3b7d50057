// Launches the Chromium of the test folder's packages, for tests and screenshots.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/**
 * Chromium is started without these flags, which its package sets. With these flags, all pages would run in one
 * process, or features under test would be disabled.
 */
const UNWANTED = ['--single-process', '--in-process-gpu', '--disable-web-security']

/**
 * Launches Chromium. Chromium is unpacked into a temporary folder of this process, because two processes cannot share
 * one folder.
 * @returns {Promise<{browser: import('playwright-core').Browser, close: () => Promise<void>}>}
 */
export async function launchChromium() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'carillon-browser-'))
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    // Without WebGL, fewer files are unpacked and drawing cannot hang.
    chromium.setGraphicsMode = false
    const { chromium: playwright } = await import('playwright-core')
    const browser = await playwright.launch({
      executablePath: await chromium.executablePath(),
      args: [...chromium.args.filter((arg) => !UNWANTED.includes(arg)), '--disable-gpu'],
      headless: true,
    })
    // If no page is open, this Chromium hangs when a new page is created.
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
