// Starts a Chromium for a test file. A page fails its test if it violates the content security policy or logs an error.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { vi } from 'vitest'
import { axeOn } from './axe.ts'
import { launchChromium } from './chromium.mjs'

/**
 * How long an action waits for its element. `npm run browser` sets a shorter time, because there the browser does not
 * share the processors with other tests.
 */
const PATIENCE_MS = Number(process.env.BROWSER_PATIENCE_MS ?? 180_000)
vi.setConfig({ testTimeout: 720_000, hookTimeout: 720_000 })

export const sizes = {
  desktop: { width: 1280, height: 800 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
}

export interface TestBrowser {
  browser: Browser
  /** Opens a page in a separate browser context, and records its faults. */
  open(options?: BrowserContextOptions): Promise<TestPage>
  close(): Promise<void>
}

export interface TestPage {
  page: Page
  /** Policy violations, console errors and uncaught exceptions. HTTP error responses are not included. */
  faults: string[]
  /** Returns the findings of axe for the current page, one per line. See axe.ts. */
  axe(): Promise<string[]>
}

export async function startBrowser(): Promise<TestBrowser> {
  const { browser, close } = await launchChromium()
  return {
    browser,
    async open(options = {}) {
      // Disables animations: without a graphics card they take most of the browser's time.
      const still = { viewport: sizes.desktop, locale: 'en-GB', reducedMotion: 'reduce' } as const
      const context = await browser.newContext({ ...still, ...options })
      context.setDefaultTimeout(PATIENCE_MS)
      return withFaults(await context.newPage())
    },
    close,
  }
}

async function withFaults(page: Page): Promise<TestPage> {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    // Ignore failed loads: the browser logs each refused request as an error, although the portal handles the refusal.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) faults.push(message.text())
  })
  await page.addInitScript(REPORT_VIOLATIONS)
  return { page, faults, axe: () => axeOn(page) }
}

// Scripts for the page are strings, because this project has no types for `document`.
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('policy: ' + event.violatedDirective + ' refused ' + event.blockedURI + ' (' + event.sourceFile + ')'))`

/**
 * Returns the cookies of a session in the form that a browser context requires. The session was started over HTTP (see
 * members.ts).
 */
export function cookiesOf(url: string, cookie: string | undefined): { name: string; value: string; url: string }[] {
  const [name = '', value = ''] = (cookie ?? '').split('=')
  return [{ name, value, url }]
}
