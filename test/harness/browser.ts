// A real Chromium for a test file: pages that fail their test when the policy is broken or anything is logged as an error.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { vi } from 'vitest'
import { launchChromium } from './chromium.mjs'

const require = createRequire(import.meta.url)

/** A browser beside other tests on two cores is slow at times; nothing here is proven by being quick. */
const PATIENCE_MS = 180_000
vi.setConfig({ testTimeout: 4 * PATIENCE_MS, hookTimeout: 4 * PATIENCE_MS })

export const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

export interface TestBrowser {
  browser: Browser
  /** A page in a context of its own, and what went wrong on it so far. */
  open(options?: BrowserContextOptions): Promise<TestPage>
  close(): Promise<void>
}

export interface TestPage {
  page: Page
  /** Broken policies, errors in the console and uncaught exceptions. Answers with an error status are none. */
  faults: string[]
  /** What axe finds wrong with the page as it is now, a line each; previews in frames are no part of it. */
  axe(): Promise<string[]>
}

export async function startBrowser(): Promise<TestBrowser> {
  const { browser, close } = await launchChromium()
  return {
    browser,
    async open(options = {}) {
      // Movement costs a browser without a graphics card most of its time.
      const still = { viewport: sizes.desktop, locale: 'en-GB', reducedMotion: 'reduce' } as const
      const context = await browser.newContext({ ...still, ...options })
      context.setDefaultTimeout(PATIENCE_MS)
      return observed(await context.newPage())
    },
    close,
  }
}

async function observed(page: Page): Promise<TestPage> {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    // A refusal is the portal's to show; the browser notes each as an error.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) faults.push(message.text())
  })
  await page.addInitScript(REPORT_VIOLATIONS)
  return { page, faults, axe: () => axeOn(page) }
}

// Scripts of the page are text here: this side of the wire knows no document.
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('policy: ' + event.violatedDirective + ' refused ' + event.blockedURI + ' (' + event.sourceFile + ')'))`

const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

async function axeOn(page: Page): Promise<string[]> {
  // As the protocol's own script, which the page's policy has no say in. What passes is counted by nobody.
  if (!(await page.evaluate(`typeof axe === 'object'`))) await page.evaluate(axeSource)
  const run = `axe.run({ iframes: false, resultTypes: ['violations'] }).then(({ violations }) => violations)`
  const violations = (await page.evaluate(run)) as AxeResults['violations']
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 200)} (${node.any[0]?.message ?? ''})`),
  )
}

/** A browser session that was begun over HTTP (see members.ts), for a page's context. */
export function cookiesOf(url: string, cookie: string | undefined): { name: string; value: string; url: string }[] {
  const [name = '', value = ''] = (cookie ?? '').split('=')
  return [{ name, value, url }]
}

/** Whether the page is wider than the window: a phone would scroll sideways. */
export async function overflows(page: Page): Promise<boolean> {
  const width = (await page.evaluate('document.documentElement.scrollWidth')) as number
  return width > page.viewportSize()!.width
}
